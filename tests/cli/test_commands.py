from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from stammtisch import __version__
from stammtisch.cli import main
from stammtisch.cli.commands import COMMANDS

Capture = pytest.CaptureFixture[str]


def test_without_words_the_commands_are_listed(capsys: Capture) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    for command in COMMANDS.values():
        assert f"{command.name} " in said
        assert command.summary in said


def test_version(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"stammtisch {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_has_an_example_of_it(name: str, capsys: Capture) -> None:
    assert main([name, "--help"]) == 0
    said = capsys.readouterr().out
    assert f"example:\n  stammtisch {name}" in said
    assert COMMANDS[name].summary in said


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("frobnicate", 2, "There is no command 'frobnicate'"),
        ("--frob", 2, "Unrecognized arguments: --frob"),
        ("rules", 2, "required: GAME"),
        ("rules chess", 2, "There is no game 'chess' here"),
        ("rules tiles --profile nope", 2, "tiles has no profile 'nope'"),
        ("rules tiles --diff classic nope", 2, "tiles has no profile 'nope'"),
        ("rules tiles --profile okey --diff classic okey", 2, "not for both"),
        ("simulate tiles --rounds 0", 2, "'0' is not a whole number of 1 or more"),
        ("simulate tiles --bots hard,easy", 2, "tiles has 4 seats"),
        ("simulate tiles --bots genius", 2, "There is no bot level 'genius'"),
        ("simulate chess", 2, "There is no game 'chess' here"),
        ("referee tiles positions.json", 2, "No kinds of positions are defined for tiles"),
        ("verify missing.jsonl", 1, "missing.jsonl cannot be read: No such file"),
        ("replay .", 1, ". cannot be read: Is a directory"),
        ("import missing.jsonl", 1, "missing.jsonl cannot be read"),
        ("export --data missing", 1, "There is no store at"),
        ("export --store postgresql://x", 1, "SQLite only"),
        ("export --data x --store y", 2, "not allowed with"),
        ("export --force", 2, "--force is of use with a FILE only"),
        ("play chess", 2, "There is no game 'chess' here"),
        ("play tiles --table x", 2, "with --server only"),
        ("play tiles --server http://x --seed 1", 2, "A server deals for itself"),
        ("play tiles --server http://x --bot-pace-ms 1", 2, "the table says how fast"),
        ("play tiles --server http://x --table t --profile okey", 2, "at a new one only"),
        ("play tiles --server http://x --invite i --players 4", 2, "at a new one only"),
        ("play tiles --server http://x --table t --bots hard", 2, "at a new one only"),
        ("play tiles", 2, "needs a terminal"),
        ("play mao", 2, "needs a terminal"),
        ("play tiles --players 5", 2, "tiles is played by 4 people, not 5"),
        ("play mao --players 9", 2, "mao is played by 2 to 8 people, not 9"),
        ("play mao --option rounds", 2, "An option is changed by NAME=VALUE, not by 'rounds'"),
        ("play mao --option rounds=many", 2, "rounds must be a whole number, not 'many'"),
        ("play mao --option vote=maybe", 2, "vote must be yes or no, not 'maybe'"),
        ("simulate mao --players 9", 2, "mao is played by 2 to 8 people, not 9"),
        ("simulate mao --players 3 --bots easy,hard", 2, "mao has 3 seats"),
        ("play mao --option wings=2", 2, "mao has no option 'wings'"),
        ("serve --data x --store y", 2, "--data and --store"),
        ("serve --port 70000", 2, "--port must be a port from 1 to 65535"),
        ("admin invite --days 0", 2, "'0' is not a whole number from 1 to 366"),
        ("admin announce", 2, "An announcement has a TEXT, --restart-in, or both."),
        ("admin people --banned --admins", 2, "not allowed with argument"),
        ("admin rename ada", 2, "The following arguments are required: NEW"),
        ("bench nothing", 2, "There is no benchmark 'nothing'"),
    ],
)
def test_bad_calls_end_with_one_sentence(
    words: str,
    code: int,
    sentence: str,
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1
    assert err.startswith("stammtisch")
    assert err.endswith(".\n")


def _python(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], input=stdin, capture_output=True, text=True, check=False
    )


def test_a_short_command_does_not_load_what_a_game_or_a_server_needs() -> None:
    program = (
        "import sys; from stammtisch.cli import main; main(['rules', 'tiles']);"
        "print(sorted({'textual', 'aiohttp', 'uvloop', 'apsw'} & set(sys.modules)))"
    )
    done = _python("-c", program)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_package_runs_as_a_module() -> None:
    done = _python("-m", "stammtisch.cli", "rules", "tiles")
    assert done.returncode == 0
    assert "joker_indicator" in done.stdout


def test_a_reader_that_goes_away_is_no_disaster() -> None:
    program = (
        "import os, sys; from stammtisch.cli import main; r, w = os.pipe(); os.close(r);"
        "os.dup2(w, 1); code = main(['rules', 'tiles']); sys.stdout.flush(); os._exit(code)"
    )
    done = _python("-c", program)
    assert done.stderr == ""


def test_bench_lists_and_runs_the_programs_of_the_checkout(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench"]) == 0
    assert "journal" in capfd.readouterr().out.split()
    assert main(["bench", "journal", "--help"]) == 0
    assert "usage" in capfd.readouterr().out


def test_bench_says_so_where_there_is_no_checkout(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    monkeypatch.setattr("stammtisch.__file__", str(tmp_path / "stammtisch" / "__init__.py"))
    assert main(["bench"]) == 1
    assert "checkout" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_a_terminal_of_80_columns(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    main([*command.split(), "--help"])
    said = capsys.readouterr().out.splitlines()
    assert len(said) > 5
    assert [line for line in said if len(line) > 80] == []
