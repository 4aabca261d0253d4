"""Pigs: the two foxes in one hand, which beat the heart tens; and superpigs, which beat them.

With `two_reservation` they are announced among the reservations (in a suit solo after it, by
anybody), else when one is about to be played, which must be done at once.
"""

from __future__ import annotations

from stammtisch.games.doppelkopf import orders
from stammtisch.games.doppelkopf.cards import Cards
from stammtisch.games.doppelkopf.kernel import legal
from stammtisch.games.doppelkopf.refusals import refusal
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.game import Seat

#: Where pigs are called when the first of them is played.
ON_PLAY = ("one_first", "one_on_play", "one_on_fox", "two_on_play")


def foxes(match: DoppelkopfTable) -> Cards:
    return orders.pig_cards(match.game or "normal")


def superfoxes(match: DoppelkopfTable) -> Cards:
    return orders.superpig_cards(match.rules, match.game or "normal")


def has_both(match: DoppelkopfTable, seat: Seat, cards: Cards) -> bool:
    return cards != 0 and match.hands[seat] & cards == cards


def announce(match: DoppelkopfTable, seat: Seat) -> None:
    """Both foxes are pigs from now on."""
    _set_pigs(match, seat, foxes(match))


def announce_super(match: DoppelkopfTable, seat: Seat) -> None:
    match.superpigs = seat
    match.superpig_cards = superfoxes(match)
    match.set_order(match.game or "normal")


def _set_pigs(match: DoppelkopfTable, seat: Seat, cards: Cards) -> None:
    match.pigs = seat
    match.pig_cards = cards
    match.set_order(match.game or "normal")


# --- called while cards are played -------------------------------------------------------------


def fault_of_pigs(match: DoppelkopfTable, seat: Seat) -> str | None:
    """What is wrong with calling pigs now, if it is only that; what cannot be done is refused."""
    if match.rules.pigs not in ON_PLAY:
        raise refusal("invalid_pigs_call")
    cards = foxes(match)
    if not cards:
        raise refusal("invalid_pigs_game")
    if seat != match.mover:
        raise refusal("wrong_turn")
    if match.pigs is not None:
        raise refusal("already_called")
    held = (match.hands[seat] & cards).bit_count()
    had_both = match.start[seat] & cards == cards
    enough = {
        "two_on_play": held == 2,
        "one_first": held == 2,
        "one_on_play": had_both and held > 0,
        "one_on_fox": had_both and held == 1,
    }
    if not enough[match.rules.pigs]:
        return "invalid_pigs"
    return None if can_play(match, seat, cards) else "not_playable"


def can_play(match: DoppelkopfTable, seat: Seat, cards: Cards) -> bool:
    lead = match.trick[0] if match.trick else -1
    return bool(legal(match.order, match.hands[seat], lead) & cards)


def call_pigs(match: DoppelkopfTable, seat: Seat) -> None:
    cards = foxes(match)
    held = match.hands[seat] & cards
    if match.rules.pigs != "two_on_play":
        # One of them: of two in hand the second, so that the other one stays a fox.
        cards = 1 << held.bit_length() - 1 if held else 0
    _set_pigs(match, seat, cards)
    match.owed = cards or foxes(match)
    match.fitting = -1


def fault_of_superpigs(match: DoppelkopfTable, seat: Seat) -> str | None:
    if not match.rules.has("superpigs") or match.superpigs_when == "reservation":
        raise refusal("invalid_superpigs_call")
    cards = superfoxes(match)
    if not cards:
        raise refusal("invalid_superpigs_game")
    if match.superpigs is not None:
        raise refusal("already_called")
    if match.pigs is None or not _is_time(match, seat):
        raise refusal("invalid_superpigs_call")
    if not has_both(match, seat, cards):
        return "invalid_superpigs"
    if match.superpigs_when == "on_play" and not can_play(match, seat, cards):
        return "not_playable"
    return None


def _is_time(match: DoppelkopfTable, seat: Seat) -> bool:
    """On play: when it is one's turn, and nothing else was called. On the pig: by anybody, as long
    as the trick lasts in which the pigs were called."""
    if match.superpigs_when == "on_play":
        return seat == match.mover and not match.owed
    called = next(said for said in match.said if said.word in ("pigs", "pigs_yes"))
    return len(match.history) + 1 == max(1, match.size - called.cards + 1)


def call_superpigs(match: DoppelkopfTable, seat: Seat) -> None:
    announce_super(match, seat)
    if match.superpigs_when == "on_play":
        match.owed = match.superpig_cards
        match.fitting = -1


def may_follow_pigs(match: DoppelkopfTable) -> list[Seat]:
    """The seats out of turn that may answer pigs with superpigs now."""
    if match.pigs is None or match.superpigs is not None:
        return []
    cards = superfoxes(match)
    return [seat for seat in SEATS if has_both(match, seat, cards) and _is_time(match, seat)]
