"""One table: the fold of its journal, and the only writer of its match.

Nothing here waits, sends or stores. A method that changes something checks it first, then adds
entries to the journal and folds them into the state; `restore` folds the same entries again. What
happened comes back as a `Step`. Who is connected (`present`) is not in the journal: it is told to
the table by its keeper, and everybody is away after a restart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar
from uuid import UUID

from stammtisch.games.game import Action, Deal, Game, Gone, Match, Outcome, Refusal, Rules, Timeout
from stammtisch.records import Entry, TableRow
from stammtisch.tables import entries as journal
from stammtisch.tables import events as news
from stammtisch.tables.commands import Phase, TableInfo
from stammtisch.tables.entries import Payload
from stammtisch.tables.events import SeatInfo, Told
from stammtisch.tables.fairness import checked_nonce, commitment_to, secrets_of, seed_of
from stammtisch.tables.plain import action_from_plain, to_plain
from stammtisch.tables.settings import Settings

NONCE_BYTES = 16


class Damaged(Exception):
    """A journal that cannot be folded: its chain is broken, or its rules are not ours."""


@dataclass(slots=True)
class Place:
    """A seat of the table."""

    account: str | None = None
    player: str | None = None
    name: str | None = None
    bot: str | None = None
    filler: bool = False
    used: bool = False
    nonce: bytes | None = None

    @property
    def taken(self) -> bool:
        return self.account is not None

    def vacate(self) -> None:
        self.account = self.player = self.name = self.bot = self.nonce = None
        self.filler = False


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that has come to its end, ready for the archive."""

    match: str
    previous_hash: bytes
    entries: list[Entry]
    game: str
    profile: str
    started: float
    ended: float
    names: list[str]
    accounts: list[str]
    #: Seats whose owner is a person.
    people: list[bool]
    outcome: Outcome
    #: Each seat was played by one and the same owner from the first move to the last.
    same_players: bool
    first_seq_to_keep: int


@dataclass(slots=True)
class Step:
    """What one change did: entries to make durable, and then events to tell."""

    entries: list[Entry] = field(default_factory=list)
    events: list[Told] = field(default_factory=list)
    finished: Finished | None = None


