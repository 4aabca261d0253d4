"""What the house refuses, as a client of the table protocol hears it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.protocols.table.test_whole_match import Client, at_own_table, open_app

DRAW = {"type": "draw", "stack": "main"}


async def refused(client: Client, **message: Any) -> str:
    client.send(**message, id="x")
    while True:
        told = await client.next()
        if told.get("id") == "x":
            assert told["type"] == "error" and told["message"].endswith((".", "!", "?"))
            return str(told["code"])


async def test_whoever_has_not_entered_can_do_nothing_but_look(tmp_path: Path) -> None:
    messages: list[dict[str, Any]] = [
        {"type": "rename", "name": "Bo"},
        {"type": "open", "game": "tiles", "profile": "classic"},
        {"type": "join", "table": "t1"},
        {"type": "sit"},
        {"type": "leave"},
        {"type": "ready"},
        {"type": "unready"},
        {"type": "act", "action": DRAW},
        {"type": "actions"},
        {"type": "check_action", "action": DRAW},
        {"type": "hint"},
        {"type": "add_bot", "level": "easy"},
        {"type": "remove_bot", "seat": 1},
        {"type": "configure"},
        {"type": "arrange", "order": []},
        {"type": "kick", "seat": 1},
        {"type": "transfer_host", "seat": 1},
        {"type": "invite", "name": "Bo"},
        {"type": "sign_out"},
        {"type": "say", "text": "hello"},
        {"type": "say", "text": "hello", "reach": "everyone"},
    ]
    async with open_app(tmp_path) as app:
        client = Client(app)
        for message in messages:
            assert await refused(client, **message) == "enter_first", message
        client.send(type="enter", name="Ada")
        await client.until("entered")
        for message in messages:
            if message["type"] in ("leave", "ready", "actions", "sit", "hint", "invite", "act"):
                assert await refused(client, **message) == "not_at_table", message
        assert await refused(client, type="enter") == "already_entered"
        assert await refused(client, type="resume", token="s") == "already_entered"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "join"}, "bad_message"),
        ({"type": "join", "table": "t1", "invite": "code1"}, "bad_message"),
        ({"type": "join", "invite": "code1"}, "unknown_invite"),
        ({"type": "say", "text": "hi", "reach": "person"}, "bad_message"),
        ({"type": "say", "text": "hi", "reach": "everyone", "to": "Bo"}, "bad_message"),
        ({"type": "act", "action": {"type": "fly"}}, "bad_action"),
        ({"type": "act", "action": {"type": "draw", "stack": "main", "twice": True}}, "bad_action"),
        ({"type": "act", "action": DRAW}, "no_match"),
        ({"type": "add_bot", "level": "easy", "seat": 9}, "seat_taken"),
        ({"type": "configure", "options": {"turn_clock": 5000}}, "bad_option"),
    ],
)
async def test_what_makes_no_sense_is_refused(
    tmp_path: Path, message: dict[str, Any], code: str
) -> None:
    async with open_app(tmp_path) as app:
        client, _, _ = await at_own_table(app)
        if code == "bad_action":
            client.send(type="ready")
            await client.until("accepted")
            while not any(event["type"] == "started" for event in (await client.next())["events"]):
                pass
        assert await refused(client, **message) == code


async def test_an_invite_is_a_code_or_a_link_that_ends_with_it(tmp_path: Path) -> None:
    async with open_app(tmp_path) as app:
        _, table, _ = await at_own_table(app, private=True)
        for prefix in ("", "https://example.org/t/", "https://example.org/?invite="):
            client = Client(app)
            client.send(type="enter")
            await client.until("entered")
            client.send(type="join", invite=prefix + table["invite"], watch=True)
            assert (await client.until("table"))["table"]["id"] == table["table"]["id"]


async def test_the_data_of_a_refusal_fills_the_blanks_of_its_sentence(tmp_path: Path) -> None:
    async with open_app(tmp_path) as app:
        client, _, _ = await at_own_table(app)
        client.send(type="configure", options={"turn_clock": 5000}, id="x")
        while (error := await client.next()).get("id") != "x":
            pass
        assert error["data"] == {"option": "turn_clock", "wanted": "0 to 600", "value": "5000"}
        assert all(str(value) in error["message"] for value in error["data"].values())
