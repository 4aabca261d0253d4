"""Records as tuples: what decides digests, and so must stay as it always was."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from stammtisch.games.game import tuple_of


class Suit(Enum):
    CLUBS = "c"


@dataclass
class Inner:
    numbers: list[int]
    votes: dict[Any, Any]


@dataclass(frozen=True, slots=True)
class Outer:
    one: Any
    other: Any = None


@pytest.mark.parametrize(
    "record",
    [
        Outer(1, "x"),
        Outer(True, b"x"),
        Outer((1, (2.5, None)), [(), [3]]),
        Outer(Inner([1, 2], {0: True}), (Outer(1), Inner([], {}))),
        Outer({Outer(1): [Outer(2)]}, {"a": {"b": (1,)}}),
        Outer(Suit.CLUBS, frozenset({1})),
        Outer({1, 2}, bytearray(b"x")),
    ],
    ids=repr,
)
def test_it_is_what_dataclasses_make_of_it(record: Any) -> None:
    made = tuple_of(record)
    assert made == dataclasses.astuple(record)
    assert repr(made) == repr(dataclasses.astuple(record))


def test_what_changes_later_does_not_change_it() -> None:
    numbers, votes, chosen = [1], {0: [True]}, {1}
    made = tuple_of(Outer(Inner(numbers, votes), (chosen,)))
    numbers.append(2)
    votes[0].append(False)
    chosen.add(2)
    assert made == (([1], {0: [True]}), ({1},))
