"""The kernel, as plain Python and as machine code."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.doppelkopf.cards import EYES, GAME_TYPES, KINDS, mask, members, pair
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from tests.games.doppelkopf.kernels import KERNELS, order_in
from tests.properties import tried

HOUSE = DoppelkopfRules.named("house")
DECK_RULES = [
    DoppelkopfRules.named("house", {"without9": deck})
    for deck in ("with_all", "with_four", "without")
]


@pytest.fixture(scope="module", params=list(KERNELS))
def kernel(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    yield KERNELS[request.param]()


def card(name: str, copy: int = 0) -> int:
    return 2 * KINDS[name] + copy


def dealt(rules: DoppelkopfRules, seed: int) -> list[int]:
    cards = list(members(rules.deck))
    Random(seed).shuffle(cards)
    size = rules.tricks
    return [mask(cards[seat * size : (seat + 1) * size]) for seat in range(4)]


# --- single questions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hand", "lead", "legal"),
    [
        ("normal", "ca c9 sk h10", "c10", "ca c9"),
        ("normal", "ca c9 sk h10", "da", "h10"),
        ("normal", "ca c9 sk h10", "h9", "ca c9 sk h10"),
        ("normal", "ca c9 sk h10", None, "ca c9 sk h10"),
        ("solo_jack", "ca c9 sk h10", "h9", "h10"),
        ("solo_queen", "cq c9 sk d9", "c10", "c9"),
        ("solo_fleshless", "cq c9 sk d9", "ca", "cq c9"),
    ],
)
def test_suit_or_trump_must_be_followed(
    kernel: ModuleType, game: str, hand: str, lead: str | None, legal: str
) -> None:
    order = order_in(kernel, HOUSE, game)
    held = mask(card(name) for name in hand.split())
    led = -1 if lead is None else card(lead, 1)
    assert kernel.legal(order, held, led) == mask(card(name) for name in legal.split())


@pytest.mark.parametrize(
    ("game", "trick", "winner"),
    [
        ("normal", "c9 ca ca s10", 1),
        ("normal", "ca ck d9 dj", 3),
        ("normal", "ha h9 sa ca", 0),
        ("normal", "cq h10 h10 d9", 1),
        ("solo_queen", "dj da d9 dq", 3),
        ("solo_jack", "h9 h10 ha dk", 2),
        ("solo_fleshless", "s9 cq sj h10", 2),
        ("ramsch_sw", "d9 d10 cj h9", 2),
    ],
)
def test_winner_of_a_trick(kernel: ModuleType, game: str, trick: str, winner: int) -> None:
    names = trick.split()
    cards = [card(name, names[:place].count(name)) for place, name in enumerate(names)]
    order = order_in(kernel, HOUSE, game)
    assert kernel.winner(order, cards, False) == kernel.winner(order, cards, True) == winner


def test_the_second_heart_ten_wins_but_not_in_the_last_trick(kernel: ModuleType) -> None:
    rules = DoppelkopfRules.named("house", {"heart10_prio": "second"})
    order = order_in(kernel, rules, "normal")
    trick = [card("h10", 1), card("h10"), card("cq"), card("d9")]
    assert kernel.winner(order, trick, False) == 1
    assert kernel.winner(order, trick, True) == 0


def test_the_second_club_jack_wins_the_last_trick_only(kernel: ModuleType) -> None:
    rules = DoppelkopfRules.named("house", {"charlie_prio": "second"})
    order = order_in(kernel, rules, "normal")
    trick = [card("cj"), card("sj"), card("cj", 1), card("d9")]
    assert kernel.winner(order, trick, False) == 0
    assert kernel.winner(order, trick, True) == 2


def test_club_queens_make_the_re_party(kernel: ModuleType) -> None:
    hands = [1 << card("cq"), 1 << card("sq"), 1 << card("cq", 1), 0]
    assert kernel.club_queens(hands) == 0b0101
    assert kernel.club_queens([0, pair("cq"), 0, 0]) == 0b0010


@given(cards=st.integers(0, 2**48 - 1))
def test_eyes_of_any_set(kernel: ModuleType, cards: int) -> None:
    assert kernel.eyes_of(cards) == sum(EYES[one] for one in members(cards))


@given(
    hand=st.integers(1, 2**48 - 1),
    lead=st.integers(-1, 47),
    game=st.sampled_from(GAME_TYPES),
)
def test_some_card_is_always_legal(kernel: ModuleType, hand: int, lead: int, game: str) -> None:
    legal = kernel.legal(order_in(kernel, HOUSE, game), hand, lead)
    assert legal and legal & ~hand == 0


# --- rounds ------------------------------------------------------------------------------------


def record(play: Any) -> tuple[Any, ...]:
    return (play.hands[:], play.leader, play.trick[:], play.eyes[:], play.tricks[:], play.turn)


@tried(60)
@given(
    seed=st.integers(0, 2**32),
    game=st.sampled_from(GAME_TYPES),
    rules=st.sampled_from(DECK_RULES),
)
def test_a_round_can_be_played_and_taken_back(
    kernel: ModuleType, seed: int, game: str, rules: DoppelkopfRules
) -> None:
    rng = Random(seed)
    hands = dealt(rules, seed)
    play = kernel.Play(order_in(kernel, rules, game), hands, seed & 3, [], [0] * 4, [0] * 4)
    seen = []
    while not play.over:
        seen.append(record(play))
        play.make(rng.choice(list(members(play.legal()))))
    assert len(seen) == 4 * rules.tricks
    assert (sum(play.eyes), sum(play.tricks)) == (240, rules.tricks)
    while seen:
        play.unmake()
        assert record(play) == seen.pop()


def test_cards_are_taken_back_to_where_play_began_in_the_middle_of_a_trick(
    kernel: ModuleType,
) -> None:
    order = order_in(kernel, HOUSE, "normal")
    hands = [1 << card("d9"), 1 << card("c9"), 3 << card("ha"), 3 << card("ck")]
    play = kernel.Play(order, hands, 2, [card("cj"), card("dj")], [0] * 4, [0] * 4)
    before = record(play)
    play.make(card("d9"))
    play.make(card("c9"))
    assert (play.leader, play.eyes, play.tricks) == (2, [0, 0, 4, 0], [0, 0, 1, 0])
    play.make(card("ha"))
    for _ in range(3):
        play.unmake()
    assert record(play) == before


def test_a_copy_is_independent(kernel: ModuleType) -> None:
    play = kernel.Play(order_in(kernel, HOUSE, "normal"), dealt(HOUSE, 1), 0, [], [0] * 4, [0] * 4)
    before = record(play)
    other = play.copy()
    other.make(next(members(other.legal())))
    assert record(play) == before


def played_out(kernel: ModuleType, order: Any, hands: list[int], seed: int) -> Any:
    """A round of any cards that may be played."""
    play, rng = kernel.Play(order, hands, seed & 3, [], [0] * 4, [0] * 4), Random(seed)
    while not play.over:
        play.make(rng.choice(list(members(play.legal()))))
    return play


def test_the_last_trick_has_rules_of_its_own(kernel: ModuleType) -> None:
    rules = DoppelkopfRules.named("house", {"charlie_prio": "second"})
    order = order_in(kernel, rules, "normal")
    hands = [1 << card("cj"), 1 << card("d9"), 1 << card("cj", 1), 1 << card("dj")]
    assert played_out(kernel, order, hands, 0).tricks == [0, 0, 1, 0]


def test_plain_and_native_play_alike() -> None:
    for seed in range(200):
        game = GAME_TYPES[seed % len(GAME_TYPES)]
        hands = dealt(HOUSE, seed)
        ends = [
            record(played_out(module, order_in(module, HOUSE, game), hands, seed))
            for module in (load() for load in KERNELS.values())
        ]
        assert ends[0] == ends[1]
        assert sum(ends[0][3]) == 240
