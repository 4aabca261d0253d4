"""JSON texts to requests; replies and notices to JSON texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, reduce
from operator import or_
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import UNSET

from stammtisch import __version__
from stammtisch.games import game
from stammtisch.games.game import Game
from stammtisch.games.games import GAMES
from stammtisch.protocols.table import messages as wire
from stammtisch.protocols.table.messages import (
    ASKS,
    VERSION,
    WITH_ID,
    Events,
    GameInfo,
    Id,
    Tell,
    Welcome,
)
from stammtisch.replies import Actions
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.events import EventBatch
from stammtisch.tables.settings import Leaver, fixed_in, options_of
from stammtisch.vocabulary import Reply, Request, tag_of

#: How deep the values of a message are nested at most. Real ones have about five; what works on
#: the values of an action may call itself for each of them.
DEPTH = 32


def whole(text: str) -> int | float:
    """The number of that text. JSON Schema, by which our messages are described, takes 44.0 for an
    integer, and some languages write every number so."""
    number = float(text)
    return int(number) if number.is_integer() and abs(number) <= 2**53 else number


#: Reads JSON as any values, for `msgspec.convert`.
values = msgspec.json.Decoder(float_hook=whole)


_ANY_MESSAGE: Any = reduce(or_, [WITH_ID[kind] for kind in ASKS])
_messages = msgspec.json.Decoder(_ANY_MESSAGE, float_hook=whole)
_encoder = msgspec.json.Encoder()


class Unreadable(Exception):
    """A text that is no message: why, and whatever `id` could be found in it."""

    def __init__(self, id: Id, code: str, message: str) -> None:
        super().__init__(message)
        self.id = id
        self.code = code
        self.message = message


#: A request, and what its client calls it.
Message: TypeAlias = tuple[Id, Request]

#: What each kind of message asks.
_REQUESTS: dict[type[msgspec.Struct], type[Request]] = {WITH_ID[kind]: kind for kind in ASKS}


def decode(text: str) -> Message:
    """The request that the text is, or `Unreadable`; no other exception, whatever the text."""
    try:
        message = _messages.decode(text)
    except msgspec.ValidationError as error:
        try:
            # The decoder's own fields do not ask `whole`.
            message = msgspec.convert(values.decode(text), _ANY_MESSAGE)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Unreadable(_id_in(text), "bad_message", _sentence(text, error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unreadable(None, "bad_json", f"This is not JSON that can be read: {error}.") from None
    if text.count("{") + text.count("[") > DEPTH and _depth(text) > DEPTH:
        sentence = f"The values of a message are nested at most {DEPTH} deep."
        raise Unreadable(message.id, "bad_message", sentence)
    fields = msgspec.structs.asdict(message)
    return fields.pop("id"), _REQUESTS[type(message)](**fields)


_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')


def _depth(text: str) -> int:
    """How deep the values of a JSON text are nested."""
    deepest = depth = 0
    for each in _STRING.sub("", text):
        if each in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif each in "]}":
            depth -= 1
    return deepest


class _Outline(msgspec.Struct):
    """What may be worth knowing of a message that is otherwise wrong."""

    id: Any = None
    type: Any = None


_outlines = msgspec.json.Decoder(_Outline)
_TYPES = tuple(map(tag_of, ASKS))


def _outline(text: str) -> _Outline:
    try:
        return _outlines.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _Outline()


def _id_in(text: str) -> Id:
    try:
        return msgspec.convert(_outline(text).id, Id)  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        return None


def _sentence(text: str, error: msgspec.ValidationError) -> str:
    kind = _outline(text).type
    if isinstance(kind, str) and kind not in _TYPES:
        return f"There is no message of type {kind!r:.60}; there are {', '.join(_TYPES)}."
    return f"This message cannot be understood: {error}."


def encode(tell: Tell) -> str:
    return _encoder.encode(tell).decode()


class _Starts(dict[type[Reply], tuple[str, int]]):
    """How the texts of each kind of answer begin, up to the id, and where they go on without it."""

    def __missing__(self, kind: type[Reply]) -> tuple[str, int]:
        start = f'{{"type":"{tag_of(kind)}"'
        self[kind] = f'{start},"id":', len(start)
        return self[kind]


_starts = _Starts()


def encode_answer(reply: Reply, to: Id) -> str:
    """The answer to the request that its client calls so."""
    start, end = _starts[type(reply)]
    if type(to) is not int:
        to = _encoder.encode(to).decode()
    return f"{start}{to}{_encoder.encode(reply).decode()[end:]}"


# --- events ------------------------------------------------------------------------------------


class EventTexts:
    """Texts of `events` messages, each made once however many listeners it goes to.

    Listeners get lists of their own, but what nobody hides from them is the same object in each
    list. Texts are therefore found by the identity of the events; keeping the events keeps the
    identities from being used again.
    """

    #: Listeners of one step are told one after the other: a short memory is enough.
    KEPT = 64

    def __init__(self) -> None:
        self._texts: dict[tuple[Any, ...], tuple[Sequence[Any], str]] = {}

    def text(self, batch: EventBatch) -> str:
        key = (batch.table, batch.seq, batch.at, id(batch.observation), *map(id, batch.events))
        known = self._texts.get(key)
        if known is not None:
            return known[1]
        message = Events(
            table=batch.table,
            seq=batch.seq,
            at=batch.at,
            events=[to_plain(event) for event in batch.events],
            observation=UNSET if batch.observation is None else observation_told(batch.observation),
        )
        text = encode(message)
        if len(self._texts) >= self.KEPT:
            self._texts.clear()
        self._texts[key] = ((batch.observation, *batch.events), text)
        return text


# --- what one sees and may do --------------------------------------------------------------------


def observation_told(observation: game.Observation) -> wire.ObservationInfo:
    return wire.ObservationInfo(
        view=to_plain(observation.view),
        turn=list(observation.turn),
        deadline=observation.deadline,
        legal=legal_told(observation),
        forms=forms_told(observation),
    )


def actions_told(reply: Actions) -> wire.Actions:
    seen = reply.observation
    return wire.Actions(
        seq=reply.seq,
        turn=[] if seen is None else list(seen.turn),
        legal=[] if seen is None else legal_told(seen),
        forms=[] if seen is None else forms_told(seen),
        deadline=None if seen is None else seen.deadline,
    )


def legal_told(observation: game.Observation) -> list[wire.LegalAction]:
    return [
        wire.LegalAction(number=number, action=to_plain(action))
        for number, action in zip(observation.numbers, observation.actions, strict=True)
    ]


def forms_told(observation: game.Observation) -> list[wire.FormInfo]:
    return [
        wire.FormInfo(
            action=form.action,
            number=form.number,
            fields=[
                wire.FieldInfo(
                    name=field.name,
                    least=field.least,
                    most=field.most,
                    of=None if field.of is None else list(field.of),
                    must=list(field.must),
                )
                for field in form.fields
            ],
        )
        for form in observation.forms
    ]


def welcome(games: Iterable[Game], *, members_only: bool = False, cheats: bool = False) -> Welcome:
    games = tuple(games)
    return Welcome(
        server="Stammtisch",
        server_version=__version__,
        protocol=VERSION,
        games=[_game_info(game) for game in games],
        bot_levels=list(dict.fromkeys(level for game in games for level in game.all_levels)),
        leavers=list(get_args(Leaver)),
        members_only=members_only,
        cheats=cheats,
    )


@cache
def welcome_text(*, members_only: bool, cheats: bool) -> str:
    """The welcome to the games of this server, which is the same for everybody."""
    return encode(welcome(GAMES.values(), members_only=members_only, cheats=cheats))


def _game_info(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        rules_version=game.rules.version,
        fewest_seats=game.seats[0],
        most_seats=game.seats[-1],
        options=options_of(game),
        profiles={profile: game.rules.named(profile).values() for profile in game.rules.profiles},
        fixed=fixed_in(game),
        usual_profile=game.usual_profile,
        bots=list(game.all_levels),
        usual_level=game.usual_level,
        leavers=[leaver for leaver in get_args(Leaver) if leaver != "out" or game.goes_on],
        refusals=dict(game.refusals),
    )
