"""Answers to the questions before the first card, and to the few that come later.

Bots of all levels answer by the same plan and differ in what they think of their hand.

What bots say when no cards are played: how to go on after a round, and about complaints.

What bots say beside their answers and calls, and when they say nothing.

Calls are made when it is one's turn, just before a card is played: until then nothing is lost by
waiting. So whoever is asked out of turn has hardly anything to think about.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.doppelkopf.position import table_from
from stammtisch.games.doppelkopf import reservations
from stammtisch.games.doppelkopf.cards import EYES, Card, members
from stammtisch.games.doppelkopf.kernel import TRUMP
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Pass, Question, Return
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import SAY
from stammtisch.games.game import Observation, Seat

#: The kinds of reservation that need no thought: whoever can has them.
_PLAIN: tuple[Question, ...] = ("throw", "pigs", "poverty")
_YES = {
    "throw": Reason("thrown_away"),
    "pigs": Reason("both_foxes"),
    "superpigs": Reason("superpigs"),
    "poverty": Reason("needs_partner"),
}


class Opinion(Protocol):
    """What a bot thinks of the hand at this seat of the table, of which it knows no other."""

    def solo(
        self, table: DoppelkopfMatch, seat: Seat, rng: Random, *, forced: bool
    ) -> tuple[str | None, Reason]:
        """The solo that it would play, and why; None: none, unless it is forced to."""

    def marries(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        """With both club queens: look for a partner?"""

    def buys(self, table: DoppelkopfMatch, seat: Seat, rng: Random) -> bool:
        """Take the poverty that is offered?"""


def answer(observation: Observation, opinion: Opinion, rng: Random) -> Decision:
    table = table_from(observation, rng)
    seat, question = table.asked, table.asking
    assert question is not None
    words = {one.word for one in observation.actions if hasattr(one, "word")}
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
            return Decision(SAY["wedding_no"], Reason("hides_queens"))
        return Decision(SAY["wedding_yes"], Reason("queens_seek"))
    if question == "wedding_clarification_trick":
        wish = SAY["wedding_clarification_trick_foreign"]
        return Decision(wish, Reason("first_trick"))
    if question == "poverty_accept":
        if "poverty_decline" in words and not opinion.buys(table, seat, rng):
            return Decision(SAY["poverty_decline"], Reason("too_weak_to_help"))
        return Decision(SAY["poverty_accept"], Reason("three_more_trumps"))
    if question == "poverty_trump_choice":
        return Decision(Pass(_passed(observation, table)), Reason("passes_trumps"))
    if question == "poverty_return_choice":
        return Decision(Return(_returned(table, seat)), Reason("returns_plain"))
    return _yes_or_no(observation, question)


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
        return Decision(yes, Reason("queens_seek"))
    return Decision(SAY["reservation_no"], Reason("normal_hand"))


def _solo(
    table: DoppelkopfMatch, seat: Seat, words: set[str], opinion: Opinion, rng: Random
) -> Decision:
    forced = "solo_no" not in words
    solo, reason = opinion.solo(table, seat, rng, forced=forced)
    if solo is None:
        return Decision(SAY["solo_no"], Reason("other_reservation"))
    return Decision(SAY[solo], reason)


def _yes_or_no(observation: Observation, question: Question) -> Decision:
    """Yes, wherever it is allowed; else what there is to say."""
    yes = SAY.get(f"{question}_yes")
    if yes is not None and yes in observation.actions:
        return Decision(yes, _YES[question])
    return Decision(observation.actions[0], Reason("only_answer"))


# --- three cards -------------------------------------------------------------------------------


def _passed(observation: Observation, table: DoppelkopfMatch) -> tuple[str, ...]:
    """What goes with the trumps: aces and tens, of which the buyer can make more."""
    field = observation.forms[0].fields[0]
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


_WAITING = Decision(None, Reason("not_agreed"))


#: Why it wants to play on.
ONE_MORE = Reason("one_more_round")


def vote(observation: Observation) -> Decision:
    """A bot wants to play on, and stands in nobody's way.

    Whose votes are people's cannot be seen, so a bot takes its own back as soon as somebody wants
    something else, and gives it again when all who have voted want the same. Whoever still wants
    another thing then is a person. So whatever all people want is done.
    """
    view: View = observation.view
    assert view.seat is not None
    own = view.votes[view.seat]
    wanted = {other for seat, other in enumerate(view.votes) if seat != view.seat and other}
    if own is not None:
        if wanted - {own}:
            return Decision(SAY[f"{own}_no"], Reason("somebody_else"))
        return Decision(None, Reason("nothing_more_to_say"))
    if len(wanted) > 1:
        return _WAITING
    if not wanted or wanted == {"continue"}:
        return Decision(SAY["continue_yes"], ONE_MORE)
    return Decision(SAY[f"{wanted.pop()}_yes"], Reason("others_want"))


def on_complaint(observation: Observation) -> Decision:
    """A bot has seen nothing wrong; it never complains, so it need not point at a move either."""
    no = SAY["accusation_no"]
    if no in observation.actions:
        return Decision(no, Reason("nothing_wrong"))
    if observation.actions:
        return Decision(observation.actions[-1], Reason("not_insisting"))
    return Decision(None, Reason("others_settle"))


NOTHING = Decision(None, Reason("nothing_to_say"))
#: With so many eyes on the table a pig is worth playing.
_WORTH_A_PIG = 8

_THROW, _PIGS, _SUPERPIGS = SAY["throw"], SAY["pigs"], SAY["superpigs"]


def spoken(observation: Observation) -> Decision | None:
    """What is said, or not, without a look at the hand; None: one must look."""
    view: View = observation.view
    actions = observation.actions
    if not actions:
        return Decision(None, Reason("nothing_to_do"))
    if view.phase == "end":
        return vote(observation)
    if view.complaint is not None:
        return on_complaint(observation)
    if _THROW in actions:
        return Decision(_THROW, Reason("thrown_away"))
    if _SUPERPIGS in actions and (_costs_nothing(observation) or _is_worth_a_pig(view)):
        return Decision(_SUPERPIGS, Reason("superpigs"))
    if view.seat not in observation.turn:
        return NOTHING
    if _PIGS in actions and _is_worth_a_pig(view):
        return Decision(_PIGS, Reason("pig_wins"))
    return None


def _costs_nothing(observation: Observation) -> bool:
    """Superpigs that are called on the pigs need not be played at once."""
    assert isinstance(observation.rules, DoppelkopfRules)
    return observation.rules.superpigs == "on_pig"


def _is_worth_a_pig(view: View) -> bool:
    """To lead one, or to win something from the others."""
    trick = view.trick
    if trick is None or not trick.cards:
        return True
    return trick.eyes >= _WORTH_A_PIG
