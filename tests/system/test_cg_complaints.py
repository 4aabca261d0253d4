"""Complaints over cg in all their forms, and at a table where not everybody speaks cg."""

from __future__ import annotations

from typing import Any

import aiohttp

from tests.protocols.cg.mirror import kind
from tests.system.cg_client import CgClient, all_until, four_at_a_table
from tests.system.cg_web import WebPlayer
from tests.system.serving import Server

PENALTY = 4


async def lenient_table(server: Server, **rules: Any) -> list[CgClient]:
    """Four at the first trick of a round in which anything may happen; nobody plays by himself."""
    clients = await four_at_a_table(server)
    asked = {"wrongmove": "allow_points", "penalty_points": PENALTY, "solos": [], "wedding": None}
    await clients[0].set(**asked | rules)
    for client in clients:
        client.plays, client.vote = False, None
        client.send("lobby.ready", ready=True)
    await all_until(clients, lambda one: one.last("game.dk.turn"))
    return clients


def mover(clients: list[CgClient]) -> CgClient:
    turn = clients[0].last("game.dk.turn")
    assert turn is not None
    return next(one for one in clients if one.uuid == turn["current_player"])


def next_to(client: CgClient, clients: list[CgClient]) -> CgClient:
    return clients[(clients.index(client) + 1) % 4]


async def lay(client: CgClient, clients: list[CgClient], card: str) -> str:
    """Play a card, and wait until all have seen it; its value."""
    value = client.hand()[card]
    seen = {one.uuid: len(one.heard) for one in clients}
    client.play(card)

    def sees(one: CgClient) -> bool:
        new = one.heard[seen[one.uuid] :]
        laid = [body for name, body in new if name == "game.dk.card.transfer"]
        return any(body["to_slot"] == "table" and body["card_value"] == value for body in laid)

    await all_until(clients, sees)
    return value


async def revoke(clients: list[CgClient]) -> tuple[CgClient, str]:
    """Play until somebody has not followed though he could: who, and the card."""
    while True:
        leader = mover(clients)
        led = kind(await lay(leader, clients, next(iter(leader.hand()))))
        for number in range(1, 4):
            client = clients[(clients.index(leader) + number) % 4]
            hand = client.hand()
            wrong = [card for card in hand if kind(hand[card]) != led]
            if wrong and len(wrong) < len(hand):
                return client, await lay(client, clients, wrong[0])
            await lay(client, clients, next(iter(hand)))


def complain(accuser: CgClient, accused: CgClient, type: str, **move: Any) -> None:
    accuser.send("game.dk.complaint", accused=accused.uuid, type=type, **move)


async def verdict(clients: list[CgClient], count: int = 1) -> str:
    """The verdict as all heard it."""

    def verdicts(one: CgClient) -> list[str]:
        return [word for word in one.warnings if word.startswith("game.dk.complaint_")]

    await all_until(clients, lambda one: len(verdicts(one)) == count)
    (word,) = {verdicts(one)[-1] for one in clients}
    await all_until(clients, lambda one: (one.last("status.message") or {}).get("data"))
    return word.removeprefix("game.dk.complaint_")


async def punished(clients: list[CgClient], who: CgClient, points: int) -> None:
    await all_until(clients, lambda one: one.points.get(who.uuid) == points)
    for client in clients:
        score = client.last("game.dk.scoreboard")
        assert score == {"player": who.uuid, "points": points, "point_change": -PENALTY}


