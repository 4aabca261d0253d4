"""A finished match as a file: everything needed to replay it, and to check that it was fair.

One JSON object, usually one line: `format`, `match`, `table`, `game`, `previous` (the hash which
the first entry is chained to) and `entries`, each with its `payload` exactly as it was hashed.

What a record claims of the seats before its match: who sat there, and which nonce they gave.

A reader of records believes nothing of it. A bot has no nonce but the one that follows from the
server's secret, no nonce is opened before the last one is fixed, and each fits its hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import msgspec

from stammtisch.games.game import Deal, Event, Gone, Match, Outcome, Refusal, Timeout
from stammtisch.records import Entry, NonceFrom
from stammtisch.tables import entries as journal
from stammtisch.tables.encoding import action_from_plain
from stammtisch.tables.fairness import (
    checked_nonce,
    checked_seal,
    keeps_commitment,
    opened_nonce,
    seed_of,
    server_nonce,
)
from stammtisch.tables.settings import Settings


class InvalidRecord(Exception):
    """The record does not prove what it claims; the message says where and why."""


@dataclass(slots=True)
class _Seat:
    name: str = ""
    is_bot: bool = False
    nonce: bytes | None = None
    seal: str | None = None
    by_server: bool = False

    def take_back(self) -> None:
        self.nonce = self.seal = None
        self.by_server = False

    @property
    def nonce_from(self) -> NonceFrom:
        if self.by_server:
            return "server"
        return "player" if self.seal is None else "commitment"


class SeatProof:
    def __init__(self, secrets: Mapping[int, bytes]) -> None:
        """`secrets` are those of the rounds, as the record reveals them."""
        self._secrets = secrets
        self._seats: list[_Seat] = []
        #: All are ready, and nonces are opened.
        self._committed = False

    def __len__(self) -> int:
        return len(self._seats)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self._seats]

    @property
    def nonces(self) -> list[bytes]:
        return [seat.nonce or b"" for seat in self._seats]

    @property
    def nonces_from(self) -> list[NonceFrom]:
        return [seat.nonce_from for seat in self._seats]

    def at(self, seat: int) -> int:
        if seat not in range(len(self._seats)):
            raise InvalidRecord(f"There is no seat {seat} at this table.")
        return seat

    # --- who sits there --------------------------------------------------------------------------

    def open(self, chairs: list[journal.Chair]) -> None:
        self._seats = [
            _Seat(chair.name or "", _is_bot(chair.bot, chair.account)) for chair in chairs
        ]

    def sit(self, entry: journal.Sit, *, playing: bool) -> None:
        seat = self._seats[self.at(entry.seat)]
        seat.name, seat.is_bot = entry.name, _is_bot(entry.bot, entry.account)
        if not playing:
            self._take_back(seat)

    def stand(self, at: int, *, playing: bool) -> None:
        seat = self._seats[self.at(at)]
        seat.name, seat.is_bot = "", False
        if not playing:
            self._take_back(seat)

    def rename(self, entry: journal.Rename) -> None:
        self._seats[self.at(entry.seat)].name = entry.name

    def resize(self, seats: int) -> None:
        self._seats = [*self._seats, *(_Seat() for _ in range(seats))][:seats]
        self._nobody_is_ready()

    def arrange(self, order: list[int]) -> None:
        if sorted(order) != list(range(len(self._seats))):
            raise InvalidRecord("The seats are put into an order that is none.")
        self._seats = [self._seats[seat] for seat in order]
        self._nobody_is_ready()

    # --- their nonces ----------------------------------------------------------------------------

    def ready(self, entry: journal.Ready) -> None:
        seat = self._seats[self.at(entry.seat)]
        if self._committed:
            raise InvalidRecord(
                f"Seat {entry.seat} chooses a nonce when others are opened already."
            )
        if seat.is_bot and not entry.by_server:
            raise InvalidRecord(
                f"The bot on seat {entry.seat} has another nonce than the server's."
            )
        if (entry.nonce is None) == (entry.hash is None) or (entry.by_server and entry.hash):
            raise InvalidRecord(
                f"Seat {entry.seat} is ready with neither a nonce nor a hash, or both."
            )
        seat.seal = None if entry.hash is None else checked_seal(entry.hash)
        seat.nonce = None if entry.nonce is None else checked_nonce(entry.nonce)
        seat.by_server = entry.by_server
        # Without the first secret nothing can be dealt: that is found out there.
        first = self._secrets.get(1)
        if entry.by_server and first is not None and seat.nonce != server_nonce(first, entry.seat):
            raise InvalidRecord(f"The server gave seat {entry.seat} another nonce than it must.")

    def unready(self, seat: int) -> None:
        self._take_back(self._seats[self.at(seat)])

    def commit(self) -> None:
        if self._committed or any(seat.nonce is None and seat.seal is None for seat in self._seats):
            raise InvalidRecord("Nonces are to be opened before everybody is ready.")
        self._committed = True

    def disclose(self, entry: journal.Disclose) -> None:
        seat = self._seats[self.at(entry.seat)]
        if not self._committed:
            raise InvalidRecord(f"Seat {entry.seat} opens its nonce before all others are fixed.")
        if seat.seal is None or seat.nonce is not None:
            raise InvalidRecord(f"Seat {entry.seat} opens a nonce that it has not committed to.")
        seat.nonce = opened_nonce(entry.nonce, seat.seal)

    def start(self, nonces_from: list[NonceFrom]) -> None:
        """Everybody is ready; the record says where the nonces come from, or (old ones) nothing."""
        if any(seat.nonce is None for seat in self._seats):
            raise InvalidRecord("The match is started before everybody is ready.")
        if nonces_from and nonces_from != self.nonces_from:
            raise InvalidRecord("The nonces do not come from where the record says.")

    def _take_back(self, seat: _Seat) -> None:
        """One who is not ready any more makes all nonces worthless that were opened."""
        seat.take_back()
        if self._committed:
            self._committed = False
            for other in self._seats:
                if other.seal is not None and other.nonce is not None:
                    other.take_back()

    def _nobody_is_ready(self) -> None:
        self._committed = False
        for seat in self._seats:
            seat.take_back()


def _is_bot(bot: str | None, account: str | None) -> bool:
    return bot is not None or (account or "").startswith("bot:")


FORMAT: Literal["stammtisch match 1"] = "stammtisch match 1"


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    payload: str
    hash: str


class MatchRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: Literal["stammtisch match 1"] = FORMAT
    match: str
    table: str
    game: str
    previous: str
    entries: list[Line]


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of a match, the events it brought about, and the state after it."""

    seq: int
    payload: journal.Payload
    events: list[Event]
    match: Match | None


