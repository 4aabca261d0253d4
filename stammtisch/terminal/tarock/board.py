"""What a wide screen shows beside the table: the points, the contract, talon and last trick.

The table as the terminal shows it: the players around it, trick or talon between them.

What the lines about the table say: the contract, whose turn it is, what was announced.

A match of Tarock with all hands open, for those who look at it afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from stammtisch.games.game import Match
from stammtisch.games.tarock.cards import NAMES, names_of
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Trick
from stammtisch.games.tarock.view import View
from stammtisch.terminal.dialogs import Choice
from stammtisch.terminal.hand import FAINT, RoundTable
from stammtisch.terminal.replay import Look
from stammtisch.terminal.tarock.tabletop import TarockTop
from stammtisch.terminal.tarock.words import (
    bonus_name,
    contract_name,
    contract_told,
    doubling,
    face,
    inline,
    king,
    points_of,
    radli_of,
    said_words,
    sentence,
    short,
    shorts,
    spread,
    t,
    tricks_of,
    whom,
    wish_of,
)
from stammtisch.terminal.text import Name, cut, heading

_SIDE = Style(color="#ffb454", bold=True)
_TAKEN = Style(color="#7bd14b", bold=True)


def board(top: TarockTop, width: int, height: int) -> Text:
    return Board(top, width, height).drawn()


class Board(RoundTable[TarockTop]):
    clockwise = False
    #: The Pagat's name needs them.
    chip = 7

    @property
    def _view(self) -> View:
        view = self.top.view
        assert view is not None
        return view

    def marks(self, seat: int) -> Iterator[tuple[str, Style]]:
        """Their part in the contract, their radli."""
        role = self.top.role(seat)
        if role:
            yield t(f"role.{role}"), _SIDE
        if self._view.radli[seat]:
            yield f"○{self._view.radli[seat]}", FAINT

    def does(self, seat: int) -> list[str]:
        """What they bid, announced, won or want."""
        view = self._view
        match view.phase:
            case "bidding":
                bids = [made.contract for made in view.bids if made.seat == seat]
                forehand = [t("forehand")] if seat == view.forehand else []
                said = [t("quoted", word=contract_name(bids[-1]))] if bids else []
                return [*forehand, *said]
            case "announcing":
                told = [one for one in view.said if one.seat == seat]
                if not told:
                    return []
                return [", ".join(said_words(told[-1].bonuses, told[-1].kontra)) or t("nothing")]
            case "play":
                won = tricks_of(self.top.tricks_won(seat))
                if view.contract != "klop":
                    return [won]
                return [t("tricks_points", tricks=won, points=self.top.points_won(seat))]
            case "scored":
                vote = view.votes[seat]
                return ["…" if vote is None else wish_of(self.top.name(seat), vote)]
            case _:
                return []

    def shouts(self, seat: int) -> list[str]:
        view = self._view
        if view.phase != "play":
            return []
        return [bonus_name(one.bonus) for one in view.announced if one.seat == seat]

    def lay(self) -> None:
        top, trick = self.top, self.top.shown_trick
        if trick is not None:
            cards = [((trick.leader + at) % 4, face(card)) for at, card in enumerate(trick.cards)]
            over = trick.winner is not None
            self.lay_trick(cards, top.winning(trick), over=over, told=self._taken(trick))
        elif top.view is not None and top.running:
            below = self.height // 2 + 1
            self.canvas.middle(below, _talon(top.view))
            self.canvas.middle(below + 1, Text(self._news(), FAINT))

    def _taken(self, trick: Trick) -> str:
        done = len(self._view.tricks)
        if trick.winner is None:
            return t("trick_running", trick=done + 1)
        how = "trick_taken" if trick.gift is None else "trick_taken_gift"
        gift = "" if trick.gift is None else short(trick.gift)
        return t(how, name=self.top.name(trick.winner), trick=done, card=gift)

    def _news(self) -> str:
        """What the table has come to before the first trick."""
        view, top = self._view, self.top
        if view.contract is None:
            bids = [made for made in view.bids if made.contract != "pass"]
            if not bids:
                return t("no_bid")
            contract = contract_name(bids[-1].contract)
            return t("high_bid", contract=contract, name=top.name(bids[-1].seat))
        if view.picked is not None and view.declarer is not None:
            cards = shorts(view.piles[view.picked])
            return t("took", name=top.name(view.declarer), cards=cards)
        return t("the_talon") if view.piles else ""


def _talon(view: View) -> Text:
    """The piles as they lie there, edges at the taken one."""
    words = Text()
    for at, pile in enumerate(view.piles):
        left, right = ("▐", "▌") if at == view.picked else (" ", " ")
        words.append(" " if at else "").append(left, _TAKEN)
        words.append_text(inline(pile, faint=view.picked not in (None, at)))
        words.append(right, _TAKEN)
    return words


_FAINT = "not bold #9aa0ad"
_HEAD = "bold #ffd34d"
#: Deals of the score sheet that are shown.
ROWS = 5


def side(top: TarockTop) -> Text:
    view = top.view
    if view is None:
        return Text()
    parts = [_points(top, view), _contract(top, view)]
    if view.piles:
        parts.append(talon(top))
    if view.tricks:
        parts.append(last_trick(top))
    if view.sheet:
        parts.append(_sheet(view))
    return Text("\n\n").join(parts)


def _points(top: TarockTop, view: View) -> Text:
    words = Text.assemble((t("points_head"), _HEAD))
    last = top.result_row
    for seat in range(len(top.seats)):
        name = cut(top.name(seat), 14)
        words.append(f"\n {name:<15}{view.totals[seat]:>5}")
        change = last.scores[seat] if last is not None else 0
        words.append(f"{change:>+5}" if change else " " * 5, _FAINT)
        if view.radli[seat]:
            words.append(f" ○{view.radli[seat]}", _FAINT)
    return words


def _sheet(view: View) -> Text:
    """What the newest deals brought; who sits where is said above."""
    words = Text.assemble((t("score_head"), _HEAD))
    for row in view.sheet[-ROWS:]:
        words.append(f"\n{row.deal:>3} {cut(contract_name(row.contract), 10):<10}")
        words.append("".join(f"{score:>+5}" if score else "    0" for score in row.scores))
    return words


def _contract(top: TarockTop, view: View) -> Text:
    words = Text.assemble((heading(contract_name(view.contract)), _HEAD))
    for line in facts(top, view):
        words.append(f"\n {line}", _FAINT)
    return words


def facts(top: TarockTop, view: View) -> Iterator[str]:
    """What is special about the deal."""
    if view.declarer is None or view.contract is None:
        return
    if view.called is not None:
        yield _sides(top, view)
    elif view.contract != "klop" and not top.terms(view.contract).calls:
        yield t("alone_against_three", name=top.name(view.declarer))
    if view.game_factor > 1:
        factor = view.game_factor
        yield t("fact_kontra", kontra=doubling(factor), factor=factor)
    for one in view.announced:
        times = f" ×{one.factor}" if one.factor > 1 else ""
        yield f"{top.name(one.seat)}: {bonus_name(one.bonus)}{times}"
    if view.radli[view.declarer] and view.phase != "scored" and view.contract != "klop":
        yield t("fact_radelc", name=whom(view.declarer, top.name))
    if view.shown:
        yield t("fact_shown", cards=shorts(view.shown))


def _sides(top: TarockTop, view: View) -> str:
    assert view.declarer is not None and view.called is not None
    called = t("king_is_called", king=king(view.called))
    if not view.partner_known:
        return t("partner_unknown", called=called)
    if view.partner is None:
        alone = "you_alone" if view.declarer == top.seat else "plays_alone"
        return t(alone, called=called, name=top.name(view.declarer))
    name, partner = whom(view.declarer, top.name), whom(view.partner, top.name)
    return t("plays_with", called=called, name=name, partner=partner)


# --- what can be looked at -----------------------------------------------------------------------


def talon(top: TarockTop) -> Text:
    """The talon's piles as they were shown."""
    view = top.view
    assert view is not None
    words = Text(t("talon_head"), "bold")
    for at, pile in enumerate(view.piles):
        words.append("\n ").append_text(inline(pile, faint=view.picked not in (None, at)))
        if at == view.picked and view.declarer is not None:
            taken = t("taken_by", name=whom(view.declarer, top.name))
            words.append(f"  {taken}", _FAINT)
    if view.discarded:
        words.append(f"\n {t('you_laid')} ", _FAINT).append_text(inline(view.discarded, faint=True))
    return words


