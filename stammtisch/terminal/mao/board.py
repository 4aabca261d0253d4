"""The table of Mao as the terminal shows it: players, deck and pile, what can be said, what it
waits for; and the same table afterwards, with all hands open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text

from stammtisch.games.game import Match
from stammtisch.games.mao.cards import card_name
from stammtisch.games.mao.match import MaoMatch
from stammtisch.games.mao.records import View
from stammtisch.games.mao.rules import LAST_CHANCE
from stammtisch.terminal.mao.hand import BROAD, WIDTH, card_told, chip, t, tall_lines, written
from stammtisch.terminal.mao.tabletop import KEYS, MaoTop
from stammtisch.terminal.mao.words import accused_name, accuser_of, sentence, themselves
from stammtisch.terminal.replay import Look
from stammtisch.terminal.text import Name, court_told, cut, laid_out, plain, pressing

VOTES = ("guilty", "innocent")
POINT_OF_ORDER = "point of order"
END_OF_ORDER = "end of point of order"


def phrases(top: MaoTop) -> list[str]:
    """The first is for key 1; "" says nothing. In a vote the verdicts; else what the base rules may
    want, then what else was learned, in the order in which it was. The card that is named is the
    one that the player has played last, also if another lies on it already."""
    if top.may_vote:
        return list(VOTES)
    view = top.view
    card = top.played if top.played is not None else view.pile[-1] if view and view.pile else None
    return top.phrasebook.phrases(None if card is None else card_name(card))


def labelled(top: MaoTop) -> list[tuple[str, str]]:
    """Each phrase after its key, as it is shown."""
    keys = zip(KEYS, phrases(top), strict=False)
    return [(key.upper(), phrase) for key, phrase in keys if phrase]


_TURN = Style(color="#141414", bgcolor="#ffd34d", bold=True)
_ACCUSED = Style(color="#ffffff", bgcolor="#b3150f", bold=True)
_PLAIN = Style(bold=True)
_FAINT = Style(color="#9aa0ad")
_BACK = Style(color="#7fa8d9")
_KEY = Style(color="#ffd34d", bold=True)

NAME = 13
#: Cells of a player's line, the longest that there can be.
PLAYER = 38
#: Cells of a phrase, and the lines for all of them.
PHRASE = 20
TALK = 3
#: Cells before the pile, where the deck lies.
DECK = 14


def players(top: MaoTop, width: int) -> Text:
    """Two columns, down the left one first, so that turns can be followed; one if there is no room
    for two."""
    seats = len(top.seats)
    half = (seats + 1) // 2 if width >= 2 * PLAYER else seats
    column = width // 2
    lines = []
    for row in range(half):
        line = player(top, row)
        if row + half < seats:
            line.append(" " * max(1, column - line.cell_len))
            line.append_text(player(top, row + half))
        lines.append(line)
    return Text("\n").join(lines)


def player(top: MaoTop, seat: int) -> Text:
    """`1 ▶ Ada   7 cards ★2 rules 1`: a star counts rounds won."""
    info, view = top.seats[seat], top.view
    if info.name is None:
        return Text(f"{seat + 1}   {t('empty_seat')}", _FAINT)
    name = cut(top.name(seat), NAME)
    if view is None:
        words = Text(f"{seat + 1}   ", _FAINT)
        words.append(f"{name:<{NAME}}", _PLAIN)
        return words.append(f" {t('ready')}" if info.ready or info.bot else "", _FAINT)
    accused = view.charge is not None and view.charge.accused == seat
    turn = top.running and view.turn == seat and view.mode == "play"
    mark, style = ("‼", _ACCUSED) if accused else ("▶", _TURN) if turn else (" ", _PLAIN)
    words = Text.assemble((f"{seat + 1} ", _FAINT), (f"{mark} {name:<{NAME}}", style))
    if not view.present[seat]:
        return words.append(f" {t('gone')}", _FAINT)
    count = view.counts[seat]
    near = "bold #ff9d76" if count <= 1 and view.mode not in ("waiting", "over") else ""
    words.append(f" {' ' if count < 10 else ''}{t('cards_short', count=count)}", near)
    words.append(f" ★{view.points[seat]}", _FAINT)
    if view.rule_counts[seat]:
        words.append(f" {t('rules_short', count=view.rule_counts[seat])}", _FAINT)
    return words.append(f" {t('away')}", _FAINT) if info.away else words


def middle(top: MaoTop, width: int, high: bool = False) -> Text:
    """The deck, and the pile with what lies under its top card, with a caption below; a click at
    the deck draws."""
    view = top.view
    if view is None:
        return Text(f"\n  {t('not_dealt')}", _FAINT)
    card = BROAD if high else WIDTH
    shown = view.pile[-max(1, (width - DECK - 2) // card) :]
    cards = tall_lines(shown, bright=len(shown) - 1, frozen=top.frozen, width=card, high=high)
    caption = t("pile_caption", count=len(view.pile)) if shown else t("pile_empty")
    under = len(view.pile) - len(shown)
    back = _FAINT if top.frozen else _BACK
    lines = []
    for at, line in enumerate(cards):
        deck = Text(f"{'  ▒▒▒▒▒ [d]' if not at else '  ▒▒▒▒▒':<{DECK}}", back)
        deck.stylize(pressing("d"))
        lines.append(deck.append_text(line))
    lines.append(Text.assemble((f"{'  ' + t('deck'):<{DECK}}", _FAINT), (caption, _FAINT)))
    if under:
        lines[-1].append(t("pile_more", count=under), _FAINT)
    return Text("\n").join(lines)


def talk_lines(top: MaoTop, width: int) -> Text:
    """The phrases with their keys; none is torn at the end of a line."""
    entries = [_phrase(key, phrase) for key, phrase in [("t", t("say_anything")), *labelled(top)]]
    lines = laid_out(Text(f" {t('say_head')} ", _FAINT), entries, width - 2)
    if len(lines) > TALK:
        lines[TALK - 1].append(" …", _FAINT)
    return Text("\n").join(lines[:TALK])


def _phrase(key: str, phrase: str) -> Text:
    words = Text.assemble((key, _KEY), (f" {cut(phrase, PHRASE)}", _FAINT))
    words.stylize(pressing(key.lower()))
    return words


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
    why = f"{plain(court_told(charge.reason or '')) or t('no_reason')}.".replace("..", ".")
    if charge.card is not None:
        why = t("card_why", card=card_told(charge.card), why=why)
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


SCENE_NAME = 14
#: Cards of a hand, and of the pile, that find room in a line.
SHOWN = 10
_SCENE_FAINT = "#9aa0ad"


def scene(match: Match, names: Sequence[str]) -> Text:
    """Everybody's cards, the pile, and the rules written so far."""
    assert isinstance(match, MaoMatch)
    lines = []
    for seat, name in enumerate(names):
        turn = match.chair is not None and match.mode == "play" and seat == match.chair.turn
        line = Text(f"{'▶' if turn else ' '} {name[:SCENE_NAME]:<{SCENE_NAME}} ", "bold")
        line.append(f"{t('scene_won', count=match.points[seat])} ", _SCENE_FAINT)
        cards = sorted(match.hands[seat])
        for card in cards[:SHOWN]:
            line.append_text(chip(card))
            line.append(" ")
        line.append(f"+{len(cards) - SHOWN}" if len(cards) > SHOWN else "", _SCENE_FAINT)
        lines.append(line)
    pile = Text(f"  {t('scene_pile', count=len(match.pile)):<{SCENE_NAME + 7}}", _SCENE_FAINT)
    for card in match.pile[-SHOWN:]:
        pile.append_text(chip(card))
        pile.append(" ")
    lines.append(pile)
    lines += [
        Text(
            f"  {t('scene_rule', name=names[one.author], text=one.text)}",
            _SCENE_FAINT,
            no_wrap=True,
        )
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
