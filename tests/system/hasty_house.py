"""`stammtisch serve` with bots that move at once, and passwords that cost nothing:
`python -m tests.system.hasty_house OPTION …`."""

from __future__ import annotations

import sys
from dataclasses import replace

from stammtisch.cli import main
from stammtisch.fabric.fabric import Fabric
from stammtisch.house.house import House, HouseRules
from stammtisch.store.store import Store
from stammtisch.tables.clock import Clock
from stammtisch.tables.thinking import Thinker
from tests.house.driver import HASHER


def hasty_house(
    store: Store, fabric: Fabric, clock: Clock, thinker: Thinker, rules: HouseRules
) -> House:
    patience = replace(rules.patience, bot_pace=0)
    rules = replace(rules, patience=patience)
    return House(store, fabric, clock, thinker, rules, hasher=HASHER)


# Bots live in processes of their own, which import this module under another name.
if __name__ == "__main__":
    from stammtisch.server import run

    vars(run)["House"] = hasty_house
    sys.exit(main(["serve", *sys.argv[1:]]))
