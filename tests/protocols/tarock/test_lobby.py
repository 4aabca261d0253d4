"""Rooms, and how four people agree to start."""

from __future__ import annotations

from typing import Any

import pytest

from tests.protocols.tarock.harness import SHORT, Client, harness

NOT_STARTED = {"response": "lobby.game.start"}


def person(client: Client) -> dict[str, Any]:
    greeting = client.heard[0]
    return {"user_id": greeting["user_id"], "nickname": greeting["nickname"]}


async def test_whoever_comes_is_told_who_they_are() -> None:
    async with harness() as app:
        ana = await app.come(name="Ana")
        again = await app.come(name="Ana")
        nobody = await app.come()
        odd = await app.come(name='Ana "Mica" Novak')
        (said,) = ana.heard
        assert said.keys() == {"event", "user_id", "nickname", "token"}
        assert (said["event"], said["nickname"]) == ("lobby.session", "Ana")
        assert isinstance(said["token"], str) and isinstance(said["user_id"], str)
        assert again.heard[0]["nickname"] == "Ana_1"
        assert nobody.heard[0]["nickname"].startswith("guest")
        assert odd.heard[0]["nickname"] == "Ana__Mica__Novak"
        assert len({one.user_id for one in (ana, again, nobody, odd)}) == 4


async def test_a_token_brings_one_back_and_a_wrong_one_does_not() -> None:
    async with harness() as app:
        ana = await app.come(name="Ana")
        ana.hang_up()
        back = await app.come(token=ana.heard[0]["token"])
        assert back.heard == ana.heard
        other = await app.come(token="nonsense", name="Bor")
        assert other.heard[0]["nickname"] == "Bor"
        assert other.heard[0]["token"] not in ("nonsense", ana.heard[0]["token"])


async def test_a_room_is_created_listed_and_described() -> None:
    async with harness() as app:
        ana, bor = await app.come(name="Ana"), await app.come(name="Bor")
        made = await ana.ask("lobby.room.create", name="Miza 1", request_id=1)
        assert (made["response"], made["request_id"]) == ("lobby.room.create", 1)
        room = made["room"]
        assert room["name"] == "Miza 1"
        assert (room["owner"], room["players"]) == (person(ana), [])
        for client in (ana, bor):
            assert (await client.ask("lobby.room.list"))["rooms"] == [room]
            info = await client.ask("lobby.room.info", room_id=room["id"])
            assert info["room"] == room
        wrong = await bor.ask("lobby.room.info", room_id="nowhere")
        assert wrong["error"] == "room_does_not_exist"
        again = await ana.ask("lobby.room.create", name="Miza 2")
        assert again["error"] == "already_in_room"


async def test_those_who_are_in_hear_who_joins_and_leaves() -> None:
    async with harness() as app:
        ana, bor = await app.come(name="Ana"), await app.come(name="Bor")
        room_id = (await ana.ask("lobby.room.create", name="Miza"))["room"]["id"]
        joined = await bor.ask("lobby.room.join", room_id=room_id, request_id="x")
        assert joined["request_id"] == "x"
        assert joined["room"]["owner"] == person(ana)
        assert joined["room"]["players"] == [person(bor)]
        (event,) = ana.events("lobby.room.join")
        assert event.keys() == {"event", "player", "timestamp"}
        assert event["player"] == person(bor)
        assert event["timestamp"] == int(app.clock.wall() * 10**9)
        assert not bor.events("lobby.room.join"), "only to those already in"

        left = await ana.ask("lobby.room.leave")
        assert left == {"response": "lobby.room.leave"}
        (event,) = bor.events("lobby.room.leave")
        assert (event["user_id"], event["owner"]) == (ana.user_id, bor.user_id)
        assert "timestamp" in event
        assert not ana.events("lobby.room.leave")
        # The last one out deletes the room.
        await bor.ask("lobby.room.leave")
        await app.pass_time(1000)
        assert (await ana.ask("lobby.room.list"))["rooms"] == []
        assert (await ana.ask("lobby.room.leave"))["error"] == "not_in_room"


