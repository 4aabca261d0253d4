"""One table: the only writer of its journal, and so of its match.

Nothing here waits, sends or stores. A method that changes something checks it first, then adds
entries to the journal and folds them into the state; `restored` folds the same entries again. What
happened comes back as a `Step`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from uuid import UUID

from stammtisch.games.game import Action, Refusal
from stammtisch.records import Entry, TableRow
from stammtisch.tables import entries as journal
from stammtisch.tables import events as news
from stammtisch.tables.entries import Payload
from stammtisch.tables.fairness import checked_nonce, commitment_to, house_nonce, secrets_of
from stammtisch.tables.plain import to_plain
from stammtisch.tables.settings import Settings
from stammtisch.tables.state import Damaged, Place, Step, TableState


class Table(TableState):
    def __init__(self, row: TableRow, random_bytes: Callable[[int], bytes]) -> None:
        super().__init__(row)
        self._random_bytes = random_bytes

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
        """Fold a journal, or raise `Damaged`. The steps tell what happened, one for each entry."""
        table = cls(row, random_bytes)
        if not stored:
            raise Damaged(f"Table {row.id} has no journal.")
        table.seq = stored[0].seq - 1
        try:
            return table, [table._fold_again(entry) for entry in stored]
        except Damaged:
            raise
        except Exception as error:
            # Whatever it is, it is this table's trouble and nobody else's.
            raise Damaged(f"Table {row.id} cannot be read after {table.seq}: {error}") from error

    def _fold_again(self, entry: Entry) -> Step:
        payload = journal.decode(entry.payload)
        if entry.seq != self.seq + 1:
            raise Damaged(f"Entry {entry.seq} of table {self.id} does not follow {self.seq}.")
        if self.chapter == 0:
            if not isinstance(payload, journal.Open) or payload.table != self.id:
                raise Damaged(f"The journal of table {self.id} does not begin with its opening.")
            self.hash = self._chapter_root = bytes.fromhex(payload.previous)
        if not journal.follows(self.hash, entry):
            raise Damaged(f"Entry {entry.seq} of table {self.id} is not what was written.")
        step = Step(entries=[entry])
        self._fold_one(payload, None, entry, step)
        return step

    # --- changing ------------------------------------------------------------------------------

    def seat_for(self, wanted: int | None, *, expecting: bool = False) -> int:
        """Which seat a newcomer gets, or a `Refusal`.

        While the owners are `expecting` to come back after a restart, a match keeps their seats.
        """
        free = [] if self.running and expecting else list(self._free_seats())
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
        seats: Sequence[int] = range(len(self.places))
        if self.running:
            if self.settings.leaver == "bot":
                yield from (seat for seat in seats if self.is_away(seat))
            return
        newest = max(seats, key=lambda seat: self.places[seat].since)
        if self.game.starts_when_full and self.places[newest].taken:
            # Turns go from seat to seat, and should go in the order that people came.
            seats = [*seats[newest + 1 :], *seats[: newest + 1]]
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
        keep: bool = True,
    ) -> Step:
        sitting = journal.Sit(
            at=at,
            seat=seat,
            account=account,
            player=str(UUID(bytes=self._random_bytes(16), version=4)),
            name=name,
            bot=bot,
            filler=filler,
            keep=keep,
        )
        return self._record([sitting], wall)

    def welcome_back(self, seat: int, at: int, wall: float) -> Step:
        """The seat's owner is here again; perhaps that is what a match was waiting for."""
        name = self.places[seat].name or ""
        back = news.Sat(seat=seat, name=name, seats=self.seat_infos(), back=True)
        starting = None if self.running else self._starting(at, wall)
        step = self._record([] if starting is None else [starting], wall)
        step.events.insert(0, back)
        return step

    def stand(self, seat: int, at: int, wall: float) -> Step:
        return self._record([journal.Stand(at=at, seat=seat)], wall)

    def rename(self, seat: int, name: str, at: int, wall: float) -> Step:
        return self._record([journal.Rename(at=at, seat=seat, name=name)], wall)

    def ready(self, seat: int, nonce: str | None, at: int, wall: float) -> Step:
        """The seat wants to play. Again, or in a match, it changes nothing."""
        if self.running or self.places[seat].nonce is not None:
            return Step()
        chosen = checked_nonce(nonce).hex() if nonce is not None else self._own_nonce(seat)
        return self._record(
            [journal.Ready(at=at, seat=seat, nonce=chosen, by_house=nonce is None)], wall
        )

    def act(
        self, seat: int, action: Action, at: int, wall: float, *, bot: str | None = None
    ) -> Step:
        if self.match is None or not self.running:
            raise Refusal("no_match", "There is no match on this table now.")
        if type(action) not in self.game.actions.values():
            raise Refusal("unknown_action", f"There is no such move in {self.game.name}.")
        doing = journal.Act(at=at, seat=seat, action=to_plain(action), bot=bot)
        return self._record([doing], wall, action)

    def time_out(self, at: int, wall: float) -> Step:
        return self._record([journal.Time(at=at)], wall)

    def go_out(self, seat: int, at: int, wall: float) -> Step:
        """The seat's owner is gone for good, and the others play on without."""
        return self._record([journal.Out(at=at, seat=seat)], wall)

    def abort(self, reason: str, at: int, wall: float) -> Step:
        revealing = [] if self._revealed else [self._revealing(at)]
        return self._record([*revealing, journal.End(at=at, wall=wall, aborted=reason)], wall)

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

    def _consequence(self, wall: float) -> Payload | None:
        """The entry that must follow by itself, if there is one."""
        at = self.at
        if not self.running:
            if self._ended is not None:
                return self._opening(at, wall)
            return self._starting(at, wall)
        match = self.match
        assert match is not None
        over = match.outcome is not None
        if not (over or match.awaits_deal):
            return None
        if not self._revealed:
            return self._revealing(at)
        if over:
            return journal.End(at=at, wall=wall)
        return journal.Deal(at=at, round=self._round + 1)

    def _starting(self, at: int, wall: float) -> Payload | None:
        at_once = self.game.starts_when_full and self._is_filled_anew()
        for seat, place in enumerate(self.places):
            waits = place.nonce is None and place.bot is None
            if not place.taken or (waits and (not at_once or self.is_away(seat))):
                return None
        if all(place.bot is not None for place in self.places):
            return None
        for seat, place in enumerate(self.places):
            if place.nonce is None:
                return journal.Ready(at=at, seat=seat, nonce=self._own_nonce(seat), by_house=True)
        return journal.Start(at=at, match=f"{self.id}-{self.chapter}", wall=wall)

    def _is_filled_anew(self) -> bool:
        """Has somebody sat down since the last match? Those who have just played say themselves
        when they want to play again."""
        return any(place.since > self._chapter_seq for place in self.places)

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
                    since=place.since,
                    keep=place.keep,
                )
                for place in self.places
            ],
            commitment=commitment_to(first),
            last=self.last,
            previous=self.hash.hex(),
        )

    def _own_nonce(self, seat: int) -> str:
        return house_nonce(self._secret_of(1), seat).hex()

    def _revealing(self, at: int) -> journal.Reveal:
        secret = self._secret_of(self._round)
        return journal.Reveal(at=at, round=self._round, secret=secret.hex())