def last_trick(top: TarockTop) -> Text:
    view = top.view
    if view is None or not view.tricks:
        return Text(t("no_trick"), _FAINT)
    trick = view.tricks[-1]
    assert trick.winner is not None
    words = Text(t("trick_head", trick=len(view.tricks), name=top.name(trick.winner)), "bold")
    for at, card in enumerate(trick.cards):
        seat = (trick.leader + at) % 4
        words.append("\n ")
        chip = inline([card], faint=seat != trick.winner)
        words.append_text(chip).append(" " * (7 - chip.cell_len))
        words.append(top.name(seat), "" if seat == trick.winner else _FAINT)
    if trick.gift is not None:
        words.append("\n ").append_text(inline([trick.gift])).append(f" {t('of_talon')}", _FAINT)
    return words


def open_hand(top: TarockTop) -> Text:
    """The hand of an open beggar, in a line."""
    view = top.view
    if view is None or not view.open_hand or view.declarer is None or view.declarer == top.seat:
        return Text()
    from_hand = Text(f"{t('open_of', name=top.name(view.declarer))} ", _FAINT)
    return from_hand.append_text(inline(spread(view.open_hand)))


def radli_told(top: TarockTop) -> str:
    """Who has radli."""
    if top.view is None or not any(top.view.radli):
        return ""
    held = [f"{top.name(seat)} {count}" for seat, count in enumerate(top.view.radli) if count]
    return t("radli_held", held=", ".join(held))


