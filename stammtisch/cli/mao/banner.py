"""What the table waits for, in two lines that nobody can overlook when it matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap

from rich.cells import set_cell_size
from rich.text import Text

from stammtisch.cli.mao.speech import card_name, t
from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.mao.words import accused_name, accuser_of, themselves
from stammtisch.cli.terminal.fitting import cut, plain
from stammtisch.cli.terminal.telling import reason_told
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
            t("banner_order", left=_left(top, view)),
            t("banner_order_end"),
        )
    if view.turn is None:
        return Banner("bold", t("banner_free"))
    if view.turn == top.seat:
        return Banner(
            YOURS,
            t("banner_yours", left=_left(top, view)),
            t("banner_yours_keys"),
        )
    return Banner("bold", t("banner_turn", name=top.name(view.turn), left=_left(top, view)))


def _last_chance(top: MaoTop, view: View) -> Banner:
    assert view.winner is not None and view.deadline is not None
    left = top.left_until(view.deadline)
    if view.winner == top.seat:
        words = t("chance_own", left=f"{left:4.1f}")
    else:
        words = t("chance_other", left=f"{left:4.1f}", name=top.name(view.winner))
    full = round(BAR * left * 1000 / LAST_CHANCE)
    return Banner(LAST, words, "█" * full + "░" * (BAR - full))


def _accusation(top: MaoTop, view: View) -> Banner:
    charge = view.charge
    assert charge is not None
    left = _left(top, view)
    accuser = accuser_of(charge.accuser, top.name)
    same = charge.accuser == charge.accused
    accused = themselves(accuser) if same else accused_name(charge.accused, top.name)
    # "You accuse", but "Ada accuses".
    count = 2 if accuser == t("you") else 1
    first = t("banner_accused", accuser=accuser, count=count, accused=accused, left=left)
    why = f"{plain(reason_told(charge.reason or '')) or t('no_reason')}.".replace("..", ".")
    if charge.card is not None:
        why = t("card_why", card=card_name(charge.card), why=why)
    if charge.voting:
        votes = t("vote_keys" if top.may_vote else "voting")
        return Banner(FREEZE, first, why, votes)
    keys = []
    if top.seat is not None and charge.accused == top.seat:
        keys.append(t("accept_key"))
    if top.seat is not None and charge.accuser == top.seat:
        keys.append(t("cancel_key"))
    waits = t("waits_accused", name=accused_name(charge.accused, top.name))
    does = f"{' · '.join(keys)}." if keys else waits
    return Banner(FREEZE, first, f"{why[0].upper()}{why[1:]}", does)


def _between(top: MaoTop, view: View) -> Banner:
    assert view.winner is not None
    left = _left(top, view)
    if top.may_write:
        return Banner(WON, t("you_won_round", left=left), t("press_write"))
    return Banner(WON, t("winner_writes", name=top.name(view.winner), left=left))


def _nothing(top: MaoTop, view: View) -> Banner:
    return Banner(QUIET, "")


def _left(top: MaoTop, view: View) -> str:
    if view.deadline is None:
        return ""
    stands = t("clock_stands") if top.stands else ""
    return f"  {round(top.left_until(view.deadline))} s{stands}"


_MODES: dict[str, Callable[[MaoTop, View], Banner]] = {
    "play": _play,
    "lastChance": _last_chance,
    "accusation": _accusation,
    "inBetweenRounds": _between,
    "waiting": _nothing,
    "over": _nothing,
}
