"""Coming back: the answer to `game.tarock.state` is all that was told of the deal."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from stammtisch.games.game import Deal
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import Dealt
from tests.games.tarock.playing import any_rules, strolled
from tests.protocols.tarock.conversation import Guest, state, told
from tests.protocols.tarock.harness import harness

#: Told at the moment; who comes back learns the same from `phase`, `turn` and the lists.
PASSING = {"deal", "bid.start", "callking.start", "exchange.start", "announce.start", "play.start"}
PASSING |= {"continue", "timer", "result", "finished"}
VALID = ("valid_bids", "valid_bonuses", "valid_kontra", "valid_cards", "invalid_cards")


def lasting(texts: list[str]) -> list[Any]:
    said = [json.loads(text) for text in texts]
    return [
        {key: one[key] for key in one if key not in VALID}
        for one in said
        if one["event"].removeprefix("game.tarock.") not in PASSING
    ]


def choices(texts: list[str]) -> dict[str, Any]:
    """What the last event let its listener do."""
    last = [json.loads(text) for text in texts if not json.loads(text)["event"].endswith("timer")]
    found = [{key: one[key] for key in VALID if key in one} for one in last]
    return found[-1] if found else {}


@pytest.mark.parametrize("seed", range(12))
def test_the_history_is_what_was_told_and_the_choices_are_the_same(seed: int) -> None:
    rng = Random(seed)
    match = TarockMatch(any_rules(rng, deals=3, pause=5, turn_clock=0), 4)
    match.apply(None, Deal(rng.randbytes(16)))
    so_far: list[list[str]] = [[], [], [], []]
    for step, (_, _, events) in enumerate(strolled(match, rng, 250, silent=0.4)):
        if any(isinstance(event, Dealt) for event in events):
            so_far = [[], [], [], []]
        now = [told(seat, events) for seat in range(4)]
        so_far = [before + new for before, new in zip(so_far, now, strict=True)]
        if match.awaits_deal or match.outcome is not None or step % 7:
            continue
        for seat in range(4):
            (text,) = state(seat, match)
            answer = json.loads(text)
            assert answer["response"] == "game.tarock.state"
            assert answer["history"] == lasting(so_far[seat])
            if match.phase == "scored":
                assert answer["turn"] is None, "several may say how to go on"
            else:
                assert answer["turn"] == match.turn[0]
                given = {key: answer[key] for key in VALID if key in answer}
                assert given == choices(now[seat])


def test_the_deadline_is_told_as_time_of_day() -> None:
    rng = Random(1)
    match = TarockMatch(any_rules(rng, turn_clock=30), 4)
    match.apply(None, Deal(rng.randbytes(16)), 1300)
    guest = Guest().sits(0)
    (text,) = state(0, match)
    # The table last said something at its time 1200, which was now.
    assert json.loads(text)["deadline_ms"] == guest.session.told_ms + 100 + 30_000


async def test_who_comes_back_by_token_has_the_seat_and_the_cards() -> None:
    async with harness() as app:
        clients = await app.room("a", "b", "c", "d")
        await app.start(clients)
        ana = clients[0]
        (deal,) = ana.events("game.tarock.deal")
        ana.hang_up()
        await app.quiet()
        assert clients[1].events("game.tarock.player")[-1]["connected"] is False
        back = await app.come(token=ana.heard[0]["token"])
        greeting = back.heard[0]
        assert greeting["event"] == "lobby.session"
        assert (greeting["user_id"], greeting["nickname"], greeting["token"]) == tuple(
            ana.heard[0][key] for key in ("user_id", "nickname", "token")
        )
        assert greeting["playing"] is True
        assert len(greeting["room"]["players"]) == 3
        assert clients[1].events("game.tarock.player")[-1]["connected"] is True
        answer = await back.ask("game.tarock.state")
        for key in ("id", "hand", "round", "dealer", "players", "totals", "radli", "rules"):
            assert answer[key] == deal[key]
        assert (answer["phase"], answer["history"], answer["trick"]) == ("bid", [], [])
        first = clients[0].events("game.tarock.bid.start")[-1]["next_player"]
        assert answer["turn"] == first
        # It hears on, and plays on.
        mover = [back, *clients[1:]][first]
        assert "error" not in await mover.ask("game.tarock.bid", contract="pass")
        assert back.events("game.tarock.bid.next")[-1]["contract"] == "pass"


async def test_who_comes_back_to_a_room_is_asked_again_to_be_ready() -> None:
    async with harness() as app:
        ana, bor = await app.room("Ana", "Bor")
        await ana.ask("lobby.game.start")
        bor.hang_up()
        await app.quiet()
        back = await app.come(token=bor.heard[0]["token"])
        assert back.heard[0]["playing"] is False
        (event,) = back.events("lobby.game.start")
        assert "error" not in await back.ask("lobby.player.ready", state=event["state"])
        assert back.events("game.tarock.deal")
