"""What the chairman calls the offences, and the words that he listens to."""

from __future__ import annotations

#: None of these names tells what a secret rule says.
OFFENCES: dict[str, str] = {
    "turn": "playing out of turn",
    "drawing": "drawing out of turn",
    "fit": "playing a card that does not fit",
    "must": "failure to play what was demanded",
    "forbidden": "playing a card that must not be played",
    "words": "failure to say the right words",
    "wish": "failure to name a suit",
    "silence": "failure to be silent",
    "talking": "talking",
    "delay": "delay of the game",
    "handling": "failure to leave the cards alone",
    "order": "touching cards during a point of order",
}
#: What a player may call it who wants to help: this one tells.
UNSAID = 'failure to say "{words}"'
#: What bots answer to an accusation that they do not understand.
DISPUTE = "I have done nothing wrong."

# All as `normal` words.
OPENING = frozenset({"point of order", "zur geschaftsordnung"})
CLOSING = frozenset(
    {
        *("end of point of order", "end point of order", "point of order over"),
        "ende der geschaftsordnung",
    }
)
GUILTY = frozenset({"guilty", "schuldig"})
INNOCENT = frozenset({"innocent", "not guilty", "unschuldig"})
#: Who begins like this is about to accuse somebody, and may.
CALLING = ("failure", "bad call", "versaumnis", "falsche anklage")
