"""The lobby of cg over TCP: gamerules, seats, roles, bots; and tables that others opened."""

from __future__ import annotations

from typing import Any

import aiohttp

from stammtisch.protocols.cg.gamerules import GAMERULES
from tests.system.cg_client import CgClient, all_until, four_at_a_table
from tests.system.cg_web import WebPlayer
from tests.system.serving import Server


async def somebody(server: Server, name: str) -> CgClient:
    client = await CgClient().connect(server.cg)
    await client.sign_in(server.fresh(name))
    return client


def plain(option: str, value: Any) -> Any:
    """The gamerule's value as the table has it."""
    if value == "None":
        return "none"
    return int(value) if option == "buck_amount" else value


async def test_every_gamerule_changes_the_table(server: Server) -> None:
    anna = await somebody(server, "Anna")
    await anna.create()
    assert len([name for name in anna.validators if name.startswith("dk.")]) == 34
    assert set(GAMERULES.values()) <= set(anna.rules) == set(anna.validators)
    async with aiohttp.ClientSession() as session:
        eva = await WebPlayer.come(session, server.web, server.fresh("Eva"))

        async def options() -> dict[str, Any]:
            return dict((await eva.table_of(anna.name))["options"])

        for option, gamerule in GAMERULES.items():
            validator = anna.validators[gamerule]
            by_type: dict[str, list[Any]] = {
                "bool": [True, False],
                "number": [0, 7, 20],
                "active": [[], validator.get("options")],
            }
            values = by_type.get(validator["type"]) or validator["options"]
            for value in [*values, validator["default"]]:
                await anna.set(**{option: value})
                assert anna.rules[gamerule] == value, gamerule
                assert (await options())[option] == plain(option, value)
        await eva.close()
    await anna.close()


async def test_none_is_a_text_and_nil_means_the_same(server: Server) -> None:
    anna = await somebody(server, "Anna")
    await anna.create()
    for none in ("None", None):
        await anna.set(wedding="3_trick")
        await anna.set(wedding=none)
        assert anna.rules["dk.wedding"] == "None"
        before = len(anna.heard)
        await anna.set(wedding=none)
        assert anna.heard[before:] == [("lobby.change", {"gamerules": {"dk.wedding": "None"}})]
    assert anna.warnings == []
    await anna.close()


async def test_what_a_gamerule_cannot_be_gives_way(server: Server) -> None:
    anna = await somebody(server, "Anna")
    await anna.create()
    await anna.set(heart10="yes", pigs="many", penalty_points=99, buck_amount=4)
    assert anna.rules["dk.heart10"] is True and anna.rules["dk.pigs"] == "None"
    warned = anna.last("status.message")
    assert warned == {
        "type": "warn",
        "message": "cg:msg.lobby.change_gamerules.invalid",
        "data": {"gamerules": "dk.heart10, dk.pigs, dk.penalty_points, dk.buck_amount"},
    }
    assert anna.rules["dk.penalty_points"] == 20 and anna.rules["dk.buck_amount"] == "4"
    await anna.set(solos=["solo_queen", "solo_nonsense", 7])
    assert anna.rules["dk.solos"] == ["solo_queen"]
    anna.send("lobby.change", gamerules={"dk.no_such_rule": 1})
    named = {"gamerules": "dk.no_such_rule"}
    await anna.until(lambda: (anna.last("status.message") or {})["data"] == named)

    await anna.set(pigs="one_first", superpigs="on_play")
    await anna.set(joker="over_h10")
    assert (anna.rules["dk.joker"], anna.rules["dk.superpigs"]) == ("over_h10", "None")
    await anna.until(lambda: "lobby.change_gamerules.adjusted" in anna.warnings)
    await anna.set(superpigs="on_pig")
    assert (anna.rules["dk.joker"], anna.rules["dk.superpigs"]) == ("None", "on_pig")
    await anna.set(jane=True)
    await anna.set(charlie_broken=True)
    assert (anna.rules["dk.jane"], anna.rules["dk.charlie_broken"]) == (False, True)
    await anna.set(solos=["solo_9s", "solo_jack"])
    await anna.set(without9="without")
    assert anna.rules["dk.solos"] == ["solo_jack"]
    await anna.close()


