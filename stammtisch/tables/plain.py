"""Records of games and tables in plain form: what JSON can say, and back again.

A game's actions and events are dataclasses that know nothing of JSON. Their plain form is one
object with the record's `type` and its fields, the same in the journal and on the wire:

    Draw(stack="main")   <->   {"type": "draw", "stack": "main"}
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from stammtisch.games.game import Action, Game, Refusal
from stammtisch.tables.events import News, Told

#: What a table tells beside its game's events, by `type`.
NEWS: dict[str, type[Any]] = {kind.__struct_config__.tag: kind for kind in get_args(News)}


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


def event_from_plain(game: Game, obj: Mapping[str, Any]) -> Told:
    """The game's event or the table's news, or `Refusal("bad_event")`."""
    event: Told = _read({**game.events, **NEWS}, obj, "bad_event", f"event of {game.name}")
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
