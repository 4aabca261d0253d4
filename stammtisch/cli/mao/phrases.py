"""What one may want to say in a hurry: each phrase has a key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.games.mao.card import SUITS, card_name
from stammtisch.games.mao.chair.base import base_texts
from stammtisch.games.mao.chair.offences import CALLING, CLOSING, GUILTY, INNOCENT, OPENING
from stammtisch.games.mao.chair.orders import is_name
from stammtisch.games.mao.language.lexer import RuleError
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Say, SayName, Wild
from stammtisch.games.mao.speech import normal

KEYS = "1234567890"
VOTES = ("guilty", "innocent")
POINT_OF_ORDER = "point of order"
END_OF_ORDER = "end of point of order"

_OWN_KEYS = OPENING | CLOSING | GUILTY | INNOCENT


def phrases(top: MaoTop) -> list[str]:
    """At most ten, the first for key 1: in a vote the verdicts; else what the base rules may want,
    then what one's own and all known rules want, then what others were heard saying. The card that
    is named is the one that the player has played last, also if another lies on it already."""
    if top.may_vote:
        return list(VOTES)
    view = top.view
    card = top.played if top.played is not None else view.pile[-1] if view and view.pile else None
    texts = list(base_texts(top.mao_rules))
    if view is not None:
        texts += view.own_rules
        texts += [rule.text for rule in view.known_rules]
    wanted = [
        *_wanted(texts, None if card is None else card_name(card)),
        *_worth_repeating(reversed(top.heard)),
    ]
    found: dict[str, str] = {}
    for phrase in wanted:
        found.setdefault(normal(phrase), phrase)
    found.pop("", None)
    return list(found.values())[: len(KEYS)]


def _wanted(texts: Iterable[str], card: str | None) -> Iterator[str]:
    """What these rules may want to be said, names of suits after all else."""
    suits = False
    for text in texts:
        try:
            duties = parse(text).duties
        except RuleError:
            continue
        for duty in duties:
            if isinstance(duty, Say):
                yield duty.phrase
            elif isinstance(duty, SayName) and card is not None:
                yield card
            elif isinstance(duty, Wild):
                suits = True
    if suits:
        yield from SUITS


def _worth_repeating(heard: Iterable[str]) -> Iterator[str]:
    for text in heard:
        words = normal(text)
        if not (is_name(words) or words in _OWN_KEYS or words.startswith(CALLING)):
            yield text
