"""The cards of a round as one client knows them: by ids, each in a slot.

The ids are made for this client and this round, and an card stands for no card until the client may
know it: of a hidden hand, any of its ids is the card that was played. So neither the ids nor the
order in which they come can tell anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from stammtisch.games.game import Seat

STACK, TABLE, POVERTY = "stack", "table", "poverty"
#: So many cards go to a hand at a time.
AT_A_TIME = 3


class Pack:
    """`first` sits at hand0."""

    __slots__ = ("_hands", "_random", "_slots", "first", "ids")

    def __init__(self, count: int, first: Seat, source: Random) -> None:
        # The source may have to ask the system for each number.
        random = Random(source.getrandbits(256))
        digits = random.randbytes(16 * count).hex()
        self.ids = [digits[at : at + 32] for at in range(0, 32 * count, 32)]
        self.first = first
        self._random = random
        self._hands = [f"hand{(seat - first) & 3}" for seat in range(4)]
        #: The value of each card, "" if the client does not know it.
        self._slots: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._slots[STACK] = dict.fromkeys(self.ids, "")

    def hand(self, seat: Seat) -> str:
        return self._hands[seat]

    def tricks(self, seat: Seat) -> str:
        return f"tricks{(seat - self.first) & 3}"

    def held(self, slot: str) -> dict[str, str]:
        """The cards in the slot, with what the client knows of them."""
        return self._slots[slot]

    def pick(self, slot: str, value: str | None, meant: Sequence[str] = ()) -> str:
        """The id of the slot's card of that value, or of any if it is not known; if there is one
        among those that the client `meant`, that one."""
        held = self._slots[slot]
        # Each card is looked for by every client: what the dictionary can tell is asked of it.
        values = held.values()
        if value and value in values:
            fitting = [card for card, one in held.items() if one == value]
        elif "" in values and any(values):
            fitting = [card for card, one in held.items() if not one]
        else:
            fitting = list(held)
        for card in meant:
            if card in fitting:
                return card
        return self._random.choice(fitting)

    def move(self, card: str, source: str, target: str, value: str = "") -> None:
        """From now on the client knows of the card what is told with this move."""
        del self._slots[source][card]
        self._slots[target][card] = value

    def deal(self, hands: Sequence[Sequence[str] | None]) -> list[list[tuple[str, str, str]]]:
        """Deal them: batches of ids, each with its hand and its value ("" if that is hidden)."""
        stack = list(self._slots[STACK])
        self._random.shuffle(stack)
        size = len(stack) // 4
        batches = []
        for begin in range(0, size, AT_A_TIME):
            for place in range(4):
                seat = (self.first + place) & 3
                hand = hands[seat]
                batch = []
                for at in range(begin, min(begin + AT_A_TIME, size)):
                    card, value = stack.pop(), "" if hand is None else hand[at]
                    self.move(card, STACK, self.hand(seat), value)
                    batch.append((card, self.hand(seat), value))
                batches.append(batch)
        return batches
