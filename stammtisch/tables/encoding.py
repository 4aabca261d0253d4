"""Whatever is put to a table, and whatever it answers and tells, as bytes and back again.

A table need not live in the process where its players' connections hang (`stammtisch.bus`).
What goes between them are plain records; the words of games stand in them in their plain form,
with the name of their game beside it.

Records of games and tables in plain form: what JSON can say, and back again.

A game's actions and events are dataclasses that know nothing of JSON. Their plain form is one
object with the record's `type` and its fields, the same in the journal and on the wire:

    Draw(stack="main")   <->   {"type": "draw", "stack": "main"}
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from stammtisch import replies, requests
from stammtisch.games.game import Action, Field, Form, Game, Observation, Refusal, Rules
from stammtisch.games.games import GAMES, game_named
from stammtisch.records import Played
from stammtisch.replies import Accepted, Actions, Hint, Joined, Refused, Snapshot, Verdict
from stammtisch.requests import Act, Caller, CheckAction
from stammtisch.tables import events
from stammtisch.tables.events import AnyEvent, EventBatch, TableEvent
from stammtisch.tables.side_records import from_plain
from stammtisch.vocabulary import DECLARED

#: What a table tells beside its game's events, by `type`.
TABLE_EVENTS: dict[str, type[Any]] = {
    kind.__struct_config__.tag: kind for kind in get_args(TableEvent)
}


def to_plain(record: Any) -> dict[str, Any]:
    """An action, an event, news of a table, or a view (which has no `type`) in plain form.

    Lists may come out as tuples, which JSON does not tell apart.
    """
    plain: dict[str, Any] = msgspec.to_builtins(record)
    kind = getattr(record, "type", None)
    return plain if kind is None else {"type": kind, **plain}


def action_from_plain(game: Game, obj: Mapping[str, Any]) -> Action:
    """The game's action, or `Refusal("bad_action")`. Whether it is legal is not asked here."""
    action: Action = _read(game.actions, obj, "bad_action", f"action of {game.name}")
    return action


def event_from_plain(game: Game, obj: Mapping[str, Any]) -> AnyEvent:
    """The game's event or the table's news, or `Refusal("bad_event")`."""
    event: AnyEvent = _read(
        {**game.events, **TABLE_EVENTS}, obj, "bad_event", f"event of {game.name}"
    )
    return event


def _read(kinds: Mapping[str, type[Any]], obj: Mapping[str, Any], code: str, what: str) -> Any:
    name = obj.get("type")
    kind: Any = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        known = ", ".join(kinds)
        raise Refusal(code, f"The type of an {what} is one of {known}, not {name!r:.60}.")
    if unknown := obj.keys() - _fields(kind):
        listed = ", ".join(sorted(unknown))
        raise Refusal(code, f"An {what} of type {name} has no field {listed:.60}.")
    try:
        return msgspec.convert(obj, kind)
    except msgspec.ValidationError as error:
        raise Refusal(code, f"This is no {what} of type {name}: {error}.") from None


@cache
def _fields(kind: type[Any]) -> frozenset[str]:
    """All names that the plain form of such a record may have."""
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    else:
        names = list(kind.__struct_fields__)
    return frozenset(["type", *names])


#: Records that hold words of a game, or other records that do: packed field by field.
_MIXED: tuple[type[Any], ...] = (
    EventBatch,
    Joined,
    Snapshot,
    Accepted,
    Actions,
    Hint,
    Act,
    CheckAction,
)
#: Records of nothing but plain values.
_PLAIN: tuple[type[Any], ...] = (
    Caller,
    Refused,
    Verdict,
    replies.Saved,
    replies.Past,
    replies.TableInfo,
    replies.Disclosing,
    events.SeatInfo,
    requests.Join,
    *(kind for kind in DECLARED if kind not in _MIXED),
    *get_args(TableEvent),
)
_BY_NAME: dict[str, type[Any]] = {
    # TableEvent and asks may share a name: what a table tells is marked.
    **{kind.__name__: kind for kind in (*_MIXED, *_PLAIN) if kind not in get_args(TableEvent)},
    **{f"news.{kind.__name__}": kind for kind in get_args(TableEvent)},
}
_NAMES = {kind: name for name, kind in _BY_NAME.items()}

