"""A match of Tarock with all hands open, for those who look at it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from stammtisch.cli.look import Look
from stammtisch.cli.tarock.faces import inline, king, shorts, spread
from stammtisch.cli.tarock.names import bonus_name, contract_name, radli_of, t, tricks_of
from stammtisch.cli.tarock.words import sentence
from stammtisch.cli.terminal.news import Name
from stammtisch.games.game import Match
from stammtisch.games.tarock.cards import NAMES, names_of
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.view import View

NAME = 16
_FAINT = "#9aa0ad"


def scene(match: Match, names: Sequence[str]) -> Text:
    """Everybody's cards, side, tricks and points, the trick on the table, and the talon."""
    assert isinstance(match, TarockMatch)
    view = match.view(None)
    lines = []
    for seat, name in enumerate(names):
        mark = "▶" if seat in match.turn else " "
        line = Text(f"{mark} {name[:NAME]:<{NAME}} ", "bold")
        line.append_text(inline(_held(match, seat)))
        played = None if view.trick is None else (seat - view.trick.leader) % 4
        if view.trick is not None and played is not None and played < len(view.trick.cards):
            line.append(" → ", _FAINT).append_text(inline([view.trick.cards[played]]))
        lines += [line, Text(f"  {'':<{NAME}} {_facts(match, view, seat)}", _FAINT)]
    lines.append(Text(f"\n  {_game(view)}", _FAINT))
    if match.talon:
        talon = Text(f"  {t('talon_row')} ", _FAINT)
        lines.append(talon.append_text(inline(NAMES[card] for card in match.talon)))
    if match.discarded:
        laid = Text(f"  {t('laid_row')} ", _FAINT)
        lines.append(laid.append_text(inline(spread(names_of(match.discarded)))))
    return Text("\n").join(lines)


def _held(match: TarockMatch, seat: int) -> tuple[str, ...]:
    return spread(names_of(match.held(seat)))


def _facts(match: TarockMatch, view: View, seat: int) -> str:
    parts = []
    if view.contract not in (None, "klop"):
        if seat == match.declarer:
            parts.append(t("role.declarer"))
        elif seat == match.partner:
            parts.append(t("role.partner"))
    parts.append(tricks_of(sum(trick.winner == seat for trick in view.tricks)))
    parts += [bonus_name(one.bonus) for one in view.announced if one.seat == seat]
    if view.radli[seat]:
        parts.append(radli_of(view.radli[seat]))
    return ", ".join([*parts, t("scene_points", points=view.totals[seat])])


def _game(view: View) -> str:
    told = t("scene_deal", deal=view.deal, contract=contract_name(view.contract))
    if view.called is not None:
        told += f", {t('king_is_called', king=king(view.called))}"
    return f"{told}, ×{view.game_factor}" if view.game_factor > 1 else told


def told(match: Match, event: Any, name: Name) -> str | None:
    """The event in a sentence, if it is worth one."""
    return sentence(event, name)


def hand(match: Match, seat: int) -> str:
    """A seat's cards in plain text."""
    assert isinstance(match, TarockMatch)
    return shorts(_held(match, seat))


LOOK = Look(told, scene, hand)
