"""The cards of a round as one client knows them: by ids, each in a slot.

The ids are made for this client and this round, and an id stands for no card until the client may
know it: of a hidden hand, any of its ids is the card that was played. So neither the ids nor the
order in which they come can tell anything.

An id that has once had a value keeps it. That needs care in a poverty: the buyer gives three cards
back, and a client that has seen what was sold is not told whether some of it is among them. So the
three have ids without a value, and of the cards it has seen nobody can say from then on in which of
the two hands they are: they have strayed. When one of them turns up elsewhere than the client was
told, it first changes places with a card that has no value yet.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from random import Random

from stammtisch.games.game import Seat

STACK, TABLE, POVERTY = "stack", "table", "poverty"
#: So many cards go to a hand at a time.
AT_A_TIME = 3


class CardIds:
    """`first` sits at hand0."""

    __slots__ = ("_exchanged", "_hands", "_random", "_slots", "_strayed", "first", "ids")

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
        #: The slots in each of which the card may be, if that is more than one.
        self._strayed: dict[str, list[str]] = {}
        self._exchanged: list[tuple[str, str, str]] = []

    def hand(self, seat: Seat) -> str:
        return self._hands[seat]

    def tricks(self, seat: Seat) -> str:
        return f"tricks{(seat - self.first) & 3}"

    def held(self, slot: str) -> dict[str, str]:
        """The cards in the slot, with what the client knows of them."""
        return self._slots[slot]

    def pick(self, slot: str, value: str | None, meant: Sequence[str] = ()) -> str:
        """The id of the slot's card of that value, or of one without a value if the client may not
        know it; if there is one among those that the client `meant`, that one.

        The card may come from elsewhere: `exchanged` tells of that."""
        held = self._slots[slot]
        # Each card is looked for by every client: what the dictionary can tell is asked of it.
        values = held.values()
        if value and value in values:
            fitting = [card for card, one in held.items() if one == value]
        elif value and self._strayed and (card := self._from_elsewhere(slot, value)):
            return card
        elif "" in values and any(values):
            fitting = [card for card, one in held.items() if not one]
        else:
            fitting = list(held)
        for card in meant:
            if card in fitting:
                return card
        return self._random.choice(fitting)

    def move(self, card: str, source: str, target: str, value: str | None) -> None:
        """Move a card that was picked; None: the client may not know its value."""
        if value is None:
            self._stray(source, target)
        else:
            self._strayed.pop(card, None)
        known = self._slots[source].pop(card)
        self._slots[target][card] = value or known

    def show(self, slot: str, values: Sequence[str] | None) -> list[tuple[str, str]]:
        """Show the client what is in the slot, and return the cards with their values. If it has
        seen one of them before, it has seen all."""
        held = self._slots[slot]
        if values is None:
            return [(card, "") for card in held]
        if not all(held.values()):
            held.update(zip(held, values, strict=True))
        return list(held.items())

    # --- cards that may be elsewhere than the client was told -----------------------------------

    def exchanged(self) -> list[tuple[str, str, str]]:
        """Cards that changed places since this was asked last: each with the slots from which and
        to which it went. The client must be told before it is told where they go now."""
        moves, self._exchanged = self._exchanged, []
        return moves

    def _stray(self, source: str, target: str) -> None:
        """Some card of the slot goes to another one: whichever the client knows it may be."""
        perhaps = [card for card, slots in self._strayed.items() if source in slots]
        perhaps += [card for card, value in self._slots[source].items() if value]
        for card in perhaps:
            slots = self._strayed.setdefault(card, [source])
            if target not in slots:
                slots.append(target)

    def _from_elsewhere(self, slot: str, value: str) -> str | None:
        """A strayed card of that value, which is in the slot after all; else, if all cards in the
        slot have other values, one that has none yet, for one that has strayed."""
        for card, slots in self._strayed.items():
            place = self._place_of(card)
            if slot in slots and self._slots[place][card] == value:
                other = self._without_value(slot) or self._strayed_from(slot, place)
                return other and self._exchange(card, place, other, slot)
        if self._without_value(slot):
            return None
        for card in self._slots[slot]:
            for place in self._strayed.get(card, ()):
                if other := self._without_value(place):
                    return self._exchange(other, place, card, slot)
        return None

    def _place_of(self, card: str) -> str:
        return next(slot for slot in self._strayed[card] if card in self._slots[slot])

    def _without_value(self, slot: str) -> str | None:
        cards = [card for card, value in self._slots[slot].items() if not value]
        return self._random.choice(cards) if cards else None

    def _strayed_from(self, slot: str, place: str) -> str | None:
        """A card in the slot that may be at the place."""
        return next((one for one in self._slots[slot] if place in self._strayed.get(one, ())), None)

    def _exchange(self, card: str, place: str, other: str, slot: str) -> str:
        """The card comes into the slot, and the other one to its place."""
        for one, source, target in ((card, place, slot), (other, slot, place)):
            self._slots[target][one] = self._slots[source].pop(one)
            # From hand to hand all cards go by way of the middle.
            way = (source, target) if POVERTY in (source, target) else (source, POVERTY, target)
            self._exchanged += [(one, *step) for step in itertools.pairwise(way)]
        return card

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
                    del self._slots[STACK][card]
                    self._slots[self.hand(seat)][card] = value
                    batch.append((card, self.hand(seat), value))
                batches.append(batch)
        return batches
