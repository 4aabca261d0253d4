from __future__ import annotations

import pytest

from stammtisch.cli import main
from stammtisch.games.games import GAMES


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not printed on a terminal does not mind its width."""
    monkeypatch.setenv("COLUMNS", "40")


def test_every_option_is_shown_with_value_and_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "tiles", "--profile", "okey"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for option in GAMES["tiles"].rules.options():
        (line,) = [line for line in lines if line.startswith(option.name)]
        assert option.meaning in line
    assert any(line.split()[:2] == ["pairs_win", "yes"] for line in lines)
    assert any(line.split()[:2] == ["turn_clock", "0"] for line in lines)


def test_the_usual_profile_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "tiles"])
    assert capsys.readouterr().out.startswith("tiles, profile classic")
    main(["rules", "mao"])
    assert capsys.readouterr().out.startswith("mao, profile chaired")


@pytest.mark.parametrize("game", GAMES)
def test_piped_lines_are_whole(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", game])
    lines = capsys.readouterr().out.splitlines()
    assert not any("…" in line or line != line.rstrip() for line in lines)
    for option in GAMES[game].rules.options():
        (line,) = [line for line in lines if line.split()[:1] == [option.name]]
        assert option.meaning in line


def test_diff_shows_only_what_is_different(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "tiles", "--diff", "classic", "okey"]) == 0
    said = capsys.readouterr().out
    assert "pairs_win        no       yes" in said
    assert "turn_clock" not in said


def test_a_profile_does_not_differ_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "tiles", "--diff", "okey", "okey"])
    assert "the same rules" in capsys.readouterr().out
