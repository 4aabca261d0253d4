"""A match of Doppelkopf with all hands open, for those who look at it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from stammtisch.cli.doppelkopf.faces import inline, shorts
from stammtisch.cli.doppelkopf.names import game_name, party_name, t, tricks_of
from stammtisch.cli.doppelkopf.words import sentence
from stammtisch.cli.look import Look
from stammtisch.cli.terminal.news import Name
from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.rounds import parties_of
from stammtisch.games.game import Match

NAME = 16
_FAINT = "#9aa0ad"


def scene(match: Match, names: Sequence[str]) -> Text:
    """Everybody's cards, party, tricks and points, and the trick on the table."""
    assert isinstance(match, DoppelkopfMatch)
    view = match.view(None)
    parties = parties_of(match) if match.re else view.parties
    played = () if view.trick is None else view.trick.cards
    lines = []
    for seat, name in enumerate(names):
        mark = "▶" if seat in match.turn else " "
        line = Text(f"{mark} {name[:NAME]:<{NAME}} ", "bold")
        line.append_text(inline(match.spread(match.hands[seat])))
        laid = next((one.card for one in played if one.seat == seat), None)
        if laid is not None:
            line.append(" → ", _FAINT).append_text(inline([laid]))
        won = sum(trick.winner == seat for trick in view.tricks)
        party = parties[seat]
        facts = "" if party is None else f"{party_name(party)}, "
        facts += t(
            "scene_facts", tricks=tricks_of(won), eyes=view.eyes[seat], points=view.points[seat]
        )
        lines += [line, Text(f"  {'':<{NAME}} {facts}", _FAINT)]
    lines.append(
        Text(f"\n  {t('scene_round', round=view.round, game=game_name(view.game))}", _FAINT)
    )
    return Text("\n").join(lines)


def told(match: Match, event: Any, name: Name) -> str | None:
    """The event in a sentence, if it is worth one."""
    return sentence(event, name)


def hand(match: Match, seat: int) -> str:
    """A seat's cards in plain text."""
    assert isinstance(match, DoppelkopfMatch)
    return shorts(match.spread(match.hands[seat]))


LOOK = Look(told, scene, hand)
