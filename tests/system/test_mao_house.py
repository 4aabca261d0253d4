"""One table of Mao for everybody: clients of its protocol, the page's protocol, and bots."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from stammtisch.tables.settings import Settings
from tests.system.mao_client import DECK, HAND, MaoClient, hand, pile
from tests.system.mao_players import MaoPlayer, TablePlayer
from tests.system.mao_room import Room, room
from tests.system.serving import stammtisch

#: What a player can do who only looks at the cards; two rounds, so that a rule is written.
PLAIN_CHAIRED: dict[str, Any] = {
    "rounds": 2,
    "delay": 0,
    "talk_is_offence": False,
    "spade_is_named": False,
    "seven_is_nice": False,
    "ace_skips": False,
    "eight_reverses": False,
    "jack_is_wild": False,
    "last_card_is_told": False,
}
RULE = "WHEN ace of spades THEN draw a card"
#: Far more steps than such a match has.
STEPS = 5000
STEP_MS = 500


async def test_a_table_of_the_page_is_joined_by_its_number() -> None:
    async with room() as one:
        dora = await TablePlayer.come(one.port, "dora")
        table = await dora.sit("open", game="mao", profile="free", seats=2)
        assert table["number"] in range(20), "twenty ids are for two players"
        assert (await one.lobbies())[str(table["number"])] == {"numPlayers": 1, "maxPlayers": 2}
        anna = await one.come("anna", f"/?tableID={table['number']}&name=anna")
        await dora.hear_all()
        (joined, dealt) = anna.taken()
        (doras,) = joined["data"]["others"]
        assert doras != anna.uuid
        kinds = {event["type"]: event for event in dora.learn()}
        assert [seat["name"] for seat in kinds["sat"]["seats"]] == ["dora", "anna"]
        assert [seat["player"] for seat in kinds["sat"]["seats"]] == [doras, anna.uuid]
        # Both see the same pile, and none the other's hand.
        assert [card["value"] for card in dealt["data"]["discard"]] == dora.cards.pile
        assert kinds["round_started"]["hands"][1] is None
        await dora.do("accuse", seat=1)
        await one.quiet()
        (accused,) = anna.taken()
        assert accused["data"] == {"accuser": doras, "accused": anna.uuid}
        await dora.go()


async def test_a_table_of_a_mao_client_is_found_on_the_page() -> None:
    async with room() as one:
        anna = await one.come("anna", "/mao?tableID=7&name=anna")
        dora = await TablePlayer.come(one.port, "dora")
        (table,) = (await dora.ask("tables", game="mao"))["tables"]
        assert (table["number"], table["profile"], len(table["seats"])) == (7, "free", 2)
        await dora.sit("join", table=table["id"])
        await one.quiet()
        assert [event["name"] for event in anna.taken()] == [
            "joinedTable",
            "playerJoined",
            "roundStarted",
        ]
        player = MaoPlayer(anna)
        await anna.send("talk", "hello, page")
        await one.quiet()
        await dora.hear_all()
        talked = [event for event in dora.learn() if event["type"] == "talked"]
        assert talked == [{"type": "talked", "seat": 0, "text": "hello, page"}]
        assert [event["name"] for event in player.learn()] == ["playerTalked"]
        await dora.go()


async def test_tables_beyond_the_protocols_ids_can_be_joined_but_not_opened() -> None:
    async with room() as one:
        settings = Settings(game="mao", profile="free", seats=2, leaver="out")
        for _ in range(21):
            one.app.lobby.open_table(settings)
        assert (await one.lobbies())["140"] == {"numPlayers": 0, "maxPlayers": 2}
        anna = await one.come("anna", "/?tableID=140")
        assert [event["name"] for event in anna.events] == ["joinedTable"]
        bert = await one.come("bert", "/?tableID=141")
        assert (bert.events, bert.closed) == ([], (4001, "Could not join table."))


async def play(one: Room, anna: MaoPlayer, dora: TablePlayer) -> Counter[str]:
    """Let all play until the match is over; how often each of the page's events came."""
    heard: Counter[str] = Counter()
    for _ in range(STEPS):
        await one.quiet()
        await dora.hear_all()
        anna.learn()
        heard.update(event["type"] for event in dora.learn())
        if heard["ended"]:
            return heard
        if dora.mode == "play":
            assert anna.cards.pile == dora.cards.pile
        if anna.accused or dora.accused:
            await (anna if anna.accused else dora).accept()
        elif dora.mode == "play" and dora.turn == dora.seat:
            await dora.take_turn()
        elif dora.mode == "play" and dora.turn == 1:
            await anna.take_turn()
        else:
            if dora.mode == "inBetweenRounds":
                # Only the winner's is heard, and nobody is told of the others'.
                await anna.write(RULE)
            await one.wait(STEP_MS)
    raise AssertionError(f"the match does not end: {heard}")


async def verified(data: Path) -> dict[str, Any]:
    """The only match of the archive, of which `stammtisch verify` has dealt every card again."""
    exported = data / "matches.jsonl"
    for words in (("export", "--data", str(data), str(exported)), ("verify", str(exported))):
        code, printed = await stammtisch(*words)
        assert code == 0, printed
    lines = map(json.loads, exported.read_text().splitlines())
    (match,) = (line["match"] for line in lines if line["kind"] == "match")
    assert match["game"] == "mao"
    found: dict[str, Any] = match
    return found


async def test_people_and_bots_play_a_chaired_match_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "stammtisch.db"
    async with room(path) as one:
        dora = await TablePlayer.come(one.port, "dora")
        table = await dora.sit(
            "open", game="mao", profile="chaired", options=PLAIN_CHAIRED, seats=4, leaver="bot"
        )
        client: MaoClient = await one.come("anna", f"/?tableID={table['number']}&name=anna")
        for level in ("easy", "medium"):
            await dora.ask("add_bot", level=level)
        await one.quiet()
        anna = MaoPlayer(client)
        chairman, _ = client.events[0]["data"]["others"]
        # It is dora's turn.
        await client.move(DECK, HAND)
        heard = await play(one, anna, dora)
        assert (heard["round_over"], heard["round_started"], heard["finale"]) == (2, 2, 1)
        assert (client.events[-1]["name"], client.closed) == ("gameEnded", (1005, ""))
        told: list[Any] = [event.get("data") for event in client.events]
        at = told.index({"accuser": chairman, "accused": client.uuid})
        assert told[at - 1]["quote"] == "Drawing out of turn."
        movers = {event["data"]["by"] for event in client.events if event["name"] == "cardMoved"}
        assert len(movers) == 4, "bots move like everybody else"
        await dora.go()
    match = await verified(tmp_path)
    assert match["players"] == ["dora", "anna", "easy_bot1", "medium_bot1"]


async def test_the_deals_of_a_free_match_are_verified(tmp_path: Path) -> None:
    async with room(tmp_path / "stammtisch.db") as one:
        settings = Settings(
            game="mao", profile="free", options={"rounds": 2}, seats=2, leaver="out"
        )
        one.app.lobby.open_table(settings, 0)
        anna, bert = [await one.come(name, f"/?tableID=0&name={name}") for name in ("anna", "bert")]
        for winner in (anna, bert):
            await bert.move(DECK, pile(0))
            for _ in range(7):
                await winner.move(hand(0), pile(1))
            await one.quiet()
            await one.wait(10_000)
            if winner is anna:
                await anna.send("writeRule", "nobody may win but me")
                await one.quiet()
        assert bert.events[-1]["name"] == "gameEnded"
    match = await verified(tmp_path)
    assert match["players"] == ["anna", "bert"]
