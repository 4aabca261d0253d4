"""What the table waits for, in two lines that nobody can overlook when it matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import set_cell_size
from rich.text import Text

from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.mao.words import themselves, whom
from stammtisch.cli.terminal.fitting import cut, plain
from stammtisch.games.mao.card import card_name
from stammtisch.games.mao.limits import LAST_CHANCE
from stammtisch.games.mao.records import View

#: Cells of the clock's bar.
BAR = 40


@dataclass(frozen=True, slots=True)
class Banner:
    style: str
    first: str
    second: str = ""
    #: What can be done about it, at the end of the second line, however long that is.
    keys: str = ""

    def drawn(self, width: int) -> Text:
        """Two lines, their colour from edge to edge; more only where they are too short."""
        room = width - 2
        second = self.second
        if self.keys:
            second = f"{cut(second, max(room - 1 - len(self.keys), room // 2))} {self.keys}"
        lines = [*(wrap(self.first, room) or [""]), *(wrap(second, room) or [""])]
        return Text("\n").join(Text(set_cell_size(f" {line}", width), self.style) for line in lines)


QUIET = "#9aa0ad"
YOURS = "bold #141414 on #ffd34d"
LAST = "bold #141414 on #ff9d3b"
FREEZE = "bold #ffffff on #a3120d"
ORDER = "bold #ffffff on #33507a"
WON = "bold #141414 on #7bd14b"


def banner(top: MaoTop) -> Banner:
    """What the match waits for; its clock is read at this moment."""
    view = top.view
    if view is None or not top.running:
        return Banner(QUIET, "")
    return _MODES[view.mode](top, view)


def _play(top: MaoTop, view: View) -> Banner:
    if view.point_of_order:
        return Banner(
            ORDER,
            f"POINT OF ORDER{_left(top, view)}: all clocks stand still, and everybody may talk.",
            "p ends it. Who touches a card now commits an offence.",
        )
    if view.turn is None:
        return Banner("bold", "Anybody may move any card, at any time. Accuse whoever is wrong.")
    if view.turn == top.seat:
        return Banner(
            YOURS,
            f"YOUR TURN{_left(top, view)}",
            "Enter plays the card at the cursor, d draws one. Mind what must be said.",
        )
    return Banner("bold", f"It is {top.name(view.turn)}'s turn.{_left(top, view)}")


def _last_chance(top: MaoTop, view: View) -> Banner:
    assert view.winner is not None and view.deadline is not None
    left = top.left_until(view.deadline)
    if view.winner == top.seat:
        words = f"LAST CHANCE  {left:4.1f} s  and you win the round, unless somebody accuses you."
    else:
        words = f"LAST CHANCE  {left:4.1f} s  and {top.name(view.winner)} wins!  a accuses."
    full = round(BAR * left * 1000 / LAST_CHANCE)
    return Banner(LAST, words, "█" * full + "░" * (BAR - full))


def _accusation(top: MaoTop, view: View) -> Banner:
    charge = view.charge
    assert charge is not None
    left = _left(top, view)
    accuser = "The chairman" if charge.accuser is None else top.name(charge.accuser)
    same = charge.accuser == charge.accused
    accused = themselves(accuser) if same else whom(charge.accused, top.name)
    # "You accuse", but "Ada accuses".
    verb = "accuse" if accuser == "You" else "accuses"
    first = f"ACCUSATION: the table is frozen. {accuser} {verb} {accused}.{left}"
    why = f"{plain(charge.reason or '') or 'No reason was given'}.".replace("..", ".")
    if charge.card is not None:
        why = f"{card_name(charge.card)}: {why}"
    if charge.voting:
        votes = "Vote: 1 guilty, 2 innocent." if top.may_vote else "The others vote."
        return Banner(FREEZE, first, why, votes)
    keys = []
    if top.seat is not None and charge.accused == top.seat:
        keys.append("y accepts it")
    if top.seat is not None and charge.accuser == top.seat:
        keys.append("c takes it back")
    does = f"{' · '.join(keys)}." if keys else f"Waiting for {whom(charge.accused, top.name)}."
    return Banner(FREEZE, first, f"{why[0].upper()}{why[1:]}", does)


def _between(top: MaoTop, view: View) -> Banner:
    assert view.winner is not None
    left = _left(top, view)
    if top.may_write:
        return Banner(WON, f"YOU HAVE WON THE ROUND{left}", "Press w and write a secret rule.")
    return Banner(
        WON, f"{top.name(view.winner)} has won the round, and writes a secret rule.{left}"
    )


def _nothing(top: MaoTop, view: View) -> Banner:
    return Banner(QUIET, "")


def _left(top: MaoTop, view: View) -> str:
    if view.deadline is None:
        return ""
    stands = " (stands)" if top.stands else ""
    return f"  {round(top.left_until(view.deadline))} s{stands}"


_MODES: dict[str, Callable[[MaoTop, View], Banner]] = {
    "play": _play,
    "lastChance": _last_chance,
    "accusation": _accusation,
    "inBetweenRounds": _between,
    "waiting": _nothing,
    "over": _nothing,
}
