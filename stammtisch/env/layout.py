"""Observations of a fixed size: a row of whole numbers in named parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int16]
#: What is larger is written as this.
MOST = 32_000


@dataclass(frozen=True, slots=True)
class Part:
    """So many numbers that belong together."""

    name: str
    size: int
    meaning: str


class Layout:
    """Which part stands where."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = tuple(parts)
        self.places: dict[str, range] = {}
        self.size = 0
        for part in self.parts:
            assert part.name not in self.places, part.name
            self.places[part.name] = range(self.size, self.size + part.size)
            self.size += part.size

    def of(self, numbers: Numbers, name: str) -> Numbers:
        """That part of an observation."""
        place = self.places[name]
        return numbers[place.start : place.stop]


class Page:
    """An observation that is being written; what nobody writes is 0."""

    def __init__(self, layout: Layout) -> None:
        self._places = layout.places
        self.numbers: Numbers = np.zeros(layout.size, np.int16)

    def put(self, name: str, index: int, value: int = 1) -> None:
        place = self._places[name]
        self.numbers[place[index]] = max(-MOST, min(MOST, value))

    def add(self, name: str, index: int) -> None:
        self.numbers[self._places[name][index]] += 1

    def fill(self, name: str, values: Iterable[int]) -> None:
        place = self._places[name]
        row = list(values)
        if row and not -MOST <= min(row) <= max(row) <= MOST:
            row = [max(-MOST, min(MOST, value)) for value in row]
        if len(row) > len(place):
            raise IndexError(f"{name} has room for {len(place)} numbers, not for {len(row)}")
        self.numbers[place.start : place.start + len(row)] = row
