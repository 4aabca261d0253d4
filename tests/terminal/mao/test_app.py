"""Mao in the terminal, played with its keys."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from stammtisch.games.mao.records import View
from stammtisch.terminal.dialogs import DEAF, HelpScreen, QuitScreen
from stammtisch.terminal.mao.board import banner, phrases
from stammtisch.terminal.mao.dialogs import AccuseScreen, FinaleScreen, MoveScreen, WriteScreen
from stammtisch.terminal.mao.hand import WIDTH
from stammtisch.terminal.mao.screen import IDLE, LOOK
from tests.terminal.mao.harness import LENIENT, RULE, SIZE, Harness, Hasty, Patient, fitting


def over_it(harness: Harness, kind: type[Screen[Any]]) -> bool:
    return isinstance(harness.app.screen, kind)


async def take_turn(harness: Harness, pilot: Pilot[str]) -> None:
    """Play what fits, or draw."""
    view = harness.view
    place = fitting(view)
    if place is None:
        await pilot.press("d")
    else:
        await harness.put_cursor_on(pilot, place)
        await pilot.press("enter")
    await harness.settled(pilot, lambda: harness.view is not view)


async def win_round(harness: Harness, pilot: Pilot[str]) -> None:
    """Play until the last card is gone; the others only draw."""
    while True:
        await harness.until(pilot, lambda: harness.my_turn or harness.view.mode == "lastChance")
        if harness.view.mode == "lastChance":
            return
        await take_turn(harness, pilot)


async def throw_all(harness: Harness, pilot: Pilot[str]) -> None:
    """Win a round at a lenient table: card after card, whatever the chairman says to it. Only the
    last one must fit."""
    top = harness.app.top
    while len(top.fan.cards) > 1 or top.frozen:
        view = harness.view
        accused = view.charge is not None and view.charge.accused == top.seat
        if view.charge is not None and not accused:
            await harness.until(pilot, lambda: not top.frozen)
        else:
            await pilot.press("y" if accused else "enter")
            await changed(harness, pilot, view)
    await win_round(harness, pilot)


async def changed(harness: Harness, pilot: Pilot[str], view: View) -> None:
    await harness.settled(pilot, lambda: harness.view is not view)


async def begin(harness: Harness, pilot: Pilot[str]) -> None:
    await harness.until(pilot, lambda: harness.my_turn)


async def test_a_whole_match_by_keys_from_the_first_card_to_the_finale() -> None:
    harness = Harness(players=2, executor=Patient(), rounds=1, seed=6)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(harness, pilot)
        await win_round(harness, pilot)
        assert "LAST CHANCE  10.0 s  and you win" in harness.shown("banner")
        assert harness.shown("banner").count("█") == 40
        harness.clock.advance(5000)
        app.table.tick()
        assert "LAST CHANCE   5.0 s" in harness.shown("banner")
        assert harness.shown("banner").count("█") == 20
        await harness.until(pilot, lambda: isinstance(app.screen, FinaleScreen))
        harness.clock.advance(int(DEAF * 1000) + 1)
        told = harness.shown("result")
        assert "You won the match." in told
        assert "Rounds won: You 1, easy_bot1 0" in told
        assert "Nobody wrote a rule." in told
        await pilot.press("v")
        assert app.screen is app.table
        assert "Press a for another match." in harness.shown("banner")
        await pilot.press("f")
        await pilot.press("a")
        await harness.until(pilot, lambda: app.top.running and harness.view.mode == "play")
        await pilot.press("q", "y")
    assert app.return_value is None


async def test_the_winner_writes_a_rule_and_hears_what_the_machine_makes_of_it() -> None:
    harness = Harness(executor=Patient(), rounds=2, **LENIENT)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(harness, pilot)
        await throw_all(harness, pilot)
        await harness.until(pilot, lambda: isinstance(app.screen, WriteScreen))
        await pilot.press(*"WHEN ")
        assert "Not understood" in harness.shown("verdict")
        app.screen.query_one(Input).value = "Hats off."
        await pilot.pause()
        assert "Not understood: " in harness.shown("verdict")
        await pilot.press("enter")
        assert "people must enforce it" in harness.shown("verdict")
        assert over_it(harness, WriteScreen)
        app.screen.query_one(Input).value = "WHEN ace THEN extra turn"
        await pilot.pause()
        told = harness.shown("verdict")
        assert told.startswith("So: whoever plays an ace has another turn. Right?")
        assert "contradicts" in told and "skip" in told
        app.screen.query_one(Input).value = RULE
        await pilot.pause()
        assert harness.shown("verdict") == "So: whoever plays a king says “meow”. Right?"
        await pilot.press("enter")
        await harness.until(pilot, lambda: harness.view.round == 2)
        assert app.screen is app.table
        assert f"You wrote the rule “{RULE}”. The chairman enforces it." in harness.shown("said")
        assert harness.view.own_rules == (RULE,)
        assert "meow" in phrases(app.top)


async def test_a_rule_is_put_off_and_one_in_ones_own_words_counts_when_its_author_agrees() -> None:
    harness = Harness(executor=Patient(), rounds=3, **LENIENT)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(harness, pilot)
        await throw_all(harness, pilot)
        await harness.until(pilot, lambda: isinstance(app.screen, WriteScreen))
        # It can be put off until its time is over.
        assert "60 s left" in harness.shown("title") or "59 s left" in harness.shown("title")
        await pilot.press("escape")
        assert "Press w and write a secret rule." in harness.shown("banner")
        await pilot.press("w")
        assert over_it(harness, WriteScreen)
        await pilot.press("escape")
        await harness.until(pilot, lambda: harness.view.round == 2)
        assert app.screen is app.table
        assert list(harness.view.own_rules) == []
        await begin(harness, pilot)
        await throw_all(harness, pilot)
        await harness.until(pilot, lambda: isinstance(app.screen, WriteScreen))
        app.screen.query_one(Input).value = 'Kings or queens: everybody says "meow"'
        await pilot.pause()
        await pilot.press("enter")
        assert "plays a king or a queen, everybody says “meow”. Right?" in " ".join(
            harness.shown("verdict").split()
        )
        await pilot.press("enter")
        await harness.until(pilot, lambda: harness.view.round == 3)
        assert harness.view.own_rules == ('WHEN king OR queen THEN everybody says "meow"',)
        assert "The chairman enforces it." in harness.shown("said")


async def test_the_chairmans_accusation_is_accepted_and_ones_own_is_taken_back() -> None:
    harness = Harness(last_card_is_told=True, bad_calls=True)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(harness, pilot)
        before = len(harness.view.hand or ())
        await pilot.press("t", *"hello", "enter")
        await harness.settled(pilot, lambda: app.top.frozen)
        frozen = harness.shown("banner")
        assert "ACCUSATION: the table is frozen. The chairman accuses you.  10 s" in frozen
        assert "Talking. y accepts it." in frozen
        assert "1 ‼ You" in harness.shown("players")
        await pilot.press("d")
        await harness.settled(pilot, lambda: "All you can do now" in harness.shown("said"))
        await pilot.press("y")
        await harness.settled(pilot, lambda: not app.top.frozen)
        assert len(harness.view.hand or ()) == before + 1
        assert "You admitted it." in app.top.lines
        assert any("as a penalty" in line for line in app.top.lines)
        await pilot.press("c")
        await harness.settled(pilot, lambda: "no accusation to take back" in harness.shown("said"))
        await pilot.press("a")
        assert over_it(harness, AccuseScreen)
        assert "1 You   2 easy_bot1   3 easy_bot2" in harness.shown("whom")
        await pilot.press("r", *"rudeness 2", "enter")
        assert over_it(harness, AccuseScreen)
        assert "reason: rudeness 2" in harness.shown("whom")
        await pilot.press("3")
        await harness.settled(pilot, lambda: app.top.frozen)
        frozen = harness.shown("banner")
        assert "You accuse easy_bot2." in frozen
        assert "Rudeness 2. c takes it back." in frozen
        await pilot.press("c")
        await harness.settled(pilot, lambda: not app.top.frozen)
        assert "The accusation is off." in app.top.lines
        # A bad call costs a card.
        assert "You took" in app.top.lines[-1]
        assert len(harness.view.hand or ()) == before + 2


async def test_the_winner_of_a_last_chance_is_accused_and_the_round_goes_on() -> None:
    harness = Harness("free", players=2, executor=Hasty())
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await harness.until(pilot, lambda: app.top.mode == "lastChance")
        assert "and easy_bot1 wins!  a accuses." in harness.shown("banner")
        await pilot.press("a")
        assert "Accuse whom?   2 easy_bot1" in harness.shown("whom")
        await pilot.press("enter")
        await harness.settled(pilot, lambda: app.top.frozen)
        assert harness.view.chance_left is not None
        await harness.until(pilot, lambda: not app.top.frozen)
        assert app.top.mode == "play"
        assert harness.view.points == (0, 0)


async def test_others_rules_stay_secret_until_the_finale_tells_them() -> None:
    harness = Harness("free", players=2, rounds=2, executor=Hasty())
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await harness.until(pilot, lambda: app.top.view is not None and app.top.view.round == 2)
        assert "easy_bot1 wrote a secret rule." in app.top.lines
        await harness.until(pilot, lambda: app.top.mode == "lastChance")
        assert not any(RULE in line for line in app.top.lines)
        await harness.until(pilot, lambda: isinstance(app.screen, FinaleScreen))
        assert "easy_bot1 won the match." in harness.shown("result")
        assert f"“{RULE}”" in harness.shown("result")
        assert "by easy_bot1, after round 1" in harness.shown("result")


async def test_a_school_shows_its_rules_and_offers_their_words() -> None:
    harness = Harness("school", last_card_is_told=True, penalty_is_thanked=True)
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(harness, pilot)
        assert phrases(app.top)[:2] == ["last card", "thank you"]
        await pilot.press("r")
        assert over_it(harness, HelpScreen)
        await pilot.press("x", "2")
        await harness.settled(pilot, lambda: "You: “thank you”" in app.top.lines)
        await pilot.press("9")
        assert "There is no phrase on key 9 yet" in harness.shown("said")


async def test_at_a_free_table_any_card_goes_anywhere() -> None:
    harness = Harness("free")
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await harness.until(pilot, lambda: app.top.view is not None)
        assert "Anybody may move any card" in harness.shown("banner")
        top_card = harness.view.pile[-1]
        await pilot.press("m")
        assert over_it(harness, MoveScreen)
        await pilot.press("1")
        await harness.settled(pilot, lambda: harness.view.pile == ())
        assert app.top.fan.cards[-1] == top_card
        await pilot.press("m", "4")
        await harness.settled(pilot, lambda: len(harness.view.pile) == 1)
        await pilot.press("m", "2")
        await harness.settled(pilot, lambda: len(harness.view.pile) == 2)
        assert any(line.startswith("You put the ") for line in app.top.lines)
        await pilot.press("m", "1", "m", "1", "m", "1")
        await harness.settled(pilot, lambda: "no such card in the pile" in harness.shown("said"))


@pytest.mark.parametrize(("players", "sizes"), [(4, [(80, 24)]), (8, [(80, 24), (100, 30)])])
async def test_everything_is_on_the_screen(players: int, sizes: list[tuple[int, int]]) -> None:
    harness = Harness("free", players=players)
    app = harness.app
    async with app.run_test(size=sizes[0]) as pilot:
        await harness.until(pilot, lambda: app.top.view is not None)
        # The greatest hand there can be.
        app.top.fan.take(range(48))
        for size in sizes:
            await pilot.resize_terminal(*size)
            assert app.screen.size == size
            for number in range(players):
                name = "You" if number == 0 else f"easy_bot{number}"
                assert f"{number + 1}   {name}" in harness.shown("players")
            app.table.show()
            await pilot.press("end", "up")
            assert len(harness.shown("hand").split()) == 48
            for widget in app.screen.query(
                "#head, #players, #middle, #banner, #hand, #said, #talk, #log"
            ):
                assert widget.region.height > 0
                assert app.screen.region.contains_region(widget.region), widget.id
            log, talk = app.table.query_one("#log"), app.table.query_one("#talk")
            assert log.size.height >= 2
            assert talk.region.bottom <= log.region.y


async def test_help_second_thoughts_a_point_of_order_and_a_card_played_with_the_mouse() -> None:
    harness = Harness()
    app = harness.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(harness, pilot)
        await pilot.press("question_mark")
        assert over_it(harness, HelpScreen)
        await pilot.press("x", "q")
        assert over_it(harness, QuitScreen)
        await pilot.press("n")
        assert app.screen is app.table
        await pilot.press("w")
        assert "Only the winner of a round writes a rule" in harness.shown("said")
        await pilot.press("f")
        assert "when the match is over" in harness.shown("said")
        # Rules that nobody has told are to be found out.
        await pilot.press("r")
        assert "You have been told no rule." in harness.shown("words")
        assert "What else" not in harness.shown("words")
        await pilot.press("x")
        # One key calls a point of order, and ends it.
        await pilot.press("p")
        await harness.settled(pilot, lambda: harness.view.point_of_order)
        assert "POINT OF ORDER  300 s" in harness.shown("banner")
        await pilot.press("p")
        await harness.settled(pilot, lambda: not harness.view.point_of_order)
        assert "YOUR TURN" in harness.shown("banner")
        # The first click chooses a card, and the second plays it.
        fan, pile = app.top.fan, harness.view.pile
        third = fan.held[2]
        # The padding of one cell, and two cards before it.
        at = (1 + 2 * WIDTH + 1, 1)
        await pilot.click("#hand", offset=at)
        assert (fan.card, harness.view.pile) == (third, pile)
        await pilot.click("#hand", offset=at)
        await harness.until(pilot, lambda: len(harness.view.pile) > len(pile), ms=0)
        assert harness.view.pile[len(pile)] == third


# --- alone, nobody is hurried --------------------------------------------------------------------


async def test_the_clock_stands_only_while_one_reads_or_touches_no_key_at_ones_turn() -> None:
    harness = Harness(delay=20)
    async with harness.app.run_test(size=SIZE) as pilot:
        await harness.until(pilot, lambda: harness.my_turn)
        harness.stood.clear()
        await pilot.press("r")
        await harness.settled(pilot, lambda: harness.stood == [True])
        assert "(stands)" in banner(harness.app.top).first
        await pilot.press("escape")
        await harness.settled(pilot, lambda: harness.stood == [True, False])
        assert "stands" not in banner(harness.app.top).first
        # The match waits for who touches no key.
        await pilot.press("left")
        harness.stood.clear()
        harness.clock.advance(int(IDLE * 1000) - 100)
        await pilot.pause(2 * LOOK)
        assert harness.stood == []
        harness.clock.advance(200)
        await harness.settled(pilot, lambda: harness.stood == [True])
        await pilot.press("left")
        await harness.settled(pilot, lambda: harness.stood == [True, False])
        # Others are to move.
        await take_turn(harness, pilot)
        assert not harness.app.top.awaits_me
        harness.stood.clear()
        # No key for long; were it the clock that said so, the others would move meanwhile.
        harness.app._touched -= IDLE
        await pilot.pause(2 * LOOK)
        assert True not in harness.stood