class Table:
    game: Game
    rules: Rules
    settings: Settings
    places: list[Place]

    def __init__(self, row: TableRow, random_bytes: Callable[[int], bytes]) -> None:
        self.id = row.id
        self.number = row.number
        self.created = row.created
        self._secret = row.secret
        self._random_bytes = random_bytes
        self.seq = 0
        self.hash = journal.root_hash(row.id)
        #: Time of the newest entry.
        self.at = 0
        self.chapter = 0
        self.commitment = ""
        #: The match on the table; after its end it stays to be looked at.
        self.match: Match | None = None
        self.match_id: str | None = None
        self.running = False
        self.last: str | None = None
        self.present: Counter[str] = Counter()
        self._round = 0
        self._revealed = True
        self._aborted: str | None = None
        self._started = self._ended = 0.0
        self._same_players = True
        self._chapter_entries: list[Entry] = []
        self._chapter_root = self.hash

    # --- making and restoring ------------------------------------------------------------------

    @classmethod
    def opened(
        cls,
        row: TableRow,
        settings: Settings,
        random_bytes: Callable[[int], bytes],
        at: int,
        wall: float,
    ) -> tuple[Table, Step]:
        table = cls(row, random_bytes)
        table.settings = settings
        table.game, table.rules = settings.checked()
        table.places = [Place() for _ in range(settings.seats)]
        return table, table._record([table._opening(at, wall)], wall)

    @classmethod
    def restored(
        cls, row: TableRow, stored: Sequence[Entry], random_bytes: Callable[[int], bytes]
    ) -> tuple[Table, list[Step]]:
        """Fold a journal. The steps tell what happened, one for each entry."""
        table = cls(row, random_bytes)
        steps: list[Step] = []
        if stored:
            table.seq = stored[0].seq - 1
        for entry in stored:
            payload = journal.decode(entry.payload)
            if entry.seq != table.seq + 1:
                raise Damaged(f"Entry {entry.seq} of table {row.id} does not follow {table.seq}.")
            if isinstance(payload, journal.Open) and table.chapter == 0:
                table.hash = table._chapter_root = payload_root(payload, row.id)
            again = journal.chained(table.hash, entry.seq, payload)
            if again != entry:
                raise Damaged(f"Entry {entry.seq} of table {row.id} is not what was written.")
            step = Step()
            table._fold_one(payload, None, entry, step)
            steps.append(step)
        return table, steps

    # --- looking -------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        if self.running:
            return "playing"
        return "open" if self.last is None else "over"

    def seat_of(self, account: str) -> int | None:
        for seat, place in enumerate(self.places):
            if place.account == account:
                return seat
        return None

    def is_away(self, seat: int) -> bool:
        place = self.places[seat]
        return place.taken and place.bot is None and not self.present[place.account or ""]

    def people_present(self) -> bool:
        return any(
            place.taken and place.bot is None and self.present[place.account or ""]
            for place in self.places
        )

    def seat_infos(self) -> list[SeatInfo]:
        return [
            SeatInfo(
                name=place.name,
                player=place.player,
                bot=place.bot,
                away=self.is_away(seat),
                ready=place.nonce is not None or place.bot is not None,
                used=place.used,
            )
            for seat, place in enumerate(self.places)
        ]

    def info(self, spectators: int) -> TableInfo:
        return TableInfo(
            id=self.id,
            number=self.number,
            game=self.settings.game,
            profile=self.settings.profile,
            options=self.rules.values(),
            phase=self.phase,
            seats=self.seat_infos(),
            private=self.settings.private,
            leaver=self.settings.leaver,
            bots=self.settings.bots,
            watch=self.settings.watch,
            spectators=spectators,
            created=self.created,
            winner=self.last,
        )

    # --- changing ------------------------------------------------------------------------------

    def seat_for(self, wanted: int | None) -> int:
        """Which seat a newcomer gets, or a `Refusal`."""
        free = list(self._free_seats())
        if wanted is not None:
            if wanted not in range(len(self.places)):
                raise Refusal("no_such_seat", f"The table has seats 0 to {len(self.places) - 1}.")
            if wanted not in free:
                raise Refusal("seat_taken", f"Seat {wanted} is not free.")
            return wanted
        if not free:
            if self.running and any(self.is_away(seat) for seat in range(len(self.places))):
                raise Refusal("running", "The match is on, and the seat is kept for its owner.")
            raise Refusal("full", "All seats of this table are taken.")
        return free[0]

    def _free_seats(self) -> Iterator[int]:
        """Seats that a newcomer may take, the best first."""
        seats = range(len(self.places))
        if self.running:
            if self.settings.leaver == "bot":
                yield from (seat for seat in seats if self.is_away(seat))
            return
        yield from (seat for seat in seats if not self.places[seat].taken)
        yield from (seat for seat in seats if self.places[seat].filler)
        yield from (seat for seat in seats if self.is_away(seat))

    def sit(
        self,
        seat: int,
        account: str,
        name: str,
        at: int,
        wall: float,
        *,
        bot: str | None = None,
        filler: bool = False,
    ) -> Step:
        sitting = journal.Sit(
            at=at,
            seat=seat,
            account=account,
            player=str(UUID(bytes=self._random_bytes(16), version=4)),
            name=name,
            bot=bot,
            filler=filler,
        )
        return self._record([sitting], wall)

    def stand(self, seat: int, at: int, wall: float) -> Step:
        return self._record([journal.Stand(at=at, seat=seat)], wall)

    def rename(self, seat: int, name: str, at: int, wall: float) -> Step:
        return self._record([journal.Rename(at=at, seat=seat, name=name)], wall)

    def ready(self, seat: int, nonce: str | None, at: int, wall: float) -> Step:
        """The seat wants to play. Again, or in a match, it changes nothing."""
        if self.running or self.places[seat].nonce is not None:
            return Step()
        chosen = checked_nonce(nonce).hex() if nonce is not None else self._own_nonce()
        return self._record(
            [journal.Ready(at=at, seat=seat, nonce=chosen, by_house=nonce is None)], wall
        )

    def act(
        self, seat: int, action: Action, at: int, wall: float, *, bot: str | None = None
    ) -> Step:
        if self.match is None or not self.running:
            raise Refusal("no_match", "There is no match on this table now.")
        doing = journal.Act(at=at, seat=seat, action=to_plain(action), bot=bot)
        return self._record([doing], wall, action)

    def time_out(self, at: int, wall: float) -> Step:
        return self._record([journal.Time(at=at)], wall)

    def go_out(self, seat: int, at: int, wall: float) -> Step:
        """The seat's owner is gone for good, and the others play on without."""
        return self._record([journal.Out(at=at, seat=seat)], wall)

    def abort(self, reason: str, at: int, wall: float) -> Step:
        return self._record([journal.End(at=at, wall=wall, aborted=reason)], wall)

    # --- the journal ---------------------------------------------------------------------------

    def _record(self, payloads: list[Payload], wall: float, action: Action | None = None) -> Step:
        """Fold the payloads, and whatever follows from them, into the state."""
        step = Step()
        for payload in payloads:
            # A match refuses an action before anything has changed, so nothing is undone here.
            self._write(payload, action, step)
        while (following := self._consequence(wall)) is not None:
            self._write(following, None, step)
        return step

    def _write(self, payload: Payload, action: Action | None, step: Step) -> None:
        if payload.at < self.at:
            raise ValueError("A journal's time does not run backwards.")
        entry = journal.chained(self.hash, self.seq + 1, payload)
        self._fold_one(payload, action, entry, step)
        step.entries.append(entry)

    def _fold_one(self, payload: Payload, action: Action | None, entry: Entry, step: Step) -> None:
        if type(payload) is journal.Open:
            if self.chapter:
                step.finished = self._finished(entry.seq)
            self._chapter_entries = []
            self._chapter_root = self.hash
        told = self._FOLDS[type(payload)](self, payload, action)
        step.events.extend(told)
        self.at = payload.at
        self.seq = entry.seq
        self.hash = entry.hash
        self._chapter_entries.append(entry)

    def _consequence(self, wall: float) -> Payload | None:
        """The entry that must follow by itself, if there is one."""
        at = self.at
        if not self.running:
            if self._ended:
                return self._opening(at, wall)
            return self._starting(at, wall)
        match = self.match
        assert match is not None
        over = match.outcome is not None
        if not (over or match.awaits_deal):
            return None
        if not self._revealed:
            return journal.Reveal(at=at, round=self._round, secret=self._secret_now().hex())
        if over:
            return journal.End(at=at, wall=wall)
        return journal.Deal(at=at, round=self._round + 1)

    def _starting(self, at: int, wall: float) -> Payload | None:
        for place in self.places:
            waits = place.nonce is None and place.bot is None
            if not place.taken or (waits and not self.game.starts_when_full):
                return None
        if all(place.bot is not None for place in self.places):
            return None
        for seat, place in enumerate(self.places):
            if place.nonce is None:
                return journal.Ready(at=at, seat=seat, nonce=self._own_nonce(), by_house=True)
        return journal.Start(at=at, match=f"{self.id}-{self.chapter}", wall=wall)

    def _opening(self, at: int, wall: float) -> journal.Open:
        chapter = self.chapter + 1
        first = secrets_of(self._secret, chapter, self.game.rounds)[0]
        return journal.Open(
            at=at,
            wall=wall,
            table=self.id,
            number=self.number,
            chapter=chapter,
            settings=self.settings,
            rules=self.rules.digest,
            rules_version=self.rules.version,
            chairs=[
                journal.Chair(
                    account=place.account,
                    player=place.player,
                    name=place.name,
                    bot=place.bot,
                    filler=place.filler,
                    used=place.used,
                )
                for place in self.places
            ],
            commitment=commitment_to(first),
            last=self.last,
            previous=self.hash.hex(),
        )

    def _own_nonce(self) -> str:
        return self._random_bytes(NONCE_BYTES).hex()

    def _secret_now(self) -> bytes:
        return secrets_of(self._secret, self.chapter, self.game.rounds)[self._round - 1]

    # --- folding -------------------------------------------------------------------------------

    def _fold_open(self, entry: journal.Open, _: Any) -> list[Told]:
        self.settings = entry.settings
        self.game, self.rules = entry.settings.checked()
        if self.rules.digest != entry.rules:
            raise Damaged(f"Table {self.id} was opened by other rules of {self.game.name}.")
        self.number = entry.number
        self.chapter = entry.chapter
        self.commitment = entry.commitment
        self.last = entry.last
        self.places = [
            Place(chair.account, chair.player, chair.name, chair.bot, chair.filler, chair.used)
            for chair in entry.chairs
        ]
        self._ended = 0.0
        self._aborted = None
        return [news.Opened(commitment=entry.commitment, seats=self.seat_infos())]

    def _fold_sit(self, entry: journal.Sit, _: Any) -> list[Told]:
        told: list[Told] = []
        place = self.places[entry.seat]
        if place.taken:
            told += self._told_left(entry.seat)
        if self.running:
            self._same_players = False
        self.places[entry.seat] = Place(
            entry.account,
            entry.player,
            entry.name,
            entry.bot,
            entry.filler,
            True,
            place.nonce if self.running else None,
        )
        told.append(news.Sat(seat=entry.seat, name=entry.name, seats=self.seat_infos()))
        return told

    def _fold_stand(self, entry: journal.Stand, _: Any) -> list[Told]:
        told = self._told_left(entry.seat)
        # As in the original: a lobby whose match is over is open again when somebody leaves.
        self.last = None
        return told

    def _told_left(self, seat: int) -> list[Told]:
        """Vacate the seat; those who have heard that its owner is away need not hear it again."""
        place = self.places[seat]
        name, was_away = place.name or "", self.is_away(seat)
        place.vacate()
        return [] if was_away else [news.Left(seat=seat, name=name, seats=self.seat_infos())]

    def _fold_rename(self, entry: journal.Rename, _: Any) -> list[Told]:
        self.places[entry.seat].name = entry.name
        return [news.Renamed(seat=entry.seat, name=entry.name, seats=self.seat_infos())]

    def _fold_ready(self, entry: journal.Ready, _: Any) -> list[Told]:
        self.places[entry.seat].nonce = bytes.fromhex(entry.nonce)
        return [news.Readied(seat=entry.seat, seats=self.seat_infos())]

    def _fold_start(self, entry: journal.Start, _: Any) -> list[Told]:
        self.match = self.game.new(self.rules, len(self.places))
        self.match_id = entry.match
        self.running = True
        self.last = None
        self._started = entry.wall
        self._round = 0
        self._same_players = True
        nonces = [(place.nonce or b"").hex() for place in self.places]
        return [news.Started(match=entry.match, nonces=nonces, commitment=self.commitment)]

    def _fold_deal(self, entry: journal.Deal, _: Any) -> list[Told]:
        assert self.match is not None
        self._round = entry.round
        self._revealed = False
        nonces = [place.nonce or b"" for place in self.places]
        seed = seed_of(self._secret_now(), entry.round, nonces)
        return list(self.match.apply(None, Deal(seed), entry.at))

    def _fold_act(self, entry: journal.Act, action: Action | None) -> list[Told]:
        assert self.match is not None
        if action is None:
            action = action_from_plain(self.game, entry.action)
        told = self.match.apply(entry.seat, action, entry.at)
        if entry.bot is not None and self.places[entry.seat].bot is None:
            self._same_players = False
        return list(told)

    def _fold_time(self, entry: journal.Time, _: Any) -> list[Told]:
        assert self.match is not None
        return list(self.match.apply(None, Timeout(), entry.at))

    def _fold_out(self, entry: journal.Out, _: Any) -> list[Told]:
        assert self.match is not None
        told: list[Told] = list(self.match.apply(None, Gone(entry.seat), entry.at))
        self._same_players = False
        return [*self._told_left(entry.seat), *told]

    def _fold_reveal(self, entry: journal.Reveal, _: Any) -> list[Told]:
        self._revealed = True
        return [news.Revealed(round=entry.round, secret=entry.secret)]

    def _fold_end(self, entry: journal.End, _: Any) -> list[Told]:
        assert self.match is not None and self.match_id is not None
        self.running = False
        self._ended = entry.wall
        self._aborted = entry.aborted
        outcome = self._outcome()
        self.last = " ".join(self.places[seat].name or "" for seat in outcome.winners)
        return [
            news.Ended(
                match=self.match_id,
                outcome=outcome.kind,
                winners=list(outcome.winners),
                ranks=list(outcome.ranks),
                points=list(outcome.points),
                reason=entry.aborted,
            )
        ]

    def _outcome(self) -> Outcome:
        assert self.match is not None
        if self._aborted is None and self.match.outcome is not None:
            return self.match.outcome
        level = (1,) * len(self.places)
        return Outcome("aborted", level, (0,) * len(self.places), counts=False)

    def _finished(self, next_seq: int) -> Finished | None:
        if self.match_id is None or not self._ended:
            return None
        return Finished(
            match=self.match_id,
            previous_hash=self._chapter_root,
            entries=self._chapter_entries,
            game=self.game.name,
            profile=self.settings.profile,
            started=self._started,
            ended=self._ended,
            names=[place.name or "" for place in self.places],
            accounts=[place.account or "" for place in self.places],
            people=[place.taken and place.bot is None for place in self.places],
            outcome=self._outcome(),
            same_players=self._same_players,
            first_seq_to_keep=next_seq,
        )

    _FOLDS: ClassVar[dict[type, Callable[[Table, Any, Action | None], list[Told]]]] = {
        journal.Open: _fold_open,
        journal.Sit: _fold_sit,
        journal.Stand: _fold_stand,
        journal.Rename: _fold_rename,
        journal.Ready: _fold_ready,
        journal.Start: _fold_start,
        journal.Deal: _fold_deal,
        journal.Act: _fold_act,
        journal.Time: _fold_time,
        journal.Out: _fold_out,
        journal.Reveal: _fold_reveal,
        journal.End: _fold_end,
    }


def payload_root(opening: journal.Open, table: str) -> bytes:
    """The hash that a chapter's first entry is chained to."""
    return bytes.fromhex(opening.previous) if opening.previous else journal.root_hash(table)
