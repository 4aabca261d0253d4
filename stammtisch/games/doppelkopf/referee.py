"""The referee: what a round was worth, from the facts alone.

The one kind of question is `score`. `given` holds `game`, and for each party `re_` and `kontra_`
`eyes`, `tricks`, `announcements` and `special`; the answer is the winner and what each player of a
party gets. What belongs to the question's frame (its id, the answer that is expected) may stand
among the facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stammtisch.games.doppelkopf.cards import ALL_EYES, GAME_TYPES
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import EXTRAS, PARTIES, Facts, score
from stammtisch.games.doppelkopf.words import DENIALS
from stammtisch.games.game import Refusal

_NUMBERS = ("eyes", "tricks")
_LISTS = ("announcements", "special")
_FACTS = {f"{party}_{what}" for party in PARTIES for what in (*_NUMBERS, *_LISTS)} | {"game"}
_FRAME = {"id", "kind", "winner", "points_each_re", "points_each_kontra"}


def referee(rules: DoppelkopfRules, kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one question, or refuse it with a sentence."""
    if kind != "score":
        raise Refusal(
            "unknown_kind", "The referee of doppelkopf knows score, not {kind}.", kind=repr(kind)
        )
    result = score(rules, _facts(rules, given))
    re, kontra = result.each
    return {"winner": result.winner, "points_each_re": re, "points_each_kontra": kontra}


def _facts(rules: DoppelkopfRules, given: Mapping[str, Any]) -> Facts:
    for name in given:
        if name not in _FACTS | _FRAME:
            raise _bad(f"{name!r} is no fact of a round; there are {', '.join(sorted(_FACTS))}")
    game = given.get("game")
    if game not in GAME_TYPES or game == "black_sow":
        raise _bad(f"{game!r} is no game that is scored")
    facts = Facts(
        game=game,
        eyes=(_number(given, "re_eyes"), _number(given, "kontra_eyes")),
        tricks=(_number(given, "re_tricks"), _number(given, "kontra_tricks")),
        calls=(
            _words(given, "re_announcements", ("re", *DENIALS)),
            _words(given, "kontra_announcements", ("kontra", *DENIALS)),
        ),
        extras=(_words(given, "re_special", EXTRAS), _words(given, "kontra_special", EXTRAS)),
    )
    if sum(facts.eyes) != ALL_EYES:
        raise _bad(f"the eyes of both parties are {sum(facts.eyes)}, not {ALL_EYES}")
    if sum(facts.tricks) != rules.tricks:
        raise _bad(f"the tricks of both parties are {sum(facts.tricks)}, not {rules.tricks}")
    for party, eyes, tricks in zip(PARTIES, facts.eyes, facts.tricks, strict=True):
        if eyes and not tricks:
            raise _bad(f"{party} has eyes but no trick")
    return facts


def _number(given: Mapping[str, Any], name: str) -> int:
    value = given.get(name)
    if type(value) is not int or value < 0:
        raise _bad(f"{name} must be a number from 0 on, not {value!r}")
    return value


def _words(given: Mapping[str, Any], name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    words = given.get(name, [])
    if not isinstance(words, list | tuple):
        raise _bad(f"{name} must be a list, not {words!r}")
    for word in words:
        if word not in known:
            raise _bad(f"{name} may hold {', '.join(known)}, not {word!r}")
    return tuple(words)


def _bad(problem: str) -> Refusal:
    return Refusal("bad_facts", "These are no facts of a round: {problem}.", problem=problem)
