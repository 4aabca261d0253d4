"""Complaints at a lenient table, where wrong moves are made instead of refused.

Who complains of a wrong card or announcement is shown the accused's moves and points one out. A
card played early is a matter of record. Of what happened outside the game the two others judge.
Whoever turns out to be wrong pays.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.doppelkopf import calls, rounds
from stammtisch.games.doppelkopf.records import (
    MISCONDUCTS,
    Asked,
    Complain,
    Complained,
    Judged,
    LoggedMove,
    PointOut,
    Spoke,
    Withdraw,
)
from stammtisch.games.doppelkopf.table import SEATS, Charge, DoppelkopfTable, Logged
from stammtisch.games.doppelkopf.words import refusal
from stammtisch.games.game import Event, Seat

#: Milliseconds for pointing out a move, and for voting.
POINTING_TIME: Final = 60_000
VOTING_TIME: Final = 30_000
#: The kind of move that can be a misconduct.
_MATTER: Final = {"wrong_card": "card", "wrong_announcement": "announcement"}


# --- a complaint is made -----------------------------------------------------------------------


def check_complain(match: DoppelkopfTable, seat: Seat, action: Complain) -> None:
    if match.strict:
        raise refusal("no_complaints")
    if match.outcome is not None:
        raise refusal("over")
    if match.phase not in ("reservations", "tricks"):
        raise refusal("wrong_phase")
    if match.charge is not None:
        raise refusal("complaint_open")
    if type(action.accused) is not int or action.accused not in SEATS or action.accused == seat:
        raise refusal("bad_accused")
    if action.misconduct not in MISCONDUCTS:
        raise refusal("bad_misconduct")
    if action.misconduct == "played_early":
        card = _last_card(match, action.accused)
        if card is not None and card.early and card.punished:
            raise refusal("already_convicted")


def complain(match: DoppelkopfTable, seat: Seat, action: Complain, at: int) -> list[Event]:
    number = match.log_move(seat, "accusation", action.misconduct, at)
    match.charge = charge = Charge(seat, action.accused, action.misconduct, {})
    if action.misconduct in _MATTER:
        match.deadline = at + POINTING_TIME
    elif action.misconduct == "external":
        match.deadline = at + VOTING_TIME
    if not match.quiet:
        moves = moves_of(match, charge)
        match.news.append(
            Complained(number, seat, action.accused, action.misconduct, moves, match.deadline)
        )
        match.news += [Asked(voter, "accusation_vote", match.deadline) for voter in charge.voters]
    if action.misconduct == "played_early":
        card = _last_card(match, action.accused)
        _judge(match, card if card is not None and card.early else None, "early")
    return match.tell()


def _last_card(match: DoppelkopfTable, seat: Seat) -> Logged | None:
    cards = (move for move in reversed(match.log) if move.seat == seat and move.kind == "card")
    return next(cards, None)


def moves_of(match: DoppelkopfTable, charge: Charge) -> tuple[LoggedMove, ...] | None:
    """All that the accused has done, if the accuser has to choose from it."""
    if charge.misconduct not in _MATTER:
        return None
    return tuple(
        LoggedMove(move.id, move.kind, move.data, move.punished)
        for move in match.log
        if move.seat == charge.accused
    )


# --- it is settled -----------------------------------------------------------------------------


def _own_charge(match: DoppelkopfTable, seat: Seat) -> Charge:
    if match.charge is None or match.charge.accuser != seat:
        raise refusal("no_complaint")
    return match.charge


def check_point_out(match: DoppelkopfTable, seat: Seat, action: PointOut) -> None:
    charge = _own_charge(match, seat)
    if charge.misconduct not in _MATTER:
        raise refusal("no_pointing")
    move = _move_with(match, charge, action)
    if move is None:
        return
    if (move.kind, move.data) != (action.kind, action.data):
        raise refusal("no_such_move")
    if move.punished:
        raise refusal("already_convicted")


def _move_with(match: DoppelkopfTable, charge: Charge, action: PointOut) -> Logged | None:
    """The accused's move of that number."""
    own = (move for move in match.log if move.seat == charge.accused)
    return next((move for move in own if move.id == action.id), None)


def point_out(match: DoppelkopfTable, seat: Seat, action: PointOut, at: int) -> list[Event]:
    charge = _own_charge(match, seat)
    named = _move_with(match, charge, action)
    meant = [named] if named is not None else match.log
    wrong = (
        move
        for move in meant
        if move.seat == charge.accused
        and (move.kind, move.data) == (action.kind, action.data)
        and move.kind == _MATTER[charge.misconduct]
        and not (move.legal or move.punished)
    )
    _judge(match, next(wrong, None), "move")
    return match.tell()


def check_withdraw(match: DoppelkopfTable, seat: Seat, action: Withdraw) -> None:
    _own_charge(match, seat)


def withdraw(match: DoppelkopfTable, seat: Seat, action: Withdraw, at: int) -> list[Event]:
    _judge(match, None, "withdrawn")
    return match.tell()


def check_vote(match: DoppelkopfTable, seat: Seat) -> None:
    if match.charge is None or seat not in match.charge.voters:
        raise refusal("wrong_phase")


def vote(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    """Guilty needs both of the others: one who does not agree decides it."""
    assert match.charge is not None
    backs = word == "accusation_yes"
    match.charge.votes[seat] = backs
    if not match.quiet:
        match.news.append(Spoke(seat, word))
    if not backs:
        _judge(match, None, "vote")
    elif not match.charge.voters:
        _judge(match, _OUTSIDE, "vote")


def time_is_over(match: DoppelkopfTable) -> None:
    _judge(match, None, "time")


#: What happened outside the game is no move; it stands for one.
_OUTSIDE: Final = Logged(-1, -1, "external", "")


def _judge(match: DoppelkopfTable, found: Logged | None, by: str) -> None:
    """Guilty, if a wrong move was found; the punished one pays, and may lose the round."""
    charge = match.charge
    assert charge is not None
    match.charge = None
    match.deadline = None
    guilty = found is not None
    if found is not None and found is not _OUTSIDE:
        found.punished = True
        if found.kind == "announcement":
            calls.take_back(match, found.id)
    punished = charge.accused if guilty else charge.accuser
    penalty = match.rules.penalty_points
    match.points[punished] -= penalty
    match.penalties[punished] -= penalty
    stops = match.rules.wrongmove == "allow_stopgame"
    judged = Judged(
        charge.accuser,
        charge.accused,
        charge.misconduct,
        guilty,
        by,
        punished,
        penalty,
        tuple(match.points),
        stops,
    )
    match.judged.append(judged)
    if not match.quiet:
        match.news.append(judged)
    if stops:
        rounds.stop(match, punished)
