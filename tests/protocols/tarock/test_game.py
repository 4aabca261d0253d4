"""The commands of the game: every response and every error of the document, by its name."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.tarock.match import TarockMatch
from stammtisch.replies import Refused
from tests.games.tarock.playing import dealt
from tests.protocols.tarock.conversation import Guest
from tests.protocols.tarock.harness import SHORT, Client, Harness, harness

#: Seat 3 deals, seat 0 is forehand. Nobody but seat 1 has the pagat, and seat 2 the king of hearts.
HANDS = (
    "CK CQ CN CJ C10 T4 T5 T6 SK SQ T7 T8",
    "T1 T2 T3 SN SJ S10 S9 DQ DN DJ D1 T9",
    "HK HQ HN HJ H1 H2 H3 T10 T11 T12 T13 H4",
    "TS T21 T20 T19 T18 T17 T16 DK D2 D3 D4 C9",
)
TALON = "T14 T15 C8 C7 S8 S7"


class Game:
    """Four clients at a table whose cards the test has laid out."""

    def __init__(self, app: Harness, clients: list[Client], match: TarockMatch) -> None:
        self.app = app
        self.clients = clients
        self.match = match

    async def do(self, seat: int, command: str, **keys: Any) -> dict[str, Any]:
        return await self.clients[seat].ask(f"game.tarock.{command}", **keys)

    async def right(self, seat: int, command: str, **keys: Any) -> None:
        answer = await self.do(seat, command, request_id=5, **keys)
        assert answer == {"response": f"game.tarock.{command}", "request_id": 5}

    async def wrong(self, seat: int, error: str, command: str, **keys: Any) -> None:
        before = self.match.digest()
        answer = await self.do(seat, command, **keys)
        assert answer.get("error") == error, answer
        assert answer.keys() == {"response", "error", "error_description"}
        assert answer["error_description"].endswith(".")
        assert self.match.digest() == before, "refused is unchanged"

    async def bids(self, *said: str) -> None:
        for contract in said:
            await self.right(self.match.mover, "bid", contract=contract)

    def last(self, name: str) -> dict[str, Any]:
        """The newest event of that name, as everybody was told it."""
        public = []
        for client in self.clients:
            event = client.events(f"game.tarock.{name}")[-1]
            public.append({key: event[key] for key in event if "valid" not in key})
        assert all(event == public[0] for event in public)
        return public[0]


async def laid_out(app: Harness, **options: Any) -> Game:
    clients = await app.room("Ana", "Bor", "Cvet", "Dora", options={**SHORT, **options})
    await app.start(clients)
    (runner,) = app.app.lobby.runners()
    runner.table.state.match = match = dealt(HANDS, TALON, runner.table.state.rules)  # type: ignore[arg-type]
    return Game(app, clients, match)


async def test_bidding() -> None:
    async with harness() as app:
        game = await laid_out(app)
        await game.wrong(2, "not_your_turn", "bid", contract="two")
        await game.wrong(1, "wrong_phase", "play", card="T1")
        await game.wrong(1, "wrong_phase", "callking", suit="C")
        for contract in ("klop", "three", "four", "", "Two"):
            await game.wrong(1, "invalid_contract", "bid", contract=contract)
        await game.bids("pass", "two")
        assert game.last("bid.next") == {
            "event": "game.tarock.bid.next",
            "player_id": 2,
            "contract": "two",
            "next_player": 3,
        }
        valid = [client.events("game.tarock.bid.next")[-1] for client in game.clients]
        assert ["valid_bids" in event for event in valid] == [False, False, False, True]
        assert valid[3]["valid_bids"][:3] == ["pass", "one", "solo_three"]
        await game.bids("pass", "pass")
        await game.wrong(2, "must_bid", "bid", contract="pass")
        await game.bids("two")
        assert game.last("bid.next")["next_player"] is None
        assert game.last("bid.winner") == {
            "event": "game.tarock.bid.winner",
            "player_id": 2,
            "contract": "two",
        }


async def test_forehand_must_bid_when_all_have_passed() -> None:
    async with harness() as app:
        game = await laid_out(app)
        await game.bids("pass", "pass", "pass")
        await game.wrong(0, "must_bid", "bid", contract="pass")
        await game.bids("klop")
        assert game.last("play.start")["next_player"] == 0
        await game.wrong(0, "invalid_card", "play", card="T1")
        await game.right(0, "play", card="C10")
        await game.right(1, "play", card="T3")
        await game.right(2, "play", card="T10")
        await game.right(3, "play", card="C9")
        assert game.last("play.next") == {
            "event": "game.tarock.play.next",
            "player_id": 3,
            "card": "C9",
            "trick_finished": True,
            "next_player": 2,
            "winner": 2,
            "talon_card": "T14",
        }


async def exchanging(app: Harness) -> Game:
    """Seat 0 plays two, and has called the king of hearts."""
    game = await laid_out(app)
    await game.bids("pass", "pass", "pass", "two")
    assert game.last("callking.start")["player_id"] == 0
    await game.wrong(1, "not_your_turn", "callking", suit="H")
    for suit in ("T", "X", "", "h", "HK"):
        await game.wrong(0, "invalid_suit", "callking", suit=suit)
    await game.right(0, "callking", suit="H")
    assert game.last("callking.finished") == {
        "event": "game.tarock.callking.finished",
        "player_id": 0,
        "suit": "H",
    }
    return game


async def test_calling_a_king_and_exchanging() -> None:
    async with harness() as app:
        game = await exchanging(app)
        assert game.last("talon")["piles"] == [["T14", "T15"], ["C8", "C7"], ["S8", "S7"]]
        start = game.clients[0].events("game.tarock.exchange.start")[-1]
        # All plain cards but kings can go; so no tarok may.
        assert set(start["invalid_cards"]) == {"CK", "SK", "T4", "T5", "T6", "T7", "T8"}
        for client in game.clients[1:]:
            assert "invalid_cards" not in client.events("game.tarock.exchange.start")[-1]
        await game.wrong(1, "not_your_turn", "exchange", picked=0, cards=["T1", "T2"])
        for picked in (-1, 3, 2**53):
            await game.wrong(0, "invalid_pick", "exchange", picked=picked, cards=["CQ", "CN"])
        await game.wrong(0, "invalid_request", "exchange", picked=10**20, cards=["CQ", "CN"])
        for cards in (
            ["CQ"],
            ["CQ", "CQ"],
            ["CQ", "CN", "CJ"],
            ["CQ", "CK"],
            ["CQ", "T4"],
            ["CQ", "S8"],
            ["CQ", "X9"],
            [],
        ):
            await game.wrong(0, "invalid_card", "exchange", picked=1, cards=cards)
        await game.right(0, "exchange", picked=1, cards=["SQ", "C7"])
        assert game.last("exchange.finished") == {
            "event": "game.tarock.exchange.finished",
            "player_id": 0,
            "picked": 1,
            "discarded": [],
        }


async def test_announcing_and_kontra() -> None:
    async with harness() as app:
        game = await exchanging(app)
        await game.right(0, "exchange", picked=1, cards=["SQ", "C7"])
        assert game.last("announce.start")["next_player"] == 0
        start = game.clients[0].events("game.tarock.announce.start")[-1]
        assert start["valid_bonuses"] == ["trula", "kings", "valat"]
        await game.wrong(1, "not_your_turn", "announce", bonuses=[])
        for bonuses in (["pagat_ultimo"], ["kings_ultimo"], ["trula", "trula"], ["x"]):
            await game.wrong(0, "invalid_bonus", "announce", bonuses=bonuses)
        for kontra in (["game"], ["x"], ["trula"]):
            await game.wrong(0, "invalid_kontra", "announce", bonuses=[], kontra=kontra)
        await game.right(0, "announce", bonuses=["trula"])
        after = game.clients[1].events("game.tarock.announce.next")[-1]
        assert after["valid_kontra"] == ["game", "trula"]
        assert "pagat_ultimo" in after["valid_bonuses"]
        await game.right(1, "announce", bonuses=["pagat_ultimo"], kontra=["game"])
        told = game.last("announce.next")
        assert (told["bonuses"], told["kontra"]) == (
            ["pagat_ultimo"],
            [{"target": "game", "factor": 2}],
        )
        for seat in (2, 3, 0):
            await game.right(seat, "announce", bonuses=[])
        assert game.last("announce.next")["next_player"] is None
        assert game.last("announce.finished") == {"event": "game.tarock.announce.finished"}
        assert game.last("play.start")["next_player"] == 0


async def test_playing() -> None:
    async with harness() as app:
        game = await exchanging(app)
        await game.right(0, "exchange", picked=1, cards=["SQ", "C7"])
        for seat in range(4):
            await game.right(seat, "announce", bonuses=[])
        await game.wrong(1, "not_your_turn", "play", card="T1")
        await game.wrong(0, "wrong_phase", "announce", bonuses=[])
        await game.wrong(0, "wrong_phase", "continue")
        for card in ("T1", "C7", "SQ", "", "t4", "XX"):
            await game.wrong(0, "invalid_card", "play", card=card)
        await game.right(0, "play", card="C8")
        await game.wrong(1, "invalid_card", "play", card="DQ")
        assert set(game.clients[1].events("game.tarock.play.next")[-1]["valid_cards"]) == {
            "T1",
            "T2",
            "T3",
            "T9",
        }
        await game.right(1, "play", card="T2")
        await game.right(2, "play", card="T10")
        assert game.last("play.next") == {
            "event": "game.tarock.play.next",
            "player_id": 2,
            "card": "T10",
            "trick_finished": False,
            "next_player": 3,
        }
        await game.right(3, "play", card="C9")
        told = game.last("play.next")
        assert (told["trick_finished"], told["next_player"], told["winner"]) == (True, 2, 2)
        assert "talon_card" not in told


async def test_an_open_beggar_lays_the_hand_open_after_the_first_trick() -> None:
    async with harness() as app:
        game = await laid_out(app)
        await game.bids("open_beggar", "pass", "pass", "pass", "open_beggar")
        while game.match.phase == "announcing":
            await game.right(game.match.mover, "announce", bonuses=[])
        await game.right(1, "play", card="S9")
        await game.right(2, "play", card="T10")
        await game.right(3, "play", card="T16")
        assert not game.clients[0].events("game.tarock.hand")
        await game.right(0, "play", card="SQ")
        hand = game.last("hand")
        assert hand["player_id"] == 1
        assert set(hand["hand"]) == set(HANDS[1].split()) - {"S9"}
        names = [said.get("event") for said in game.clients[2].heard]
        assert names[-2:] == ["game.tarock.play.next", "game.tarock.hand"]


async def test_who_has_taroks_may_not_throw_in() -> None:
    async with harness() as app:
        game = await laid_out(app, redeal="on_demand")
        await game.wrong(1, "no_throw_in", "throw_in")


async def test_after_a_deal_all_say_how_to_go_on() -> None:
    async with harness() as app:
        game = await laid_out(app, deals=0, pause=5)
        await game.bids("valat", "pass", "pass", "pass", "valat")
        while game.match.phase == "announcing":
            await game.right(game.match.mover, "announce", bonuses=[])
        for seat, card in ((1, "S9"), (2, "T10"), (3, "T16"), (0, "SQ")):
            await game.right(seat, "play", card=card)
        result = game.last("result")
        assert (result["contract"], result["won"], result["scores"]) == (
            "valat",
            False,
            [0, -500, 0, 0],
        )
        await game.right(0, "continue")
        assert game.last("continue") == {
            "event": "game.tarock.continue",
            "player_id": 0,
            "choice": "continue",
        }
        for seat in range(4):
            await game.right(seat, "continue", choice="end")
        finished = game.last("finished")
        assert (finished["totals"], finished["ranking"]) == ([0, -500, 0, 0], [0, 2, 3, 1])
        await game.wrong(0, "not_in_game", "play", card="T1")
        assert (await game.do(0, "state"))["error"] == "not_in_game"


@pytest.mark.parametrize("command", ["lobby.room.leave", "game.tarock.leave"])
async def test_who_leaves_a_game_is_played_for_and_may_come_back(command: str) -> None:
    async with harness() as app:
        game = await laid_out(app)
        ana, bor = game.clients[:2]
        assert await ana.ask(command) == {"response": command}
        assert bor.events("game.tarock.player")[-1] == {
            "event": "game.tarock.player",
            "player_id": 0,
            "connected": False,
            "bot": True,
        }
        assert (await game.do(0, "bid", contract="pass"))["error"] == "not_in_game"
        (room,) = (await ana.ask("lobby.room.list"))["rooms"]
        stranger = await app.come(name="Eve")
        refused = await stranger.ask("lobby.room.join", room_id=room["id"])
        assert refused["error"] == "room_full", "nobody is led into a running game"
        assert "error" not in await ana.ask("lobby.room.join", room_id=room["id"])
        assert bor.events("game.tarock.player")[-1]["connected"] is True
        assert (await game.do(0, "state"))["id"] == 0


async def test_words_are_heard_by_all() -> None:
    async with harness() as app:
        game = await laid_out(app)
        await game.right(2, "chat", text="Dober večer")
        assert game.last("chat") == {
            "event": "game.tarock.chat",
            "player_id": 2,
            "nickname": "Cvet",
            "text": "Dober večer",
        }


async def test_a_hand_without_taroks_is_thrown_in_and_dealt_again() -> None:
    async with harness() as app:
        game = await laid_out(app, redeal="on_demand")
        hands = ("", "CK CQ CN CJ SK SQ SN SJ HK HQ HN HJ")
        (runner,) = app.app.lobby.runners()
        runner.table.state.match = dealt(hands, "T1 T2", runner.table.state.rules)  # type: ignore[arg-type]
        await game.right(1, "throw_in")
        assert set(game.last("throw_in")["hand"]) == set(hands[1].split())
        assert len(game.clients[0].events("game.tarock.deal")) == 2


@pytest.mark.parametrize("code", ["our_fault", "failed", "closed"])
def test_what_is_our_fault_is_called_so(code: str) -> None:
    guest = Guest().sits(0)
    guest.session.receive('{"command":"game.tarock.play","card":"T1","request_id":3}')
    guest.session.answered(Refused(code=code, message="Sorry."))
    assert guest.said() == [
        {
            "response": "game.tarock.play",
            "request_id": 3,
            "error": "server_error",
            "error_description": "Sorry.",
        }
    ]
