"""How far back bots remember, and that what is kept is what would be made anew."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from stammtisch.bots.mao.conditions import TRAITS
from stammtisch.bots.mao.history import History
from stammtisch.bots.mao.lore import Past, Pasts
from stammtisch.games.mao.records import Talk
from tests.bots.mao.tables import PROFILES, positions
from tests.games.mao.playing import fresh


def plain(history: History) -> list[Any]:
    """Everything that a history tells."""
    number = {id(deed): deed.number for deed in history.deeds}
    return [
        [
            (deed.number, deed.seat, deed.at, deed.clock, deed.round, deed.now)
            for deed in history.deeds
        ],
        [
            (
                deed.words,
                deed.idle,
                deed.charges,
                deed.is_good,
                deed.closed,
                id(deed.after) in number,
            )
            for deed in history.deeds
        ],
        [
            (one.seat, one.clock, one.said, one.idle, [deed.number for deed in one.deeds])
            for one in history.utterances
        ],
        [
            (one.clock, one.accuser, one.accused, one.kind, one.guilty, one.spoke)
            for one in history.pleas
        ],
        {kind: [deed.number for deed in deeds] for kind, deeds in history.charged.items()},
        {word: [deed.number for deed in deeds] for word, deeds in history.heard.items()},
        (history.clock, history.said, history.owing, history.here, history.talk_is_free),
        (history.failed(), [deed.number for deed in history.recent()], history.turn()),
    ]


def told(past: Past) -> list[Any]:
    return [*plain(past.history), past.customs.held()]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("recall", [40, 120])
def test_a_past_that_went_on_is_the_same_as_one_made_anew(profile: str, recall: int) -> None:
    levels = ("hard", "medium", "easy")
    pasts = Pasts()
    for asked, (match, seat) in enumerate(positions(levels, profile, rounds=3)):
        view = match.view(seat)
        past = pasts.of(view, recall)
        if asked % 20 == 0:
            assert told(past) == told(Pasts().of(view, recall))
            pasts = Pasts() if asked % 40 else pasts


def test_what_others_of_the_same_mind_suspect_is_kept_rightly_too() -> None:
    hard = TRAITS["hard"].imagination
    assert hard is not None
    pasts = Pasts()
    for asked, (match, seat) in enumerate(positions(("hard",) * 3, "chaired", rounds=3)):
        view = match.view(seat)
        evidence = pasts.of(view, 240).evidence(hard)
        if asked % 10 == 0:
            kept = [evidence.peace(kind, 0) for kind in ("words", "silence", "forbidden")]
            evidence = Pasts().of(view, 240).evidence(hard)
            anew = [evidence.peace(kind, 0) for kind in ("words", "silence", "forbidden")]
            assert [_without_none(one) for one in kept] == [_without_none(one) for one in anew]


def _without_none(moments: dict[int, int]) -> dict[int, int]:
    return {mask: count for mask, count in moments.items() if count}


def test_nobody_remembers_more_than_he_can_and_the_past_seldom_begins_anew() -> None:
    runner = fresh("free", 2)
    kept, pasts = Pasts(), []
    for number in range(200):
        runner.now = 1000 * number
        runner.act(number % 2, Talk(f"word {number}"))
        past = kept.of(runner.match.view(0), 40)
        said = past.history.utterances
        assert min(number, 35) <= len(said) <= 40
        assert said[-1].said == f"word {number}"
        pasts.append(past)
    # Of 160 moves that made something be forgotten only each fourth did so at once.
    assert len({id(past) for past in pasts}) == 42


def test_tables_do_not_mix_up_their_pasts() -> None:
    tables = [fresh("free", 2, b"seed") for _ in range(2)]
    pasts = Pasts()
    for number in range(5):
        for which, runner in enumerate(tables):
            runner.act(0, Talk(f"table {which}, word {number}"))
            said = pasts.of(runner.match.view(0), 40).history.utterances
            assert [one.said for one in said] == [
                f"table {which} word {before}" for before in range(number + 1)
            ]


def test_a_bot_takes_no_past_along_to_another_process() -> None:
    runner = fresh("free", 2)
    pasts = Pasts()
    past = pasts.of(runner.match.view(0), 40)
    assert pasts.of(runner.match.view(0), 40) is past
    assert pickle.loads(pickle.dumps(pasts)).of(runner.match.view(0), 40) is not past