async def test_ownership_goes_to_the_longest_seated() -> None:
    async with harness() as app:
        ana, bor, cvet = await app.room("Ana", "Bor", "Cvet")
        await ana.ask("lobby.room.leave")
        await ana.ask("lobby.room.join", room_id=(await _rooms(bor))[0]["id"])
        await bor.ask("lobby.room.leave")
        assert cvet.events("lobby.room.leave")[-1]["owner"] == cvet.user_id
        (room,) = await _rooms(ana)
        assert (room["owner"], room["players"]) == (person(cvet), [person(ana)])


async def _rooms(client: Client) -> list[Any]:
    rooms: list[Any] = (await client.ask("lobby.room.list"))["rooms"]
    return rooms


async def test_a_full_room_takes_nobody_and_marks_nobody() -> None:
    async with harness() as app:
        await app.room("a", "b", "c", "d")
        eve = await app.come(name="eve")
        (room,) = await _rooms(eve)
        for _ in range(2):
            refused = await eve.ask("lobby.room.join", room_id=room["id"])
            assert refused["error"] == "room_full"
        assert (await eve.ask("lobby.room.leave"))["error"] == "not_in_room"
        wrong = await eve.ask("lobby.room.join", room_id="nowhere")
        assert wrong["error"] == "room_does_not_exist"


async def test_joining_another_room_leaves_the_first_unless_the_other_is_full() -> None:
    async with harness() as app:
        ana, bor = await app.room("Ana", "Bor")
        (first,) = await _rooms(ana)
        full = await app.room("a", "b", "c", "d")
        other = await app.come(name="eve")
        made = await other.ask("lobby.room.create", name="Miza 3")
        taken = next(room for room in await _rooms(ana) if room["owner"] == person(full[0]))
        refused = await bor.ask("lobby.room.join", room_id=taken["id"])
        assert refused["error"] == "room_full"
        assert not ana.events("lobby.room.leave"), "who is refused stays where they are"
        joined = await bor.ask("lobby.room.join", room_id=made["room"]["id"])
        assert joined["room"]["players"] == [person(bor)]
        assert ana.events("lobby.room.leave")[0]["user_id"] == bor.user_id
        info = await bor.ask("lobby.room.info", room_id=first["id"])
        assert info["room"]["players"] == []


async def test_tables_of_other_games_are_no_rooms() -> None:
    async with harness() as app:
        host = await app.come_to_table()
        host.received('{"type":"enter","name":"Host"}')
        await app.quiet()
        host.received('{"type":"open","game":"tiles","profile":"classic"}')
        await app.quiet()
        (info,) = app.app.tables()
        ana = await app.come(name="Ana")
        assert await _rooms(ana) == []
        joined = await ana.ask("lobby.room.join", room_id=info.id)
        assert joined["error"] == "room_does_not_exist"


async def test_private_rooms_need_the_code_or_the_password() -> None:
    async with harness() as app:
        ana, bor, cvet = [await app.come(name=name) for name in ("Ana", "Bor", "Cvet")]
        made = await ana.ask("lobby.room.create", name="M", private=True, password="geheim")
        room_id = made["room"]["id"]
        assert await _rooms(bor) == []
        for word in (room_id, "nowhere"):
            refused = await bor.ask("lobby.room.join", room_id=word, password="falsch")
            assert refused["error"] == "room_does_not_exist"
            refused = await bor.ask("lobby.room.info", room_id=word)
            assert refused["error"] == "room_does_not_exist"
        joined = await bor.ask("lobby.room.join", room_id=room_id, password="geheim")
        assert "error" not in joined
        joined = await cvet.ask("lobby.room.join", room_id=made["invite"])
        assert joined["room"]["id"] == room_id


async def test_rules_of_a_room_and_what_cannot_be() -> None:
    async with harness() as app:
        ana = await app.come(name="Ana")
        for wrong in (
            {"profile": "bridge"},
            {"options": {"deals": -1}},
            {"options": {"colour": 3}},
            {"name": ""},
            {"name": "\n"},
        ):
            refused = await ana.ask("lobby.room.create", **{"name": "Miza", **wrong})
            assert refused["error"] == "invalid_request", wrong
        made = await ana.ask("lobby.room.create", name="Miza", profile="tarok_net")
        assert made["room"]["profile"] == "tarok_net"


