"""`stammtisch serve` with bots that move at once: `python -m tests.system.hasty_house OPTION …`."""

from __future__ import annotations

import sys
from dataclasses import replace

from stammtisch.cli import main
from stammtisch.fabric.fabric import Fabric
from stammtisch.house.house import House, HouseRules
from stammtisch.store.store import Store
from stammtisch.tables.clock import Clock
from stammtisch.tables.thinking import Thinker


def hasty_house(
    store: Store, fabric: Fabric, clock: Clock, thinker: Thinker, rules: HouseRules
) -> House:
    patience = replace(rules.patience, bot_pace=0)
    return House(store, fabric, clock, thinker, replace(rules, patience=patience))


# Bots live in processes of their own, which import this module under another name.
if __name__ == "__main__":
    from stammtisch.server import run

    vars(run)["House"] = hasty_house
    sys.exit(main(["serve", *sys.argv[1:]]))
