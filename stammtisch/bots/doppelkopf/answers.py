"""Answers to the questions before the first card, and to the few that come later.

Bots of all levels answer by the same plan and differ in what they think of their hand.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from stammtisch.bots.bot import Decision
from stammtisch.bots.doppelkopf.position import table_from
from stammtisch.games.doppelkopf import reservations
from stammtisch.games.doppelkopf.cards import EYES, Card, members
from stammtisch.games.doppelkopf.kernel import TRUMP
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Pass, Question, Return
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.games.game import Seat, Sight

#: The kinds of reservation that need no thought: whoever can has them.
_PLAIN: tuple[Question, ...] = ("throw", "pigs", "poverty")
_YES = {
    "throw": "Such a hand is better thrown away.",
    "pigs": "Both foxes are pigs.",
    "superpigs": "Superpigs beat the pigs.",
    "poverty": "With so few trumps a partner must help.",
}


class Opinion(Protocol):
    """What a bot thinks of the hand at this seat of the table, of which it knows no other."""

    def solo(
        self, table: DoppelkopfMatch, seat: Seat, rng: Random, *, forced: bool
    ) -> tuple[str | None, str]:
        """The solo that it would play, and why; None: none, unless it is forced to."""

    def marries(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        """With both club queens: look for a partner?"""

    def buys(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        """Take the poverty that is offered?"""


def answer(sight: Sight, opinion: Opinion, rng: Random) -> Decision:
    table = table_from(sight, rng)
    seat, question = table.asked, table.asking
    assert question is not None
    words = {one.word for one in sight.actions if hasattr(one, "word")}
    if question == "reservation":
        return _reserve(table, seat, opinion, rng)
    if question == "solo":
        return _solo(table, seat, words, opinion, rng)
    if question == "black_sow_solo":
        solo, reason = opinion.solo(table, seat, rng, forced=True)
        return Decision(SAY[f"black_sow_{solo}"], reason)
    if question == "wedding":
        if "wedding_no" in words and not (
            "wedding_yes" in words and opinion.marries(table, seat, rng)
        ):
            return Decision(SAY["wedding_no"], "Nobody needs to know of the two queens.")
        return Decision(SAY["wedding_yes"], "Two club queens look for a partner.")
    if question == "wedding_clarification_trick":
        wish = SAY["wedding_clarification_trick_foreign"]
        return Decision(wish, "Whoever wins a trick first is welcome.")
    if question == "poverty_accept":
        if "poverty_decline" in words and not opinion.buys(table, seat, rng):
            return Decision(SAY["poverty_decline"], "The hand is too weak to help.")
        return Decision(SAY["poverty_accept"], "Three more trumps make a strong hand.")
    if question == "poverty_trump_choice":
        return Decision(Pass(_passed(sight, table)), "All trumps go, and what a buyer can use.")
    if question == "poverty_return_choice":
        return Decision(Return(_returned(table, seat)), "Plain cards go back, short suits first.")
    return _yes_or_no(sight, question)


def _reserve(table: DoppelkopfMatch, seat: Seat, opinion: Opinion, rng: Random) -> Decision:
    yes = SAY["reservation_yes"]
    for step in _PLAIN:
        if reservations.is_played(table, step) and reservations.can_affirm(table, seat, step):
            return Decision(yes, _YES[step])
    if table.rules.solos:
        solo, reason = opinion.solo(table, seat, rng, forced=False)
        if solo is not None:
            return Decision(yes, reason)
    both_queens = reservations.is_played(table, "wedding") and reservations.can_affirm(
        table, seat, "wedding"
    )
    if both_queens and opinion.marries(table, seat, rng):
        return Decision(yes, "Two club queens look for a partner.")
    return Decision(SAY["reservation_no"], "It is a hand for a normal game.")


def _solo(
    table: DoppelkopfMatch, seat: Seat, words: set[str], opinion: Opinion, rng: Random
) -> Decision:
    forced = "solo_no" not in words
    solo, reason = opinion.solo(table, seat, rng, forced=forced)
    if solo is None:
        return Decision(SAY["solo_no"], "It is not for a solo that there was a reservation.")
    return Decision(SAY[solo], reason)


def _yes_or_no(sight: Sight, question: Question) -> Decision:
    """Yes, wherever it is allowed; else what there is to say."""
    yes = SAY.get(f"{question}_yes")
    if yes is not None and yes in sight.actions:
        return Decision(yes, _YES[question])
    return Decision(sight.actions[0], "That is the only true answer.")


# --- three cards -------------------------------------------------------------------------------


def _passed(sight: Sight, table: DoppelkopfMatch) -> tuple[str, ...]:
    """What goes with the trumps: aces and tens, of which the buyer can make more."""
    field = sight.forms[0].fields[0]
    best = sorted(field.of or (), key=lambda name: -EYES[table.names.index(name)])
    return tuple(best[: field.most])


def _returned(table: DoppelkopfMatch, seat: Seat) -> tuple[str, ...]:
    """Plain cards: of the shortest suits first, and no aces as long as there is something else.

    The seller is the partner, so eyes are not lost with him.
    """
    hand = table.hands[seat]
    order = table.order_for("normal")

    def dear(card: Card) -> tuple[bool, bool, int, int]:
        if order.group[card] == TRUMP:
            return True, False, order.strength[card], 0
        suit = hand & order.follow[card]
        return False, EYES[card] == 11, suit.bit_count(), -EYES[card]

    return _names(table, sorted(members(hand), key=dear)[:3])


def _names(table: DoppelkopfMatch, cards: list[Card]) -> tuple[str, ...]:
    return tuple(table.names[card] for card in cards)
