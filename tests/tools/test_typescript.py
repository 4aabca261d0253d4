"""The page is built with types that are made from the server's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from stammtisch.games.games import VARIABLE
from tools.typescript import typescript

PAGE = Path(__file__).parents[2] / "web" / "src" / "client" / "types.gen.ts"


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "tools.typescript"],
        # Without the games that only tests have.
        env={key: value for key, value in os.environ.items() if key != VARIABLE},
        check=True,
        capture_output=True,
    )
    assert PAGE.read_bytes() == made.stdout, (
        "Run: python -m tools.typescript > web/src/client/types.gen.ts"
    )


def test_what_the_server_always_sends_is_not_optional_for_the_page() -> None:
    told = typescript().split("export interface Events {")[1].split("}")[0]
    assert "  seq: number;" in told
    assert "  observation?: ObservationInfo | null;" in told


def test_what_a_client_may_leave_out_is_optional() -> None:
    asked = typescript().split("export interface Join {")[1].split("}")[0]
    assert "  watch?: boolean;" in asked
