"""The state of a table: what its journal folds into, entry by entry.

The same function folds an entry live, after a restart and in a replay. Who is connected is not in
the journal: the state asks `Presence`.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from stammtisch.games.game import Action, Deal, Game, Gone, Match, Outcome, Rules, Timeout, Value
from stammtisch.records import Entry, NonceFrom, Played, TableRow, person_of
from stammtisch.replies import Disclosing, Past, Phase, TableInfo
from stammtisch.tables import entries as journal
from stammtisch.tables import events as news
from stammtisch.tables.encoding import action_from_plain
from stammtisch.tables.entries import Payload
from stammtisch.tables.events import AnyEvent, SeatInfo
from stammtisch.tables.fairness import Secrets, commitment_to, seed_of
from stammtisch.tables.settings import Settings

if TYPE_CHECKING:
    from stammtisch.tables.presence import Presence

#: Entries of a match that are kept in memory: to read them back takes milliseconds, but a match may
#: have no end of them.
MOST_ENTRIES = 1000


#: Matches that a table's score sheet has at most.
EVENING = 50


class CorruptJournal(Exception):
    """A journal that cannot be folded: its chain is broken, or its rules are not ours."""


_CHAIR = journal.Chair.__struct_fields__


@dataclass(slots=True)
class Place:
    """A seat of the table."""

    account: str | None = None
    player: str | None = None
    name: str | None = None
    bot: str | None = None
    filler: bool = False
    used: bool = False
    since: int = 0
    keep: bool = True
    nonce: bytes | None = None
    person: str | None = None
    #: The hash of a nonce that is, or was, secret.
    seal: str | None = None
    by_server: bool = False

    @property
    def taken(self) -> bool:
        return self.account is not None

    @property
    def ready(self) -> bool:
        return self.nonce is not None or self.seal is not None

    @property
    def is_sealed(self) -> bool:
        """Has it committed to a nonce that it has not opened yet?"""
        return self.seal is not None and self.nonce is None

    @property
    def nonce_from(self) -> NonceFrom:
        if self.by_server:
            return "server"
        return "player" if self.seal is None else "commitment"

    @property
    def chair(self) -> journal.Chair:
        """All of it that lasts from one chapter to the next."""
        return journal.Chair(**{name: getattr(self, name) for name in _CHAIR})

    def take_back(self) -> None:
        """It is not ready any more."""
        self.nonce = self.seal = None
        self.by_server = False

    def vacate(self) -> None:
        self.account = self.player = self.name = self.bot = self.person = None
        self.filler = False
        self.since = 0
        self.take_back()


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that has come to its end, ready for the archive."""

    match: str
    previous_hash: bytes
    #: Its entries are in the journal from this number on, to before the first that is to be kept.
    first_seq: int
    #: None: there are so many that they must be read there.
    entries: list[Entry] | None
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
    private: bool
    first_seq_to_keep: int


class Step(msgspec.Struct):
    """What one change did: entries or talk to make durable, and then events to tell.

    (A struct because every move makes one, and nothing else is made as quickly.)
    """

    entries: list[Entry] = []
    #: Table time of the last entry.
    at: int = 0
    events: list[AnyEvent] = []
    #: A match began.
    started: bool = False
    finished: Finished | None = None
    #: The account that was sent away.
    kicked: str | None = None
    #: Who may know more of the events than others (None until somebody asks), and the events as
    #: each of those, and as all others (None), may know them.
    insiders: set[int] | None = None
    seen: dict[int | None, list[AnyEvent]] = {}
    #: Instead of entries: a record that is kept beside the journal (`side_records.py`).
    beside: Any = None

    def add(self, following: Step) -> None:
        """What came of it right after."""
        self.entries += following.entries
        self.at = max(self.at, following.at)
        self.events += following.events
        self.started = self.started or following.started
        self.finished = following.finished or self.finished


#: Settings that are told as they are.
_TOLD = frozenset(Settings.__struct_fields__) & set(TableInfo.__struct_fields__) - {
    "options",
    "seats",
}


