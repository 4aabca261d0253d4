"""What bots calculate for themselves, quickly, is what the rules say, whatever the options."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stammtisch.bots.doppelkopf.position import position_from, tables_of
from stammtisch.bots.doppelkopf.search import AN_EYE, Worth, _black_tricks, _seeking
from stammtisch.games.doppelkopf.cards import Card, mask, members
from stammtisch.games.doppelkopf.kernel import legal, winner
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Say
from stammtisch.games.doppelkopf.scoring import WITH_EXTRAS, Taken, extras_of
from stammtisch.games.doppelkopf.tricks import CLARIFYING_TRICKS, CLUB_QUEENS, fulfils
from stammtisch.games.game import Action
from tests.compiled import plain_module
from tests.games.doppelkopf.playing import any_rules, step
from tests.properties import often

THUMBS = "stammtisch.bots.doppelkopf.thumbs"
MOST_STEPS = 400


def moments(number: int, chance: float) -> Iterator[DoppelkopfMatch]:
    """Some moments of a round, by rules that the number decides, in which only cards are left to be
    played. In every third one a bride seeks a partner, if the rules know one."""
    rng = Random(number)
    match = DoppelkopfMatch(any_rules(rng), 4)
    for now in range(MOST_STEPS):
        if match.outcome is not None or match.round > 1:
            return
        if match.asking is not None and number % 3 == 0:
            match.apply(match.asked, for_a_wedding(match))
        else:
            step(match, rng, now)
        if match.phase == "reservations" and not match.said and number % 3 == 0:
            marry(match)
        playing = match.phase == "tricks" and match.asking is None and match.charge is None
        if playing and not match.early and not match.owed and rng.random() < chance:
            yield match


def marry(match: DoppelkopfMatch) -> None:
    """Both club queens to the seat that is asked first, for any two other cards."""
    hand = match.hands[match.asked]
    queens = CLUB_QUEENS & ~hand
    for other in range(4):
        own = match.hands[other] & queens
        if own:
            given = mask(sorted(members(hand & ~CLUB_QUEENS))[: own.bit_count()])
            hand = hand & ~given | own
            match.hands[other] ^= own | given
    match.hands[match.asked] = hand
    match.dealt = match.hands[:]


def for_a_wedding(match: DoppelkopfMatch) -> Action:
    actions = match.actions(match.asked)
    bride = match.hands[match.asked] & CLUB_QUEENS == CLUB_QUEENS
    wanted = ("wedding_yes", "reservation_yes") if bride else ()
    for word in (*wanted, "reservation_no", "solo_no"):
        if Say(word) in actions:
            return Say(word)
    return next(
        (one for one in actions if isinstance(one, Say) and one.word[-3:] == "_no"), actions[0]
    )


def rest_of(match: DoppelkopfMatch, cards: list[Card]) -> tuple[list[Taken], int]:
    """The round with these cards played from here on, by the rules, and the re party then."""
    tricks, hands, re = match.history[:], match.hands[:], match.re
    leader, lying = match.leader, match.trick[:]
    seeks = match.open_party
    for card in cards:
        seat = (leader + len(lying)) & 3
        assert legal(match.order, hands[seat], lying[0] if lying else -1) >> card & 1
        hands[seat] ^= 1 << card
        lying.append(card)
        if len(lying) < 4:
            continue
        last = len(tricks) + 1 == match.size
        taker = (leader + winner(match.order, lying, last)) & 3
        tricks.append(Taken(leader, tuple(lying), taker))
        if seeks and taker != match.soloist:
            assert match.wish is not None
            if fulfils(match.order, match.wish, lying[0]):
                re |= 1 << taker
                seeks = False
        seeks = seeks and len(tricks) < CLARIFYING_TRICKS
        leader, lying = taker, []
    assert not any(hands) and not lying
    return tricks, re


def net(match: DoppelkopfMatch, tricks: list[Taken], re: int) -> int:
    ours, theirs = extras_of(match.rules, match.order, tricks, re, match.pig_cards)
    return len(ours) - len(theirs)


def test_a_round_played_by_thumb_counts_as_the_rules_do(monkeypatch: pytest.MonkeyPatch) -> None:
    thumbs: Any = plain_module(THUMBS)
    played: list[Card] = []

    def chosen(t: Any, hand: int, choice: int, *more: Any) -> int:
        """Any card that may be played, so that more happens than among good players."""
        card = rng.choice([card for card in range(48) if choice >> card & 1])
        played.append(card)
        return card

    monkeypatch.setattr(thumbs, "thumb", chosen)
    names: set[str] = set()
    compared = weddings = 0
    for number in range(often(120)):
        rng = Random(number)
        for match in moments(number, 0.2):
            if match.game == "black_sow":
                continue
            seat = match.mover
            position = position_from(match.observation(seat), rng)
            played.clear()
            end = thumbs.rollout(
                tables_of(match.rules, match.order, match.game or "", match.pig_cards),
                *(match.hands, match.leader, match.trick, position.gone, match.eyes, match.won),
                *(match.re, match.public, -1, number),
                *_seeking(position),
                _black_tricks(match),
            )
            tricks, re = rest_of(match, played)
            eyes = [0, 0, 0, 0]
            for trick in tricks:
                eyes[trick.winner] += sum(thumbs.EYES[card] for card in trick.cards)
            assert end & 255 == sum(eyes[at] for at in range(4) if re >> at & 1)
            assert end >> 8 & 15 == sum(re >> trick.winner & 1 for trick in tricks)
            assert end >> 20 == re
            if match.game in WITH_EXTRAS:
                before = net(match, match.history, re)
                assert (end >> 12 & 255) - 32 == net(match, tricks, re) - before, number
                names.update(*extras_of(match.rules, match.order, tricks, re, match.pig_cards))
            compared += 1
            weddings += match.open_party
    assert compared > 400 and weddings > 20
    assert {"sec_black_trick", "hobgoblin", "fox", "heart_trick"} <= names


def test_the_worth_of_a_round_is_what_the_score_sheet_says() -> None:
    compared = 0
    for number in range(often(120)):
        rng = Random(number)
        match = DoppelkopfMatch(any_rules(rng), 4)
        for now in range(MOST_STEPS):
            factor, rows = match.buck.factor, len(match.sheet)
            step(match, rng, now)
            if len(match.sheet) == rows:
                continue
            row = match.sheet[-1]
            if row.void or row.stopped:
                break
            re = sum(1 << seat for seat in range(4) if row.parties[seat] == "re")
            tricks = sum(match.won[seat] for seat in range(4) if re >> seat & 1)
            special = len(row.re_extras) - len(row.kontra_extras)
            end = row.eyes[0] | tricks << 8 | (special + 32) << 12 | re << 20
            calls = (row.re_calls, row.kontra_calls)
            for seat in range(4):
                worth = Worth(match.rules, row.game, seat, match.size, calls, factor)
                own = row.eyes[0 if re >> seat & 1 else 1]
                points = row.change[seat] - match.penalties[seat]
                assert worth(end) == pytest.approx(points + AN_EYE * (own - 120)), number
            compared += 1
            break
    assert compared > 40
