"""What a table is made of, and what one change of it did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from stammtisch.games.game import Outcome
from stammtisch.records import Entry, NonceFrom
from stammtisch.tables.events import AnyEvent


class CorruptJournal(Exception):
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
    since: int = 0
    keep: bool = True
    nonce: bytes | None = None
    person: str | None = None
    #: The hash of a nonce that is, or was, secret.
    seal: str | None = None
    by_house: bool = False

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
        if self.by_house:
            return "house"
        return "player" if self.seal is None else "commitment"

    def take_back(self) -> None:
        """It is not ready any more."""
        self.nonce = self.seal = None
        self.by_house = False

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