#: What a packed value that is more than a JSON value is marked with.
_MARK = "$"


def pack(record: Any) -> bytes:
    return msgspec.json.encode(_packed(record))


def unpack(data: bytes) -> Any:
    return _unpacked(msgspec.json.decode(data))


def _packed(value: Any) -> Any:
    kind = type(value)
    if kind in _MIXED:
        fields = {name: _packed(getattr(value, name)) for name in value.__struct_fields__}
        return {_MARK: _NAMES[kind], "fields": fields}
    if kind in _NAMES:
        return {_MARK: _NAMES[kind], "plain": msgspec.to_builtins(value)}
    if kind is Observation:
        return {
            _MARK: "observation",
            "fields": {name: _packed(getattr(value, name)) for name in _SEEN},
        }
    if kind is Form:
        return {_MARK: "form", "plain": msgspec.to_builtins(value)}
    if isinstance(value, Rules):
        plain = {"game": value.game, "profile": value.profile, "changes": value.changes()}
        return {_MARK: "rules", "plain": plain}
    if isinstance(value, list | tuple):
        return [_packed(one) for one in value]
    if kind in _WORDS:
        game, word = _WORDS[kind]
        return {_MARK: word, "game": game, "plain": to_plain(value)}
    # What is kept beside the journal, and values that are plain already.
    return msgspec.to_builtins(value)


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(one) for one in value]
    if not isinstance(value, dict) or _MARK not in value:
        return value
    mark = value[_MARK]
    if "game" in value:
        return _READERS[mark](value["game"], value["plain"])
    if "fields" in value:
        fields = {name: _unpacked(one) for name, one in value["fields"].items()}
        return _observation(fields) if mark == "observation" else _mixed(_BY_NAME[mark], fields)
    plain = value["plain"]
    if mark == "form":
        return _form(plain)
    if mark == "rules":
        return game_named(plain["game"]).rules.named(plain["profile"], plain["changes"])
    return msgspec.convert(plain, _BY_NAME[mark])


def _mixed(kind: type[Any], fields: dict[str, Any]) -> Any:
    if kind is Snapshot:
        fields["beside"] = from_plain(fields["beside"])
        fields["scoreboard"] = msgspec.convert(fields["scoreboard"], list[Played])
    return kind(**fields)


# --- words of games ----------------------------------------------------------------------------

_SEEN = tuple(Observation.__dataclass_fields__)


def _observation(fields: dict[str, Any]) -> Observation:
    for name in ("turn", "actions", "numbers", "forms"):
        fields[name] = tuple(fields[name])
    return Observation(**fields)


def _form(plain: dict[str, Any]) -> Form:
    fields = [
        Field(
            one["name"],
            one["least"],
            one["most"],
            None if one["of"] is None else tuple(one["of"]),
            tuple(one["must"]),
        )
        for one in plain["fields"]
    ]
    return Form(plain["action"], plain["number"], tuple(fields))


def _view(game: str, plain: Any) -> Any:
    return msgspec.convert(plain, game_named(game).view)


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "action": lambda game, plain: action_from_plain(game_named(game), plain),
    "event": lambda game, plain: event_from_plain(game_named(game), plain),
    "view": _view,
}


def _words() -> dict[type[Any], tuple[str, str]]:
    words: dict[type[Any], tuple[str, str]] = {}
    for game in GAMES.values():
        words.update(dict.fromkeys(game.actions.values(), (game.name, "action")))
        words.update(dict.fromkeys(game.events.values(), (game.name, "event")))
        words[game.view] = (game.name, "view")
    return words


_WORDS = _words()
