"""What one is asked to decide, as a choice: made of what the table says that one may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stammtisch.games.doppelkopf.records import Asked, Complaint, PointOut, Say, Withdraw
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import ANSWERS, CALLS
from stammtisch.terminal.dialogs import Choice, Option
from stammtisch.terminal.doppelkopf.tabletop import DoppelkopfTop, PossibleCall
from stammtisch.terminal.doppelkopf.words import (
    MISCONDUCTS,
    VOTES,
    answer_label,
    charge,
    misconduct_name,
    move_told,
    round_told,
    said_of,
    shorts,
    t,
    whom,
)
from stammtisch.terminal.text import wishes_told

#: These answers stand first: they are what is said most often.
_FIRST = ("reservation_no", "solo_no")
#: What is said among the reservations that the others are told.
_NOT_TOLD = ("solo_no", "throw_no", "pigs_no", "superpigs_no", "poverty_no", "wedding_no")


def choice_now(top: DoppelkopfTop) -> Choice | None:
    """What the player has to decide, unless it is which card to play."""
    view = top.view
    if view is None or not top.running or top.seat is None:
        return None
    if view.complaint is not None and view.complaint.accuser == top.seat:
        return _own_complaint(top, view.complaint)
    if top.question is not None:
        return _question(top, view, top.question)
    return _votes(top, view) if view.phase == "end" and top.legal else None


# --- questions -----------------------------------------------------------------------------------


def _question(top: DoppelkopfTop, view: View, asked: Asked) -> Choice:
    answers = ANSWERS.get(asked.question, ())
    proper = [action for action in top.legal if isinstance(action, Say) and action.word in answers]
    options = [Option(answer_label(action.word), action) for action in proper]
    options.sort(key=lambda option: option.value.word not in _FIRST)
    if top.lenient and asked.question != "accusation_vote" and len(answers) <= 4:
        options += [
            Option(t("wrong", answer=answer_label(word)), Say(word), improper=True)
            for word in answers
            if Say(word) not in proper
        ]
    return Choice(
        _asked(top, view, asked.question),
        tuple(options),
        tuple(_notes(top, view, asked)),
        (view.round, view.moves, asked.question),
    )


def _asked(top: DoppelkopfTop, view: View, question: str) -> str:
    seller = "" if view.poverty is None else top.name(view.poverty.seller)
    if question == "accusation_vote" and view.complaint is not None:
        return t(
            "questions.accusation_vote",
            accuser=top.name(view.complaint.accuser),
            accused=whom(view.complaint.accused, top.name),
            misconduct=misconduct_name(view.complaint.misconduct),
        )
    return t(f"questions.{question}", name=seller)


def _notes(top: DoppelkopfTop, view: View, asked: Asked) -> Iterator[str]:
    match asked.question:
        case "poverty_trump_choice":
            yield t("note_pass")
            yield t("note_pass_marked", cards=_marked(top))
        case "poverty_return_choice":
            if view.poverty is not None and view.poverty.passed is not None:
                yield t("note_given", cards=shorts(view.poverty.passed))
            yield t("note_return")
            yield t("marked", cards=_marked(top))
        case "poverty_accept":
            assert view.poverty is not None
            seen = view.poverty.passed
            cards = t("note_accept_unseen") if seen is None else shorts(seen)
            yield t("note_accept", name=top.name(view.poverty.seller), cards=cards)
            yield t("note_accept_re")
        case "wedding_clarification_trick":
            yield t("note_wish")
        case "wedding":
            if Say("wedding_yes") in top.legal:
                yield t("note_wedding")
                yield t("note_wedding_no")
        case _:
            yield from _said_so_far(top, view)


def _said_so_far(top: DoppelkopfTop, view: View) -> Iterator[str]:
    newest = {said.seat: said.word for said in view.said if said.word not in _NOT_TOLD}
    said = [f"{top.name(at)} {said_of(word)}" for at, word in newest.items() if at != top.seat]
    if said:
        yield t("so_far", said=", ".join(said))


def _marked(top: DoppelkopfTop) -> str:
    return shorts(top.chosen) or t("none")


# --- complaints ----------------------------------------------------------------------------------


def _own_complaint(top: DoppelkopfTop, complaint: Complaint) -> Choice:
    """Point out the move, or take the complaint back."""
    accused = whom(complaint.accused, top.name)
    options = [
        Option(move_told(action.kind, action.data), action)
        for action in top.legal
        if isinstance(action, PointOut)
    ]
    # Moves that cannot be what one complains of would only cost points.
    fitting = "card" if complaint.misconduct == "wrong_card" else "announcement"
    options = [option for option in options if option.value.kind == fitting]
    title = t("which_move", accused=accused)
    if complaint.misconduct == "external":
        title = t("others_judge", accused=accused)
    options += [
        Option(t("withdraw"), action, improper=True)
        for action in top.legal
        if isinstance(action, Withdraw)
    ]
    told = charge(complaint.accuser, complaint.accused, complaint.misconduct, top.name)
    return Choice(title, tuple(options), (told,), ("complaint", complaint.accused))


def accusable(top: DoppelkopfTop) -> list[Option]:
    return [Option(top.name(seat), seat) for seat in map(top.seat_beside, range(1, 4))]


def misconducts() -> list[Option]:
    return [Option(misconduct_name(kind), kind) for kind in MISCONDUCTS]


# --- after a round -------------------------------------------------------------------------------


def _votes(top: DoppelkopfTop, view: View) -> Choice:
    options = [
        Option(answer_label(action.word), action) for action in top.legal if isinstance(action, Say)
    ]
    row = top.row
    told = "" if row is None else round_told(row, top.name)
    notes = [t("round_told", round=view.round, told=told), *votes_told(top, view)]
    return Choice(t("how_on"), tuple(options), tuple(notes), ("votes", view.round))


def votes_told(top: DoppelkopfTop, view: View) -> list[str]:
    """Who wants what, as far as they have said."""
    wishes = {
        t(f"vote.{vote}"): [top.name(seat) for seat, own in enumerate(view.votes) if own == vote]
        for vote in VOTES
    }
    return [*wishes_told(wishes), t("all_agree")]


# --- calls ---------------------------------------------------------------------------------------


def call_told(call: PossibleCall) -> str:
    name = said_of(call.action.word)
    if call.until is None:
        return name
    return t("call_until", call=name, cards=t("cards", count=call.until))


def calls_told(calls: Sequence[PossibleCall]) -> str:
    """All that may be called, in one line."""
    timed = [call for call in calls if call.until is not None]
    words = []
    for call in calls:
        name = said_of(call.action.word)
        if call.until is None:
            words.append(name)
        elif call is timed[0]:
            words.append(t("call_until_short", call=name, count=call.until))
        else:
            words.append(f"{name} ({call.until})")
    return " · ".join(words)


def calls_offered(top: DoppelkopfTop) -> list[Option]:
    """What can be called; at a lenient table also what is too late for one's party."""
    possible = top.possible_calls()
    options = [Option(call_told(call), call.action) for call in possible]
    late = None if top.view is None else top.view.next_call
    if top.lenient and late in CALLS and not any(one.action.word in CALLS for one in possible):
        options.append(Option(t("too_late", call=said_of(late)), Say(late), improper=True))
    return options
