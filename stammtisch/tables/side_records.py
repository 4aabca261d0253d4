"""What a table keeps beside its journal, kind by kind.

Chat is not in the journal because it is no fact of a match: records of matches are public, and what
was said is not. Such a record is durable before anybody hears of it, comes back after a restart and
is in every `Snapshot`. A new kind is one more line of `KINDS`; a handler puts a record of it into
`Step.beside`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from stammtisch.records import ChatLine, SideRecord

R = TypeVar("R", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class SideKind(Generic[R]):
    name: str
    record: type[R]
    #: How many of a table are kept: the newest.
    most: int
    #: Of those with the same key only the newest is kept; without it all of them are.
    key: Callable[[R], str] | None = None


CHAT = SideKind("chat", ChatLine, most=50)

KINDS: dict[type[Any], SideKind[Any]] = {kind.record: kind for kind in (CHAT,)}


def stored(record: Any) -> SideRecord:
    """The record as the store keeps it."""
    kind = KINDS[type(record)]
    key = "" if kind.key is None else kind.key(record)
    return SideRecord(kind.name, key, msgspec.json.encode(record))


def from_plain(plain: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """What `SideRecords.all` gave, after it has been plain values on its way."""
    return {
        kind.name: [msgspec.convert(one, kind.record) for one in plain[kind.name]]
        for kind in KINDS.values()
    }


class SideRecords:
    """Those of one table, oldest first."""

    def __init__(self) -> None:
        self._kept: dict[str, list[Any]] = {}
        #: Records that may not be durable yet, and what each took the place of.
        self._replaced: list[tuple[Any, Any]] = []

    def restore(self, found: Iterable[SideRecord]) -> None:
        """Take what the store has kept; kinds that nobody knows any more are left there."""
        kinds = {kind.name: kind for kind in KINDS.values()}
        for one in found:
            if one.kind in kinds:
                self.add(msgspec.json.decode(one.value, type=kinds[one.kind].record))

    def add(self, record: Any) -> None:
        kind = KINDS[type(record)]
        kept = self._kept.get(kind.name, [])
        if kind.key is not None:
            key = kind.key(record)
            older = [one for one in kept if kind.key(one) == key]
            self._replaced += [(record, one) for one in older]
            kept = [one for one in kept if one not in older]
        self._kept[kind.name] = [*kept, record][-kind.most :]

    def remove(self, record: Any) -> None:
        """It could not be written: what it took the place of is still there."""
        before = [old for new, old in self._replaced if new is record]
        self._replaced = [
            (new, still)
            for new, old in self._replaced
            if new is not record
            for still in (before if old is record else [old])
        ]
        kept = self._kept.get(KINDS[type(record)].name, [])
        if record in kept:
            kept.remove(record)
            kept += before

    def all_durable(self) -> None:
        """Nothing is on its way to the disk any more."""
        self._replaced.clear()

    def all(self) -> dict[str, list[Any]]:
        """By the name of the kind."""
        return {kind.name: list(self._kept.get(kind.name, ())) for kind in KINDS.values()}