# --- starting ------------------------------------------------------------------------------------


async def test_a_lone_owner_plays_with_bots_at_once() -> None:
    async with harness() as app:
        (ana,) = await app.room("Ana")
        ana.taken()
        assert await ana.ask("lobby.game.start") == {"response": "lobby.game.start"}
        said = ana.taken()
        assert said[0] == {"response": "lobby.game.start"}, "before what it brings about"
        names = [one.get("event") for one in said[1:]]
        assert names[:4] == ["lobby.room.join"] * 3 + ["game.tarock.deal"]
        (deal,) = ana.events("game.tarock.deal")
        assert [player.get("bot", False) for player in deal["players"]] == [False] + [True] * 3
        assert (await ana.ask("lobby.game.start"))["error"] == "already_started"


async def test_four_start_when_all_have_sent_their_own_state_back() -> None:
    async with harness() as app:
        clients = await app.room("a", "b", "c", "d")
        owner, *others = clients
        assert (await others[0].ask("lobby.game.start"))["error"] == "not_owner"
        early = await others[0].ask("lobby.player.ready", state="x")
        assert early["error"] == "unexpected"
        assert await owner.ask("lobby.game.start") == NOT_STARTED
        assert (await owner.ask("lobby.game.start"))["error"] == "already_started"
        assert not owner.events("lobby.game.start")
        (room,) = await _rooms(owner)
        states = []
        for client in others:
            (event,) = client.events("lobby.game.start")
            assert event["room_id"] == room["id"]
            assert len(bytes.fromhex(event["state"])) == 32
            states.append(event["state"])
        assert len(set(states)) == 3, "each has another"
        wrong = await others[0].ask("lobby.player.ready", state=states[1])
        assert wrong["error"] == "invalid_state"
        assert (await owner.ask("lobby.player.ready", state=states[0]))["error"] == "unexpected"
        assert (await others[0].ask("lobby.room.leave"))["error"] == "start_in_progress"
        assert (await others[0].ask("game.tarock.leave"))["error"] == "start_in_progress"
        for client, state in zip(others[:2], states, strict=False):
            assert "error" not in await client.ask("lobby.player.ready", state=state)
        again = await others[0].ask("lobby.player.ready", state=states[0])
        assert again["error"] == "already_ready"
        ready = [event["user_id"] for event in owner.events("lobby.player.ready")]
        assert ready == [client.user_id for client in others[:2]]
        assert [event["user_id"] for event in others[0].events("lobby.player.ready")] == ready[1:]
        assert not owner.events("game.tarock.deal")
        await others[2].ask("lobby.player.ready", state=states[2])
        for seat, client in enumerate(clients):
            (deal,) = client.events("game.tarock.deal")
            assert (deal["id"], len(deal["hand"])) == (seat, 12)
        late = await others[2].ask("lobby.player.ready", state=states[2])
        assert late["error"] == "unexpected"


async def test_a_start_lapses_after_fifteen_seconds() -> None:
    async with harness() as app:
        ana, bor, cvet = await app.room("Ana", "Bor", "Cvet")
        await ana.ask("lobby.game.start")
        first = bor.events("lobby.game.start")[0]["state"]
        await bor.ask("lobby.player.ready", state=first)
        await app.pass_time(14_000)
        assert not ana.events("lobby.game.lapse")
        await app.pass_time(3_000)
        for client in (ana, bor, cvet):
            assert len(client.events("lobby.game.lapse")) == 1
        (room,) = await _rooms(ana)
        assert len(room["players"]) == 2, "the bots have gone, too"
        late = await cvet.ask(
            "lobby.player.ready", state=cvet.events("lobby.game.start")[0]["state"]
        )
        assert late["error"] == "unexpected"
        # Now one may leave, and start anew with other tokens.
        assert "error" not in await cvet.ask("lobby.room.leave")
        assert await ana.ask("lobby.game.start") == NOT_STARTED
        second = bor.events("lobby.game.start")[1]["state"]
        assert second != first
        assert (await bor.ask("lobby.player.ready", state=first))["error"] == "invalid_state"
        await bor.ask("lobby.player.ready", state=second)
        assert bor.events("game.tarock.deal")


