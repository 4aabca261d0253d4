"""Tokens are kept for one's own eyes, and nothing that happens to the file costs more than it."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from stammtisch.client import KeptToken, Tokens

HERE = "http://127.0.0.1:8400"
THERE = "https://example.org"


def kept(name: str, server: str = HERE, wanted: str = "", token: str = "secret") -> KeptToken:
    return KeptToken(server=server, name=name, wanted=wanted, kind="guest", token=token)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def tokens(tmp_path: Path, said: list[str]) -> Tokens:
    return Tokens(tmp_path / "config" / "tokens.json", said.append)


def test_several_names_at_several_servers(tokens: Tokens, said: list[str]) -> None:
    assert tokens.find(HERE) is None
    tokens.keep(kept("Ada"))
    tokens.keep(kept("Bo"))
    tokens.keep(kept("Cy", THERE))
    last = tokens.find(HERE)
    assert last is not None and last.name == "Bo"
    tokens.keep(kept("Ada", token="newer"))
    assert [one.name for one in tokens.of(HERE)] == ["Bo", "Ada"]
    assert tokens.find(HERE, "Ada") == kept("Ada", token="newer")
    assert tokens.find(THERE, "Ada") is None
    tokens.forget(HERE, "Ada")
    assert [one.name for one in tokens.of(HERE)] == ["Bo"]
    assert said == []


def test_who_got_another_name_is_found_by_the_one_they_wanted(tokens: Tokens) -> None:
    tokens.keep(kept("Ada_1", wanted="Ada"))
    found = tokens.find(HERE, "Ada")
    assert found is not None and found.name == "Ada_1"
    assert tokens.find(HERE, "") is None


def test_only_the_owner_can_read_them(tokens: Tokens) -> None:
    before = os.umask(0)
    try:
        tokens.keep(kept("Ada"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(tokens.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(tokens.path.parent.stat().st_mode) == 0o700
    beside = {file.name for file in tokens.path.parent.iterdir()} - {tokens.path.name}
    assert beside == {"tokens.json-lock"}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format":"other"}', b"\xff", b"[" * 9999])
def test_a_damaged_file_is_put_aside(tokens: Tokens, said: list[str], content: bytes) -> None:
    tokens.path.parent.mkdir()
    tokens.path.write_bytes(content)
    assert tokens.find(HERE) is None
    assert said == [f"{tokens.path} is damaged, and lies beside it as tokens.json.damaged now."]
    tokens.keep(kept("Ada"))
    assert tokens.find(HERE) is not None
    assert tokens.path.with_name("tokens.json.damaged").read_bytes() == content


def test_what_cannot_be_read_is_not_written_over(tokens: Tokens, said: list[str]) -> None:
    tokens.path.parent.mkdir()
    # A folder can be read by nobody, not even by root.
    tokens.path.mkdir()
    assert tokens.find(HERE) is None
    tokens.keep(kept("Ada"))
    assert tokens.path.is_dir()
    assert [one.split(":")[0] for one in said] == [
        f"{tokens.path} cannot be read",
        f"{tokens.path} cannot be written",
    ]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, said: list[str]) -> None:
    (tmp_path / "file").write_text("")
    Tokens(tmp_path / "file" / "tokens.json", said.append).keep(kept("Ada"))
    (sentence,) = said
    assert "cannot be written" in sentence


def test_programs_that_keep_at_once_lose_nothing(tokens: Tokens) -> None:
    def keep_some(who: int) -> None:
        for number in range(10):
            tokens.keep(kept(f"{who}-{number}"))

    threads = [threading.Thread(target=keep_some, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tokens.of(HERE)) == 40
