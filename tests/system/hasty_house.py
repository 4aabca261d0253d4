"""`stammtisch serve` with bots that move at once, and passwords that cost nothing:
`python -m tests.system.hasty_house OPTION …`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stammtisch.app import App
    from stammtisch.bus.bus import Bus
    from stammtisch.config import AppConfig
    from stammtisch.store.store import Store
    from stammtisch.tables.bot_executor import BotExecutor, Worker
    from stammtisch.tables.clock import Clock


def hasty_house(
    store: Store, bus: Bus, clock: Clock, executor: BotExecutor, rules: AppConfig, worker: Worker
) -> App:
    from stammtisch.app import build_app
    from tests.lobby.driver import HASHER

    timings = replace(rules.timings, bot_pace=0)
    rules = replace(rules, timings=timings)
    return build_app(store, bus, clock, executor, rules, hasher=HASHER, worker=worker)


# Bots live in processes of their own, which import this module under another name: so it imports
# nothing of the house, which would take them as long as to learn their games.
if __name__ == "__main__":
    from stammtisch.cli import main
    from stammtisch.net import server

    vars(server)["build_app"] = hasty_house
    sys.exit(main(["serve", *sys.argv[1:]]))
