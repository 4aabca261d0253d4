"""Doppelkopf in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from stammtisch.env.layout import (
    Coding,
    Page,
    Part,
    Turned,
    cards,
    choice_of_each_seat,
    each_seat,
    history_layout,
    number,
    one_of,
    one_seat,
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
    yield cards("hand", _NUMBERS, "how many one holds of each card; the last is the joker")
    yield cards("dealt", _NUMBERS, "the same, as they were dealt")
    yield Part("hands", seats * _KINDS, "the hands that one may see (open cards, and one's own)")
    yield each_seat("counts", seats, "how many cards each seat holds")
    yield one_of("phase", _PHASES, "one of " + ", ".join(_PHASES))
    yield one_seat("first", seats, "who is asked first, and leads")
    yield one_seat("mover", seats, "whose card or answer is next")
    yield Part("questions", seats * len(_QUESTIONS), "who is asked what: " + ", ".join(_QUESTIONS))
    yield Part(
        "said", seats * len(WORDS), "what each seat has said in this round, by the words' numbers"
    )
    yield one_of("game", _GAMES, "what is played: " + ", ".join(_GAMES))
    yield one_seat("soloist", seats, "who plays alone, marries or is poor")
    yield choice_of_each_seat(
        "parties", seats, _PARTIES, "re or kontra of each seat, as far as one knows"
    )
    yield Part("re_calls", len(CALLS), "what stands of re's calls: " + ", ".join(CALLS))
    yield Part("kontra_calls", len(CALLS), "the same of kontra")
    yield cards("trumps", _NUMBERS, "what is trump")
    yield from history_layout(CARDS)
    yield Part("trick", seats * _KINDS, "the card of each seat in the running trick")
    yield Part("leader", seats, "who led it")
    yield one_seat("winning", seats, "who would win it as it lies there")
    yield Part("taken", seats, "tricks of each seat")
    yield each_seat("eyes", seats, "eyes of each seat")
    yield one_seat("pigs", seats, "who has the pigs")
    yield one_seat("superpigs", seats, "who has the superpigs")
    yield one_of("must_follow", ("pigs", "superpigs"), "the next card must be a pig, or a superpig")
    yield Part("seller", seats, "whose poverty is sold")
    yield Part("buyer", seats, "who took it")
    yield Part("passed", _KINDS, "the cards that were passed, if one has seen them")
    yield Part("returned", _KINDS, "and those that went back")
    yield Part("bride", seats, "whose wedding was announced")
    yield Part("groom", seats, "whom she found")
    yield Part("accuser", seats, "who complains")
    yield Part("accused", seats, "of whom")
    yield Part("misconduct", len(MISCONDUCTS), "of what: " + ", ".join(MISCONDUCTS))
    yield each_seat("points", seats, "points of each seat")
    yield each_seat("penalties", seats, "points of this round's penalties")
    yield each_seat("solo_done", seats, "who has played the compulsory solo")
    yield choice_of_each_seat("votes", seats, _VOTES, "how to go on: " + ", ".join(_VOTES))
    yield Part("bucks", 1, "buck rounds that are open")
    yield number("round", "the number of the round")


def _write(view: View, page: Page, turned: Turned) -> None:
    for place, hand in enumerate(turned.around(view.hands)):
        write_cards(page, "hands", _NUMBERS, hand, place * _KINDS)
    page.put("bucks", 0, len(view.bucks))
    _write_talk(view, page, turned)
    _write_deals_between(view, page, turned)
    _write_tricks(view, page, turned)


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
