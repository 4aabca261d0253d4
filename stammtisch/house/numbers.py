"""Which number a new table gets in its game's own protocol."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

#: The Mao protocol fixes the size of a table by its id: twenty ids for each size from 2 to 8.
MAO_IDS_A_SIZE = 20
MAO_FEWEST = 2
MAO_IDS = 140


def numbers_for(game: str, seats: int, private: bool) -> Iterator[int]:
    """Numbers that such a table may have, in the order in which they are tried; they never end."""
    if game == "mao" and private:
        # Those below are known to all: anybody could ask for them.
        yield from count(MAO_IDS)
    if game == "mao":
        first = (seats - MAO_FEWEST) * MAO_IDS_A_SIZE
        yield from range(first, first + MAO_IDS_A_SIZE)
        yield from count(MAO_IDS)
    yield from count(1)
