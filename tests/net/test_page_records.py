"""The deals that the page's own tests deal again are those that the house deals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stammtisch.games.game import Deal
from stammtisch.games.games import game_named
from stammtisch.tables.record import read_record, verify

RECORDS = Path(__file__).parents[2] / "web" / "tests" / "records"
DEALS: list[dict[str, Any]] = json.loads((RECORDS / "dealt.json").read_text())["deals"]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal['game']} {deal['changes']}")
def test_the_house_deals_so(deal: dict[str, Any]) -> None:
    game = game_named(deal["game"])
    rules = game.rules.named(deal["profile"], deal["changes"])
    assert json.loads(json.dumps(rules.values())) == deal["options"]
    match = game.new(rules, deal["seats"])
    dealt: Any = match.apply(None, Deal(bytes.fromhex(deal["seed"])))[0]
    hands = dealt.racks if game.name == "tiles" else dealt.hands
    held = [[str(card) for card in hand if card is not None] for hand in hands]
    assert held == deal["hands"]


def test_the_record_is_sound() -> None:
    proof = verify(read_record((RECORDS / "tiles.json").read_bytes()))
    assert proof.game == "tiles"