class TableState:
    game: Game
    rules: Rules
    settings: Settings
    places: list[Place]

    def __init__(self, row: TableRow, here: Presence) -> None:
        self.row = row
        self.here = here
        self.id = row.id
        self.number = row.number
        self.created = row.created
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
        #: The account of whoever runs the table: the first who sat down, then who has sat longest.
        self.host: str | None = None
        #: The hidden form of the table's password.
        self.lock: str | None = None
        #: How often the invite code was made anew.
        self.invites = 0
        #: Accounts that were sent away.
        self.barred: list[str] = []
        #: Accounts that sit out the next match, because they did not open their nonces.
        self.late: list[str] = []
        #: While nonces are opened: table time until which that must be done.
        self.disclose_until: int | None = None
        #: What the next match may go on from.
        self.carry: journal.Carry | None = None
        #: The matches that were played here, the newest last.
        self.scoreboard: list[Played] = []
        #: Who lost the seat to whom while this match was on, by account, until they were told.
        self.replaced: dict[str, str] = {}
        self.has_bots = False
        self._seats: dict[str, int] = {}
        #: An account's seat, None if it has none: the dictionary's own method, as every move asks.
        self.seat_of: Callable[[str], int | None] = self._seats.get
        #: As they were last told.
        self._told_rules: Rules | None = None
        self._told_options: dict[str, Value] = {}
        self.secrets = Secrets(row.secret, 1, 1)
        #: Those of the next chapter, from when its first is promised until it begins: they are made
        #: by thousands of hashes, so not twice.
        self.next_secrets: Secrets | None = None
        self.round = 0
        self.revealed = True
        self._nonces: list[bytes] = []
        #: Where each seat's nonce comes from, in the match that is on the table.
        self.nonces_from: list[NonceFrom] = []
        self._aborted: str | None = None
        self._started = 0.0
        #: When the match of this chapter ended; None before.
        self.ended: float | None = None
        self._same_players = True
        #: What this chapter is chained to, the number of its first entry, and all of them if they
        #: are not too many.
        self.chapter_root = self.hash
        self.chapter_seq = 0
        self.chapter_entries: list[Entry] | None = []
        #: The last entry of the match that everybody here may look at with anybody's eyes: it
        #: reveals the secret of a deal that is laid open. 0 is none.
        self.open_to = 0

    # --- looking -------------------------------------------------------------------------------

    @property
    def invite(self) -> str:
        """The code that lets people join."""
        words = b"invite %d" % self.invites if self.invites else b"invite"
        return base64.b32encode(hmac.digest(self.row.secret, words, "sha256")[:10]).decode().lower()

    @property
    def phase(self) -> Phase:
        if self.running:
            return "playing"
        return "open" if self.last is None else "over"

    def _note_seats(self) -> None:
        """Who sits where has changed: what every move asks is worked out once."""
        owners = [(place.account, seat) for seat, place in enumerate(self.places)]
        self._seats = {account: seat for account, seat in owners if account is not None}
        self.seat_of = self._seats.get
        self.has_bots = any(place.bot is not None for place in self.places)

    def is_away(self, seat: int) -> bool:
        place = self.places[seat]
        return place.taken and place.bot is None and not self.here.present[place.account or ""]

    def can_be_had(self, seat: int) -> bool:
        """May somebody who comes now sit there? Bots that fill a seat give way between matches."""
        place = self.places[seat]
        gives_way = place.filler and not self.running
        return not place.taken or gives_way or self.can_be_taken_over(seat)

    def can_be_taken_over(self, seat: int) -> bool:
        """In a match: may somebody else have the seat, and the hand that was dealt to it?"""
        owner = self.places[seat].account
        may = self.running and self.settings.leaver == "bot" and owner in self.here.released
        return may and self.is_away(seat)

    def deputy_of(self, seat: int) -> str | None:
        """The level of the bot that sits in for the seat's absent owner, if one does."""
        sits_in = self.running and self.settings.leaver == "bot" and self.is_away(seat)
        return self.settings.bots if sits_in else None

    def people_present(self) -> bool:
        return any(
            place.taken and place.bot is None and self.here.present[place.account or ""]
            for place in self.places
        )

    def owners(self) -> list[str]:
        """The accounts of people with a seat."""
        owners = [place.account for place in self.places if place.bot is None]
        return [account for account in owners if account is not None]

    def seat_infos(self) -> list[SeatInfo]:
        return [
            SeatInfo(
                name=place.name,
                player=place.player,
                person=place.person,
                bot=place.bot,
                host=place.account is not None and place.account == self.host,
                away=self.is_away(seat),
                deputy=self.deputy_of(seat),
                free=self.can_be_had(seat),
                ready=place.ready or place.bot is not None,
                used=place.used,
                since=place.since,
            )
            for seat, place in enumerate(self.places)
        ]

    def info(self, spectators: int) -> TableInfo:
        return TableInfo(
            id=self.id,
            number=self.number,
            options=self._options(),
            phase=self.phase,
            seats=self.seat_infos(),
            host=None if self.host is None else self.seat_of(self.host),
            locked=self.lock is not None,
            spectators=spectators,
            created=self.created,
            winner=self.last,
            adjourned=self.carry is not None and not self.running,
            **{name: getattr(self.settings, name) for name in _TOLD},
        )

    def past(self) -> Past | None:
        """The part of the running match that nobody has any secrets in."""
        if not (self.running and self.open_to):
            return None
        return Past(
            game=self.game.name,
            first=self.chapter_seq,
            until=self.open_to + 1,
            previous=self.chapter_root.hex(),
        )

    def disclosing(self) -> Disclosing | None:
        """Whose nonces are still to be opened, if they are being opened now."""
        if self.disclose_until is None:
            return None
        return Disclosing(
            hashes=[place.seal for place in self.places],
            waits_for=[seat for seat, place in enumerate(self.places) if place.is_sealed],
            deadline=self.disclose_until,
        )

    def _options(self) -> dict[str, Value]:
        """The rules' values: made once, because long lists of tables are made of them."""
        if self._told_rules is not self.rules:
            self._told_rules, self._told_options = self.rules, self.rules.values()
        return self._told_options

    # --- folding -------------------------------------------------------------------------------

    def fold_stored(self, entry: Entry) -> Step:
        """Fold an entry as the store has it, or raise `CorruptJournal`."""
        payload = journal.decode(entry.payload)
        if entry.seq != self.seq + 1:
            raise CorruptJournal(
                f"Entry {entry.seq} of table {self.id} does not follow {self.seq}."
            )
        if self.chapter == 0:
            if not isinstance(payload, journal.Open) or payload.table != self.id:
                raise CorruptJournal(
                    f"The journal of table {self.id} does not begin with its opening."
                )
            self.hash = self.chapter_root = bytes.fromhex(payload.previous)
        if not journal.follows(self.hash, entry):
            raise CorruptJournal(f"Entry {entry.seq} of table {self.id} is not what was written.")
        step = Step(entries=[entry])
        self.fold(payload, None, entry, step)
        return step

    def fold(
        self, payload: Payload | journal.Acted, action: Action | None, entry: Entry, step: Step
    ) -> None:
        """Become what the entry makes of this state; what happened is added to the step."""
        if type(payload) is journal.Open:
            if self.chapter:
                step.finished = self._finished(entry.seq)
            self.chapter_root = self.hash
            self.chapter_seq = entry.seq
            self.chapter_entries = []
            self.open_to = 0
        elif type(payload) is journal.Start:
            step.started = True
        told = self._FOLDS[type(payload)](self, payload, action)
        step.events.extend(told)
        self.at = step.at = payload.at
        self.seq = entry.seq
        self.hash = entry.hash
        if self.chapter_entries is not None:
            self.chapter_entries.append(entry)
            if len(self.chapter_entries) > MOST_ENTRIES:
                self.chapter_entries = None

    def secrets_of(self, chapter: int) -> Secrets:
        return Secrets(self.row.secret, chapter, self.game.rounds)

    def _fold_open(self, entry: journal.Open, _: Any) -> list[AnyEvent]:
        self.settings = entry.settings
        self.game, self.rules = entry.settings.checked()
        if self.rules.digest != entry.rules:
            raise CorruptJournal(f"Table {self.id} was opened by other rules of {self.game.name}.")
        self.number = entry.number
        self.chapter = entry.chapter
        self.secrets = self.next_secrets or self.secrets_of(entry.chapter)
        self.next_secrets = None
        if commitment_to(self.secrets.of(1)) != entry.commitment:
            raise CorruptJournal(f"Table {self.id} has not the secret that it is committed to.")
        self.commitment = entry.commitment
        self.last = entry.last
        self.places = [
            Place(**msgspec.structs.asdict(chair), person=self._person(chair.account, chair.bot))
            for chair in entry.chairs
        ]
        self._note_seats()
        self.host = entry.host
        self._pass_on()
        self.lock = entry.lock
        self.invites = entry.invites
        self.barred = list(entry.barred)
        self.carry = entry.carry
        self.scoreboard = list(entry.scoreboard)
        self.late = []
        self.replaced = {}
        self.disclose_until = None
        self.ended = None
        self._aborted = None
        return [news.Opened(commitment=entry.commitment, seats=self.seat_infos())]

    def _fold_sit(self, entry: journal.Sit, _: Any) -> list[AnyEvent]:
        told: list[AnyEvent] = []
        place = self.places[entry.seat]
        if not self.running:
            place.take_back()
        owner = place.account if place.bot is None else None
        nonce, seal, by_server = place.nonce, place.seal, place.by_server
        if place.taken:
            told += self._told_left(entry.seat)
        if self.running:
            self._same_players = False
            if owner is not None:
                self.replaced[owner] = entry.name
        self.places[entry.seat] = Place(
            account=entry.account,
            player=entry.player,
            name=entry.name,
            bot=entry.bot,
            filler=entry.filler,
            used=True,
            since=self.seq + 1,
            keep=entry.keep,
            person=self._person(entry.account, entry.bot),
            nonce=nonce,
            seal=seal,
            by_server=by_server,
        )
        self._note_seats()
        self._pass_on()
        told += self._lapse()
        told.append(news.Sat(seat=entry.seat, name=entry.name, seats=self.seat_infos()))
        return told

    def _fold_stand(self, entry: journal.Stand, _: Any) -> list[AnyEvent]:
        account = self.places[entry.seat].account
        if entry.kicked is not None and account is not None and account not in self.barred:
            self.barred.append(account)
        if entry.late and account is not None and account not in self.late:
            self.late.append(account)
        told = [*self._told_left(entry.seat, entry.kicked, entry.late), *self._lapse()]
        # As in the original: a lobby whose match is over is open again when somebody leaves.
        self.last = None
        return told

    def _told_left(
        self, seat: int, kicked: str | None = None, late: bool = False
    ) -> list[AnyEvent]:
        """Vacate the seat; those who have heard that its owner is away need not hear it again."""
        place = self.places[seat]
        name, was_away, host = place.name or "", self.is_away(seat), self.host
        place.vacate()
        self._note_seats()
        self._pass_on()
        if was_away and kicked is None and not late:
            if self.host is None or self.host == host:
                return []
            return [news.Hosted(seat=self._seats[self.host], seats=self.seat_infos())]
        seats = self.seat_infos()
        return [news.Left(seat=seat, name=name, seats=seats, kicked=kicked, late=late)]

    def _pass_on(self) -> None:
        """Whoever has sat longest is the host, if the host has no seat any more."""
        if self.host is not None and self.host in self._seats:
            return
        people = [place for place in self.places if place.taken and place.bot is None]
        longest = min(people, key=lambda place: place.since, default=None)
        self.host = None if longest is None else longest.account

    def _person(self, account: str | None, bot: str | None) -> str | None:
        if account is None:
            return None
        # Bots of one level are the same account at every table.
        return person_of(account if bot is None else f"{self.id} {account}")

    def _fold_rename(self, entry: journal.Rename, _: Any) -> list[AnyEvent]:
        self.places[entry.seat].name = entry.name
        return [news.Renamed(seat=entry.seat, name=entry.name, seats=self.seat_infos())]

    def _fold_ready(self, entry: journal.Ready, _: Any) -> list[AnyEvent]:
        place = self.places[entry.seat]
        was_ready = place.ready
        place.nonce = None if entry.nonce is None else bytes.fromhex(entry.nonce)
        place.seal = entry.hash
        place.by_server = entry.by_server
        if was_ready:
            # Only the hash is another: a client that came back does not know its nonce any more.
            return []
        return [news.Readied(seat=entry.seat, seats=self.seat_infos())]

    def _fold_commit(self, entry: journal.Commit, _: Any) -> list[AnyEvent]:
        self.disclose_until = entry.deadline
        hashes = [place.seal for place in self.places]
        return [news.Committed(hashes=hashes, deadline=entry.deadline)]

    def _fold_disclose(self, entry: journal.Disclose, _: Any) -> list[AnyEvent]:
        self.places[entry.seat].nonce = bytes.fromhex(entry.nonce)
        return [news.Disclosed(seat=entry.seat)]

    def _lapse(self) -> list[AnyEvent]:
        """Somebody is not ready after all while nonces are opened. Those that were opened are known
        now, so they must not be used: their seats are to be ready with others."""
        if self.disclose_until is None:
            return []
        self.disclose_until = None
        opened = [seat for seat, place in enumerate(self.places) if place.seal and place.nonce]
        for seat in opened:
            self.places[seat].take_back()
        seats = self.seat_infos()
        return [news.Unreadied(seat=seat, seats=seats, again=True) for seat in opened]

    def _fold_unready(self, entry: journal.Unready, _: Any) -> list[AnyEvent]:
        self.places[entry.seat].take_back()
        unreadied = news.Unreadied(seat=entry.seat, seats=self.seat_infos())
        return [unreadied, *self._lapse()]

    def _fold_configure(self, entry: journal.Configure, _: Any) -> list[AnyEvent]:
        self.settings = entry.settings
        self.game, self.rules = entry.settings.checked()
        if self.rules.digest != entry.rules:
            raise CorruptJournal(f"Table {self.id} was set to other rules of {self.game.name}.")
        del self.places[entry.settings.seats :]
        self.places += [Place() for _ in range(entry.settings.seats - len(self.places))]
        self.lock = entry.lock
        self.invites += entry.uninvite
        if entry.anew:
            self.carry = None
        self._nobody_is_ready()
        return [
            news.Configured(
                settings=entry.settings,
                locked=entry.lock is not None,
                seats=self.seat_infos(),
                invite=self.invite if entry.uninvite else None,
            )
        ]

    def _fold_arrange(self, entry: journal.Arrange, _: Any) -> list[AnyEvent]:
        self.places = [self.places[seat] for seat in entry.order]
        self._note_seats()
        self._nobody_is_ready()
        return [news.Arranged(order=entry.order, seats=self.seat_infos())]

    def _fold_load(self, entry: journal.Load, _: Any) -> list[AnyEvent]:
        arranging = journal.Arrange(at=entry.at, order=entry.order)
        changing = journal.Configure(
            at=entry.at,
            settings=entry.settings,
            rules=entry.rules,
            rules_version=entry.rules_version,
            lock=self.lock,
        )
        told = [*self._fold_arrange(arranging, None), *self._fold_configure(changing, None)]
        self.carry = entry.carry
        return told

    def _nobody_is_ready(self) -> None:
        self.disclose_until = None
        for place in self.places:
            place.take_back()

    def _fold_host(self, entry: journal.Host, _: Any) -> list[AnyEvent]:
        self.host = self.places[entry.seat].account
        return [news.Hosted(seat=entry.seat, seats=self.seat_infos())]

    def _fold_readmit(self, entry: journal.Readmit, _: Any) -> list[AnyEvent]:
        for out in (self.barred, self.late):
            if entry.account in out:
                out.remove(entry.account)
        return []

    def _fold_start(self, entry: journal.Start, _: Any) -> list[AnyEvent]:
        self.match = self.game.new(self.rules, len(self.places), entry.carry)
        self.match_id = entry.match
        self.running = True
        self.last = None
        self.carry = None
        self._started = entry.wall
        self.round = 0
        self.revealed = True
        self._same_players = True
        self.disclose_until = None
        self._nonces = [place.nonce or b"" for place in self.places]
        self.nonces_from = [place.nonce_from for place in self.places]
        nonces = [nonce.hex() for nonce in self._nonces]
        return [
            news.Started(
                match=entry.match,
                nonces=nonces,
                commitment=self.commitment,
                continued=entry.carry is not None,
                nonces_from=self.nonces_from,
            )
        ]

    def _fold_deal(self, entry: journal.Deal, _: Any) -> Sequence[AnyEvent]:
        assert self.match is not None
        self.round = entry.round
        self.revealed = False
        seed = seed_of(self.secrets.of(entry.round), entry.round, self._nonces)
        return self.match.apply(None, Deal(seed), entry.at)

    def _fold_act(
        self, entry: journal.Act | journal.Acted, action: Action | None
    ) -> Sequence[AnyEvent]:
        assert self.match is not None
        if action is None:
            assert isinstance(entry, journal.Act)
            action = action_from_plain(self.game, entry.action)
        told = self.match.apply(entry.seat, action, entry.at)
        if entry.bot is not None and self.places[entry.seat].bot is None:
            self._same_players = False
        return told

    def _fold_time(self, entry: journal.Time, _: Any) -> Sequence[AnyEvent]:
        assert self.match is not None
        return self.match.apply(None, Timeout(), entry.at)

    def _fold_out(self, entry: journal.Out, _: Any) -> list[AnyEvent]:
        assert self.match is not None
        told: list[AnyEvent] = list(self.match.apply(None, Gone(entry.seat), entry.at))
        self._same_players = False
        return [*self._told_left(entry.seat), *told]

    def _fold_reveal(self, entry: journal.Reveal, _: Any) -> list[AnyEvent]:
        assert self.match is not None
        self.revealed = True
        if self.match.deal_public:
            self.open_to = self.seq + 1
        return [news.Revealed(round=entry.round, secret=entry.secret)]

    def _fold_end(self, entry: journal.End, _: Any) -> list[AnyEvent]:
        assert self.match is not None and self.match_id is not None
        self.running = False
        self.ended = entry.wall
        self._aborted = entry.aborted
        outcome = self._outcome()
        left = self.match.carried() if outcome.kind in ("adjourned", "aborted") else None
        accounts = [place.account or "" for place in self.places]
        self.carry = (
            None
            if left is None
            else journal.Carry(state=left, accounts=accounts, rules=self.rules.digest)
        )
        played = Played(
            match=self.match_id,
            ended=entry.wall,
            outcome=outcome.kind,
            names=[place.name or "" for place in self.places],
            persons=[place.person or "" for place in self.places],
            ranks=list(outcome.ranks),
            points=list(outcome.points),
            nonces_from=list(self.nonces_from),
        )
        self.scoreboard = [*self.scoreboard, played][-EVENING:]
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
        if self.match_id is None or self.ended is None:
            return None
        return Finished(
            match=self.match_id,
            previous_hash=self.chapter_root,
            first_seq=self.chapter_seq,
            entries=self.chapter_entries,
            game=self.game.name,
            profile=self.settings.profile,
            started=self._started,
            ended=self.ended,
            names=[place.name or "" for place in self.places],
            accounts=[place.account or "" for place in self.places],
            people=[place.taken and place.bot is None for place in self.places],
            outcome=self._outcome(),
            same_players=self._same_players,
            private=self.settings.private,
            first_seq_to_keep=next_seq,
        )

    _FOLDS: ClassVar[dict[type, Callable[[TableState, Any, Action | None], Sequence[AnyEvent]]]] = {
        journal.Open: _fold_open,
        journal.Sit: _fold_sit,
        journal.Stand: _fold_stand,
        journal.Rename: _fold_rename,
        journal.Ready: _fold_ready,
        journal.Commit: _fold_commit,
        journal.Disclose: _fold_disclose,
        journal.Unready: _fold_unready,
        journal.Configure: _fold_configure,
        journal.Arrange: _fold_arrange,
        journal.Host: _fold_host,
        journal.Readmit: _fold_readmit,
        journal.Load: _fold_load,
        journal.Start: _fold_start,
        journal.Deal: _fold_deal,
        journal.Act: _fold_act,
        journal.Acted: _fold_act,
        journal.Time: _fold_time,
        journal.Out: _fold_out,
        journal.Reveal: _fold_reveal,
        journal.End: _fold_end,
    }
