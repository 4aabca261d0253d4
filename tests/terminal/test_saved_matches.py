"""What is left of an evening without a server: matches to replay and to verify, and a score."""

from __future__ import annotations

import stat
from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from stammtisch import requests
from stammtisch.cli import main
from stammtisch.cli.archive import MatchLine, read_line
from stammtisch.cli.arguments import matches_folder
from stammtisch.cli.commands import Parser
from stammtisch.cli.play import app_for, arguments
from stammtisch.client import Refused
from stammtisch.games.tiles.match import TILES
from stammtisch.records import MatchRow, Played
from stammtisch.terminal.dialogs import HelpScreen, ResultDialog
from stammtisch.terminal.replay import ReplayScreen
from stammtisch.terminal.saved_matches import SavedMatches
from stammtisch.terminal.text import evening_told
from stammtisch.terminal.tiles.screen import TilesApp
from tests.terminal.playing import fill_store
from tests.terminal.served import until

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def row(tmp_path_factory: pytest.TempPathFactory) -> MatchRow:
    folder = tmp_path_factory.mktemp("house")
    fill_store(folder)
    file = folder / "all.jsonl"
    assert main(["export", "--data", str(folder), str(file)]) == 0
    lines = [read_line(line, "all") for line in file.read_bytes().splitlines()]
    (found,) = [line for line in lines if isinstance(line, MatchLine)]
    return found.row()


# --- the game ------------------------------------------------------------------------------------


def game() -> TilesApp:
    parser = Parser(prog="play")
    arguments(parser)
    words = ["tiles", "--bots", "easy", "--bot-pace-ms", "0", "--seed", "5"]
    app = app_for(parser.parse_args(words), TILES.rules.named("classic"))
    assert isinstance(app, TilesApp)
    return app


async def play_on(pilot: Pilot[str], app: TilesApp) -> None:
    """Do the first thing that is legal, without the keys, until the match is over."""
    while app.top.result is None:
        await until(pilot, lambda: app.top.my_turn or app.top.result is not None)
        actions = await app.guest.ask(requests.AskActions())
        if actions.legal:
            try:
                await app.guest.ask(requests.Act(action=actions.legal[0].action, seq=actions.seq))
            except Refused:
                continue
    await until(pilot, lambda: isinstance(app.screen, ResultDialog) and app.screen.listens)


async def test_a_match_is_shown_again_kept_and_counted(capsys: Capture) -> None:
    app = game()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.top.my_turn)
        await pilot.press("R")
        await pilot.pause()
        assert app.table.said == "No match is over yet that could be shown again."
        await play_on(pilot, app)
        more = app.screen.query_one("#afterwards", Static)
        assert "R  replay this match" in str(more.render())
        await pilot.press("R")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("end", "q")
        await until(pilot, lambda: app.screen is app.table)
        kept = "This match is kept: stammtisch replay 1 shows it again."
        await until(pilot, lambda: kept in app.top.lines)
        await pilot.press("E")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        sheet = str(app.screen.query_one("#words", Static).render())
        assert sheet.startswith("The evening: 1 match\n")
        assert "You" in sheet
        await pilot.press("x", "q", "y")
    assert app.farewell.startswith("The evening: 1 match\n")
    assert "stammtisch replay 1 shows the last match again" in app.farewell
    assert main(["matches"]) == 0
    assert "tiles (classic)  you, easy_bot1, easy_bot2, easy_bot3: " in capsys.readouterr().out
    assert main(["verify", "1"]) == 0
    assert ": sound. tiles (classic)" in capsys.readouterr().out
    assert main(["replay", "1", "--plain"]) == 0
    assert "you sat down." in capsys.readouterr().out


async def test_a_match_that_cannot_be_kept_is_told(home: Path) -> None:
    matches_folder().parent.mkdir()
    matches_folder().write_text("in the way")
    app = game()
    async with app.run_test(size=(80, 24)) as pilot:
        await play_on(pilot, app)
        await until(pilot, lambda: any("cannot be kept" in line for line in app.top.lines))
        await pilot.press("q")
    assert app.farewell == ""


# --- the files -----------------------------------------------------------------------------------


def test_the_oldest_go_and_no_number_is_given_twice(tmp_path: Path, row: MatchRow) -> None:
    matches = SavedMatches(tmp_path / "matches", most=3)
    for number in range(1, 6):
        assert matches.keep(row).number == number
    assert [kept.number for kept in matches.all()] == [3, 4, 5]
    mode = stat.S_IMODE(next(matches.all()).path.stat().st_mode)
    assert mode & 0o077 == mode & 0o077 & 0o044
    assert matches.number(4) is not None
    assert matches.number(2) is None
    info = next(matches.all()).info()
    assert info is not None and info.id == row.id


def test_a_program_that_was_killed_while_it_kept_a_match_harms_nobody(
    row: MatchRow, capsys: Capture
) -> None:
    matches = SavedMatches()
    matches.keep(row)
    (matches_folder() / "000002-tiles.json").touch()
    (matches_folder() / "000003-tiles.part").write_bytes(b'{"kind"')
    (matches_folder() / "000004-tiles.json").write_bytes(b'{"kind"')
    assert matches.keep(row).number == 5
    assert main(["matches"]) == 0
    told = capsys.readouterr()
    assert [line.split()[0] for line in told.out.splitlines()] == ["1", "5"]
    assert "000004-tiles.json is no match that can be read." in told.err
    assert main(["verify", "4"]) == 1


def test_the_list_as_json_and_by_game(row: MatchRow, capsys: Capture) -> None:
    assert main(["matches"]) == 0
    assert "No match is kept yet" in capsys.readouterr().out
    SavedMatches().keep(row)
    assert main(["matches", "--json", "--game", "tiles"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    assert (told["number"], told["players"][0], told["id"]) == (1, "Ada", row.id)
    assert main(["matches", "--json", "--game", "mao"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["matches", "--game", "chess"]) != 0


def test_a_number_that_nobody_has_is_told(capsys: Capture) -> None:
    assert main(["replay", "17"]) == 1
    assert "neither a file 17 nor a kept match of that number" in capsys.readouterr().err


def test_a_file_goes_before_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: MatchRow
) -> None:
    monkeypatch.chdir(tmp_path)
    SavedMatches().keep(row)
    (tmp_path / "1").write_bytes(b"{}")
    assert main(["verify", "1"]) == 1


# --- the score -----------------------------------------------------------------------------------


def match(names: list[str], points: list[int], ranks: list[int], outcome: str = "won") -> Played:
    return Played(
        match="m",
        ended=0.0,
        outcome=outcome,
        names=names,
        persons=[name.lower() for name in names],
        ranks=ranks,
        points=points,
    )


def test_the_evening_adds_up_whoever_sat_where() -> None:
    evening = [
        match(["Ada", "Bo"], [3, -3], [1, 2]),
        match(["Bo", "Ada"], [1, 1], [1, 1], "draw"),
        match(["Bo", "Cy\x1b[2J"], [7, 0], [1, 2]),
    ]
    assert evening_told(evening, "ada").splitlines() == [
        "The evening: 3 matches",
        "",
        "                      played   won  points",
        "Bo                         3     1       5",
        "You                        2     1       4",
        "Cy [2J                     1     0       0",
    ]
    assert evening_told([]) == "No match is over yet this evening."