async def test_the_host_orders_entrusts_and_sends_away(server: Server) -> None:
    clients = await four_at_a_table(server)
    host, *others = clients
    uuids = [client.uuid for client in clients]

    def orders(client: CgClient) -> list[str]:
        return sorted(client.members, key=lambda uuid: client.members[uuid]["index"])

    others[0].send("lobby.change", user_order=uuids[::-1], gamerules={"dk.fox": False})
    await others[0].until(lambda: "lobby.change_user_order.missing_rights" in others[0].warnings)
    assert others[0].rules["dk.fox"] is True and orders(others[0]) == uuids
    host.send("lobby.change", user_order=[uuids[0]] * 4)
    await host.until(lambda: "lobby.change_user_order.invalid" in host.warnings)
    host.send("lobby.change", user_order=uuids[::-1])
    await all_until(clients, lambda one: orders(one) == uuids[::-1])

    others[0].send("lobby.kick", uuid=uuids[3], reason="")
    await others[0].until(lambda: "lobby.kick.missing_rights" in others[0].warnings)
    dashed = "-".join(
        (uuids[3][:8], uuids[3][8:12], uuids[3][12:16], uuids[3][16:20], uuids[3][20:])
    )
    host.send("lobby.kick", uuid=dashed, reason="Go home.")
    await others[2].until(lambda: others[2].state == "active")
    # What it reads comes after it has left, else it shows something else at once.
    await others[2].until(lambda: "lobby.kick.reason" in others[2].warnings)
    assert others[2].heard[-1][1]["data"] == {"reason": "Go home."}
    assert others[2].heard[-2][0] == "lobby.leave"
    await all_until(clients[:3], lambda one: set(one.members) == set(uuids[:3]))

    host.send("lobby.change", user_roles={uuids[1]: 50})
    await all_until(clients[:3], lambda one: one.members[uuids[1]]["role"] == 50)
    assert host.members[host.uuid]["role"] == 10
    await all_until(clients[:3], lambda one: one.shown_roles[uuids[1]] == 50)
    assert all(one.shown_roles[uuids[0]] == 10 for one in clients[:3])
    host.send("lobby.leave", lobby=host.lobby)
    await host.until(lambda: host.state == "active")
    await others[0].until(lambda: host.uuid not in others[0].members)
    await others[0].set(fox=False)
    await others[1].until(lambda: others[1].rules["dk.fox"] is False)

    # Whoever was sent away comes back by invitation only.
    others[0].send("lobby.invite", username=others[2].name)
    await others[2].accept()
    for client in clients:
        await client.close()


async def test_everybody_is_shown_in_the_line_of_his_seat(server: Server) -> None:
    """The original client keeps a gap where somebody was, swaps who is told an index with who is
    there, and puts whoever comes behind as many as there are."""
    clients = await four_at_a_table(server)
    host, second, third, fourth = clients
    host.send("lobby.kick", uuid=second.uuid, reason="")
    await second.until(lambda: "lobby.kick.no_reason" in second.warnings)
    host.send("lobby.invite", username="bot_dk_ki")
    await all_until([host, third, fourth], lambda one: len(one.members) == 4)
    bot = next(uuid for uuid, name in host.users.items() if name.startswith("hard_bot"))
    for order in ([3, 0, 2, 1], [0, 1, 2, 3]):
        line = [[host.uuid, bot, third.uuid, fourth.uuid][at] for at in order]
        host.send("lobby.change", user_order=line)
        await all_until([host, third, fourth], lambda one, at=line: one.buttons == at)  # type: ignore[misc]
    host.send("lobby.leave", lobby=host.lobby)
    await all_until([third, fourth], lambda one: None in one.buttons)
    third.send("lobby.invite", username=host.name)
    await host.accept()
    await all_until(
        [host, third, fourth],
        lambda one: one.buttons == [host.uuid, bot, third.uuid, fourth.uuid],
    )
    await third.until(lambda: third.shown_roles.get(third.uuid, 0) >= 50)
    for client in clients:
        await client.close()


