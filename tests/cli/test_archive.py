"""export, import, verify and replay: what was played comes through, and nothing else does."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import pytest

from stammtisch.cli import main
from stammtisch.store.sqlite import SqliteStore
from tests.terminal.playing import fill_store

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two matches and the account of their player."""
    folder = tmp_path_factory.mktemp("house")
    fill_store(folder, matches=2)
    file = folder / "all.jsonl"
    assert main(["export", "--data", str(folder), str(file)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    return file.read_bytes()


@pytest.fixture
def file(tmp_path: Path, exported: bytes) -> Path:
    path = tmp_path / "all.jsonl"
    path.write_bytes(exported)
    return path


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def write(file: Path, lines: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_each_line_is_an_account_or_a_match_with_its_record(file: Path) -> None:
    account, first, second = lines_of(file)
    assert (account["kind"], account["account"]["name"]) == ("account", "Ada")
    for line in (first, second):
        assert line["kind"] == "match"
        assert line["record"]["match"] == line["match"]["id"]
        assert line["match"]["players"] == ["Ada", "easy_bot1", "easy_bot2", "easy_bot3"]


def test_what_is_imported_can_be_exported_again(
    file: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    store = f"sqlite:///{tmp_path}/new/other.db"
    assert main(["import", "--store", store, str(file)]) == 0
    assert b"New: 2 matches and 1 account." in capfdbinary.readouterr().err
    assert main(["export", "--store", store]) == 0
    assert capfdbinary.readouterr().out == file.read_bytes()


def test_importing_twice_changes_nothing(file: Path, tmp_path: Path, capsys: Capture) -> None:
    words = ["import", "--data", str(tmp_path / "new"), str(file)]
    main(words)
    capsys.readouterr()
    assert main(words) == 0
    assert "New: 0 matches and 0 accounts. There already: 3." in capsys.readouterr().err


async def tokens_in(folder: Path, account: str) -> list[tuple[bytes, float]]:
    store = SqliteStore(folder / "stammtisch.db")
    await store.open()
    found = await store.tokens(account)
    await store.close()
    return [(token.hash, token.created) for token in found]


def test_an_export_replaces_no_file_unless_it_is_told_to(
    file: Path, tmp_path: Path, capsys: Capture
) -> None:
    folder = tmp_path / "new"
    assert main(["import", "--data", str(folder), str(file)]) == 0
    kept = tmp_path / "kept"
    kept.write_text("dear")
    assert main(["export", "--data", str(folder), str(kept)]) == 1
    assert "--force replaces it" in capsys.readouterr().err
    assert kept.read_text() == "dear"
    assert main(["export", "--force", "--data", str(folder), str(kept)]) == 0
    assert kept.read_bytes() == file.read_bytes()
    assert kept.stat().st_mode & 0o777 == 0o600


def test_tokens_come_along_oldest_first(file: Path, tmp_path: Path) -> None:
    account = {"id": "one", "name": "Ada", "kind": "guest", "created": 1.5}
    tokens = [{"hash": "cGhvbmU=", "created": 2.5}, {"hash": "bGFwdG9w", "created": 1.5}]
    write(file, [{"kind": "account", "account": account, "tokens": tokens}])
    folder = tmp_path / "new"
    assert main(["import", "--data", str(folder), str(file)]) == 0
    assert asyncio.run(tokens_in(folder, "one")) == [(b"phone", 2.5), (b"laptop", 1.5)]
    assert main(["export", "--force", "--data", str(folder), str(file)]) == 0
    assert lines_of(file)[0]["tokens"] == tokens


def test_a_taken_name_is_refused(file: Path, tmp_path: Path, capsys: Capture) -> None:
    account = lines_of(file)[0]
    one = {**account["account"], "kind": "registered", "id": "one"}
    other = {**one, "id": "other", "name": "ADA"}
    write(file, [{"kind": "account", "account": one}, {"kind": "account", "account": other}])
    assert main(["import", "--data", str(tmp_path / "new"), str(file)]) == 1
    said = capsys.readouterr().err
    assert "line 2: refused. The name ADA is taken." in said
    assert "New: 0 matches and 1 account." in said


def test_a_damaged_line_lets_nothing_in(file: Path, tmp_path: Path, capsys: Capture) -> None:
    file.write_bytes(file.read_bytes() + b'{"kind": "match"')
    assert main(["import", "--data", str(tmp_path / "new"), str(file)]) == 1
    assert "line 4 cannot be read" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


# --- verify --------------------------------------------------------------------------------------


def test_sound_matches_are_told_with_what_was_proved(file: Path, capsys: Capture) -> None:
    assert main(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert ": sound. tiles (classic), Ada, easy_bot1" in line
        assert "1 deal follows from the secret committed to" in line


def test_a_bare_record_is_read_too(file: Path, capsys: Capture) -> None:
    file.write_text(json.dumps(lines_of(file)[1]["record"], indent=2))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.count(": sound.") == 1


def flipped(record: dict[str, Any], what: str) -> None:
    """Change one bit of the record."""
    entry = record["entries"][len(record["entries"]) // 2]
    if what == "hash":
        entry["hash"] = f"{int(entry['hash'], 16) ^ 1:064x}"
    elif what == "payload":
        entry["payload"] = entry["payload"].replace('"at":', '"au":', 1)
    elif what == "previous":
        record["previous"] = f"{int(record['previous'], 16) ^ 1:064x}"
    else:
        del record["entries"][-1]


@pytest.mark.parametrize("what", ["hash", "payload", "previous", "end"])
def test_a_flipped_bit_is_found(what: str, file: Path, tmp_path: Path, capsys: Capture) -> None:
    lines = lines_of(file)
    flipped(lines[1]["record"], what)
    write(file, lines)
    assert main(["verify", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out.count(": sound.") == 1
    assert "line 2: not sound." in err
    assert main(["import", "--data", str(tmp_path / "new"), str(file)]) == 1
    said = capsys.readouterr().err
    assert "line 2: refused." in said
    assert "New: 1 match and 1 account. There already: 0. Refused: 1." in said


@pytest.mark.parametrize(
    ("what", "claim"), [("players", ["Ada", "Bo", "Cy", "Di"]), ("ranks", [1, 2, 2, 2])]
)
def test_a_row_that_claims_more_than_its_record_is_refused(
    what: str, claim: Any, file: Path, tmp_path: Path, capsys: Capture
) -> None:
    lines = lines_of(file)
    lines[1]["match"][what] = claim
    write(file, lines)
    assert main(["import", "--data", str(tmp_path / "new"), str(file)]) == 1
    assert f"Its {what} is given as" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "There is no match in"),
        (b"all of it nonsense", "line 1 cannot be read"),
        (b"[1, 2]", "line 1 cannot be read"),
        (b"\xff\xfe", "line 1 cannot be read"),
        (b'{"some": "object"}', "neither a match's record nor a line of an export"),
        (b'{"kind": "account"}', "There is no match in"),
        (b'{"kind": "match", "record": 3}', "This is no record of a match"),
        (b'{"format": "stammtisch match 9"}', "This is no record of a match"),
    ],
)
def test_what_is_no_match_is_told_apart(
    command: str, text: bytes, sentence: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "file"
    file.write_bytes(text)
    assert main([command, str(file)]) == 1
    assert sentence in capsys.readouterr().err


# --- replay --------------------------------------------------------------------------------------


def test_a_pipe_gets_every_move_with_open_hands(file: Path, capsys: Capture) -> None:
    assert main(["replay", str(file)]) == 0
    said = capsys.readouterr().out
    lines = said.splitlines()
    first = next(at for at, line in enumerate(lines) if "The tiles are dealt." in line)
    hands = [line.split(": ")[1].split() for line in lines[first + 1 : first + 5]]
    assert sorted(map(len, hands)) == [14, 14, 14, 15]
    moves = [entry for line in lines_of(file)[1:] for entry in line["record"]["entries"]]
    acted = [entry for entry in moves if json.loads(entry["payload"])["kind"] == "act"]
    told = ("put the", "drew the", "took the", "main stack is empty")
    assert len([line for line in lines if any(words in line for words in told)]) == len(acted)
    assert said.count("The secret of deal 1 was revealed") == 2


def test_a_replay_stops_where_the_record_is_not_sound(file: Path, capsys: Capture) -> None:
    lines = lines_of(file)
    flipped(lines[1]["record"], "hash")
    write(file, lines)
    assert main(["replay", "--plain", str(file)]) == 1
    assert "is not sound. The chain is broken at entry" in capsys.readouterr().err
