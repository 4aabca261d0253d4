"""What a wide screen shows beside the table: the points, the game, the last trick."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from stammtisch.cli.doppelkopf.names import CALL_NAMES, WISH_NAMES, game_name, trumps_of
from stammtisch.cli.doppelkopf.scores import standing
from stammtisch.cli.doppelkopf.sheets import last_trick
from stammtisch.cli.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.cli.doppelkopf.words import whom
from stammtisch.cli.terminal.fitting import cut
from stammtisch.games.doppelkopf.view import View

_FAINT = "not bold #9aa0ad"
_HEAD = "bold #ffd34d"


def side(top: DoppelkopfTop) -> Text:
    view = top.view
    if view is None:
        return Text()
    parts = [_points(top, view), _game(top, view)]
    if view.tricks:
        parts.append(last_trick(top))
    more = standing(top)
    if more:
        parts.append(more)
    return Text("\n\n").join(parts)


def _points(top: DoppelkopfTop, view: View) -> Text:
    words = Text.assemble(("Points", _HEAD))
    last = top.row
    for seat in range(len(top.seats)):
        name = cut(top.name(seat), 18)
        words.append(f"\n {name:<19}{view.points[seat]:>5}")
        if last is not None and last.change[seat]:
            words.append(f"{last.change[seat]:>+5}", _FAINT)
    return words


def _game(top: DoppelkopfTop, view: View) -> Text:
    words = Text.assemble((game_name(view.game).capitalize(), _HEAD))
    for line in facts(top, view):
        words.append(f"\n {line}", _FAINT)
    return words


def facts(top: DoppelkopfTop, view: View) -> Iterator[str]:
    """What is special about the round."""
    if view.soloist is not None and view.game is not None and view.game.startswith("solo_"):
        yield f"{top.name(view.soloist)} against three"
    wedding = view.wedding
    if wedding is not None and wedding.wish is not None and wedding.trick is None:
        wish = WISH_NAMES[wedding.wish]
        yield f"{wish} finds a partner for {whom(wedding.bride, top.name)}"
    if view.poverty is not None and view.poverty.trumps is not None:
        yield f"{trumps_of(view.poverty.trumps)} went back to {whom(view.poverty.seller, top.name)}"
    for party, calls in (("re", view.re_calls), ("kontra", view.kontra_calls)):
        if calls:
            yield f"{party} called {CALL_NAMES[calls[-1]]}"
    if view.pigs is not None:
        yield f"{top.name(view.pigs)}: pigs"
    if view.superpigs is not None:
        yield f"{top.name(view.superpigs)}: superpigs"
    if view.must_follow is not None:
        yield f"the next card must be one of the {view.must_follow}"
