"""Mao in numbers.

What can be said is without end, so an environment has a phrasebook: what the base rules want, the
names of cards, suits and ranks, what bots like to hear, and the words of votes. Rules that can be
written are a list, too. Whatever else is said at a table is heard as 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import get_args

from stammtisch.bots.mao.player import NO_RULE, PHRASES
from stammtisch.env.layout import Coding, Page, Part, Turned, each_seat, number, one_of, one_seat
from stammtisch.games.mao import numbers
from stammtisch.games.mao.book import BASE
from stammtisch.games.mao.cards import CARDS, RANKS, SUITS, card_name, normal
from stammtisch.games.mao.match import MAO, MaoMatch
from stammtisch.games.mao.records import Mode, Talk, View, WriteRule
from stammtisch.games.mao.rules import HAND_CAP

_WANTED = tuple(
    phrase for texts in BASE.values() for text in texts for phrase in re.findall(r'"(.+?)"', text)
)
SAYINGS: tuple[str, ...] = (
    *dict.fromkeys(
        (
            *_WANTED,
            *("point of order", "guilty", "innocent"),
            *(card_name(card) for card in range(CARDS)),
            *SUITS,
            *RANKS,
            *PHRASES,
        )
    ),
)
_CONDITIONS = (*RANKS, *(suit.removesuffix("s") for suit in SUITS))
RULES: tuple[str, ...] = (
    NO_RULE,
    *(
        f"WHEN {condition} THEN {duty}"
        for index, condition in enumerate(_CONDITIONS)
        for duty in (
            f'say "{PHRASES[index % len(PHRASES)]}"',
            *("skip", "reverse", "next player draws a card"),
        )
    ),
)
_MODES: tuple[str, ...] = get_args(Mode)
_KINDS = {kind: 1 + index for index, kind in enumerate(MAO.events)}
_HEARD = {normal(text): 1 + index for index, text in enumerate(SAYINGS)}
_WRITTEN = {text: index for index, text in enumerate(RULES)}
#: How deep one looks into the pile, and how far back.
_DEPTH = numbers.DEPTHS + 1
_MEMORY = 24
#: What is told of each thing that happened.
_TOLD = 5


def _layout(seats: int) -> Iterator[Part]:
    yield Part("hand", HAND_CAP, "one's cards in their places: 1 + the card's number, 0 is none")
    yield Part("held", CARDS, "how many one holds of each card")
    yield each_seat("counts", seats, "how many cards each seat holds")
    yield Part("known", seats * CARDS, "cards that everybody knows each seat to hold")
    yield Part("pile", _DEPTH, "the uppermost cards of the pile, the top first: 1 + its number")
    yield Part("pile_size", 1, "how many cards the pile has")
    yield one_of("mode", _MODES, "one of " + ", ".join(_MODES))
    yield number("round", "the number of the round")
    yield number("rounds", "after so many the match is over")
    yield each_seat("points", seats, "rounds that each seat has won")
    yield each_seat("present", seats, "who has not left")
    yield one_seat("winner", seats, "whose last chance it is, or who writes a rule")
    yield one_seat("last_winner", seats, "who won the round before")
    yield Part("accuser", seats + 1, "who accuses; the last place is the chairman")
    yield Part("accused", seats, "whom")
    yield Part("voting", 1, "1 if the others vote on it")
    yield one_seat("to_play", seats, "whose turn it is, where a chairman watches", "turn")
    yield number("direction", "1 or -1, where a chairman watches")
    yield number("point_of_order", "1 if play is suspended")
    yield each_seat("rule_counts", seats, "how many rules each seat has written")
    yield Part("own_rules", len(RULES), "which of them one has written oneself, by their numbers")
    yield Part(
        "witnessed",
        _MEMORY * _TOLD,
        f"the last {_MEMORY} things that happened, the newest first; of each 1 + its kind (the "
        "game's events in order), who did it, whom it was about, the card, and what was said (in "
        "the phrasebook), 0 is none",
    )


def _write(view: View, page: Page, turned: Turned) -> None:
    hand = view.hand or ()
    page.fill("hand", (1 + card for card in hand))
    for card in hand:
        page.add("held", card)
    for place, cards in enumerate(turned.around(view.known) if view.known else ()):
        for card in cards:
            page.add("known", place * CARDS + card)
    page.fill("pile", (1 + card for card in view.pile[: -_DEPTH - 1 : -1]))
    page.put("pile_size", 0, len(view.pile))
    if (charge := view.charge) is not None:
        accuser = turned.seats if charge.accuser is None else turned(charge.accuser)
        page.put("accuser", accuser)
        turned.mark(page, "accused", charge.accused)
        page.put("voting", 0, charge.voting)
    for text in view.own_rules:
        if text in _WRITTEN:
            page.put("own_rules", _WRITTEN[text])
    _write_memory(view, page, turned)


def _write_memory(view: View, page: Page, turned: Turned) -> None:
    told: list[int] = []
    for one in view.witnessed[: -_MEMORY - 1 : -1]:
        told += (
            _KINDS.get(one.what, 0),
            0 if one.seat is None else 1 + turned(one.seat),
            0 if one.accused is None else 1 + turned(one.accused),
            0 if one.card is None else 1 + one.card,
            0 if one.text is None else _heard(one.text),
        )
    page.fill("witnessed", told)


@lru_cache(maxsize=1024)
def _heard(text: str) -> int:
    """Its number in the phrasebook. An environment is told the same phrases again and again."""
    return _HEARD.get(normal(text), 0)


def _points(match: MaoMatch) -> list[int]:
    return match.points


CODING = Coding(
    game=MAO,
    options={"rounds": 1},
    count=numbers.COUNT,
    layout=_layout,
    write=_write,
    points=_points,
    texts={Talk.type: SAYINGS, WriteRule.type: RULES},
)