async def test_who_is_not_here_is_told_from_who_does_not_exist(server: Server) -> None:
    anna, bea = await somebody(server, "Anna"), await somebody(server, "Bea")
    await bea.close()
    await anna.create()
    anna.send("lobby.invite", username="nobody")
    await anna.until(lambda: anna.warnings == ["lobby.invite.user_does_not_exist"])

    def tried_again() -> bool:
        anna.send("lobby.invite", username=bea.name)
        return anna.warnings[-1] == "lobby.invite.user_not_online"

    await anna.until(tried_again)
    await anna.close()


async def test_ready_and_not_ready(server: Server) -> None:
    anna = await somebody(server, "Anna")
    await anna.create()
    anna.send("lobby.ready", ready=True)
    await anna.until(lambda: anna.members[anna.uuid]["ready"])
    anna.send("lobby.ready", ready=False)
    await anna.until(lambda: not anna.members[anna.uuid]["ready"])
    anna.send("lobby.invite", username="bot_dk_nonsense")
    await anna.until(lambda: "lobby.add_bot.unknown_type" in anna.warnings)
    for kind in anna.bots:
        anna.send("lobby.invite", username=f"bot_{kind}")
    await anna.until(lambda: len(anna.members) == 1 + len(anna.bots) == 4)
    anna.send("lobby.invite", username="bot_dk_dumb")
    await anna.until(lambda: "lobby.add_bot.lobby_full" in anna.warnings)
    bot = next(uuid for uuid in anna.members if uuid != anna.uuid)
    anna.send("status.user", uuid=bot)
    anna.send("lobby.change", users={bot: {"role": -1}})
    await anna.until(lambda: bot not in anna.members)
    anna.send("lobby.invite", username="nobody")
    await anna.until(lambda: "lobby.invite.user_does_not_exist" in anna.warnings)
    anna.send("lobby.leave", lobby=anna.lobby)
    await anna.until(lambda: anna.state == "active")
    anna.send("lobby.create", game="skat", variant="c")
    await anna.until(lambda: "lobby.create.unknown_game" in anna.warnings)
    await anna.close()


async def test_a_table_that_was_opened_elsewhere(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        eva = await WebPlayer.come(session, server.web, server.fresh("Eva"))
        opened = await eva.ask("open", game="doppelkopf", profile="lenient", private=True)
        assert opened["type"] == "table", opened
        assert await eva.tables_of(eva.name) == []
        anna = await somebody(server, "Anna")
        await eva.ask("invite", name=anna.name.lower())
        await anna.accept()
        assert anna.rules["general.wrongmove"] == "allow_points"
        assert sorted(anna.users.values()) == [anna.name, eva.name]
        await eva.ask("configure", options={"fox": False, "buck_round": "parallel"})
        await anna.until(lambda: anna.rules["dk.buck_round"] == "parallel")
        assert anna.rules["dk.fox"] is False
        await eva.ask("add_bot", level="easy")
        await anna.until(lambda: len(anna.members) == 3)
        await eva.ask("ready")
        await anna.until(lambda: sum(one["ready"] for one in anna.members.values()) == 2)

        # What the host's profile promises is no longer so: it is another profile then.
        await eva.ask("transfer_host", seat=1)
        await anna.until(lambda: anna.members[anna.uuid]["role"] == 50)
        await anna.set(wrongmove="prohibit")
        await eva.until(lambda: any(one["type"] == "configured" for one in eva.events))
        assert anna.rules["general.wrongmove"] == "prohibit" and anna.rules["dk.fox"] is False

        # A table of cg is in everybody's list, and a guest of the page takes a seat there.
        anna.send("lobby.leave", lobby=anna.lobby)
        await anna.until(lambda: anna.state == "active")
        await anna.create()
        await eva.ask("leave")
        listed = await eva.table_of(anna.name)
        await eva.ask("join", table=listed["id"])
        await anna.until(lambda: eva.name in anna.users.values() and len(anna.members) == 2)
        await anna.close()
        await eva.close()
