"""`stammtisch serve` with bots that move at once, and passwords that cost nothing:
`python -m tests.system.hasty_house OPTION …`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stammtisch.fabric.fabric import Fabric
    from stammtisch.house.house import House, HouseRules
    from stammtisch.store.store import Store
    from stammtisch.tables.clock import Clock
    from stammtisch.tables.thinking import Thinker, Worker


def hasty_house(
    store: Store, fabric: Fabric, clock: Clock, thinker: Thinker, rules: HouseRules, worker: Worker
) -> House:
    from stammtisch.house.house import House
    from tests.house.driver import HASHER

    patience = replace(rules.patience, bot_pace=0)
    rules = replace(rules, patience=patience)
    return House(store, fabric, clock, thinker, rules, hasher=HASHER, worker=worker)


# Bots live in processes of their own, which import this module under another name: so it imports
# nothing of the house, which would take them as long as to learn their games.
if __name__ == "__main__":
    from stammtisch.cli import main
    from stammtisch.server import run

    vars(run)["House"] = hasty_house
    sys.exit(main(["serve", *sys.argv[1:]]))
