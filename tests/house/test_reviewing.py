"""What a good bot thinks of a move in a match that is over."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.game import Refusal
from stammtisch.house import reviewing
from stammtisch.house.library import Shown
from stammtisch.house.reviewing import KEPT, Reviewer
from stammtisch.tables.record import MatchRecord
from stammtisch.tables.replay import PlayedDeal, play_again
from stammtisch.tables.thinking import InlineThinker, Thought
from tests.tables.test_record import BODY, RECORD

SHOWN = Shown(RECORD.match, "tiles", BODY)
STEPS = [step for step in play_again(RECORD, 1).seen_by(None).steps if step.action is not None]


async def test_it_says_what_to_do_and_whether_that_was_done() -> None:
    reviewer = Reviewer(InlineThinker(Random(1)))
    advices = [await reviewer.advise(SHOWN, step.seq) for step in STEPS]
    assert [advice.seat for advice in advices] == [step.seat for step in STEPS]
    for advice, step in zip(advices, STEPS, strict=True):
        assert advice.action is not None and advice.reason
        if advice.same:
            assert advice.action == step.action


async def test_a_bot_that_cannot_think_is_no_advice() -> None:
    class Dull:
        def think(self, game: str, level: str, sight: object, done: Thought) -> None:
            done(None)

    advice = await Reviewer(Dull()).advise(SHOWN, STEPS[0].seq)
    assert advice.action is None and not advice.same


async def test_a_step_that_is_no_move_is_refused() -> None:
    with pytest.raises(Refusal):
        await Reviewer(InlineThinker(Random(1))).advise(SHOWN, 1)


async def test_a_deal_is_played_again_once_for_all_eyes_and_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[int] = []

    def counted(record: MatchRecord, round: int) -> PlayedDeal:
        played.append(round)
        return play_again(record, round)

    monkeypatch.setattr(reviewing, "play_again", counted)
    reviewer = Reviewer(InlineThinker(Random(1)))
    for seat in range(4):
        assert await reviewer.replay(SHOWN, 1, seat) == play_again(RECORD, 1).seen_by(seat)
    for step in STEPS[:3]:
        await reviewer.advise(SHOWN, step.seq)
    assert played == [1]
    # More of the same match is another thing, and not everything is kept for ever.
    for more in range(1, KEPT + 1):
        await reviewer.replay(Shown(RECORD.match, "tiles", BODY + b" " * more), 1, 0)
    await reviewer.replay(SHOWN, 1, 0)
    assert len(played) == KEPT + 2
