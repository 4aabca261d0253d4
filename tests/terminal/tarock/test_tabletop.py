"""What the terminal makes of a view is what the match does: checked through whole deals."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.game import Deal
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Exchange
from stammtisch.terminal.tarock.presenter import TarockPresenter
from stammtisch.terminal.tarock.tabletop import TarockTop
from stammtisch.terminal.tricks.board import RoundTable, side
from stammtisch.terminal.tricks.presenter import HIGH, LOW
from tests.games.tarock.playing import any_rules, strolled
from tests.properties import tried
from tests.terminal.card_harness import looked_at, told


@tried(25)
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_any_match_can_be_followed_and_every_choice_is_offered(luck: int, seat: int) -> None:
    rng = Random(luck)
    match = TarockMatch(any_rules(rng), 4)
    match.apply(None, Deal(rng.randbytes(16)))
    top = looked_at(TarockTop(), match, seat)
    drawn = None
    for step, (_, _, events) in enumerate(strolled(match, rng, 250)):
        told(top, match, events)
        assert top.view == match.view(seat)
        # Drawing takes most of the time: each phase, and in a trick one card of three, on a small
        # screen and on a large one by turns.
        if drawn != match.phase or step % 6 == 0:
            RoundTable(TarockPresenter(top), 80, LOW).drawn()
        if drawn != match.phase or step % 6 == 3:
            RoundTable(TarockPresenter(top), 84, HIGH).drawn()
            side(TarockPresenter(top))
        drawn = match.phase
        if match.outcome is not None or match.awaits_deal:
            continue
        assert list(top.legal) == match.actions(seat)
        if seat in match.turn and not top.playable:
            # Whatever is waited for can be chosen.
            choice = TarockPresenter(top).choice()
            assert choice is not None and choice.options


@tried(25)
@given(st.integers(0, 2**32))
def test_tricks_are_kept_and_the_winning_card_is_the_one_that_takes_them(luck: int) -> None:
    rng = Random(luck)
    match = TarockMatch(any_rules(rng, pause=rng.choice((0, 5)), deals=2), 4)
    match.apply(None, Deal(rng.randbytes(16)))
    top = looked_at(TarockTop(), match, 0)
    tricks = 0
    for _, _, events in strolled(match, rng):
        told(top, match, events)
        assert top.view is not None
        if len(top.view.tricks) > tricks:
            taken = top.view.tricks[-1]
            assert top.winning(replace(taken, winner=None)) == taken.winner
        tricks = len(top.view.tricks)
    assert top.view is not None
    for result in top.view.sheet:
        kept = top.finished[result.deal]
        won = [sum(trick.winner == seat for trick in kept) for seat in range(4)]
        assert tuple(won) == result.tricks
        assert TarockPresenter(top).review(result).plain.count("trick ") >= 1


@tried(40)
@given(st.integers(0, 2**32))
def test_cards_marked_by_necessity_and_others_offered_can_be_laid_down(luck: int) -> None:
    rng = Random(luck)
    match = TarockMatch(any_rules(rng), 4)
    match.apply(None, Deal(rng.randbytes(16)))
    for _ in strolled(match, rng, 60):
        if match.phase != "exchange":
            continue
        top = looked_at(TarockTop(), match, match.mover)
        pile = rng.choice(top.open_piles)
        top.pick(pile)
        assert len(top.hand) == 12 + top.to_lay
        spare = [card for card in top.layable if card not in top.chosen]
        chosen = (*top.chosen, *rng.sample(spare, top.to_lay - len(top.chosen)))
        match.verify(match.mover, Exchange(pile, chosen))
        return
