"""A whole evening of the Mao protocol in a real house: its transcript, and its edge cases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.protocols.mao.harness import DECK, HAND, Client, Harness, hand, open_harness, pile

TURNED_AWAY = (4001, "Could not join table.")
NO_STATUS = (1005, "The game has ended.")


async def each(harness: Harness, *clients: Client) -> list[list[tuple[Any, ...]]]:
    await harness.quiet()
    return [client.told() for client in clients]


async def nothing(harness: Harness, *clients: Client) -> None:
    assert await each(harness, *clients) == [[] for _ in clients]


async def goes_out(harness: Harness, winner: Client, *others: Client) -> None:
    """The seven cards of a fresh round go on the pile."""
    for index in range(7):
        winner.move(hand(0), pile(index + 1))
    await harness.quiet()
    for client in (winner, *others):
        names = [name for name, *_ in client.told()]
        assert names[-2:] == ["cardMoved", "lastChanceStarted"]


async def wins(harness: Harness, winner: Client, *others: Client) -> None:
    await goes_out(harness, winner, *others)
    await harness.pass_time(10_000)


async def test_transcript() -> None:
    async with open_harness() as harness:
        assert len(harness.lobbies()) == 140
        a = await harness.come(tableID="20")
        assert a.taken() == [(0, "joinedTable", {"you": a.uuid, "others": []})]
        assert harness.lobbies()["20"] == {"numPlayers": 1, "maxPlayers": 3}
        b = await harness.come(tableID="20")
        assert b.taken() == [(0, "joinedTable", {"you": b.uuid, "others": [a.uuid]})]
        assert a.taken() == [(1, "playerJoined", b.uuid)]
        a.send("talk", "hello?")
        assert (
            await each(harness, a, b)
            == [
                [
                    (
                        "playerTalked",
                        {"quote": "hello?", "by": a.uuid, "timestamp": 1_800_000_000_000},
                    )
                ]
            ]
            * 2
        )
        c = await harness.come(tableID="20")
        (joined, dealt) = c.taken()
        assert joined == (0, "joinedTable", {"you": c.uuid, "others": [a.uuid, b.uuid]})
        assert dealt[:2] == (1, "roundStarted")
        assert [event[:2] for event in a.taken()] == [(3, "playerJoined"), (4, "roundStarted")]
        assert [event[:2] for event in b.taken()] == [(2, "playerJoined"), (3, "roundStarted")]
        for client in (a, b, c):
            data = client.events[-1]["data"]
            assert [len(data["yourHand"]), len(data["discard"])] == [7, 1]
            assert all(
                card["value"] == card["suit"] * 13 + card["rank"] for card in data["yourHand"]
            )
        assert "20" not in harness.lobbies()

        x = await harness.come(tableID="20")
        assert (x.closed, x.events) == (TURNED_AWAY, [])
        await nothing(harness, a, b, c)

        await harness.pass_time(753)
        a.send("talk", "hi")
        said = {"quote": "hi", "by": a.uuid, "timestamp": 1_800_000_000_753}
        await harness.quiet()
        assert [client.taken() for client in (a, b, c)] == [
            [(order, "playerTalked", said)] for order in (5, 4, 2)
        ]

        a_hand = [*a.events[4]["data"]["yourHand"]]
        a.move(DECK, HAND)
        to_a, to_b, to_c = await each(harness, a, b, c)
        drawn = to_a[0][1]["card"]
        assert to_a[0][1] == {
            "card": drawn,
            "from": {"source": "deck"},
            "to": {"source": "hand", "length": 8},
            "by": a.uuid,
        }
        hidden = {"from": DECK, "to": {"source": "hand", "length": 8}, "by": a.uuid}
        assert to_b == to_c == [("cardMoved", hidden)]

        a.move(hand(2), pile(1))
        to_a, to_b, to_c = await each(harness, a, b, c)
        played = a_hand[2]
        assert to_a == [
            ("cardMoved", {"card": played, "from": hand(2), "to": pile(1), "by": a.uuid})
        ]
        left = {"source": "hand", "length": 7}
        assert to_b == to_c
        assert to_b == [("cardMoved", {"card": played, "from": left, "to": pile(1), "by": a.uuid})]

        b.move(pile(1), HAND)
        to_a, to_b, to_c = await each(harness, a, b, c)
        taken = {
            "card": played,
            "from": pile(1),
            "to": {"source": "hand", "length": 8},
            "by": b.uuid,
        }
        assert to_a == to_b == to_c == [("cardMoved", taken)]

        b.move(hand(0), DECK)
        to_a, to_b, to_c = await each(harness, a, b, c)
        assert to_b[0][1]["from"] == hand(0) and "card" in to_b[0][1]
        assert to_a == to_c == [("cardMoved", {"from": left, "to": DECK, "by": b.uuid})]

        c.move(DECK, pile(1))
        c.move(pile(0), DECK)
        to_a, to_b, to_c = await each(harness, a, b, c)
        assert to_a == to_b == to_c
        assert [data["from"] for _, data in to_a] == [DECK, pile(0)]
        assert all("card" in data for _, data in to_a)

        a.move(DECK, pile(1))
        await each(harness, a, b, c)
        a.move(pile(0), pile(0))
        await nothing(harness, a, b, c)
        a.move(pile(0), pile(1))
        to_a, to_b, to_c = await each(harness, a, b, c)
        assert to_a == to_b == to_c and to_a[0][1]["to"] == pile(1)

        a.send("accuse", b.uuid)
        accused = [("playerAccused", {"accuser": a.uuid, "accused": b.uuid})]
        assert await each(harness, a, b, c) == [accused] * 3
        a.move(DECK, HAND)
        c.send("accuse", a.uuid)
        a.send("acceptAccusation")
        b.send("cancelAccusation")
        await nothing(harness, a, b, c)
        a.send("cancelAccusation")
        assert await each(harness, a, b, c) == [[("accusationCancelled", "play")]] * 3
        a.send("accuse", b.uuid)
        await each(harness, a, b, c)
        b.send("acceptAccusation")
        assert await each(harness, a, b, c) == [[("accusationAccepted",)]] * 3

        await goes_out(harness, a, b, c)
        chance = {"winningPlayer": a.uuid, "timeStarted": 1_800_000_000_753}
        assert b.events[-1]["data"] == chance
        b.send("accuse", c.uuid)
        a.move(DECK, HAND)
        await nothing(harness, a, b, c)
        await harness.pass_time(1240)
        b.send("accuse", a.uuid)
        await each(harness, a, b, c)
        await harness.pass_time(2000)
        b.send("cancelAccusation")
        assert await each(harness, a, b, c) == [[("accusationCancelled", "lastChance")]] * 3
        await harness.pass_time(8759)
        await nothing(harness, a, b, c)
        await harness.pass_time(1)
        assert await each(harness, a, b, c) == [[("roundOver", a.uuid)]] * 3

        b.send("writeRule", "loser rule")
        a.move(DECK, HAND)
        await nothing(harness, a, b, c)
        b.send("talk", "gg")
        assert [[name for name, _ in told] for told in await each(harness, a, b, c)] == [
            ["playerTalked"]
        ] * 3
        a.send("writeRule", "no talking on fridays")
        to_a, to_b, to_c = await each(harness, a, b, c)
        assert to_a[0] == ("ruleWritten", "no talking on fridays")
        assert [to_a[1][0], to_b[0][0], to_c[0][0]] == ["roundStarted"] * 3
        assert (len(to_a), len(to_b), len(to_c)) == (2, 1, 1)

        a.hang_up()
        revealed = {"author": a.uuid, "rules": ["no talking on fridays"]}
        assert (
            await each(harness, b, c) == [[("playerLeft", a.uuid), ("rulesRevealed", revealed)]] * 2
        )
        b.hang_up()
        assert await each(harness, c) == [[("playerLeft", b.uuid), ("gameEnded",)]]
        assert c.closed == NO_STATUS
        for client in (a, b, c):
            orders = [event["order"] for event in client.events]
            assert orders == list(range(len(orders)))
        await harness.pass_time(1)
        assert harness.lobbies()["20"] == {"numPlayers": 0, "maxPlayers": 3}
        assert (await harness.come(tableID="20")).told()[0][0] == "joinedTable"


# --- who leaves when -----------------------------------------------------------------------------


async def test_who_leaves_the_lobby_is_only_gone() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(20, 2)
        await each(harness, a, b)
        a.hang_up()
        assert await each(harness, b) == [[("playerLeft", a.uuid)]]
        assert b.closed is None


@pytest.mark.parametrize("leaver", [0, 1], ids=["accuser", "accused"])
async def test_an_accusation_ends_with_either_of_its_two(leaver: int) -> None:
    async with open_harness() as harness:
        clients = await harness.seat(40, 4)
        clients[0].send("accuse", clients[1].uuid)
        await each(harness, *clients)
        clients[leaver].hang_up()
        gone = [("playerLeft", clients[leaver].uuid), ("accusationCancelled", "play")]
        assert await each(harness, *clients[2:]) == [gone] * 2
        clients[2].move(DECK, HAND)
        assert [name for name, _ in (await each(harness, clients[2]))[0]] == ["cardMoved"]


async def test_the_clock_goes_on_when_the_accuser_leaves_in_the_last_chance() -> None:
    async with open_harness() as harness:
        a, b, c = await harness.seat(20, 3)
        await goes_out(harness, a, b, c)
        await harness.pass_time(4000)
        b.send("accuse", a.uuid)
        await harness.quiet()
        await harness.pass_time(5000)
        await each(harness, a, c)
        b.hang_up()
        gone = [("playerLeft", b.uuid), ("accusationCancelled", "lastChance")]
        assert await each(harness, a, c) == [gone] * 2
        await harness.pass_time(5999)
        await nothing(harness, a, c)
        await harness.pass_time(1)
        assert await each(harness, a, c) == [[("roundOver", a.uuid)]] * 2


async def test_the_accused_winner_leaves() -> None:
    async with open_harness() as harness:
        a, b, c = await harness.seat(20, 3)
        await goes_out(harness, a, b, c)
        b.send("accuse", a.uuid)
        await each(harness, b, c)
        a.hang_up()
        gone = [
            ("playerLeft", a.uuid),
            ("accusationCancelled", "lastChance"),
            ("winningPlayerLeft",),
        ]
        assert await each(harness, b, c) == [gone] * 2
        b.move(DECK, HAND)
        assert len((await each(harness, c))[0]) == 1


async def test_the_winner_leaves_in_the_last_chance() -> None:
    async with open_harness() as harness:
        a, b, c = await harness.seat(20, 3)
        await goes_out(harness, a, b, c)
        a.hang_up()
        assert await each(harness, b, c) == [[("playerLeft", a.uuid), ("winningPlayerLeft",)]] * 2
        b.move(DECK, HAND)
        assert len((await each(harness, c))[0]) == 1
        await harness.pass_time(20_000)
        await nothing(harness, c)


async def test_the_winner_leaves_before_the_rule_but_not_before_an_earlier_one() -> None:
    async with open_harness() as harness:
        a, b, c = await harness.seat(20, 3)
        await wins(harness, a, b, c)
        a.send("writeRule", "first")
        await each(harness, a, b, c)
        await wins(harness, a, b, c)
        await each(harness, b, c)
        a.hang_up()
        for told in await each(harness, b, c):
            assert [event[0] for event in told] == ["playerLeft", "roundStarted", "rulesRevealed"]
            assert told[2][1] == {"author": a.uuid, "rules": ["first"]}


async def test_a_loser_leaves_between_rounds() -> None:
    async with open_harness() as harness:
        a, b, c = await harness.seat(20, 3)
        await wins(harness, a, b, c)
        await each(harness, a, b)
        c.hang_up()
        assert await each(harness, a, b) == [[("playerLeft", c.uuid)]] * 2
        a.send("writeRule", "one")
        assert (await each(harness, b))[0][0][0] == "roundStarted"


async def test_rules_are_revealed_before_the_game_ends() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(0, 2)
        await wins(harness, a, b)
        a.send("writeRule", "one")
        await each(harness, b)
        a.hang_up()
        assert await each(harness, b) == [
            [
                ("playerLeft", a.uuid),
                ("rulesRevealed", {"author": a.uuid, "rules": ["one"]}),
                ("gameEnded",),
            ]
        ]
        assert b.closed == NO_STATUS


async def test_after_the_last_round_the_game_ends_and_the_table_is_free() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(0, 2)
        for played in range(10):
            await wins(harness, a, b)
            told = await each(harness, a, b)
            if played < 9:
                assert told == [[("roundOver", a.uuid)]] * 2
                a.send("writeRule", f"rule {played}")
                await each(harness, a, b)
        assert told == [[("roundOver", a.uuid), ("gameEnded",)]] * 2
        assert a.closed == b.closed == NO_STATUS
        await harness.pass_time(1)
        assert harness.lobbies()["0"] == {"numPlayers": 0, "maxPlayers": 2}
        again = await harness.come(tableID="0")
        assert again.told() == [("joinedTable", {"you": again.uuid, "others": []})]


# --- times ---------------------------------------------------------------------------------------


async def test_who_accepts_in_the_last_chance_goes_on_with_an_empty_hand() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(0, 2)
        await goes_out(harness, a, b)
        b.send("accuse", a.uuid)
        a.send("acceptAccusation")
        await each(harness, a, b)
        await harness.pass_time(20_000)
        await nothing(harness, a, b)
        a.move(DECK, HAND)
        ((_, moved),) = (await each(harness, b))[0]
        assert moved["to"] == {"source": "hand", "length": 1}


async def test_an_accusation_that_nobody_settles_is_cancelled() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(0, 2)
        a.send("accuse", b.uuid)
        await each(harness, a, b)
        await harness.pass_time(60_000)
        assert await each(harness, a, b) == [[("accusationCancelled", "play")]] * 2


async def test_a_rule_that_nobody_writes_starts_the_round() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(0, 2)
        await wins(harness, a, b)
        await each(harness, a, b)
        await harness.pass_time(60_000)
        assert [told[0][0] for told in await each(harness, a, b)] == ["roundStarted"] * 2


# --- nonsense ------------------------------------------------------------------------------------


async def test_what_the_rules_refuse_is_silent_for_everybody() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(0, 2)
        await each(harness, a, b)
        for source, target in (
            (hand(7), pile(1)),
            (hand(-1), pile(1)),
            (hand(10**30), pile(1)),
            (hand(0), pile(2)),
            (hand(0), pile(-1)),
            (hand(0), {**pile(0), "pileIndex": 1}),
            ({**pile(0), "pileIndex": -1}, HAND),
            (pile(1), HAND),
            (pile(0), pile(1)),
            (hand(0), HAND),
            (DECK, DECK),
        ):
            a.move(source, target)
        a.send("talk", "x" * 201)
        a.send("acceptAccusation")
        a.send("cancelAccusation")
        a.send("writeRule", "not yet")
        await nothing(harness, a, b)


async def test_in_the_lobby_there_is_only_talk() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(20, 2)
        await each(harness, a, b)
        a.move(DECK, HAND)
        a.send("accuse", b.uuid)
        a.send("writeRule", "x")
        await nothing(harness, a, b)
        a.send("talk", "")
        assert [len(told) for told in await each(harness, a, b)] == [1, 1]


async def test_others_are_listed_in_the_order_that_they_joined() -> None:
    async with open_harness() as harness:
        a, b = await harness.seat(40, 2)
        a.hang_up()
        await harness.quiet()
        # The first seat is free again, but whoever takes it has come after those who are there.
        (c,) = await harness.seat(40, 1)
        (d,) = await harness.seat(40, 1)
        assert c.told()[0] == ("joinedTable", {"you": c.uuid, "others": [b.uuid]})
        assert d.told()[0] == ("joinedTable", {"you": d.uuid, "others": [b.uuid, c.uuid]})
