from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from stammtisch.games.quick import quick


@quick
@dataclass(frozen=True, slots=True)
class Spot:
    place: str
    index: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Deep(Spot):
    depth: int = 3


def test_fields_are_given_by_place_or_name_and_have_their_usual_values() -> None:
    assert repr(Spot("pile", 4)) == "Spot(place='pile', index=4)"
    assert Spot(index=4, place="pile") == Spot("pile", 4)
    assert Spot("deck").index is None
    assert repr(Deep("pile", 1)) == "Deep(place='pile', index=1, depth=3)"
    with pytest.raises(TypeError, match="place"):
        Spot()  # type: ignore[call-arg]


def test_what_is_made_quickly_is_frozen_all_the_same() -> None:
    with pytest.raises(FrozenInstanceError):
        Spot("pile").index = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    "made", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_copies_are_equal(made: object) -> None:
    spot = Spot("pile", 4)
    assert made(spot) == spot  # type: ignore[operator]
    assert hash(made(spot)) == hash(spot)  # type: ignore[operator]
    assert replace(spot, index=None) == Spot("pile")
