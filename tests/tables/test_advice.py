"""What a good bot thinks of a move in a match that is over."""

from __future__ import annotations

import gzip

import msgspec
import pytest

from stammtisch.bots.bots import Bot, bot_for
from stammtisch.games.game import Refusal
from stammtisch.tables import replay
from stammtisch.tables.record import InvalidRecord, MatchRecord
from stammtisch.tables.replay import KEPT, PlayedDeal, advised, had_seat, play_again, replayed
from tests.tables.test_record import BODY, RECORD

STEPS = [step for step in play_again(RECORD, 1).seen_by(None).steps if step.action is not None]


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    replay._kept.clear()


def test_it_says_what_to_do_and_whether_that_was_done() -> None:
    advices = [advised(BODY, step.seq, seed) for seed, step in enumerate(STEPS)]
    assert [advice.seat for advice in advices] == [step.seat for step in STEPS]
    for advice, step in zip(advices, STEPS, strict=True):
        assert advice.action is not None and advice.reason
        if advice.same:
            assert advice.action == step.action


def test_the_same_seed_gives_the_same_advice() -> None:
    first, again = (
        [advised(BODY, step.seq, seed) for seed, step in enumerate(STEPS)] for _ in range(2)
    )
    assert first == again


def test_a_bot_that_cannot_think_is_no_advice(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(game: str, level: str) -> None:
        raise RuntimeError("told to fail")

    monkeypatch.setattr(replay, "bot_for", fail)
    advice = advised(BODY, STEPS[0].seq, 1)
    assert advice == (STEPS[0].seat, None, None, False)
    assert "could not advise" in caplog.text


def test_a_step_that_is_no_move_is_refused() -> None:
    with pytest.raises(Refusal):
        advised(BODY, 1, 1)


def test_what_is_no_record_is_said_to_be_none() -> None:
    with pytest.raises(InvalidRecord):
        replayed(b"{}", 1, None)
    assert not had_seat(b"{}", "anna")


def test_a_deal_is_played_again_once_for_all_eyes_and_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[int] = []

    def counted(record: MatchRecord, round: int) -> PlayedDeal:
        played.append(round)
        return play_again(record, round)

    monkeypatch.setattr(replay, "play_again", counted)
    for seat in range(4):
        shown = replayed(BODY, 1, seat)
        assert shown == msgspec.json.encode(play_again(RECORD, 1).seen_by(seat))
        assert gzip.decompress(replayed(BODY, 1, seat, True)) == shown
    for step in STEPS[:3]:
        advised(BODY, step.seq, 1)
    assert played == [1]
    # More of the same match is another thing, and not everything is kept for ever.
    for more in range(1, KEPT + 1):
        replayed(BODY + b" " * more, 1, 0)
    replayed(BODY, 1, 0)
    assert len(played) == KEPT + 2


def test_the_best_bot_of_the_game_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def noted(game: str, level: str) -> Bot:
        asked.append((game, level))
        return bot_for(game, level)

    monkeypatch.setattr(replay, "bot_for", noted)
    advised(BODY, STEPS[0].seq, 1)
    assert asked == [("tiles", "hard")]