async def test_a_wrong_card_is_pointed_out(server: Server) -> None:
    clients = await lenient_table(server)
    accused, card = await revoke(clients)
    accuser, *others = [one for one in clients if one is not accused]
    complain(accuser, accused, "wrong_card")
    await all_until(clients, lambda one: one.last("game.dk.complaint"))
    for client in (accused, *others):
        told = client.last("game.dk.complaint")
        assert told == {"accused": accused.uuid, "type": "wrong_card"}
    told = accuser.last("game.dk.complaint")
    assert told is not None
    moves = told["moves"]
    assert moves and all(number.isdecimal() for number in moves)
    assert {"type": "announcement", "data": "reservation_no"} in moves.values()
    number, move = list(moves.items())[-1]
    assert move == {"type": "card", "data": card}

    # As long as it is open, nobody plays, calls, or complains.
    before = len(accused.warnings)
    accused.play(next(iter(accused.hand())))
    await accused.until(lambda: "game.dk.pc_wrong_phase" in accused.warnings[before:])
    complain(others[0], accused, "external")
    await others[0].until(lambda: "game.dk.pc_wrong_phase" in others[0].warnings)
    complain(accuser, accused, "wrong_card", move={number: {"type": "card", "data": "xx"}})
    await accuser.until(lambda: "game.dk.no_such_move" in accuser.warnings)

    complain(accuser, accused, "wrong_card", move={number: move})
    assert await verdict(clients) == "guilty"
    await punished(clients, accused, -PENALTY)
    # The same move is not punished twice, whatever it is called.
    complain(accuser, accused, "wrong_card")
    await accuser.until(lambda: len([n for n, _ in accuser.heard if "complaint" in n]) == 2)
    key = "98fd442d-4ee0-4d96-bf51-12917e36a001"
    complain(accuser, accused, "wrong_card", move={key: move})
    assert await verdict(clients, 2) == "innocent"
    await punished(clients, accuser, -PENALTY)
    for client in clients:
        await client.close()


async def test_a_card_played_early_and_a_complaint_taken_back(server: Server) -> None:
    clients = await lenient_table(server)
    accused = next_to(mover(clients), clients)
    accuser = next_to(accused, clients)
    await lay(accused, clients, next(iter(accused.hand())))
    complain(accuser, accused, "played_early")
    assert await verdict(clients) == "guilty"
    await punished(clients, accused, -PENALTY)
    assert clients[0].last("game.dk.complaint") == {
        "accused": accused.uuid,
        "type": "played_early",
    }
    nothings: tuple[Any, ...] = ({}, None)
    for number, nothing in enumerate(nothings, start=2):
        count = sum(name == "game.dk.complaint" for name, _ in accuser.heard)
        complain(accuser, accused, "wrong_announcement")
        await accuser.until(
            lambda c=count: sum(n == "game.dk.complaint" for n, _ in accuser.heard) > c  # type: ignore[misc]
        )
        complain(accuser, accused, "wrong_announcement", move=nothing)
        assert await verdict(clients, number) == "innocent"
    await punished(clients, accuser, -2 * PENALTY)
    complain(accuser, accuser, "external")
    await accuser.until(lambda: "game.dk.bad_accused" in accuser.warnings)
    complain(accuser, accused, "rudeness")
    await accuser.until(lambda: "game.dk.bad_misconduct" in accuser.warnings)
    for client in clients:
        await client.close()


async def test_a_wrong_announcement_is_taken_back(server: Server) -> None:
    clients = await lenient_table(server)

    def label(client: CgClient) -> str:
        bodies = [body for name, body in client.heard if name == "game.dk.round.change"]
        return next(str(body["rebtn_lbl"]) for body in bodies[::-1] if "rebtn_lbl" in body)

    liar = next(one for one in clients if label(one) == "kontra")
    partner = next(one for one in clients if label(one) == "re")
    liar.say("re")
    await all_until(clients, lambda one: (one.last("game.dk.announce") or {})["type"] == "re")
    assert partner.last("game.dk.announce") == {
        "announcer": liar.uuid,
        "type": "re",
        "data": {"party": "re"},
    }
    await partner.until(lambda: label(partner) == "no90")
    complain(partner, liar, "wrong_announcement")
    await partner.until(lambda: "moves" in (partner.last("game.dk.complaint") or {}))
    # The page of the protocol has numbers for keys.
    moves = (partner.last("game.dk.complaint") or {})["moves"]
    number = next(key for key, move in moves.items() if move["data"] == "re")
    complain(partner, liar, "wrong_announcement", move={int(number): moves[number]})
    assert await verdict(clients) == "guilty"
    await partner.until(lambda: label(partner) == "re")
    for client in clients:
        await client.close()


