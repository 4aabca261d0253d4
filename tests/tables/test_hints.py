"""What a good bot would do in one's place."""

from __future__ import annotations

import pytest

from stammtisch.bots import bots
from stammtisch.tables.replies import Hint
from stammtisch.tables.requests import AskHint
from tests.tables.sitting import PEOPLE, Pondering, Sitting, code, on_turn, settings, who


def test_a_hint_is_a_legal_action_with_a_reason() -> None:
    sitting = Sitting()
    sitting.start()
    hint = sitting.ask(sitting.mover(), AskHint())
    assert isinstance(hint, Hint) and hint.reason and hint.seq == sitting.table.seq
    sitting.match.verify(sitting.match.mover, hint.action)


def test_who_has_nothing_to_do_is_told_so_and_no_bot_is_asked() -> None:
    pondering = Pondering()
    sitting = Sitting(executor=pondering)
    sitting.start()
    idle = next(name for name in PEOPLE if name != on_turn(sitting))
    hint = sitting.ask(who(idle), AskHint())
    assert isinstance(hint, Hint) and hint.action is None and not pondering.asked


@pytest.mark.parametrize(
    ("levels", "adviser"),
    [
        (("random", "easy", "medium", "hard"), "hard"),
        (("easy", "random"), "easy"),
        (("random",), "random"),
    ],
)
def test_the_best_bot_that_the_game_has_is_asked(
    monkeypatch: pytest.MonkeyPatch, levels: tuple[str, ...], adviser: str
) -> None:
    pondering = Pondering()
    sitting = Sitting(executor=pondering)
    sitting.start()
    known = {level: bots.bot_for("tiles", level) for level in levels}
    monkeypatch.setattr(bots, "_bots_of", lambda game: known)
    sitting.begin(sitting.mover(), AskHint())
    ((_, level, sight, _),) = pondering.asked
    assert level == adviser and sight.view == sitting.match.view(sitting.match.mover)


def test_no_hints_where_the_table_forbids_them_or_no_match_is_on() -> None:
    sitting = Sitting(settings(hints=False))
    sitting.start()
    assert code(sitting.ask(sitting.mover(), AskHint())) == "no_hints"
    waiting = Sitting()
    waiting.join("ada")
    assert code(waiting.ask(who("ada"), AskHint())) == "no_match"
    assert code(waiting.ask(who("bo"), AskHint())) == "no_seat"
