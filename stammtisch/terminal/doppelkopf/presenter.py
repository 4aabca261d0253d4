"""What Doppelkopf tells the screens: questions and calls, the table, and the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.style import Style
from rich.text import Text

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import (
    Asked,
    Complaint,
    Item,
    PointOut,
    Row,
    Say,
    Trick,
    Withdraw,
)
from stammtisch.games.doppelkopf.rounds import parties_of
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import ANSWERS, CALLS, DENIALS
from stammtisch.games.game import Match
from stammtisch.terminal.dialogs import Choice, Option
from stammtisch.terminal.doppelkopf.tabletop import DoppelkopfTop, PossibleCall
from stammtisch.terminal.doppelkopf.words import (
    MISCONDUCTS,
    VOTES,
    answer_label,
    charge,
    eyes,
    face,
    game_name,
    game_told,
    inline,
    item_name,
    misconduct_name,
    move_told,
    party_name,
    round_told,
    said_of,
    sentence,
    short,
    shorts,
    spoken,
    t,
    trumps_of,
)
from stammtisch.terminal.replay import Look
from stammtisch.terminal.text import cut, heading, tricks_of, whom
from stammtisch.terminal.tricks import board
from stammtisch.terminal.tricks.board import Held
from stammtisch.terminal.tricks.dialogs import BAD, FAINT, HEAD, signed, totals_rows, tricks_table
from stammtisch.terminal.tricks.presenter import ToldRow, TrickPresenter

#: These answers stand first: they are what is said most often.
_FIRST = ("reservation_no", "solo_no")
#: What is said among the reservations that the others are told.
_NOT_TOLD = ("solo_no", "throw_no", "pigs_no", "superpigs_no", "poverty_no", "wedding_no")
_PARTIES = {
    "re": Style(color="#ffb454", bold=True),
    "kontra": Style(color="#6cb6ff", bold=True),
}
#: Cells of a line of points; more lines than `COLUMN` stand in two columns.
ITEM, COLUMN = 36, 5


class DoppelkopfPresenter(TrickPresenter[DoppelkopfTop, Row]):
    t, face, short = t, staticmethod(face), staticmethod(short)
    clockwise = True
    votes = VOTES
    agreed = "all_agree"
    side_name, side_row, side_rows = 18, (11, 12, 4), 8

    @property
    def _view(self) -> View:
        view = self.top.view
        assert view is not None
        return view

    # --- cards -----------------------------------------------------------------------------------

    def described(self, card: str) -> str:
        kind = t("trump" if self.top.is_trump(card) else "no_trump")
        return t("described", card=spoken(card), kind=kind, eyes=eyes(card))

    # --- what is to be decided -------------------------------------------------------------------

    def choice(self) -> Choice | None:
        top, view = self.top, self.top.view
        if view is None or not top.running or top.seat is None:
            return None
        if view.complaint is not None and view.complaint.accuser == top.seat:
            return self._own_complaint(view.complaint)
        if top.question is not None:
            return self._question(view, top.question)
        return self._votes(view) if view.phase == "end" and top.legal else None

    def _question(self, view: View, asked: Asked) -> Choice:
        top, answers = self.top, ANSWERS.get(asked.question, ())
        proper = [one for one in top.legal if isinstance(one, Say) and one.word in answers]
        options = [Option(answer_label(action.word), action) for action in proper]
        options.sort(key=lambda option: option.value.word not in _FIRST)
        if top.lenient and asked.question != "accusation_vote" and len(answers) <= 4:
            options += [
                Option(t("wrong", answer=answer_label(word)), Say(word), improper=True)
                for word in answers
                if Say(word) not in proper
            ]
        return Choice(
            self._asked(view, asked.question),
            tuple(options),
            tuple(self._notes(view, asked)),
            (view.round, view.moves, asked.question),
        )

    def _asked(self, view: View, question: str) -> str:
        name = self.top.name
        if question == "accusation_vote" and view.complaint is not None:
            return t(
                "questions.accusation_vote",
                accuser=name(view.complaint.accuser),
                accused=whom(view.complaint.accused, name),
                misconduct=misconduct_name(view.complaint.misconduct),
            )
        seller = "" if view.poverty is None else name(view.poverty.seller)
        return t(f"questions.{question}", name=seller)

    def _notes(self, view: View, asked: Asked) -> Iterator[str]:
        marked = shorts(self.top.chosen) or t("none")
        match asked.question:
            case "poverty_trump_choice":
                yield t("note_pass")
                yield t("note_pass_marked", cards=marked)
            case "poverty_return_choice":
                if view.poverty is not None and view.poverty.passed is not None:
                    yield t("note_given", cards=shorts(view.poverty.passed))
                yield t("note_return")
                yield t("marked", cards=marked)
            case "poverty_accept":
                assert view.poverty is not None
                seen = view.poverty.passed
                cards = t("note_accept_unseen") if seen is None else shorts(seen)
                yield t("note_accept", name=self.top.name(view.poverty.seller), cards=cards)
                yield t("note_accept_re")
            case "wedding_clarification_trick":
                yield t("note_wish")
            case "wedding":
                if Say("wedding_yes") in self.top.legal:
                    yield t("note_wedding")
                    yield t("note_wedding_no")
            case _:
                newest = {said.seat: said.word for said in view.said if said.word not in _NOT_TOLD}
                newest.pop(-1 if self.top.seat is None else self.top.seat, None)
                said = [f"{self.top.name(at)} {said_of(word)}" for at, word in newest.items()]
                if said:
                    yield t("so_far", said=", ".join(said))

    def _own_complaint(self, complaint: Complaint) -> Choice:
        """Point out the move, or take the complaint back."""
        legal, accused = self.top.legal, whom(complaint.accused, self.top.name)
        # Moves that cannot be what one complains of would only cost points.
        fitting = "card" if complaint.misconduct == "wrong_card" else "announcement"
        options = [
            Option(move_told(action.kind, action.data), action)
            for action in legal
            if isinstance(action, PointOut) and action.kind == fitting
        ]
        options += [
            Option(t("withdraw"), action, improper=True)
            for action in legal
            if isinstance(action, Withdraw)
        ]
        how = "others_judge" if complaint.misconduct == "external" else "which_move"
        told = charge(complaint.accuser, complaint.accused, complaint.misconduct, self.top.name)
        subject = ("complaint", complaint.accused)
        return Choice(t(how, accused=accused), tuple(options), (told,), subject)

    def accusable(self) -> list[Option]:
        return [Option(self.top.name(seat), seat) for seat in map(self.top.seat_beside, (1, 2, 3))]

    def misconducts(self) -> list[Option]:
        return [Option(misconduct_name(kind), kind) for kind in MISCONDUCTS]

    def _votes(self, view: View) -> Choice:
        says = [action for action in self.top.legal if isinstance(action, Say)]
        options = [Option(answer_label(action.word), action) for action in says]
        row = self.top.row
        told = "" if row is None else round_told(row, self.top.name)
        notes = [t("round_told", round=view.round, told=told), *self.votes_told()]
        return Choice(t("how_on"), tuple(options), tuple(notes), ("votes", view.round))

    # --- calls -----------------------------------------------------------------------------------

    def calls_told(self, calls: Sequence[PossibleCall]) -> str:
        """All that may be called, in one line."""
        timed = [call for call in calls if call.until is not None]
        told = []
        for call in calls:
            name = said_of(call.action.word)
            if call.until is None:
                told.append(name)
            elif call is timed[0]:
                told.append(t("call_until_short", call=name, count=call.until))
            else:
                told.append(f"{name} ({call.until})")
        return " · ".join(told)

    def calls_offered(self) -> list[Option]:
        """What can be called; at a lenient table also what is too late for the player's party."""
        top, possible = self.top, self.top.possible_calls()
        options = [Option(_call_told(call), call.action) for call in possible]
        late = None if top.view is None else top.view.next_call
        if top.lenient and late in CALLS and not any(one.action.word in CALLS for one in possible):
            options.append(Option(t("too_late", call=said_of(late)), Say(late), improper=True))
        return options

    # --- the lines around the table --------------------------------------------------------------

    def heading(self) -> list[str]:
        """The round, its game and the player's party, as far as there are such."""
        view = self.top.view
        if view is None or not view.round:
            return []
        parts = [t("heading_round", round=view.round)]
        if view.game is not None:
            parts.append(game_told(view.game, view.soloist, self.top.name))
        if view.party is not None:
            parts.append(t("you_are", party=party_name(view.party)))
        return parts

    def turn(self, choice: Choice | None) -> str:
        view = self.top.view
        if view is None:
            return t("dealing")
        return self._awaited(view, choice) + self.top.time_left()

    def _awaited(self, view: View, choice: Choice | None) -> str:
        top = self.top
        if choice is not None:
            return t("answer_please") if choice.options else t("mark_three", count=len(top.marked))
        if view.complaint is not None:
            accused = whom(view.complaint.accused, top.name)
            return t("complains", accuser=top.name(view.complaint.accuser), accused=accused)
        if top.my_turn:
            return t("turn_is", wanted=self._wanted(view))
        if view.questions:
            asked = view.questions[0]
            return t(f"asked.{asked.question}", name=top.name(asked.seat))
        if view.phase == "tricks" and view.mover is not None:
            return t("is_playing", name=top.name(view.mover))
        return t("waiting") if top.turn else ""

    def _wanted(self, view: View) -> str:
        if view.must_follow is not None:
            return t("play_called", pigs=said_of(view.must_follow))
        if view.trick is None or not view.trick.cards:
            return t("lead_next" if view.tricks else "lead_first")
        return t("play_card")

    def special(self, width: int) -> Text:
        """What may be called now; else what is special about the round."""
        told = ""
        if self.top.view is not None and self.top.running:
            possible = self.top.possible_calls()
            calls = t("may_call", calls=self.calls_told(possible)) if possible else ""
            told = calls or " · ".join(self.facts())
        return Text(cut(told, width), "#9aa0ad")

    # --- the table -------------------------------------------------------------------------------

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
                return [self.wish_of(seat)]
            case _:
                tricks = tricks_of(self.top.tricks_won(seat))
                return [t("won_so_far", tricks=tricks, eyes=view.eyes[seat])]

    def shouts(self, seat: int) -> list[str]:
        """Beside re or kontra: of denials the highest."""
        said = [one.word for one in self._view.said if one.seat == seat]
        pigs = [word for word in said if word.removesuffix("_yes") in ("pigs", "superpigs")]
        denials = [word for word in said if word in DENIALS]
        return [said_of(word) for word in (*denials[-1:], *pigs)]

    def laid(self, trick: Trick) -> list[tuple[int, str]]:
        return [(laid.seat, laid.card) for laid in trick.cards]

    def trick_told(self, trick: Trick) -> str:
        done = len(self._view.tricks)
        if trick.winner is not None:
            name = self.top.name(trick.winner)
            return t("trick_taken", name=name, trick=done, eyes=trick.eyes)
        return t("trick_running", trick=done + 1, tricks=self.top.rules.tricks, eyes=trick.eyes)

    def trick_title(self, trick: Trick) -> str:
        assert trick.winner is not None
        number, winner = len(self._view.tricks), self.top.name(trick.winner)
        return t("last_trick", trick=number, name=winner, eyes=trick.eyes)

    # --- beside the table ------------------------------------------------------------------------

    @property
    def points(self) -> Sequence[int]:
        return self._view.points

    def title(self) -> str:
        return heading(game_name(self._view.game))

    def facts(self) -> Iterator[str]:
        view, name = self._view, self.top.name
        if view.soloist is not None and view.game is not None and view.game.startswith("solo_"):
            yield t("alone_against_three", name=name(view.soloist))
        wedding = view.wedding
        if wedding is not None and wedding.wish is not None and wedding.trick is None:
            wish = said_of(f"wedding_clarification_trick_{wedding.wish}")
            yield t("fact_wish", wish=wish, name=whom(wedding.bride, name))
        if view.poverty is not None and view.poverty.trumps is not None:
            seller = whom(view.poverty.seller, name)
            yield t("fact_poverty", trumps=trumps_of(view.poverty.trumps), name=seller)
        yield from _calls(view.re_calls, view.kontra_calls)
        if view.pigs is not None:
            yield t("fact_pigs", name=name(view.pigs))
        if view.superpigs is not None:
            yield t("fact_superpigs", name=name(view.superpigs))
        if view.must_follow is not None:
            yield t("fact_must", pigs=said_of(view.must_follow))

    def beside_below(self) -> Text:
        return self.standing()

    def look(self) -> Text:
        """The last trick, and what the others hold where all play with open cards."""
        view, hands = self.top.view, Text()
        if view is not None and view.phase in ("reservations", "tricks"):
            for seat, hand in enumerate(view.hands):
                if hand and seat != self.top.seat:
                    name = f"\n{cut(self.top.name(seat), 12):<13}"
                    hands.append(name).append_text(inline(hand))
        return Text("\n").join([board.last_trick(self), *([hands] if hands else [])])

    # --- the score -------------------------------------------------------------------------------

    def told_row(self, row: Row) -> ToldRow:
        return ToldRow(row.round, game_name(row.game), row.change, row.points)

    def sheet_head(self) -> str:
        return f"{t('head_game'):<14}{t('head_won'):<7}{t('head_eyes'):<8}"

    def sheet_row(self, row: Row) -> str:
        """Game, winner and eyes."""
        buck = f" ×{row.factor}" if row.factor != 1 else ""
        game = cut(game_name(row.game), 13 - len(buck)) + buck
        winner = t("nobody") if row.winner is None else party_name(row.winner)
        winner = cut(t("void") if row.void else winner, 6)
        eyes = "" if row.void else f"{row.eyes[0]}:{row.eyes[1]}"
        return f"{game:<14}{winner:<7}{eyes:<8}"

    def round_words(self, row: Row) -> Text:
        told, name = Text(), self.top.name
        game = game_told(row.game, row.soloist, name)
        told.append(f"{t('round_head', round=row.round, game=game)}\n", HEAD)
        told.append(f"{heading(round_told(row, name))}\n", "bold")
        if calls := heading("; ".join(_calls(row.re_calls, row.kontra_calls))):
            told.append(f"{calls}\n", FAINT)
        lines = [_item(item) for item in row.items]
        if not row.items and not row.void:
            lines.append(Text(f"  {t('calls_none')}", FAINT))
        for seat, penalty in enumerate(row.penalties):
            if penalty:
                lines.append(_line(t("penalty", name=name(seat)), f"{signed(penalty)}", "", BAD))
        return told.append_text(_in_columns(lines))

    def totals(self, row: Row) -> Text:
        return totals_rows(self.top, t("round_row"), row.change, row.points)

    def round_totals(self, row: Row) -> Text:
        told = self.totals(row)
        more = self.standing()
        return told.append("\n  ").append_text(more) if more else told

    def standing(self) -> Text:
        """Buck rounds, compulsory solos, how many rounds are left."""
        view = self.top.view
        if view is None:
            return Text()
        parts = []
        if self.top.rules.rounds:
            parts.append(t("rounds_played", played=view.scored, rounds=self.top.rules.rounds))
        if view.bucks:
            parts.append(t("bucks_left", bucks=", ".join(map(str, view.bucks))))
        owing = [self.top.name(seat) for seat, done in enumerate(view.solo_done) if not done]
        if owing:
            parts.append(t("solos_owed", names=", ".join(owing)))
        return Text(" · ".join(parts), FAINT)

    @property
    def reviewed(self) -> Sequence[int]:
        return list(self.top.finished)

    def review(self, reviewed: int) -> Text:
        view = self.top.finished[reviewed]
        row = next((row for row in reversed(view.sheet) if row.round == reviewed), None)
        told = Text() if row is None else self.round_words(row)
        told.append(f"\n{t('hands_dealt')}\n", "bold")
        for seat, hand in enumerate(view.hands):
            party = view.parties[seat]
            side = "" if party is None else party_name(party)
            told.append(f" {self.top.name(seat)[:12]:<12} {side:<7}")
            told.append_text(inline(hand or ())).append("\n")
        return told.append_text(tricks_table(self, view.tricks, t("head_eyes"), eyes=True))

    # --- how to go on ----------------------------------------------------------------------------

    def round_keys(self) -> str:
        return t("round_keys")

    def is_over(self) -> bool:
        return self.top.view is not None and self.top.view.phase == "end"

    def votes_now(self) -> Mapping[str, Say]:
        return {vote: Say(f"{vote}_yes") for vote in VOTES}


