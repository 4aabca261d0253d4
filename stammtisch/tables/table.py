"""One table: the only writer of its journal, and so of its match.

Nothing here waits, sends or stores. A method that changes something checks it first, then adds
entries to the journal and folds them into the state; `restored` folds the same entries again. What
happened comes back as a `Step`.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from stammtisch.bots.bots import Reason
from stammtisch.games.game import Action, Refusal
from stammtisch.records import Entry, TableRow, person_of
from stammtisch.replies import NO_SUCH_TABLE
from stammtisch.tables import entries as journal
from stammtisch.tables import events as news
from stammtisch.tables.consequences import following, opening, own_nonce, revealing, starting
from stammtisch.tables.encoding import action_from_plain
from stammtisch.tables.entries import Payload
from stammtisch.tables.fairness import (
    checked_nonce,
    checked_seal,
    opened_nonce,
)
from stammtisch.tables.presence import Presence
from stammtisch.tables.saving import BOT, SavedMatch, is_bot, level_of
from stammtisch.tables.settings import Settings
from stammtisch.tables.state import CorruptJournal, Place, Step, TableState


class StepFailed(Exception):
    """A rule failed in the middle of a step: what is in memory is not what the journal gives."""


class Table:
    """Owns the state, and replaces it whole if it must be folded again."""

    def __init__(self, row: TableRow, random_bytes: Callable[[int], bytes]) -> None:
        self.row = row
        self.id = row.id
        self.here = Presence()
        self.state = TableState(row, self.here)
        self._random_bytes = random_bytes
        #: After a failure: the entries that were there before it, None if too many for memory.
        self._before_failure: list[Entry] | None = []

    # --- making and restoring ------------------------------------------------------------------

    @classmethod
    def opened(
        cls,
        row: TableRow,
        settings: Settings,
        random_bytes: Callable[[int], bytes],
        at: int,
        wall: float,
        *,
        password: str | None = None,
    ) -> tuple[Table, Step]:
        table = cls(row, random_bytes)
        state = table.state
        state.settings = settings
        state.game, state.rules = settings.checked()
        state.places = [Place() for _ in range(settings.seats)]
        state.lock = None if password is None else table.lock_of(password)
        return table, table._record([opening(state, at, wall)], wall)

    @classmethod
    def restored(
        cls, row: TableRow, stored: Sequence[Entry], random_bytes: Callable[[int], bytes]
    ) -> tuple[Table, list[Step]]:
        """Fold a journal, or raise `CorruptJournal`. The steps tell what happened, one for each
        entry."""
        table = cls(row, random_bytes)
        return table, table.fold_again(stored)

    def entries_to_fold(self) -> list[Entry] | None:
        """The chapter as it was before the failure; None if it must be read in the journal."""
        return self.state.chapter_entries if self._before_failure == [] else self._before_failure

    def fold_again(self, stored: Sequence[Entry]) -> list[Step]:
        """Become what these entries give, or raise `CorruptJournal`. Who is connected stays."""
        if not stored:
            raise CorruptJournal(f"Table {self.id} has no journal.")
        state = TableState(self.row, self.here)
        state.seq = stored[0].seq - 1
        try:
            steps = [state.fold_stored(entry) for entry in stored]
        except CorruptJournal:
            raise
        except Exception as error:
            # Whatever it is, it is this table's trouble and nobody else's.
            raise CorruptJournal(
                f"Table {self.id} cannot be read after {state.seq}: {error}"
            ) from error
        self.state = state
        self._before_failure = []
        return steps

    # --- changing ------------------------------------------------------------------------------

    def seat_for(self, wanted: int | None, *, expecting: bool = False) -> int:
        """Which seat a newcomer gets, or a `Refusal`.

        While the owners are `expecting` to come back after a restart, a match keeps their seats.
        """
        state = self.state
        self.must_not_disclose()
        free = [] if state.running and expecting else list(self._free_seats())
        if wanted is not None:
            if wanted not in range(len(state.places)):
                raise Refusal("no_such_seat", f"The table has seats 0 to {len(state.places) - 1}.")
            if wanted not in free:
                raise Refusal("seat_taken", f"Seat {wanted} is not free.")
            return wanted
        if not free:
            if state.running and any(state.is_away(seat) for seat in range(len(state.places))):
                kept = "The match is on, and the seat is kept for its owner."
                raise Refusal("running", kept, **self._otherwise())
            raise Refusal("full", "All seats of this table are taken.", **self._otherwise())
        return free[0]

    def _otherwise(self) -> dict[str, Any]:
        """What a newcomer may hope for who gets no seat."""
        state = self.state
        after = sum(place.filler for place in state.places) if state.running else 0
        return {"after": after, "watch": state.settings.watch}

    def _free_seats(self) -> Iterator[int]:
        """Seats that a newcomer may take, the best first."""
        state = self.state
        seats: Sequence[int] = range(len(state.places))
        if state.running:
            yield from filter(state.can_be_taken_over, seats)
            return
        newest = max(seats, key=lambda seat: state.places[seat].since)
        if state.game.starts_when_full and state.places[newest].taken:
            # Turns go from seat to seat, and should go in the order that people came.
            seats = [*seats[newest + 1 :], *seats[: newest + 1]]
        yield from (seat for seat in seats if not state.places[seat].taken)
        yield from (seat for seat in seats if state.places[seat].filler)
        yield from (seat for seat in seats if state.is_away(seat))

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
        state = self.state
        name = state.places[seat].name or ""
        back = news.Sat(seat=seat, name=name, seats=state.seat_infos(), back=True)
        beginning = None if state.running else starting(state, at, wall)
        step = self._record([] if beginning is None else [beginning], wall)
        step.events.insert(0, back)
        return step

    def stand(self, seat: int, at: int, wall: float, *, late: bool = False) -> Step:
        return self._record([journal.Stand(at=at, seat=seat, late=late)], wall)

    def rename(self, seat: int, name: str, at: int, wall: float) -> Step:
        return self._record([journal.Rename(at=at, seat=seat, name=name)], wall)

    def ready(
        self, seat: int, nonce: str | None, at: int, wall: float, *, seal: str | None = None
    ) -> Step:
        """The seat wants to play. Again, or in a match, it changes nothing; but until all nonces
        are fixed, a seat may commit to another one than it did."""
        state = self.state
        place = state.places[seat]
        if nonce is not None and seal is not None:
            raise Refusal("bad_message", "Send a nonce or its hash, not both.")
        if seal is not None:
            checked_seal(seal)
        if not state.running and state.disclose_until is not None:
            self._must_be_fixed(place, nonce, seal)
        anew = place.is_sealed and seal not in (None, place.seal) and state.disclose_until is None
        if state.running or (place.ready and not anew):
            return Step()
        chosen = None
        if seal is None:
            chosen = own_nonce(state, seat) if nonce is None else checked_nonce(nonce).hex()
        by_server = nonce is None and seal is None
        ready = journal.Ready(at=at, seat=seat, nonce=chosen, by_server=by_server, hash=seal)
        return self._record([ready], wall)

    def _must_be_fixed(self, place: Place, nonce: str | None, seal: str | None) -> None:
        """Refuse any other nonce than the one with which the seat was ready when all were."""
        own = None if place.by_server or place.seal is not None else place.nonce
        sent = None if nonce is None else checked_nonce(nonce)
        if (sent, seal) != (own, place.seal):
            raise Refusal(
                "nonce_fixed", "All nonces are fixed now: yours can no longer be changed."
            )

    def unready(self, seat: int, at: int, wall: float) -> Step:
        """The seat does not want to play yet. In a match it is too late to say so."""
        if self.state.running:
            raise Refusal("running", "The match is on already.")
        self.must_not_disclose()
        if not self.state.places[seat].ready:
            return Step()
        return self._record([journal.Unready(at=at, seat=seat)], wall)

    def disclose(self, seat: int, nonce: str, at: int, wall: float) -> Step:
        """The seat opens its nonce. Again it changes nothing."""
        place = self.state.places[seat]
        if self.state.disclose_until is None or place.seal is None:
            raise Refusal("not_asked", "No nonce of yours is waited for now.")
        opened = opened_nonce(nonce, place.seal).hex()
        if not place.is_sealed:
            return Step()
        return self._record([journal.Disclose(at=at, seat=seat, nonce=opened)], wall)

    def give_up_waiting(self, at: int, wall: float) -> Step:
        """The time to open nonces is over: the match is played without those who did not.

        If nobody did, nobody knows anything that others do not, and they may try again.
        """
        seats = [seat for seat, place in enumerate(self.state.places) if place.is_sealed]
        if self.others_opened(None):
            gone = [journal.Stand(at=at, seat=seat, late=True) for seat in seats]
            return self._record([*gone], wall)
        return self._record([journal.Unready(at=at, seat=seat) for seat in seats], wall)

    def others_opened(self, seat: int | None) -> bool:
        """Has anybody else opened a nonce for the match that is about to begin?"""
        return self.state.disclose_until is not None and any(
            place.seal is not None and place.nonce is not None
            for other, place in enumerate(self.state.places)
            if other != seat
        )

    def must_not_disclose(self) -> None:
        """Refuse what would make opened nonces worthless: the deal could be known by then."""
        if self.state.disclose_until is not None:
            raise Refusal("disclosing", "The match is about to begin: wait for it.")

    def act(
        self,
        seat: int,
        action: Action | dict[str, Any],
        at: int,
        wall: float,
        *,
        bot: str | None = None,
        reason: Reason | None = None,
    ) -> Step:
        state = self.state
        if state.match is None or not state.running:
            raise Refusal("no_match", "There is no match on this table now.")
        done: Action
        if isinstance(action, dict):
            done = action_from_plain(state.game, action)
        elif type(action) in state.game.action_kinds:
            done = action
        else:
            raise Refusal(
                "unknown_action", "There is no such move in {game}.", game=state.game.name
            )
        written = journal.written(done)
        doing = journal.Acted(at=at, seat=seat, action=written, bot=bot, reason=reason)
        return self._record([doing], wall, done)

    # --- the host ------------------------------------------------------------------------------

    def configure(
        self,
        settings: Settings,
        lock: str | None,
        at: int,
        wall: float,
        *,
        anew: bool = False,
        uninvite: bool = False,
    ) -> Step:
        """Run the table in another way from now on, or refuse what cannot be."""
        _, rules = settings.checked()
        if any(place.taken for place in self.state.places[settings.seats :]):
            raise Refusal("seat_taken", "Somebody has a seat that the table would not have then.")
        changed = journal.Configure(
            at=at,
            settings=settings,
            rules=rules.digest,
            rules_version=rules.version,
            lock=lock,
            anew=anew,
            uninvite=uninvite,
        )
        return self._record([changed], wall)

    def arrange(self, order: list[int], at: int, wall: float) -> Step:
        if sorted(order) != list(range(len(self.state.places))):
            raise Refusal("bad_order", "The new order must name each seat once.")
        if self.state.carry is not None:
            raise Refusal("adjourned", "The adjourned match goes on with the seats as they were.")
        return self._record([journal.Arrange(at=at, order=order)], wall)

    def kick(self, seat: int, reason: str, at: int, wall: float) -> Step:
        account = self.state.places[seat].account
        step = self._record([journal.Stand(at=at, seat=seat, kicked=reason)], wall)
        step.kicked = account
        return step

    def transfer_host(self, seat: int, at: int, wall: float) -> Step:
        return self._record([journal.Host(at=at, seat=seat)], wall)

    def readmit(self, account: str, at: int, wall: float) -> Step:
        if account not in (*self.state.barred, *self.state.late):
            return Step()
        return self._record([journal.Readmit(at=at, account=account)], wall)

    # --- matches that go on another day --------------------------------------------------------

    def saved(self) -> SavedMatch:
        """What the adjourned match left, for its players to keep."""
        state = self.state
        carry = state.carry
        if carry is None:
            raise Refusal("nothing_saved", "No match was adjourned at this table.")
        return SavedMatch(
            game=state.game.name,
            profile=state.settings.profile,
            options=state.settings.options,
            rules=carry.rules,
            seats=[
                f"{BOT}:{level_of(account)}" if is_bot(account) else person_of(account)
                for account in carry.accounts
            ],
            state=carry.state,
        )

    def load(self, match: SavedMatch, at: int, wall: float) -> Step:
        """Go on from that one, if the same people sit here, wherever at the table. The seats of
        its bots may be empty: `seats_for_bots` says which are then."""
        state = self.state
        settings = msgspec.structs.replace(
            state.settings, profile=match.profile, options=match.options
        )
        if match.game != state.game.name:
            raise Refusal("other_game", "That was a match of {game}.", game=match.game)
        _, rules = settings.checked()
        if rules.digest != match.rules:
            raise Refusal("old_save", "The rules that this match was played by are not known here.")
        order = self._seats_of(match.seats)
        accounts = [
            state.places[seat].account or player
            for seat, player in zip(order, match.seats, strict=True)
        ]
        loading = journal.Load(
            at=at,
            settings=settings,
            rules=rules.digest,
            rules_version=rules.version,
            order=order,
            carry=journal.Carry(state=match.state, accounts=accounts, rules=rules.digest),
        )
        return self._record([loading], wall)

    def _seats_of(self, players: Sequence[str]) -> list[int]:
        """Where each of them sits now, or could sit; all seats, and each once."""
        free = dict(enumerate(self.state.places))
        order = []
        for player in players:
            if is_bot(player):
                bots = [seat for seat, place in free.items() if place.bot is not None]
                here = bots or [seat for seat, place in free.items() if not place.taken]
            else:
                here = [seat for seat, place in free.items() if place.person == player]
            if not here:
                raise Refusal("other_people", "Not all who played that match sit at this table.")
            del free[here[0]]
            order.append(here[0])
        if free:
            raise Refusal("other_people", "Not all who sit at this table played that match.")
        return order

    def seats_for_bots(self, match: SavedMatch) -> dict[int, str]:
        """The empty seats, each with the level of the bot that played it in that match."""
        return {
            seat: level_of(player)
            for seat, (place, player) in enumerate(zip(self.state.places, match.seats, strict=True))
            if not place.taken and is_bot(player)
        }

    # --- who may come in -----------------------------------------------------------------------

    def lock_of(self, password: str) -> str:
        """A password as the journal keeps it: without the table's secret nobody can try any."""
        return hmac.digest(self.row.secret, b"password\n" + password.encode(), "sha256").hex()

    def check_entry(self, account: str, invite: str | None, password: str | None) -> None:
        """Refuse who may neither sit nor watch here. Whoever has a seat may always come back."""
        state = self.state
        if state.seat_of(account) is not None:
            return
        if account in state.barred:
            raise Refusal("dismissed", "The host has sent you away from this table.")
        if invite is not None and hmac.compare_digest(invite.encode(), state.invite.encode()):
            return
        if state.lock is not None and hmac.compare_digest(self.lock_of(password or ""), state.lock):
            return
        if state.settings.private:
            # To who may not come in it does not exist.
            raise Refusal(*NO_SUCH_TABLE)
        if state.lock is not None:
            raise Refusal("wrong_password", "This table has a password, and that is not it.")

    # --- time ----------------------------------------------------------------------------------

    def time_out(self, at: int, wall: float) -> Step:
        return self._record([journal.Time(at=at)], wall)

    def go_out(self, seat: int, at: int, wall: float) -> Step:
        """The seat's owner is gone for good, and the others play on without."""
        return self._record([journal.Out(at=at, seat=seat)], wall)

    def abort(self, reason: str, at: int, wall: float) -> Step:
        reveal = [] if self.state.revealed else [revealing(self.state, at)]
        return self._record([*reveal, journal.End(at=at, wall=wall, aborted=reason)], wall)

    # --- the journal ---------------------------------------------------------------------------

    def _record(
        self,
        payloads: Sequence[Payload | journal.Acted],
        wall: float,
        action: Action | None = None,
    ) -> Step:
        """Fold the payloads, and whatever follows from them, into the state.

        A match refuses an action before anything has changed, so nothing is undone here. Anything
        else that goes wrong is `StepFailed`; then the table must be folded again.
        """
        step = Step()
        known = self.state.chapter_entries
        count = 0 if known is None else len(known)
        try:
            for payload in payloads:
                self._write(payload, action, step)
            while (next_one := following(self.state, wall)) is not None:
                self._write(next_one, None, step)
        except Exception as error:
            if isinstance(error, Refusal) and not step.entries:
                raise
            self._before_failure = None if known is None else known[:count]
            raise StepFailed(f"Table {self.id} failed after entry {self.state.seq}.") from error
        return step

    def _write(self, payload: Payload | journal.Acted, action: Action | None, step: Step) -> None:
        state = self.state
        if payload.at < state.at:
            raise ValueError("A journal's time does not run backwards.")
        entry = journal.chained(state.hash, state.seq + 1, payload)
        state.fold(payload, action, entry, step)
        step.entries.append(entry)
