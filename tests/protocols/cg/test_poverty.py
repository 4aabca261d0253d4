"""The ids of the cards of a poverty: what a client has known stays what it was, and from no id can
anybody tell which cards came back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from stammtisch.games.doppelkopf.cards import mask, members, name
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Dealt, Pass, Return
from stammtisch.games.doppelkopf.reservations import MOST_TRUMPS, trumps_of
from stammtisch.games.game import Event, Seat
from stammtisch.protocols.cg.cards import POVERTY, TABLE, CardIds
from stammtisch.protocols.cg.frames import Frames
from tests.games.doppelkopf.playing import held, play, put, rules, say, step
from tests.properties import often
from tests.protocols.cg.seats import SeatedClient, four, shared

MODES = ("sell", "circulate", "circulate_duty")


def hands_with_poverty(match: DoppelkopfMatch, poor: Seat, rng: Random) -> list[str]:
    """Hands by chance, but the seat has at most three trumps."""
    deck = rng.sample(list(members(match.rules.deck)), 48)
    deck.sort(key=lambda card: trumps_of(match, 1 << card) != 0)
    trumps = rng.randint(0, MOST_TRUMPS)
    own = deck[: 12 - trumps] + deck[48 - trumps :]
    rest = rng.sample([card for card in deck if card not in own], 36)
    hands = [rest[:12], rest[12:24], rest[24:]]
    hands.insert(poor, own)
    return [" ".join(name(card, match.joker) for card in hand) for hand in hands]


def new(mode: str) -> DoppelkopfMatch:
    return DoppelkopfMatch(rules(poverty=mode, solos=[], wedding="none"), 4)


class Sale:
    """A round in which a poverty is sold, with a client at each seat."""

    def __init__(self, match: DoppelkopfMatch, hands: Sequence[str], seller: Seat, seed: int = 0):
        self.match, self.seller = match, seller
        self.clients = four(match.rules, seed)
        put(match, hands)
        self.tell([Dealt(match.round, match.first, tuple(map(match.spread, match.hands)))])
        for _ in range(4):
            self.say("reservation_yes" if match.turn[0] == seller else "reservation_no")
        self.say("poverty_yes")

    def tell(self, events: list[Event]) -> None:
        for client in self.clients:
            client.hear(events, self.match)
            client.check(self.match)

    def say(self, *words: str) -> None:
        for word in words:
            self.tell(say(self.match, word))

    def give(self, *cards: str) -> None:
        """Seller or buyer puts three cards into the middle."""
        seat = self.match.asked
        kind = Pass if seat == self.seller else Return
        self.tell(self.match.apply(seat, kind(cards)))

    def reconnect(self, seat: Seat, seed: int) -> None:
        client = SeatedClient(self.match.rules, seat, shared(seed))
        client.catch_up(self.match.view(seat), self.match.rules)
        client.check(self.match)
        self.clients[seat] = client

    def bytes_to(self, seat: Seat) -> list[bytes]:
        return [Frames().encode(one) for one in self.clients[seat].packets]


def exchanges(client: SeatedClient) -> int:
    """How many moves the client was told of that only put cards it had known in their place."""
    in_tricks, count = False, 0
    for _, body in client.heard:
        in_tricks |= body.get("phase") == "tricks"
        count += in_tricks and body.get("to_slot") == "poverty"
    return count


def play_poverty(number: int) -> tuple[int, int]:
    """A whole round by chance, in which clients come and go. Return how many of the cards that were
    sold came back to a seller who was there all the time, and the `exchanges`."""
    rng = Random(number)
    match = new(rng.choice(MODES))
    match.first, seller = rng.randrange(4), rng.randrange(4)
    sale = Sale(match, hands_with_poverty(match, seller, rng), seller, number)
    comers = rng.choice((0.0, 0.0, 0.1))

    def perhaps_reconnect() -> None:
        if rng.random() < comers:
            sale.reconnect(rng.randrange(4), rng.getrandbits(30))

    trumps = trumps_of(match, match.hands[seller])
    others = list(members(match.hands[seller] ^ trumps))
    passed = match.spread(trumps | mask(rng.sample(others, 3 - trumps.bit_count())))
    sale.give(*passed)
    while match.asking == "poverty_accept":
        perhaps_reconnect()
        last = len(match.sold_to) == 3
        sale.say("poverty_accept" if last or rng.random() < 0.4 else "poverty_decline")
    # Often some of what was sold comes back.
    back = rng.sample(passed, rng.randint(0, 3))
    own = list((Counter(match.spread(match.hands[match.asked])) - Counter(back)).elements())
    back += rng.sample(own, 3 - len(back))
    client = sale.clients[seller]
    given = {card: value for card, value in client.values.items() if card not in client.hand()}
    assert Counter(given.values()) == Counter(passed)
    sale.give(*back)
    perhaps_reconnect()
    sale.say(f"poverty_return_{trumps_of(match, match.returned).bit_count()}")
    returned = 0
    if sale.clients[seller] is client:
        returned = len(given.keys() & client.hand().keys())
        assert returned == (Counter(passed) & Counter(back)).total(), "it has the id it had"
    while match.phase == "tricks":
        sale.tell(step(match, rng))
        perhaps_reconnect()
    return returned, sum(map(exchanges, sale.clients))


@pytest.mark.variants
def test_an_id_never_has_two_values() -> None:
    """The clients check that with each packet, and that the card was where the packet says."""
    returned = exchanged = 0
    for number in range(often(60)):
        came_back, strayed = play_poverty(number)
        returned += came_back
        exchanged += strayed
    assert returned > 20 and exchanged > 20


#: Seat 0 sells to seat 2 after seat 1 has seen the cards.
POOR = "cq dj d9 ca ca c10 ck sa s10 sk ha hk"
RICH = "cq sq sq hq hq dq dq cj c9 s9 h9 ha"
HANDS = (POOR, "h10 h10", RICH)
PASSED = ("cq", "dj", "d9")


def sold(mode: str, back: str, seed: int = 0) -> Sale:
    sale = Sale(new(mode), HANDS, 0, seed)
    sale.give(*PASSED)
    sale.say("poverty_decline", "poverty_accept")
    sale.give(back, "c9", "s9")
    return sale


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("mode", ["sell", "circulate"])
def test_which_card_comes_back_is_in_nobody_elses_bytes(mode: str, seed: int) -> None:
    told: list[list[list[bytes]]] = []
    for back in ("dj", "d9", "hq"):
        sale = sold(mode, back, seed)
        before = [sale.bytes_to(seat) for seat in (0, 1, 3)]
        sale.say("poverty_return_1")
        assert len(sale.bytes_to(0)) > len(before[0])
        # Two tricks of cards that are where they are in any case.
        for card in ("ca", "", "cj", "", "ha", "", "hk", ""):
            sale.tell(play(sale.match, card or held(sale.match)[0]))
        told.append([*before, sale.bytes_to(1), sale.bytes_to(3)])
    assert told[0] == told[1] == told[2]


def test_what_was_seen_and_came_back_is_played_under_its_id() -> None:
    sale = sold("circulate", "dj")
    onlooker = sale.clients[1]
    (known,) = [card for card, value in onlooker.values.items() if value == "dj"]
    assert onlooker.cards[known][0] == "hand2"
    sale.say("poverty_return_1")
    sale.tell(play(sale.match, "dj"))
    assert onlooker.cards[known] == ("table", "dj")
    # It had to come from elsewhere only for the one who had seen it and not where it went.
    assert exchanges(onlooker) == 2 and not any(exchanges(sale.clients[at]) for at in (0, 2, 3))


@pytest.mark.parametrize("back", ["cq", "dj"])
def test_two_that_were_thought_to_be_in_the_wrong_hands_change_places(back: str) -> None:
    """Two cards of hand0 are seen on their way to hand1, and one of them goes back. When hand1 has
    played the other of its cards, one of the two must be in hand0, whichever it is."""
    pack = CardIds(8, 0, Random(0))
    pack.deal([None] * 4)
    where = {card: f"hand{seat}" for seat in range(4) for card in pack.held(f"hand{seat}")}
    known: dict[str, str] = {}

    def move(source: str, target: str, value: str | None) -> None:
        card = pack.pick(source, value)
        pack.move(card, source, target, value)
        for one, before, after in (*pack.exchanged(), (card, source, target)):
            assert where[one] == before
            where[one] = after
        if value is not None:
            assert known.setdefault(card, value) == value

    for source, target in (("hand0", POVERTY), (POVERTY, "hand1")):
        move(source, target, "cq")
        move(source, target, "dj")
    for source, target in (("hand1", POVERTY), (POVERTY, "hand0")):
        move(source, target, None)
        move(source, target, None)
    kept = "dj" if back == "cq" else "cq"
    for hand, value in (("hand1", "c9"), ("hand0", "sa"), ("hand0", back), ("hand1", kept)):
        move(hand, TABLE, value)
    assert sorted(known.values()) == ["c9", "cq", "dj", "sa"]
