"""The programs that kill the server's processes find a loss if there is one, and none if not."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.abuse import server_kills
from bench.abuse.doomed import Appended, Archived, Started
from bench.abuse.kills import KINDS, Books, Lost, run
from bench.abuse.players import MaoPlayer, Sent, State, TilesPlayer, action_of
from tests.properties import often

KILLS = 12


def test_killed_in_every_way_the_store_loses_nothing(tmp_path: Path) -> None:
    counts = run(tmp_path / "house.db", KILLS, seed=3, minutes=10)
    assert sum(counts[name] for name in KINDS) == KILLS
    assert counts["acknowledgements"] > KILLS


@pytest.mark.parametrize(
    ("journal", "cuts"),
    [
        ([(1, 1), (2, 1)], []),
        ([(1, 1), (2, 1), (3, 2)], []),
        ([(1, 1), (3, 1)], []),
        ([], []),
        ([(1, 1), (2, 1), (3, 1)], [("t1", 3)]),
    ],
    ids=["the last is gone", "another is in its place", "one is gone", "all", "none is gone"],
)
def test_what_was_acknowledged_and_is_not_there_is_noticed(
    journal: list[tuple[int, int]], cuts: list[tuple[str, int]]
) -> None:
    books = Books()
    books.hear([Appended("t1", 1, 4)], life=1)
    if cuts:
        books.hear([Archived("t1", 3), Started(1, {"t1": journal[2:]}, cuts)], life=2)
        with pytest.raises(Lost, match="archive"):
            books.hear([Started(1, {"t1": journal}, [])], life=3)
    else:
        with pytest.raises(Lost):
            books.hear([Started(1, {"t1": journal}, cuts)], life=2)


@pytest.mark.kills
async def test_killed_as_a_whole_the_server_loses_nothing_of_any_protocol(tmp_path: Path) -> None:
    kills = often(24)
    counts = await server_kills.run(tmp_path, kills, seed=5)
    assert sum(counts[kind] for kind in server_kills.KINDS) == kills
    for protocol in ("tiles", "table", "mao", "tarock", "cg"):
        assert counts[f"acknowledged, {protocol}"] > kills, protocol


def journal(*acts: Any) -> list[tuple[int, dict[str, Any]]]:
    """Of a table where anna sits at the first seat, and bert at the second."""
    entries: list[dict[str, Any]] = [
        {"kind": "open", "chairs": [{"name": "anna"}, {"name": None}]},
        {"kind": "sit", "seat": 1, "name": "bert"},
    ]
    entries += [
        {"kind": "act", "seat": seat, "action": action, "bot": bot} for seat, action, bot in acts
    ]
    return list(enumerate(entries, start=1))


DRAW, PUT = {"type": "draw", "stack": "main"}, {"type": "put", "tile": 7}
TALK = {"type": "talk", "text": "hi"}


@pytest.mark.parametrize(
    ("sent", "fits"),
    [
        ([(DRAW, "acknowledged"), (PUT, "acknowledged")], True),
        ([(DRAW, "acknowledged"), (PUT, "under way")], True),
        ([(DRAW, "under way"), (DRAW, "acknowledged"), (PUT, "under way")], True),
        ([(DRAW, "acknowledged"), (DRAW, "refused"), (PUT, "acknowledged")], True),
        ([(DRAW, "acknowledged"), (PUT, "acknowledged"), (DRAW, "under way")], True),
        ([(DRAW, "acknowledged"), (PUT, "acknowledged"), (DRAW, "acknowledged")], False),
        ([(PUT, "acknowledged"), (DRAW, "acknowledged")], False),
        ([(DRAW, "acknowledged"), (PUT, "refused")], False),
        ([(DRAW, "acknowledged")], False),
        ([(DRAW, "acknowledged"), ({"type": "put", "tile": "9:RED"}, "acknowledged")], False),
    ],
)
def test_the_journal_has_what_was_acknowledged_in_order_and_nothing_that_was_not_sent(
    sent: list[tuple[dict[str, Any], State]], fits: bool
) -> None:
    anna, bert = TilesPlayer("anna", Random(1), 1), MaoPlayer("bert", Random(1), 1)
    anna.sent = [Sent(action_of(action), state) for action, state in sent]
    bert.sent = [Sent(action_of(TALK), "acknowledged")]
    found = {"t1": journal((0, DRAW, None), (1, TALK, None), (0, DRAW, "hard"), (0, PUT, None))}
    if fits:
        assert server_kills.compare([anna, bert], found) == 3
    else:
        with pytest.raises(Lost, match="anna"):
            server_kills.compare([anna, bert], found)