@dataclass(frozen=True, slots=True)
class Proof:
    """What a sound record proves."""

    game: str
    profile: str
    players: list[str]
    rounds: int
    moves: int
    outcome: Outcome
    #: It went on from what an adjourned match had left, which this record does not prove.
    continued: bool = False
    #: Where each seat's nonce came from.
    nonces_from: tuple[NonceFrom, ...] = ()


def record_of(match: str, game: str, previous: bytes, entries: list[Entry]) -> bytes:
    opening = journal.decode(entries[0].payload)
    assert isinstance(opening, journal.Open)
    record = MatchRecord(
        match=match,
        table=opening.table,
        game=game,
        previous=previous.hex(),
        entries=[Line(one.seq, one.payload.decode(), one.hash.hex()) for one in entries],
    )
    return msgspec.json.encode(record)


def read_record(body: bytes) -> MatchRecord:
    try:
        return msgspec.json.decode(body, type=MatchRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRecord(f"This is no record of a match: {error}.") from None


def moments(record: MatchRecord) -> Iterator[Moment]:
    """Replay the record entry by entry, checking everything that can be checked on the way."""
    reader = Reader(record)
    for line in record.entries:
        yield reader.read(line)


def verify(record: MatchRecord) -> Proof:
    """Chain, commitment, deals, every move and the end: or `InvalidRecord`."""
    reader = Reader(record)
    for line in record.entries:
        reader.read(line)
    return reader.proof()


class Reader:
    """Folds a record like a table folds its journal, but believes nothing.

    The match of a `Update` is the reader's own, and goes on with the next entry.
    """

    def __init__(self, record: MatchRecord) -> None:
        self._record = record
        self._hash = _bytes(record.previous, "The hash before the first entry")
        self._seq: int | None = None
        self._opening: journal.Open | None = None
        self._settings: Settings
        self._match: Match | None = None
        self._at = 0
        self._round = 0
        self._moves = 0
        self._continued = False
        self._ended: journal.End | None = None
        #: The last secret that was found to be what was committed to, and its round.
        self._kept: tuple[bytes, int] | None = None
        self._revealed = self._revealed_secrets()
        self._claims = SeatProof(self._revealed)
        #: As they were when the match began: later owners of a seat take its nonce over.
        self._nonces: list[bytes] = []
        self._nonces_from: tuple[NonceFrom, ...] = ()

    def _revealed_secrets(self) -> dict[int, bytes]:
        """The secrets come after the deals they explain, so they are looked up first."""
        secrets = {}
        for line in self._record.entries:
            payload = decoded(line)
            if isinstance(payload, journal.Reveal):
                secrets[payload.round] = _bytes(payload.secret, f"The secret in entry {line.seq}")
        return secrets

    def read(self, line: Line) -> Moment:
        payload = self._checked(line)
        events: list[Event] = []
        if self._ended is not None:
            raise InvalidRecord(f"Entry {line.seq} comes after the end of the match.")
        if self._opening is None and not isinstance(payload, journal.Open):
            raise InvalidRecord("The first entry does not open the table.")
        try:
            events = self._FOLDS[type(payload)](self, payload)
        except Refusal as refusal:
            raise InvalidRecord(f"Entry {line.seq} is not legal: {refusal.reason}") from None
        return Moment(line.seq, payload, events, self._match)

    def _checked(self, line: Line) -> journal.Payload:
        self._hash = hashlib.sha256(self._hash + line.payload.encode()).digest()
        if self._hash.hex() != line.hash:
            raise InvalidRecord(f"The chain is broken at entry {line.seq}: its hash does not fit.")
        if self._seq is not None and line.seq != self._seq + 1:
            raise InvalidRecord(f"Entry {line.seq} does not follow entry {self._seq}.")
        self._seq = line.seq
        payload = decoded(line)
        if payload.at < self._at:
            raise InvalidRecord(f"Entry {line.seq} is earlier than the one before it.")
        self._at = payload.at
        return payload

    def proof(self) -> Proof:
        if self._opening is None or self._match is None or self._ended is None:
            raise InvalidRecord("The record ends before the match does.")
        settings = self._settings
        if self._ended.aborted is None and self._match.outcome is None:
            raise InvalidRecord(
                "The record says that the match is over, but by its rules it is not."
            )
        level = (1,) * len(self._claims)
        aborted = Outcome("aborted", level, (0,) * len(self._claims), counts=False)
        return Proof(
            game=settings.game,
            profile=settings.profile,
            players=self._claims.names,
            rounds=self._round,
            moves=self._moves,
            outcome=self._match.outcome or aborted,
            continued=self._continued,
            nonces_from=self._nonces_from,
        )

    def _open(self, entry: journal.Open) -> list[Event]:
        if self._opening is not None:
            raise InvalidRecord("The table is opened twice.")
        _, rules = entry.settings.checked()
        if rules.digest != entry.rules:
            raise InvalidRecord("The rules named in the record are not the rules of this program.")
        head = self._record
        if (entry.previous, entry.table, entry.settings.game) != (
            head.previous,
            head.table,
            head.game,
        ):
            raise InvalidRecord("The record's head does not fit its first entry.")
        self._opening = entry
        self._settings = entry.settings
        self._claims.open(entry.chairs)
        return []

    def _sit(self, entry: journal.Sit) -> list[Event]:
        self._claims.sit(entry, playing=self._match is not None)
        return []

    def _stand(self, entry: journal.Stand) -> list[Event]:
        self._claims.stand(entry.seat, playing=self._match is not None)
        return []

    def _rename(self, entry: journal.Rename) -> list[Event]:
        self._claims.rename(entry)
        return []

    def _ready(self, entry: journal.Ready) -> list[Event]:
        self._must_not_play()
        self._claims.ready(entry)
        return []

    def _commit(self, entry: journal.Commit) -> list[Event]:
        self._must_not_play()
        self._claims.commit()
        return []

    def _disclose(self, entry: journal.Disclose) -> list[Event]:
        self._must_not_play()
        self._claims.disclose(entry)
        return []

    def _unready(self, entry: journal.Unready) -> list[Event]:
        self._must_not_play()
        self._claims.unready(entry.seat)
        return []

    def _configure(self, entry: journal.Configure | journal.Load) -> list[Event]:
        self._must_not_play()
        game, rules = entry.settings.checked()
        if rules.digest != entry.rules:
            raise InvalidRecord("The rules named in the record are not the rules of this program.")
        if game.name != self._settings.game:
            raise InvalidRecord("The table is set to another game than it was opened for.")
        self._settings = entry.settings
        self._claims.resize(entry.settings.seats)
        return []

    def _arrange(self, entry: journal.Arrange | journal.Load) -> list[Event]:
        self._must_not_play()
        self._claims.arrange(entry.order)
        return []

    def _load(self, entry: journal.Load) -> list[Event]:
        return [*self._arrange(entry), *self._configure(entry)]

    def _nothing(self, entry: journal.Host | journal.Readmit) -> list[Event]:
        return []

    def _must_not_play(self) -> None:
        if self._match is not None:
            raise InvalidRecord("Something of the time before a match is done in it.")

    def _start(self, entry: journal.Start) -> list[Event]:
        assert self._opening is not None
        if entry.match != self._record.match or self._match is not None:
            raise InvalidRecord("The record's head does not fit the match that is started.")
        self._claims.start(entry.nonces_from)
        self._nonces = self._claims.nonces
        self._nonces_from = tuple(self._claims.nonces_from)
        game, rules = self._settings.checked()
        self._match = game.new(rules, len(self._nonces), entry.carry)
        self._continued = entry.carry is not None
        return []

    def _deal(self, entry: journal.Deal) -> list[Event]:
        assert self._opening is not None
        if entry.round != self._round + 1:
            raise InvalidRecord(f"Round {entry.round} is dealt after round {self._round}.")
        self._round = entry.round
        secret = self._revealed.get(entry.round)
        if secret is None:
            raise InvalidRecord(f"The secret of round {entry.round} is never revealed.")
        if not self._keeps(secret, entry.round):
            raise InvalidRecord(f"The secret of round {entry.round} is not what was committed to.")
        seed = seed_of(secret, entry.round, self._nonces)
        return self._playing().apply(None, Deal(seed), entry.at)

    def _keeps(self, secret: bytes, round: int) -> bool:
        """Is it what was committed to? Each secret leads to the one before it."""
        assert self._opening is not None
        if self._kept is not None and self._kept[1] == round - 1:
            kept = hashlib.sha256(secret).digest() == self._kept[0]
        else:
            kept = keeps_commitment(self._opening.commitment, secret, round)
        self._kept = (secret, round)
        return kept

    def _act(self, entry: journal.Act) -> list[Event]:
        match = self._playing()
        game, _ = self._settings.checked()
        self._moves += 1
        return match.apply(
            self._claims.at(entry.seat), action_from_plain(game, entry.action), entry.at
        )

    def _time(self, entry: journal.Time) -> list[Event]:
        return self._playing().apply(None, Timeout(), entry.at)

    def _out(self, entry: journal.Out) -> list[Event]:
        return self._playing().apply(None, Gone(self._claims.at(entry.seat)), entry.at)

    def _reveal(self, entry: journal.Reveal) -> list[Event]:
        if entry.round != self._round:
            raise InvalidRecord(
                f"The secret of round {entry.round} is revealed in round {self._round}."
            )
        return []

    def _end(self, entry: journal.End) -> list[Event]:
        self._playing()
        self._ended = entry
        return []

    def _playing(self) -> Match:
        if self._match is None:
            raise InvalidRecord("Something is played before the match is started.")
        return self._match

    _FOLDS: ClassVar[dict[type, Any]] = {
        journal.Open: _open,
        journal.Sit: _sit,
        journal.Stand: _stand,
        journal.Rename: _rename,
        journal.Ready: _ready,
        journal.Commit: _commit,
        journal.Disclose: _disclose,
        journal.Unready: _unready,
        journal.Configure: _configure,
        journal.Arrange: _arrange,
        journal.Load: _load,
        journal.Host: _nothing,
        journal.Readmit: _nothing,
        journal.Start: _start,
        journal.Deal: _deal,
        journal.Act: _act,
        journal.Time: _time,
        journal.Out: _out,
        journal.Reveal: _reveal,
        journal.End: _end,
    }


def decoded(line: Line) -> journal.Payload:
    """What the entry says, or `InvalidRecord`."""
    try:
        return journal.decode(line.payload.encode())
    except msgspec.MsgspecError as error:
        raise InvalidRecord(f"Entry {line.seq} cannot be read: {error}.") from None


def _bytes(text: str, what: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise InvalidRecord(f"{what} is not hexadecimal.") from None
