"""All code in README and docs does what it says there.

Python is run, a page's blocks one after the other, so that one may use what the one before made.
Commands that end by themselves are run, too; of the others the words are read. What cannot be run
here stands in a table with the reason.
"""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from stammtisch.cli import main
from stammtisch.cli.commands import COMMANDS, Parser
from stammtisch.protocols.table.codec import decode
from stammtisch.requests import Open
from tests.documents import PAGES, ROOT, SHELL, Block, blocks
from tests.system.serving import serving

#: Parts of a file that stands elsewhere and is tested there: every line is found in it.
EXCERPTS = {"docs/adding-a-game.md": "tests/games/hearts/match.py"}
#: What is not run, by a part of it, and why.
NOT_RUN = {
    "asyncio.run(play(": "a client, which is run against a server below",
    "from stammtisch.client import": "a client, which tests/client runs against a server",
    "mypackage.whist": "a game that the reader writes",
    "match.json": "comes from a server",
    "verify 12": "was played in a terminal",
    "example.org": "is nobody's server",
}
#: Commands that end by themselves, and quickly.
RUN = ("rules", "simulate", "verify")
#: So many rounds show that it works.
ROUNDS = 3


def reason_not_to(text: str) -> str | None:
    return next((reason for part, reason in NOT_RUN.items() if part in text), None)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_code_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    names: dict[str, Any] = {"__name__": "__docs__"}
    for block in blocks(page):
        if block.file is not None:
            Path(block.file).write_text(block.text, encoding="utf-8")
        if block.tongue == "python":
            run_python(block, names)
        elif block.tongue in SHELL:
            for words in block.commands():
                run_command(block, words)


def run_python(block: Block, names: dict[str, Any]) -> None:
    if block.page in EXCERPTS:
        whole = [line.strip() for line in (ROOT / EXCERPTS[block.page]).read_text().splitlines()]
        for line in block.text.splitlines():
            assert line.strip() in [*whole, "..."], f"{block.where}: {line}"
    elif reason_not_to(block.text) is None:
        flags = annotations.compiler_flag
        code = compile("\n" * (block.line - 1) + block.text, block.page, "exec", flags)
        exec(code, names)


def run_command(block: Block, words: list[str]) -> None:
    said = " ".join(words)
    if reason_not_to(said) is not None:
        return
    asked = parsed(block, words)
    if words[0] in RUN:
        if words[0] == "simulate":
            assert asked.rounds > 0
            words = [*words, "--rounds", str(min(asked.rounds, ROUNDS)), "--jobs", "1"]
        assert main(words) == 0, f"{block.where}: stammtisch {said}"


def parsed(block: Block, words: list[str]) -> Namespace:
    assert words[0] in COMMANDS, f"{block.where}: there is no command {words[0]}"
    parser = Parser(prog=f"{block.where}: stammtisch {words[0]}")
    COMMANDS[words[0]].functions()[0](parser)
    return parser.parse_args(words[1:])


def test_there_is_code_to_run_and_every_reason_is_for_something() -> None:
    found = [block for page in PAGES for block in blocks(page)]
    python = [block for block in found if block.tongue == "python"]
    commands = [words for block in found if block.tongue in SHELL for words in block.commands()]
    assert len(python) > 8 and len(commands) > 15
    everything = "\n".join([block.text for block in found])
    assert {part for part in NOT_RUN if part not in everything} == set()
    assert set(EXCERPTS) <= {block.page for block in python}


def test_asks_that_are_shown_to_authors_of_bots_are_understood() -> None:
    shown = [
        line.removeprefix("> ")
        for block in blocks(ROOT / "docs/writing-a-bot.md")
        for line in block.text.splitlines()
        if block.tongue == "text" and line.startswith("> {")
    ]
    assert {"open", "ready"} <= {json.loads(line)["type"] for line in shown}
    for line in shown:
        ask = decode(line)[1]
        if isinstance(ask, Open):
            ask.settings.checked()


# --- what needs a server --------------------------------------------------------------------------


async def test_the_bot_of_the_table_protocol_plays_a_match(tmp_path: Path) -> None:
    [block] = [
        block
        for block in blocks(ROOT / "docs/protocols/table.md")
        if block.tongue == "python" and "asyncio.run(play(" in block.text
    ]
    # It plays on for ever: until the table has gone.
    text = block.text.replace('"ws://127.0.0.1:8400/table", "the-invite-code"', "url, invite")
    text = text.replace("asyncio.run(play(url, invite))", "playing = play(url, invite)")
    async with serving(tmp_path, "--set", "bots.pace_ms=0") as server:
        url = f"ws://127.0.0.1:{server.web}/table"
        async with aiohttp.ClientSession() as http, http.ws_connect(url) as ada:

            async def told(kind: str) -> dict[str, Any]:
                async for frame in ada:
                    message: dict[str, Any] = json.loads(frame.data)
                    if message["type"] == kind:
                        return message
                raise AssertionError(f"the server never said {kind}")

            await ada.send_json({"type": "enter", "name": "Ada"})
            table = {"type": "open", "game": "tiles", "profile": "classic", "sit": False}
            await ada.send_json({**table, "bots": "random", "fill_after": 0, "pace": 0})
            names = {"url": url, "invite": (await told("table"))["invite"]}
            exec(compile(text, block.page, "exec"), names)
            bot = asyncio.ensure_future(names["playing"])
            while True:
                events = (await told("events"))["events"]
                if any(event["type"] == "ended" for event in events):
                    break
                assert not bot.done(), bot.exception()
            bot.cancel()