def _call_told(call: PossibleCall) -> str:
    name = said_of(call.action.word)
    if call.until is None:
        return name
    return t("call_until", call=name, cards=t("cards", count=call.until))


def _calls(re: Sequence[str], kontra: Sequence[str]) -> Iterator[str]:
    """The highest call of each party that has made one."""
    for party, calls in (("re", re), ("kontra", kontra)):
        if calls:
            yield t("fact_call", party=party_name(party), call=said_of(calls[-1]))


def _in_columns(lines: list[Text]) -> Text:
    rows = len(lines) if len(lines) <= COLUMN else (len(lines) + 1) // 2
    words = Text()
    for at in range(rows):
        line = lines[at].copy()
        if at + rows < len(lines):
            line.append(" " * (ITEM - line.cell_len)).append_text(lines[at + rows])
        words.append_text(line).append("\n")
    return words


def _line(what: str, points: str, party: str, style: str = "") -> Text:
    return Text(f"  {cut(what, 22):<22}{points:>4} {party:<6}", style)


def _item(item: Item) -> Text:
    """Points of a party, or by how much all that stands above is multiplied."""
    if item.party is None:
        return _line(item_name(item.name), f"× {item.points}", "", HEAD)
    return _line(item_name(item.name), str(item.points), party_name(item.party))


# --- a match with all hands open -----------------------------------------------------------------


def scene(match: Match, names: Sequence[str]) -> Text:
    """Everybody's cards, party, tricks and points, and the trick on the table."""
    assert isinstance(match, DoppelkopfMatch)
    view = match.view(None)
    parties = parties_of(match) if match.re else view.parties
    played = {} if view.trick is None else {laid.seat: laid.card for laid in view.trick.cards}

    def held(seat: int) -> Held:
        won = tricks_of(sum(trick.winner == seat for trick in view.tricks))
        party = parties[seat]
        facts = "" if party is None else f"{party_name(party)}, "
        facts += t("scene_facts", tricks=won, eyes=view.eyes[seat], points=view.points[seat])
        laid = inline([played[seat]]) if seat in played else None
        return Held(inline(match.spread(match.hands[seat])), laid, facts)

    below = t("scene_round", round=view.round, game=game_name(view.game))
    return board.scene(match, names, held, [Text(f"\n  {below}", "#9aa0ad")])


def hand(match: Match, seat: int) -> str:
    """A seat's cards in plain text."""
    assert isinstance(match, DoppelkopfMatch)
    return shorts(match.spread(match.hands[seat]))


LOOK = Look(lambda match, event, name: sentence(event, name), scene, hand)
