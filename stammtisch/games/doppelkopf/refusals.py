"""Why something may not be done in Doppelkopf: a sentence for each code.

Where the original cg server has a message, the code is its name without the prefix.
"""

from __future__ import annotations

from typing import Any, Final

from stammtisch.games.refusal import Refusal

REFUSALS: Final[dict[str, str]] = {
    # --- at any time ---
    "over": "The match is over.",
    "already_dealt": "The cards are dealt already.",
    "no_clock": "No clock runs in this match.",
    "too_early": "The time is not over yet.",
    "wrong_phase": "That is not possible at this point of the round.",
    "wrong_turn": "It is not your turn.",
    "unknown_word": "Nobody says {word} in Doppelkopf.",
    "bad_number": "Doppelkopf has no action number {number}.",
    "no_number": "That action has no number in Doppelkopf.",
    # --- reservations ---
    "wrong_answer": "You are asked something else: {question}.",
    "nothing_reserved": "You have nothing to reserve: say that you are healthy.",
    "empty_reservation": "You have said that you have a reservation, and this is your last chance "
    "to say which.",
    "unknown_solo": "That solo is not played at this table.",
    "forced_solo": "You must play your compulsory solo now.",
    "invalid_throw": "Your hand is not bad enough to be thrown away.",
    "no_throw": "Hands cannot be thrown away like that at this table.",
    "invalid_pigs": "You do not have the foxes for that.",
    "invalid_superpigs": "You do not have both cards for superpigs.",
    "invalid_poverty": "You have more than three trumps.",
    "invalid_wedding": "You do not have both club queens.",
    # --- the poor and the rich ---
    "three_cards": "Three of your cards have to be named.",
    "invalid_poverty_cards": "All your trumps must be among the three cards.",
    "invalid_return_amount": "You have returned {ta} trumps, not {ca}.",
    "must_accept": "All others have declined: you must take the cards.",
    # --- cards ---
    "not_your_card": "You do not have that card.",
    "played_already": "You have played to this trick already.",
    "wrong_card": "You must follow: play {wanted}.",
    "called_pigs": "You have called pigs: play one now.",
    "called_superpigs": "You have called superpigs: play one now.",
    # --- calls ---
    "re_no_party": "You do not belong to that party.",
    "no_party_yet": "Nobody knows the parties yet.",
    "re_too_late": "It is too late for that call.",
    "skipped_call": "Another call comes first: {first}.",
    "already_called": "That has been called already.",
    "no_denials": "Nothing can be denied in a game that is lost by the first trick.",
    "invalid_pigs_game": "There are no pigs in this game.",
    "invalid_pigs_call": "Pigs are not called like that at this table.",
    "invalid_superpigs_game": "There are no superpigs in this game.",
    "invalid_superpigs_call": "Superpigs cannot be called now.",
    "not_playable": "You could not play that card now.",
    # --- complaints ---
    "no_complaints": "Wrong moves are refused at this table: there is nothing to complain about.",
    "complaint_open": "A complaint has to be settled first.",
    "no_complaint": "No complaint of yours is open.",
    "bad_accused": "You can only complain about one of the three others.",
    "bad_misconduct": "One can complain about a wrong card, a wrong announcement, a card played "
    "early, or something outside the game.",
    "no_such_move": "The accused has made no such move.",
    "already_convicted": "That move has been punished already.",
    "no_pointing": "There is no move to point out in this complaint.",
    # --- after a round ---
    "not_voted": "You have not asked for that.",
}


def refusal(code: str, **data: Any) -> Refusal:
    return Refusal(code, REFUSALS[code], **data)
