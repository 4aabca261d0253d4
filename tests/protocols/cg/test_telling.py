"""A match as packets, whatever is played: the client's own rules hold, and it knows its table."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Complain, Pass, Say
from tests.games.doppelkopf.playing import any_rules, dealt, healthy, held, play, say, step
from tests.protocols.cg.seats import SeatedClient, four, shared

MATCHES = 30
STEPS = 300


@pytest.mark.parametrize("number", range(MATCHES))
def test_each_seat_is_told_all_of_any_match(number: int) -> None:
    rng = Random(number)
    rules = any_rules(rng)
    match = DoppelkopfMatch(rules, 4)
    clients = four(rules, number)
    for _ in range(STEPS):
        events = step(match, rng)
        for client in clients:
            client.hear(events, match)
            client.check(match)
        if match.outcome is not None:
            return


@pytest.mark.parametrize("number", range(MATCHES))
def test_whoever_comes_into_a_round_knows_as_much(number: int) -> None:
    rng = Random(number)
    rules = any_rules(rng)
    match = DoppelkopfMatch(rules, 4)
    for count in range(STEPS):
        if match.outcome is not None:
            return
        step(match, rng)
        if match.outcome is None and count % 9 == 0:
            seat = rng.randrange(4)
            client = SeatedClient(rules, seat, shared(count))
            client.catch_up(match.view(seat), rules)
            client.check(match)
            before = match.round
            while match.round == before and match.outcome is None and rng.random() < 0.9:
                client.hear(step(match, rng), match)
                client.check(match)


# --- in the middle of a vote on a complaint ------------------------------------------------------


def voting(match: DoppelkopfMatch) -> list[SeatedClient]:
    """Somebody complains of what happened outside the game; then all four come back."""
    match.apply(3, Complain(1, "external"), 1000)
    clients = four(match.rules)
    for client in clients:
        client.catch_up(match.view(client.seat), match.rules)
        told = [(name, body.get("type")) for name, body in client.heard]
        asked = ("game.dk.question", "accusation_vote")
        assert told[-3:] == [("game.dk.complaint", "external"), asked, asked]
    return clients


def acquit(match: DoppelkopfMatch, clients: list[SeatedClient]) -> None:
    events = match.apply(0, Say("accusation_no"))
    for client in clients:
        client.hear(events, match)
        client.check(match)


def test_whoever_comes_back_during_a_vote_knows_whose_turn_it_is() -> None:
    match = dealt((), "lenient")
    healthy(match)
    play(match, held(match)[0])
    clients = voting(match)
    for client in clients:
        turn = client.last("game.dk.turn")
        assert turn is not None and turn["current_player"] == clients[match.mover].uuid
    acquit(match, clients)


def test_whoever_comes_back_during_a_vote_knows_what_else_they_are_asked() -> None:
    match = dealt((), "lenient")
    say(match, "reservation_no", "reservation_no")
    clients = voting(match)
    for client in clients:
        asked = [body["type"] for name, body in client.heard if name == "game.dk.question"]
        assert asked.count("reservation") == (client.seat == match.asked)
    acquit(match, clients)
    assert match.asking == "reservation"


def test_a_vote_before_cards_are_given_back_does_not_give_them_back() -> None:
    match = dealt(("cq dj d9 ca ca c10 ck sa s10 sk ha hk",), "lenient", poverty="sell")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    match.apply(0, Pass(("cq", "dj", "d9")))
    say(match, "poverty_accept")
    acquit(match, voting(match))
