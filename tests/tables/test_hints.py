"""What a good bot would do in one's place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from stammtisch.games.games import GAMES
from stammtisch.replies import Hint
from stammtisch.requests import AskHint
from tests.tables.harness import PEOPLE, Pondering, TableHarness, code, on_turn, settings, who


def test_a_hint_is_a_legal_action_with_a_reason() -> None:
    harness = TableHarness()
    harness.start()
    hint = harness.ask(harness.mover(), AskHint())
    assert isinstance(hint, Hint) and hint.reason and hint.seq == harness.table.state.seq
    action: Any = hint.action
    harness.match.verify(harness.match.mover, action)


def test_who_has_nothing_to_do_is_told_so_and_no_bot_is_asked() -> None:
    pondering = Pondering()
    harness = TableHarness(executor=pondering)
    harness.start()
    idle = next(name for name in PEOPLE if name != on_turn(harness))
    hint = harness.ask(who(idle), AskHint())
    assert isinstance(hint, Hint) and hint.action is None and not pondering.asked


@pytest.mark.parametrize(
    ("levels", "adviser"),
    [
        (("easy", "medium", "hard"), "hard"),
        (("easy",), "easy"),
        ((), "random"),
    ],
)
def test_the_best_bot_that_the_game_has_is_asked(
    monkeypatch: pytest.MonkeyPatch, levels: tuple[str, ...], adviser: str
) -> None:
    monkeypatch.setitem(GAMES, "tiles", replace(GAMES["tiles"], levels=levels))
    pondering = Pondering()
    harness = TableHarness(executor=pondering)
    harness.start()
    harness.begin(harness.mover(), AskHint())
    ((_, level, observation, _),) = pondering.asked
    assert level == adviser and observation.view == harness.match.view(harness.match.mover)


def test_no_hints_where_the_table_forbids_them_or_no_match_is_on() -> None:
    harness = TableHarness(settings(hints=False))
    harness.start()
    assert code(harness.ask(harness.mover(), AskHint())) == "no_hints"
    waiting = TableHarness()
    waiting.join("ada")
    assert code(waiting.ask(who("ada"), AskHint())) == "no_match"
    assert code(waiting.ask(who("bo"), AskHint())) == "no_seat"