@pytest.mark.parametrize("since_tick", [0, 1, 300, 999])
async def test_the_fifteen_seconds_count_from_the_start_and_not_from_a_tick(
    since_tick: int,
) -> None:
    async with harness() as app:
        ana, bor, cvet = await app.room("Ana", "Bor", "Cvet")
        await app.pass_time(1_000)
        app.clock.advance(since_tick)
        await ana.ask("lobby.game.start")
        ticks, rest = divmod(since_tick + 14_999, 1_000)
        await app.pass_time(1_000 - since_tick, step=1_000 - since_tick)
        await app.pass_time((ticks - 1) * 1_000)
        app.clock.advance(rest)
        await app.quiet()
        # A millisecond is left.
        (start,) = bor.events("lobby.game.start")
        assert "error" not in await bor.ask("lobby.player.ready", state=start["state"])
        app.clock.advance(1)
        await app.quiet()
        (start,) = cvet.events("lobby.game.start")
        late = await cvet.ask("lobby.player.ready", state=start["state"])
        assert late["error"] == "unexpected"
        assert not cvet.events("game.tarock.deal")
        assert "error" not in await cvet.ask("lobby.room.leave")


async def test_the_start_of_an_owner_who_has_gone_lapses_for_the_others() -> None:
    async with harness() as app:
        ana, bor = await app.room("Ana", "Bor")
        await ana.ask("lobby.game.start")
        ana.hang_up()
        await app.pass_time(16_000)
        (start,) = bor.events("lobby.game.start")
        late = await bor.ask("lobby.player.ready", state=start["state"])
        assert late["error"] == "unexpected"
        assert not bor.events("game.tarock.deal")
        assert "error" not in await bor.ask("lobby.room.leave")


async def test_without_bots_four_people_are_needed_and_autostart_waits_for_them() -> None:
    async with harness() as app:
        ana, bor, cvet = await app.room("a", "b", "c", fill_bots=False, autostart=True)
        refused = await ana.ask("lobby.game.start")
        assert refused["error"] == "not_enough_players"
        (room,) = await _rooms(ana)
        dora = await app.come(name="d")
        await dora.ask("lobby.room.join", room_id=room["id"])
        for client in (bor, cvet, dora):
            (event,) = client.events("lobby.game.start")
            await client.ask("lobby.player.ready", state=event["state"])
        assert ana.events("game.tarock.deal")


async def test_who_joins_while_the_owner_waits_is_asked_too() -> None:
    async with harness() as app:
        host = await app.come_to_table()
        host.received('{"type":"enter","name":"Host"}')
        await app.quiet()
        host.received('{"type":"open","game":"tarock","profile":"common","bots":"random"}')
        await app.quiet()
        host.received('{"type":"ready"}')
        await app.quiet()
        ana = await app.come(name="Ana")
        (room,) = await _rooms(ana)
        assert room["owner"]["nickname"] == "Host"
        await ana.ask("lobby.room.join", room_id=room["id"])
        (event,) = ana.events("lobby.game.start")
        assert "error" not in await ana.ask("lobby.player.ready", state=event["state"])


async def test_an_owner_who_is_away_too_long_is_followed_by_the_next() -> None:
    async with harness() as app:
        ana, bor = await app.room("Ana", "Bor")
        ana.hang_up()
        await app.quiet()
        assert bor.events("lobby.room.leave")[0]["user_id"] == ana.user_id
        assert (await bor.ask("lobby.game.start"))["error"] == "not_owner"
        await app.pass_time(61_000)
        assert await bor.ask("lobby.game.start") == NOT_STARTED
        assert bor.events("game.tarock.deal")


async def test_a_room_plays_again() -> None:
    async with harness() as app:
        (ana,) = await app.room("Ana", options={**SHORT, "turn_clock": 1})
        for match in (1, 2):
            assert await ana.ask("lobby.game.start") == NOT_STARTED
            for _ in range(300):
                if len(ana.events("game.tarock.finished")) == match:
                    break
                await app.pass_time(1000)
            assert len(ana.events("game.tarock.finished")) == match
        replays = [event["replay"] for event in ana.events("game.tarock.result")]
        assert len(set(replays)) == 2