async def test_what_happened_outside_is_voted_on(server: Server) -> None:
    clients = await lenient_table(server, wrongmove="allow_stopgame")
    accuser, accused, *voters = clients
    for voter in voters:
        voter.answering = lambda client, question: f"{question}_yes"
    complain(accuser, accused, "external")
    assert await verdict(clients) == "guilty"
    for client in clients:
        targets = [
            body["target"]
            for name, body in client.heard
            if name == "game.dk.question" and body["type"] == "accusation_vote"
        ]
        assert targets == [voter.uuid for voter in voters]
    # The round ends with it, and its score has the penalty in it.
    await all_until(clients, lambda one: one.ends)
    end = accuser.ends[0]
    assert end["phase"] == "end" and end["winner"] in ("re", "kontra")
    assert accuser.points[accused.uuid] <= -PENALTY
    assert sum(accuser.points.values()) == -PENALTY
    for client in clients:
        client.say("cancel_yes")
    await all_until(clients, lambda one: one.state == "lobby")
    for client in clients:
        await client.close()


def spoken(player: WebPlayer) -> list[tuple[int, str]]:
    return [(one["seat"], one["word"]) for one in player.events if one["type"] == "spoke"]


async def test_players_of_both_protocols_see_each_other(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        anna = await CgClient().connect(server.cg)
        await anna.sign_in(server.fresh("Anna"))
        await anna.create()
        rules: dict[str, Any] = {
            "wrongmove": "allow_points",
            "solos": [],
            "wedding": None,
            "rounds": 1,
        }
        await anna.set(**rules)
        anna.plays = False
        eva = await WebPlayer.come(session, server.web, server.fresh("Eva"))
        listed = await eva.table_of(anna.name)
        await eva.ask("join", table=listed["id"], follow="views")
        for _ in range(2):
            anna.send("lobby.invite", username="bot_dk_advanced")
        await anna.until(lambda: len(anna.members) == 4)
        eva.plays = True
        await eva.ask("ready")
        anna.send("lobby.ready", ready=True)
        await anna.until(
            lambda: (anna.last("game.dk.turn") or {}).get("current_player") == anna.uuid
        )
        eva.plays = False

        # Each complains about the other, and both hear of it.
        complain_about = next(uuid for uuid, name in anna.users.items() if name == eva.name)
        anna.send("game.dk.complaint", accused=complain_about, type="external")
        await anna.until(lambda: any("complaint_" in word for word in anna.warnings))
        await eva.until(lambda: any(one["type"] == "judged" for one in eva.events))
        charge = next(one for one in eva.events if one["type"] == "complained")
        assert (charge["accuser"], charge["accused"], charge["moves"]) == (0, 1, None)
        await eva.ask("act", action={"type": "complain", "accused": 0, "misconduct": "wrong_card"})
        await anna.until(lambda: (anna.last("game.dk.complaint") or {})["accused"] == anna.uuid)
        assert "moves" not in (anna.last("game.dk.complaint") or {})
        await eva.ask("act", action={"type": "withdraw"})
        await anna.until(lambda: sum("complaint_" in word for word in anna.warnings) == 2)

        # The bots may have called all there is to call for her party.
        label = [body["rebtn_lbl"] for _, body in anna.heard if "rebtn_lbl" in body][-1]
        if label != "none":
            anna.say(label)
            await eva.until(lambda: (0, label) in spoken(eva))
        eva.plays = anna.plays = True
        anna.play(next(iter(anna.hand())))
        await anna.until(lambda: anna.ends and anna.state == "lobby")
        await eva.until(lambda: any(one["type"] == "ended" for one in eva.events))
        seen = [
            body["card_value"]
            for name, body in anna.heard
            if name == "game.dk.card.transfer" and body["to_slot"] == "table"
        ]
        assert seen == [one["card"] for one in eva.events if one["type"] == "card_played"]
        assert len(seen) == 48
        said = [body["type"] for name, body in anna.heard if name == "game.dk.announce"]
        assert [word for word in said if word != "ready"] == [word for _, word in spoken(eva)]
        await anna.close()
        await eva.close()
