"""Why something may not be done in Doppelkopf: each reason once, with its sentence.

Where the original cg server has a message, the code is its name without the prefix.
"""

from __future__ import annotations

from typing import Any, Final

from stammtisch.games.refusal import OF_EVERY_MATCH, Refusal

#: The data are blanks here; `refusal` fills them in.
_REASONS: Final = (
    # --- at any time ---
    Refusal("over", "The match is over."),
    Refusal("already_dealt", "The cards are dealt already."),
    Refusal("no_clock", "No clock runs in this match."),
    Refusal("too_early", "The time is not over yet."),
    Refusal("wrong_phase", "That is not possible at this point of the round."),
    Refusal("wrong_turn", "It is not your turn."),
    Refusal("unknown_word", "Nobody says {word} in Doppelkopf.", word=""),
    Refusal("bad_number", "Doppelkopf has no action number {number}.", number=""),
    Refusal("no_number", "That action has no number in Doppelkopf."),
    # --- reservations ---
    Refusal("wrong_answer", "You are asked something else: {question}.", question=""),
    Refusal("nothing_reserved", "You have nothing to reserve: say that you are healthy."),
    Refusal(
        "empty_reservation",
        "You have said that you have a reservation, and this is your last chance to say which.",
    ),
    Refusal("unknown_solo", "That solo is not played at this table."),
    Refusal("forced_solo", "You must play your compulsory solo now."),
    Refusal("invalid_throw", "Your hand is not bad enough to be thrown away."),
    Refusal("no_throw", "Hands cannot be thrown away like that at this table."),
    Refusal("invalid_pigs", "You do not have the foxes for that."),
    Refusal("invalid_superpigs", "You do not have both cards for superpigs."),
    Refusal("invalid_poverty", "You have more than three trumps."),
    Refusal("invalid_wedding", "You do not have both club queens."),
    # --- the poor and the rich ---
    Refusal("three_cards", "Three of your cards have to be named."),
    Refusal("invalid_poverty_cards", "All your trumps must be among the three cards."),
    Refusal("invalid_return_amount", "You have returned {ta} trumps, not {ca}.", ta="", ca=""),
    Refusal("must_accept", "All others have declined: you must take the cards."),
    # --- cards ---
    Refusal("not_your_card", "You do not have that card."),
    Refusal("played_already", "You have played to this trick already."),
    Refusal("wrong_card", "You must follow: play {wanted}.", wanted=""),
    Refusal("called_pigs", "You have called pigs: play one now."),
    Refusal("called_superpigs", "You have called superpigs: play one now."),
    # --- calls ---
    Refusal("re_no_party", "You do not belong to that party."),
    Refusal("no_party_yet", "Nobody knows the parties yet."),
    Refusal("re_too_late", "It is too late for that call."),
    Refusal("skipped_call", "Another call comes first: {first}.", first=""),
    Refusal("already_called", "That has been called already."),
    Refusal("no_denials", "Nothing can be denied in a game that is lost by the first trick."),
    Refusal("invalid_pigs_game", "There are no pigs in this game."),
    Refusal("invalid_pigs_call", "Pigs are not called like that at this table."),
    Refusal("invalid_superpigs_game", "There are no superpigs in this game."),
    Refusal("invalid_superpigs_call", "Superpigs cannot be called now."),
    Refusal("not_playable", "You could not play that card now."),
    # --- complaints ---
    Refusal(
        "no_complaints",
        "Wrong moves are refused at this table: there is nothing to complain about.",
    ),
    Refusal("complaint_open", "A complaint has to be settled first."),
    Refusal("no_complaint", "No complaint of yours is open."),
    Refusal("bad_accused", "You can only complain about one of the three others."),
    Refusal(
        "bad_misconduct",
        "A misconduct is a wrong card, a wrong announcement, a card played early or one outside.",
    ),
    Refusal("no_such_move", "The accused has made no such move."),
    Refusal("already_convicted", "That move has been punished already."),
    Refusal("no_pointing", "There is no move to point out in this complaint."),
    # --- after a round ---
    Refusal("not_voted", "You have not asked for that."),
    # --- the referee ---
    Refusal("bad_facts", "These are no facts of a round: {problem}.", problem=""),
    Refusal("unknown_kind", "The referee of doppelkopf knows score, not {kind}.", kind=""),
)
_BY_CODE: Final = {reason.code: reason for reason in _REASONS}
REFUSALS: Final[dict[str, str]] = {
    **OF_EVERY_MATCH,
    **{reason.code: reason.sentence for reason in _REASONS},
}


def refusal(code: str, **data: Any) -> Refusal:
    """One of these, to be raised."""
    reason = _BY_CODE[code]
    return type(reason)(code, reason.sentence, **data)
