"""What one may hear at a table of Mao that something may not be done: code and sentence."""

from __future__ import annotations

from stammtisch.games.refusal import OF_EVERY_MATCH

REFUSALS: dict[str, str] = {
    **OF_EVERY_MATCH,
    "too_early": "The time is not over yet.",
    "not_begun": "The next round has not begun yet.",
    "nobody_won": "Nobody has won the round yet.",
    "last_chance": "It is somebody's last chance: all you can do is talk, or accuse the winner.",
    "accusation_first": (
        "All you can do now is talk: first the accusation must be accepted or taken back."
    ),
    "between_rounds": "The round is over, and the next one has not begun.",
    "no_such_pile": "There is only one pile, number 0.",
    "already_dealt": "The cards are dealt already.",
    "over": "The match is over.",
    "no_such_seat": "There is no such seat.",
    "gone_already": "That player has left before.",
    "no_clock": "No clock runs in this match now.",
    "not_started": "The match has not started yet.",
    "no_such_player": "There is no such player to accuse.",
    "too_late": "The last chance is over.",
    "not_accused": "You are not accused of anything.",
    "no_accusation": "You have no accusation to take back.",
    "not_winner": "Only the winner of the round writes a rule.",
    "winner_only": "In the last chance only the winning player may be accused.",
    "too_often": "You have accused yourself often enough.",
    "no_such_card": "There is no such card in your hand.",
    "beyond_pile": "The pile has no such place to put a card.",
    "pile_full": "The pile is as high as it can be.",
    "no_move": "The card is there already.",
    "not_in_pile": "There is no such card in the pile.",
    "no_such_place": "Cards are in a hand, in the pile or in the deck.",
    "hand_full": "Nobody can hold more than {most} cards.",
    "no_number": "That action has no number in Mao.",
    "unknown_number": "Mao has no action number {number}.",
    "bad_text": "What is said and written must be a text.",
    "bad_length": "The text must have {least} to {most} characters.",
    "no_such_language": "The rule language has versions 1 to {most}.",
    "broken_text": "The text holds half a character.",
}
