"""What a wide screen shows beside the table: the points, the game, the last trick."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from stammtisch.cli.doppelkopf.names import game_name, party_name, said_of, t, trumps_of
from stammtisch.cli.doppelkopf.scores import standing
from stammtisch.cli.doppelkopf.sheets import last_trick
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.doppelkopf.words import whom
from stammtisch.cli.terminal.fitting import cut
from stammtisch.cli.terminal.speech import heading
from stammtisch.games.doppelkopf.view import View

_FAINT = "not bold #9aa0ad"
_HEAD = "bold #ffd34d"
#: Rounds of the score sheet that are shown.
ROWS = 8


def side(top: DoppelkopfTop) -> Text:
    view = top.view
    if view is None:
        return Text()
    parts = [_points(top, view), _game(top, view)]
    if view.tricks:
        parts.append(last_trick(top))
    if view.sheet:
        parts.append(_sheet(view))
    more = standing(top)
    if more:
        parts.append(more)
    return Text("\n\n").join(parts)


def _points(top: DoppelkopfTop, view: View) -> Text:
    words = Text.assemble((t("points_head"), _HEAD))
    last = top.row
    for seat in range(len(top.seats)):
        name = cut(top.name(seat), 18)
        words.append(f"\n {name:<19}{view.points[seat]:>5}")
        if last is not None and last.change[seat]:
            words.append(f"{last.change[seat]:>+5}", _FAINT)
    return words


def _sheet(view: View) -> Text:
    """What the newest rounds changed; who sits where is said above."""
    words = Text.assemble((t("score_head"), _HEAD))
    for row in view.sheet[-ROWS:]:
        words.append(f"\n{row.round:>3} {cut(game_name(row.game), 11):<12}")
        words.append("".join(f"{change:>+4}" if change else "   0" for change in row.change))
    return words


def _game(top: DoppelkopfTop, view: View) -> Text:
    words = Text.assemble((heading(game_name(view.game)), _HEAD))
    for line in facts(top, view):
        words.append(f"\n {line}", _FAINT)
    return words


def facts(top: DoppelkopfTop, view: View) -> Iterator[str]:
    """What is special about the round."""
    if view.soloist is not None and view.game is not None and view.game.startswith("solo_"):
        yield t("alone_against_three", name=top.name(view.soloist))
    wedding = view.wedding
    if wedding is not None and wedding.wish is not None and wedding.trick is None:
        wish = said_of(f"wedding_clarification_trick_{wedding.wish}")
        yield t("fact_wish", wish=wish, name=whom(wedding.bride, top.name))
    if view.poverty is not None and view.poverty.trumps is not None:
        seller = whom(view.poverty.seller, top.name)
        yield t("fact_poverty", trumps=trumps_of(view.poverty.trumps), name=seller)
    for party, calls in (("re", view.re_calls), ("kontra", view.kontra_calls)):
        if calls:
            yield t("fact_call", party=party_name(party), call=said_of(calls[-1]))
    if view.pigs is not None:
        yield t("fact_pigs", name=top.name(view.pigs))
    if view.superpigs is not None:
        yield t("fact_superpigs", name=top.name(view.superpigs))
    if view.must_follow is not None:
        yield t("fact_must", pigs=said_of(view.must_follow))
