"""Doppelkopf in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from stammtisch.env.layout import (
    Coding,
    Page,
    Part,
    Turned,
    history_layout,
    write_cards,
    write_history,
)
from stammtisch.games.doppelkopf import words as numbers
from stammtisch.games.doppelkopf.cards import CARDS, GAME_TYPES, JOKER, KIND_NAMES
from stammtisch.games.doppelkopf.match import DOPPELKOPF
from stammtisch.games.doppelkopf.records import MISCONDUCTS, Phase, Question, Vote
from stammtisch.games.doppelkopf.table import DoppelkopfTable
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import CALLS, WORDS

_NAMES = (*KIND_NAMES, JOKER)
_NUMBERS = {name: number for number, name in enumerate(_NAMES)}
_KINDS = len(_NAMES)
_PHASES: tuple[str, ...] = get_args(Phase)
_QUESTIONS: tuple[str, ...] = get_args(Question)
_VOTES: tuple[str, ...] = get_args(Vote)
_PARTIES = ("re", "kontra")
_GAMES = tuple(GAME_TYPES)
_WORDS = {word: number for number, word in enumerate(WORDS)}
#: Moves of a round that a complaint may be about, at a lenient table.
_MOVES = 256


def _layout(seats: int) -> Iterator[Part]:
    yield Part("hand", _KINDS, "how many one holds of each card; the last is the joker")
    yield Part("dealt", _KINDS, "the same, as they were dealt")
    yield Part("hands", seats * _KINDS, "the hands that one may see (open cards, and one's own)")
    yield Part("counts", seats, "how many cards each seat holds")
    yield Part("phase", len(_PHASES), "one of " + ", ".join(_PHASES))
    yield Part("first", seats, "who is asked first, and leads")
    yield Part("mover", seats, "whose card or answer is next")
    yield Part("questions", seats * len(_QUESTIONS), "who is asked what: " + ", ".join(_QUESTIONS))
    yield Part(
        "said", seats * len(WORDS), "what each seat has said in this round, by the words' numbers"
    )
    yield Part("game", len(_GAMES), "what is played: " + ", ".join(_GAMES))
    yield Part("soloist", seats, "who plays alone, marries or is poor")
    yield Part("parties", seats * 2, "re or kontra of each seat, as far as one knows")
    yield Part("re_calls", len(CALLS), "what stands of re's calls: " + ", ".join(CALLS))
    yield Part("kontra_calls", len(CALLS), "the same of kontra")
    yield Part("trumps", _KINDS, "what is trump")
    yield from history_layout(CARDS)
    yield Part("trick", seats * _KINDS, "the card of each seat in the running trick")
    yield Part("leader", seats, "who led it")
    yield Part("winning", seats, "who would win it as it lies there")
    yield Part("taken", seats, "tricks of each seat")
    yield Part("eyes", seats, "eyes of each seat")
    yield Part("pigs", seats, "who has the pigs")
    yield Part("superpigs", seats, "who has the superpigs")
    yield Part("must_follow", 2, "the next card must be a pig, or a superpig")
    yield Part("seller", seats, "whose poverty is sold")
    yield Part("buyer", seats, "who took it")
    yield Part("passed", _KINDS, "the cards that were passed, if one has seen them")
    yield Part("returned", _KINDS, "and those that went back")
    yield Part("bride", seats, "whose wedding was announced")
    yield Part("groom", seats, "whom she found")
    yield Part("accuser", seats, "who complains")
    yield Part("accused", seats, "of whom")
    yield Part("misconduct", len(MISCONDUCTS), "of what: " + ", ".join(MISCONDUCTS))
    yield Part("points", seats, "points of each seat")
    yield Part("penalties", seats, "points of this round's penalties")
    yield Part("solo_done", seats, "who has played the compulsory solo")
    yield Part("votes", seats * len(_VOTES), "how to go on: " + ", ".join(_VOTES))
    yield Part("bucks", 1, "buck rounds that are open")
    yield Part("round", 1, "the number of the round")


def _write(view: View, page: Page, turned: Turned) -> None:
    _write_state(view, page, turned)
    _write_talk(view, page, turned)
    _write_deals_between(view, page, turned)
    _write_tricks(view, page, turned)


def _write_state(view: View, page: Page, turned: Turned) -> None:
    for name in ("hand", "dealt", "trumps"):
        write_cards(page, name, _NUMBERS, getattr(view, name))
    for place, hand in enumerate(turned.around(view.hands)):
        write_cards(page, "hands", _NUMBERS, hand, place * _KINDS)
    for name in ("counts", "eyes", "points", "penalties", "solo_done"):
        page.fill(name, turned.around(getattr(view, name)))
    for name in ("first", "mover", "soloist", "winning", "pigs", "superpigs"):
        turned.mark(page, name, getattr(view, name))
    page.put("phase", _PHASES.index(view.phase))
    if view.game in _GAMES:
        page.put("game", _GAMES.index(view.game))
    for place, party in enumerate(turned.around(view.parties)):
        if party is not None:
            page.put("parties", place * 2 + _PARTIES.index(party))
    if view.must_follow is not None:
        page.put("must_follow", ("pigs", "superpigs").index(view.must_follow))
    page.put("bucks", 0, len(view.bucks))
    page.put("round", 0, view.round)


def _write_talk(view: View, page: Page, turned: Turned) -> None:
    for asked in view.questions:
        place = turned(asked.seat) * len(_QUESTIONS)
        page.put("questions", place + _QUESTIONS.index(asked.question))
    for said in view.said:
        if said.word in _WORDS:
            page.add("said", turned(said.seat) * len(WORDS) + _WORDS[said.word])
    for name, calls in (("re_calls", view.re_calls), ("kontra_calls", view.kontra_calls)):
        for call in calls:
            page.put(name, CALLS.index(call))
    for place, vote in enumerate(turned.around(view.votes)):
        if vote is not None:
            page.put("votes", place * len(_VOTES) + _VOTES.index(vote))


def _write_deals_between(view: View, page: Page, turned: Turned) -> None:
    """Poverty, wedding, complaint: what goes on between players."""
    if (poverty := view.poverty) is not None:
        turned.mark(page, "seller", poverty.seller)
        turned.mark(page, "buyer", poverty.buyer)
        write_cards(page, "passed", _NUMBERS, poverty.passed)
        write_cards(page, "returned", _NUMBERS, poverty.returned)
    if (wedding := view.wedding) is not None:
        turned.mark(page, "bride", wedding.bride)
        turned.mark(page, "groom", wedding.partner)
    if (complaint := view.complaint) is not None:
        turned.mark(page, "accuser", complaint.accuser)
        turned.mark(page, "accused", complaint.accused)
        page.put("misconduct", MISCONDUCTS.index(complaint.misconduct))


def _write_tricks(view: View, page: Page, turned: Turned) -> None:
    laid = [one for trick in view.tricks for one in trick.cards]
    for trick in view.tricks:
        if trick.winner is not None:
            page.add("taken", turned(trick.winner))
    if view.trick is not None:
        turned.mark(page, "leader", view.trick.leader)
        for one in view.trick.cards:
            page.put("trick", turned(one.seat) * _KINDS + _NUMBERS[one.card])
        laid += view.trick.cards
    write_history(page, turned, _NUMBERS, ((one.seat, one.card) for one in laid))


def _points(match: DoppelkopfTable) -> list[int]:
    return match.points


CODING = Coding(
    game=DOPPELKOPF,
    options={"rounds": 1},
    count=numbers.POINT_OUT + _MOVES,
    layout=_layout,
    write=_write,
    points=_points,
    parts=_NAMES,
    # Everybody has to play a solo.
    longer={"ddv": {"rounds": 4}},
)
