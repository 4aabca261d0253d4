"""What a good bot thinks of a move in a match that is over."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Refusal
from stammtisch.house.reviewing import Reviewer
from stammtisch.records import MatchRow
from stammtisch.tables.replay import replay
from stammtisch.tables.thinking import InlineThinker, Thought
from tests.tables.test_record import BODY, RECORD

ROW = MatchRow(
    id=RECORD.match,
    table=RECORD.table,
    game="tiles",
    profile="classic",
    started=0,
    ended=1,
    players=["ada", "bo", "cy", "di"],
    accounts=["a", "b", "c", "d"],
    outcome="won",
    ranks=[1, 2, 2, 2],
    points=[1, 0, 0, 0],
    body=BODY,
)
STEPS = [step for step in replay(RECORD, 1, None).steps if step.action is not None]


async def test_it_says_what_to_do_and_whether_that_was_done() -> None:
    reviewer = Reviewer(InlineThinker(Random(1)))
    advices = [await reviewer.advise(ROW.game, ROW.body, step.seq) for step in STEPS]
    assert [advice.seat for advice in advices] == [step.seat for step in STEPS]
    for advice, step in zip(advices, STEPS, strict=True):
        assert advice.action is not None and advice.reason
        if advice.same:
            assert advice.action == step.action


async def test_a_bot_that_cannot_think_is_no_advice() -> None:
    class Dull:
        def think(self, game: str, level: str, sight: object, done: Thought) -> None:
            done(None)

    advice = await Reviewer(Dull()).advise(ROW.game, ROW.body, STEPS[0].seq)
    assert advice.action is None and not advice.same


async def test_a_step_that_is_no_move_is_refused() -> None:
    with pytest.raises(Refusal):
        await Reviewer(InlineThinker(Random(1))).advise(ROW.game, ROW.body, 1)
