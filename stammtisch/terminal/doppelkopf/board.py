"""What a wide screen shows beside the table: the points, the game, the last trick.

The table as the terminal shows it: the players around it, the trick between them.

What the lines about the table say: the game, whose turn it is, what may be called.

A match of Doppelkopf with all hands open, for those who look at it afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Trick
from stammtisch.games.doppelkopf.rounds import parties_of
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import DENIALS
from stammtisch.games.game import Match
from stammtisch.terminal.dialogs import Choice
from stammtisch.terminal.doppelkopf.choices import calls_told
from stammtisch.terminal.doppelkopf.dialogs import last_trick, standing
from stammtisch.terminal.doppelkopf.tabletop import DoppelkopfTop
from stammtisch.terminal.doppelkopf.words import (
    face,
    game_name,
    game_told,
    inline,
    party_name,
    points_told,
    said_of,
    sentence,
    shorts,
    t,
    tricks_of,
    trumps_of,
    whom,
    wish_of,
)
from stammtisch.terminal.hand import RoundTable
from stammtisch.terminal.replay import Look
from stammtisch.terminal.text import Name, cut, heading

_PARTIES = {
    "re": Style(color="#ffb454", bold=True),
    "kontra": Style(color="#6cb6ff", bold=True),
}


def board(top: DoppelkopfTop, width: int, height: int) -> Text:
    return Board(top, width, height).drawn()


class Board(RoundTable[DoppelkopfTop]):
    clockwise = True

    @property
    def _view(self) -> View:
        view = self.top.view
        assert view is not None
        return view

    def marks(self, seat: int) -> Iterator[tuple[str, Style]]:
        """Their party, with a ! if they have called it."""
        party = self._view.parties[seat]
        if party is not None:
            said = any(one.seat == seat and one.word == party for one in self._view.said)
            yield f"{party_name(party)}{'!' if said else ''}", _PARTIES[party]

    def does(self, seat: int) -> list[str]:
        """Tricks and eyes, what they last said, or want."""
        view = self._view
        match view.phase:
            case "reservations":
                said = [one.word for one in view.said if one.seat == seat]
                if said:
                    return [t("quoted", word=said_of(said[-1]))]
                return [t("cards", count=view.counts[seat])]
            case "end":
                vote = view.votes[seat]
                return ["…" if vote is None else wish_of(self.top.name(seat), vote)]
            case _:
                tricks = tricks_of(self.top.tricks_won(seat))
                return [t("won_so_far", tricks=tricks, eyes=view.eyes[seat])]

    def shouts(self, seat: int) -> list[str]:
        """Beside re or kontra: of denials the highest."""
        said = [one.word for one in self._view.said if one.seat == seat]
        pigs = [word for word in said if word.removesuffix("_yes") in ("pigs", "superpigs")]
        denials = [word for word in said if word in DENIALS]
        return [said_of(word) for word in (*denials[-1:], *pigs)]

    def lay(self) -> None:
        top, trick = self.top, self.top.shown_trick
        if trick is not None:
            cards = [(laid.seat, face(laid.card)) for laid in trick.cards]
            over = trick.winner is not None
            self.lay_trick(cards, top.winning(trick), over=over, told=self._worth(trick))

    def _worth(self, trick: Trick) -> str:
        done = len(self._view.tricks)
        if trick.winner is not None:
            name = self.top.name(trick.winner)
            return t("trick_taken", name=name, trick=done, eyes=trick.eyes)
        return t("trick_running", trick=done + 1, tricks=self.top.rules.tricks, eyes=trick.eyes)


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


def table_heading(top: DoppelkopfTop) -> list[str]:
    """The round, its game and one's party, as far as there are such."""
    view = top.view
    if view is None or not view.round:
        return []
    parts = [t("heading_round", round=view.round)]
    if view.game is not None:
        parts.append(game_told(view.game, view.soloist, top.name))
    if view.party is not None:
        parts.append(t("you_are", party=party_name(view.party)))
    return parts


def own_points(top: DoppelkopfTop) -> str:
    if top.view is None or top.seat is None:
        return ""
    return points_told(top.view.points[top.seat])


def turn(top: DoppelkopfTop, choice: Choice | None) -> str:
    """Whom a running match waits for, and for what."""
    view = top.view
    if view is None:
        return t("dealing")
    return _awaited(top, view, choice) + _left(top)


def _awaited(top: DoppelkopfTop, view: View, choice: Choice | None) -> str:
    if choice is not None:
        if not choice.options:
            return t("mark_three", count=len(top.marked))
        return t("answer_please")
    if view.complaint is not None:
        accused = whom(view.complaint.accused, top.name)
        return t("complains", accuser=top.name(view.complaint.accuser), accused=accused)
    if top.my_turn:
        return t("turn_is", wanted=_wanted(view))
    if view.questions:
        asked = view.questions[0]
        return t(f"asked.{asked.question}", name=top.name(asked.seat))
    if view.phase == "tricks" and view.mover is not None:
        return t("is_playing", name=top.name(view.mover))
    return t("waiting") if top.turn else ""


def _wanted(view: View) -> str:
    if view.must_follow is not None:
        return t("play_called", pigs=said_of(view.must_follow))
    if view.trick is None or not view.trick.cards:
        return t("lead_next" if view.tricks else "lead_first")
    return t("play_card")


def _left(top: DoppelkopfTop) -> str:
    """How long it may still take, where a clock runs."""
    if top.deadline is None:
        return ""
    return f" {t('seconds_left', left=round(top.left_until(top.deadline)))}"


def calls(top: DoppelkopfTop) -> str:
    """What may be called now; else what is special about the round."""
    if top.view is None or not top.running:
        return ""
    possible = top.possible_calls()
    if possible:
        return t("may_call", calls=calls_told(possible))
    return " · ".join(facts(top, top.view))


NAME = 16
_SCENE_FAINT = "#9aa0ad"


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
            line.append(" → ", _SCENE_FAINT).append_text(inline([laid]))
        won = sum(trick.winner == seat for trick in view.tricks)
        party = parties[seat]
        facts = "" if party is None else f"{party_name(party)}, "
        facts += t(
            "scene_facts", tricks=tricks_of(won), eyes=view.eyes[seat], points=view.points[seat]
        )
        lines += [line, Text(f"  {'':<{NAME}} {facts}", _SCENE_FAINT)]
    lines.append(
        Text(f"\n  {t('scene_round', round=view.round, game=game_name(view.game))}", _SCENE_FAINT)
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
