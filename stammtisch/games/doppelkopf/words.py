"""All that can be said at a table of Doppelkopf: the words of `Say`.

They are the strings of the cg protocol's move log; `data` of its announcements is the end of the
word ("poverty_return" with amount 2 is "poverty_return_2").
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.doppelkopf.records import Say

#: From the best to the least where the rule `solo_prio` lets the better solo go first.
SOLOS: Final = (
    "solo_aces",
    "solo_10s",
    "solo_picture",
    "solo_noble_brothel",
    "solo_monastery",
    "solo_king",
    "solo_brothel",
    "solo_queen",
    "solo_jack",
    "solo_9s",
    "solo_clubs",
    "solo_spades",
    "solo_hearts",
    "solo_diamonds",
    "solo_pure_clubs",
    "solo_pure_spades",
    "solo_pure_hearts",
    "solo_pure_diamonds",
    "solo_fleshless",
    "solo_null",
    "solo_boneless",
)
#: The kinds of trick by which a bride may find her partner, where she may wish.
WISHES: Final = ("foreign", "trump", "miss", "hearts", "spades", "clubs", "diamonds")
#: Announced in this order; each needs the ones before.
DENIALS: Final = ("no90", "no60", "no30", "black")
CALLS: Final = ("re", "kontra", *DENIALS)
VOTES: Final = ("continue", "adjourn", "end", "cancel")

_WISH: Final = "wedding_clarification_trick_"
_SOW: Final = "black_sow_"
_BACK: Final = "poverty_return_"


def _yes_no(*questions: str) -> tuple[str, ...]:
    return tuple(f"{question}_{answer}" for question in questions for answer in ("yes", "no"))


#: In the order of their numbers: new words go to the end.
WORDS: Final = (
    *_yes_no("reservation"),
    "solo_no",
    *SOLOS,
    *_yes_no("throw", "pigs", "superpigs", "poverty"),
    "poverty_accept",
    "poverty_decline",
    *(f"{_BACK}{amount}" for amount in range(4)),
    *_yes_no("wedding"),
    *(_WISH + wish for wish in WISHES),
    *(_SOW + solo for solo in SOLOS),
    "throw",
    "pigs",
    "superpigs",
    *CALLS,
    *_yes_no(*VOTES, "accusation"),
)

#: Each word's action, made once.
SAY: Final[dict[str, Say]] = {word: Say(word) for word in WORDS}

#: What may answer a question, whoever is asked. Cards answer the questions that are not here.
ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "reservation": _yes_no("reservation"),
    "solo": (*SOLOS, "solo_no"),
    "throw": _yes_no("throw"),
    "pigs": _yes_no("pigs"),
    "superpigs": _yes_no("superpigs"),
    "poverty": _yes_no("poverty"),
    "poverty_accept": ("poverty_accept", "poverty_decline"),
    "poverty_return_trumps": tuple(f"{_BACK}{amount}" for amount in range(4)),
    "wedding": _yes_no("wedding"),
    "wedding_clarification_trick": tuple(_WISH + wish for wish in WISHES),
    "black_sow_solo": tuple(_SOW + solo for solo in SOLOS),
    "accusation_vote": _yes_no("accusation"),
}


#: What is a word good for: "call" is re, kontra and denials, "table" what else is said among cards
#: or at once, "vote" how to go on, "verdict" the vote on a complaint; the rest are answers.
PURPOSE: Final[dict[str, str]] = {
    **dict.fromkeys(WORDS, "answer"),
    **dict.fromkeys(CALLS, "call"),
    **dict.fromkeys(("throw", "pigs", "superpigs"), "table"),
    **dict.fromkeys(_yes_no(*VOTES), "vote"),
    **dict.fromkeys(ANSWERS["accusation_vote"], "verdict"),
}


def wish_of(word: str) -> str:
    return word.removeprefix(_WISH)


def sow_solo_of(word: str) -> str:
    return word.removeprefix(_SOW)


def amount_of(word: str) -> int:
    return int(word.removeprefix(_BACK))
