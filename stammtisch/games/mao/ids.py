"""The ids that tables have in the Mao protocol."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from stammtisch.games.game import PRIVATE_NUMBERS
from stammtisch.games.mao.rules import SEATS

#: The protocol fixes the size of a table by its id: twenty ids for each size.
IDS_A_SIZE = 20
#: From here on an id says nothing of the size.
IDS = IDS_A_SIZE * len(SEATS)


def table_ids(seats: int, private: bool) -> Iterator[int]:
    """Ids that a new table may have, in the order in which they are tried; they never end."""
    if private:
        yield from count(PRIVATE_NUMBERS.start)
    first = (seats - SEATS[0]) * IDS_A_SIZE
    yield from range(first, first + IDS_A_SIZE)
    yield from count(IDS)
