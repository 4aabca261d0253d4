"""An adjourned match as a token that its players keep."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Say
from stammtisch.games.game import Refusal
from stammtisch.replies import Accepted, Refused, Saved
from stammtisch.requests import Act, AddBot, Arrange, Configure, Load, Ready, Save
from stammtisch.tables.saving import SavedMatch, ServerKey, saved_match, token_of
from stammtisch.tables.table import Table
from tests.tables.harness import PEOPLE, TableHarness, settings, who

KEY = ServerKey(b"a key")
MATCH = SavedMatch(
    game="doppelkopf",
    profile="house",
    options={"fox": False},
    rules="abc",
    seats=["1" * 32, "bot:easy", "bot:hard", "bot:easy"],
    state={"round": 3},
)


def test_a_token_is_read_by_the_house_that_signed_it() -> None:
    token = token_of(KEY, MATCH, 1_800_000_000.7)
    assert saved_match(KEY, token) == MATCH
    head, body, _ = token.split(".")
    assert base64.urlsafe_b64decode(head + "=") == b'{"alg":"HS256","typ":"JWT"}'
    assert KEY.server_id.encode() in base64.urlsafe_b64decode(body + "==")
    data = json.loads(base64.urlsafe_b64decode(body + "=="))["data"]
    assert data["players"] == ["1" * 32] and data["type"] == "dk"
    assert data["creation_time"] == 1_800_000_000.7 and len(bytes.fromhex(data["id"])) == 16


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token[:-3] + "AAA",
        lambda token: token.replace(".", ".A", 1),
        lambda token: token_of(ServerKey(b"another key"), MATCH, 1.0),
        lambda token: token.rpartition(".")[0] + ".",
        lambda token: token + "ü",
        lambda token: "",
        lambda token: ".." + token,
    ],
)
def test_nobody_else_can_make_one(change: Any) -> None:
    with pytest.raises(Refusal, match="saved on this server"):
        saved_match(KEY, change(token_of(KEY, MATCH, 1.0)))


def seated(*people: str, **changes: Any) -> TableHarness:
    harness = TableHarness(settings(game="doppelkopf", profile="house", **changes))
    for person in people:
        harness.join(person)
    return harness


def play_a_round(harness: TableHarness, people: tuple[str, ...]) -> None:
    """One round of the first cards that come, and all want to go on another day."""
    match = harness.table.state.match
    assert isinstance(match, DoppelkopfMatch)
    while match.phase != "end":
        seat = match.turn[0]
        actions = match.actions(seat)
        healthy = Say("reservation_no")
        act(harness, people[seat], healthy if healthy in actions else actions[0])
    for person in people:
        act(harness, person, Say("adjourn_yes"))


def act(harness: TableHarness, person: str, action: Any) -> None:
    assert isinstance(harness.ask(who(person), Act(action=action)), Accepted)


def adjourned() -> tuple[TableHarness, str]:
    harness = seated(*PEOPLE)
    harness.ask(who("ada"), Configure(options={"fox": False}))
    for person in PEOPLE:
        harness.ask(who(person), Ready())
    play_a_round(harness, PEOPLE)
    saved = harness.ask(who("bo"), Save())
    assert isinstance(saved, Saved)
    return harness, saved.token


def code(answer: Any) -> str:
    assert isinstance(answer, Refused), answer
    return answer.code


def test_the_match_goes_on_at_another_table_with_everybody_in_his_place() -> None:
    first, token = adjourned()
    points = first.table.state.carry.state["points"] if first.table.state.carry else []
    people = ("cy", "ada", "di", "bo")
    other = seated(*people)
    assert code(other.ask(who("ada"), Load(token=token))) == "not_host"
    assert code(other.ask(who("cy"), Save())) == "nothing_saved"
    assert isinstance(other.ask(who("cy"), Load(token=token)), Accepted)
    assert [place.name for place in other.table.state.places] == list(PEOPLE)
    for person in PEOPLE:
        other.ask(who(person), Ready())
    match = other.table.state.match
    assert isinstance(match, DoppelkopfMatch)
    assert match.points == points and match.round == 2 and match.rules.fox is False
    again, _ = Table.restored(other.table.row, other.journal.entries, lambda count: bytes(count))
    assert again.state.match is not None and again.state.match.state() == match.state()


@pytest.mark.parametrize("bots", [(), ("hard",), ("easy", "easy", "medium")])
def test_bots_come_back_to_their_seats(bots: tuple[str, ...]) -> None:
    first = seated("ada")
    played: tuple[str, ...] = ("easy", "easy", "medium")
    for level in played:
        first.ask(who("ada"), AddBot(level=level))
    first.ask(who("ada"), Arrange(order=[1, 0, 3, 2]))
    first.ask(who("ada"), Ready())
    match = first.table.state.match
    assert isinstance(match, DoppelkopfMatch)
    while first.table.state.running:
        first.clock.advance(60_000)
        if 1 in match.turn:
            actions, adjourn = match.actions(1), Say("adjourn_yes")
            healthy = Say("reservation_no")
            wanted = [one for one in (adjourn, healthy) if one in actions]
            act(first, "ada", (wanted or actions)[0])
    saved = first.ask(who("ada"), Save())
    assert isinstance(saved, Saved)

    other = seated("ada")
    for level in bots:
        other.ask(who("ada"), AddBot(level=level))
    if len(bots) < 3:
        # It must not begin anew with the last bot that sits down.
        other.ask(who("ada"), Ready())
    assert isinstance(other.ask(who("ada"), Load(token=saved.token)), Accepted)
    assert not other.table.state.running
    assert [place.name == "ada" for place in other.table.state.places] == [
        False,
        True,
        False,
        False,
    ]
    levels = [place.bot for place in other.table.state.places]
    assert levels.count(None) == 1
    if not bots:
        assert levels == ["easy", None, "medium", "easy"]
    other.ask(who("ada"), Ready())
    goes_on = other.table.state.match
    assert isinstance(goes_on, DoppelkopfMatch) and goes_on.round == 2


def test_it_is_only_for_those_who_played_it() -> None:
    _, token = adjourned()
    strangers = seated("ada", "bo", "cy", "eva")
    assert code(strangers.ask(who("ada"), Load(token=token))) == "other_people"
    three = seated("ada", "bo", "cy")
    assert code(three.ask(who("ada"), Load(token=token))) == "other_people"
    three.ask(who("ada"), AddBot(level="easy"))
    assert code(three.ask(who("ada"), Load(token=token))) == "other_people"
    tiles = TableHarness(settings())
    for person in PEOPLE:
        tiles.join(person)
    assert code(tiles.ask(who("ada"), Load(token=token))) == "other_game"
