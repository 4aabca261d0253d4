"""The bots of the documents, run as they stand there against a server with sockets."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from stammtisch.client import TableHandle, Update, connect
from tests.client.lines import PATIENCE

ROOT = Path(__file__).parents[2]
_BLOCKS = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def programs(document: str) -> list[str]:
    """The programs of a document that use the client library."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return [block for block in _BLOCKS.findall(text) if "stammtisch.client" in block]


async def started(program: str, *words: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, *words, stdout=asyncio.subprocess.PIPE
    )


async def played(table: TableHandle, matches: int) -> Update:
    async for moment in table:
        if moment.ended:
            matches -= 1
            if not matches:
                return moment
            await table.ready()
        elif moment.my_turn:
            await moment.act(moment.legal[-1])
    raise AssertionError("the table was closed")


@pytest.mark.parametrize("document", ["README.md", "docs/writing-a-bot.md"])
async def test_the_bot_in_fifteen_lines_plays_one_match_after_the_other(
    url: str, document: str
) -> None:
    program = programs(document)[0]
    assert len([line for line in program.splitlines() if line.strip()]) == 15
    async with connect(url) as host:
        await host.enter("Ada")
        table = await host.open_table("tiles")
        await table.add_bot("random")
        await table.add_bot("easy")
        bot = await started(program, url, table.invite)
        try:
            await table.ready()
            async with asyncio.timeout(PATIENCE):
                await played(table, 2)
            assert [seat.name for seat in table.seats if seat.bot is None] == ["Ada", "randy"]
            assert bot.returncode is None
        finally:
            bot.kill()
            await bot.wait()


async def test_the_bot_that_checks_its_deals(url: str, tmp_path: Path) -> None:
    (program,) = programs("docs/writing-a-bot.md")[1:]
    names = []
    for _ in range(2):
        bot = await started(program, url, str(tmp_path / "tokens.json"))
        async with asyncio.timeout(PATIENCE):
            printed, _ = await bot.communicate()
        assert bot.returncode == 0
        said = printed.decode()
        assert re.search(r"^1 deal and \d+ moves, all as promised\.$", said, re.MULTILINE)
        names.append(said.splitlines()[0])
    # The second time it came back as the same person, who has a rating by then.
    assert names == ["I am careful.", "I am careful."]