#: Phases in which one waits for what somebody else is doing.
_DOING = ("bidding", "calling", "exchange", "announcing", "play")


def table_heading(top: TarockTop) -> list[str]:
    """The deal, its contract and one's side, as far as there are such."""
    view = top.view
    if view is None or not (view.deal or view.contract):
        return []
    of = "heading_deal_of" if top.rules.deals else "heading_deal"
    parts = [t(of, deal=view.deal, deals=top.rules.deals)]
    if view.contract is not None and view.declarer is not None:
        parts.append(contract_told(view.contract, view.declarer, top.name))
    if top.seat is not None and top.role(top.seat) == "partner":
        parts.append(t("you_partner"))
    return parts


def own_points(top: TarockTop) -> str:
    if top.view is None or top.seat is None:
        return ""
    return points_of(top.view.totals[top.seat])


def turn(top: TarockTop, choice: Choice | None) -> str:
    """Whom a running match waits for, and for what."""
    view = top.view
    if view is None or view.phase == "dealing":
        return t("dealing")
    if view.phase == "scored":
        return t("vote_please") + _left(top, "next_deal_in")
    return _awaited(top, view, choice) + _left(top, "seconds_left")


def _awaited(top: TarockTop, view: View, choice: Choice | None) -> str:
    if choice is not None:
        if not choice.options:
            return t("lay_marked", count=top.to_lay, marked=len(top.marked))
        return t("answer_please")
    if top.my_turn:
        return t("turn_is", wanted=_wanted(view))
    if view.mover is not None and view.phase in _DOING:
        return t(f"doing.{view.phase}", name=top.name(view.mover))
    return ""


def _wanted(view: View) -> str:
    if view.trick is None:
        return t("lead_next" if view.tricks else "lead_first")
    return t("play_card")


def _left(top: TarockTop, words: str) -> str:
    """How long it may still take, where a clock runs."""
    if top.deadline is None:
        return ""
    return f" {t(words, left=round(top.left_until(top.deadline)))}"


def special(top: TarockTop) -> Text:
    """The open hand of a beggar; else what is special about the deal."""
    if top.view is None or not top.running:
        return Text()
    return open_hand(top) or Text(" · ".join(facts(top, top.view)), "#9aa0ad")


NAME = 16
_SCENE_FAINT = "#9aa0ad"


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
            line.append(" → ", _SCENE_FAINT).append_text(inline([view.trick.cards[played]]))
        lines += [line, Text(f"  {'':<{NAME}} {_facts(match, view, seat)}", _SCENE_FAINT)]
    lines.append(Text(f"\n  {_game(view)}", _SCENE_FAINT))
    if match.talon:
        talon = Text(f"  {t('talon_row')} ", _SCENE_FAINT)
        lines.append(talon.append_text(inline(NAMES[card] for card in match.talon)))
    if match.discarded:
        laid = Text(f"  {t('laid_row')} ", _SCENE_FAINT)
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
