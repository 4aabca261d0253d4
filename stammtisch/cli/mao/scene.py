"""A match of Mao with all hands open, for those who look at it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from stammtisch.cli.look import Look
from stammtisch.cli.mao.faces import chip, written
from stammtisch.cli.mao.speech import t
from stammtisch.cli.mao.words import sentence
from stammtisch.cli.terminal.news import Name
from stammtisch.games.game import Match
from stammtisch.games.mao.match import MaoMatch

NAME = 14
#: Cards of a hand, and of the pile, that find room in a line.
SHOWN = 10
_FAINT = "#9aa0ad"


def scene(match: Match, names: Sequence[str]) -> Text:
    """Everybody's cards, the pile, and the rules written so far."""
    assert isinstance(match, MaoMatch)
    lines = []
    for seat, name in enumerate(names):
        turn = match.chair is not None and match.mode == "play" and seat == match.chair.turn
        line = Text(f"{'▶' if turn else ' '} {name[:NAME]:<{NAME}} ", "bold")
        line.append(f"{t('scene_won', count=match.points[seat])} ", _FAINT)
        cards = sorted(match.hands[seat])
        for card in cards[:SHOWN]:
            line.append_text(chip(card))
            line.append(" ")
        line.append(f"+{len(cards) - SHOWN}" if len(cards) > SHOWN else "", _FAINT)
        lines.append(line)
    pile = Text(f"  {t('scene_pile', count=len(match.pile)):<{NAME + 7}}", _FAINT)
    for card in match.pile[-SHOWN:]:
        pile.append_text(chip(card))
        pile.append(" ")
    lines.append(pile)
    lines += [
        Text(f"  {t('scene_rule', name=names[one.author], text=one.text)}", _FAINT, no_wrap=True)
        for one in match.written[-3:]
    ]
    return Text("\n").join(lines)


def told(match: Match, event: Any, name: Name) -> str | None:
    """The event in a sentence, if it is worth one."""
    assert isinstance(match, MaoMatch)
    return sentence(event, name, len(match.pile))


def hand(match: Match, seat: int) -> str:
    """A seat's cards in plain text."""
    assert isinstance(match, MaoMatch)
    return written(sorted(match.hands[seat]))


LOOK = Look(told, scene, hand)
