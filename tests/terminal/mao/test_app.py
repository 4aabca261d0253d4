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
from tests.terminal.mao.parlour import LENIENT, RULE, SIZE, Hasty, Parlour, Patient, fitting


def over_it(parlour: Parlour, kind: type[Screen[Any]]) -> bool:
    return isinstance(parlour.app.screen, kind)


async def take_turn(parlour: Parlour, pilot: Pilot[str]) -> None:
    """Play what fits, or draw."""
    view = parlour.view
    place = fitting(view)
    if place is None:
        await pilot.press("d")
    else:
        await parlour.put_cursor_on(pilot, place)
        await pilot.press("enter")
    await parlour.settled(pilot, lambda: parlour.view is not view)


async def win_round(parlour: Parlour, pilot: Pilot[str]) -> None:
    """Play until the last card is gone; the others only draw."""
    while True:
        await parlour.until(pilot, lambda: parlour.my_turn or parlour.view.mode == "lastChance")
        if parlour.view.mode == "lastChance":
            return
        await take_turn(parlour, pilot)


async def throw_all(parlour: Parlour, pilot: Pilot[str]) -> None:
    """Win a round at a lenient table: card after card, whatever the chairman says to it. Only the
    last one must fit."""
    top = parlour.app.top
    while len(top.fan.cards) > 1 or top.frozen:
        view = parlour.view
        accused = view.charge is not None and view.charge.accused == top.seat
        if view.charge is not None and not accused:
            await parlour.until(pilot, lambda: not top.frozen)
        else:
            await pilot.press("y" if accused else "enter")
            await changed(parlour, pilot, view)
    await win_round(parlour, pilot)


async def changed(parlour: Parlour, pilot: Pilot[str], view: View) -> None:
    await parlour.settled(pilot, lambda: parlour.view is not view)


async def begin(parlour: Parlour, pilot: Pilot[str]) -> None:
    await parlour.until(pilot, lambda: parlour.my_turn)


async def test_a_whole_match_by_keys_from_the_first_card_to_the_finale() -> None:
    parlour = Parlour(players=2, executor=Patient(), rounds=1, seed=6)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(parlour, pilot)
        await win_round(parlour, pilot)
        assert "LAST CHANCE  10.0 s  and you win" in parlour.shown("banner")
        assert parlour.shown("banner").count("█") == 40
        parlour.clock.advance(5000)
        app.table._tick()
        assert "LAST CHANCE   5.0 s" in parlour.shown("banner")
        assert parlour.shown("banner").count("█") == 20
        await parlour.until(pilot, lambda: isinstance(app.screen, FinaleScreen))
        parlour.clock.advance(int(DEAF * 1000) + 1)
        told = parlour.shown("result")
        assert "You won the match." in told
        assert "Rounds won: You 1, easy_bot1 0" in told
        assert "Nobody wrote a rule." in told
        await pilot.press("v")
        assert app.screen is app.table
        assert "Press a for another match." in parlour.shown("banner")
        await pilot.press("f")
        await pilot.press("a")
        await parlour.until(pilot, lambda: app.top.running and parlour.view.mode == "play")
        await pilot.press("q", "y")
    assert app.return_value is None


async def test_the_winner_writes_a_rule_and_hears_what_the_machine_makes_of_it() -> None:
    parlour = Parlour(executor=Patient(), rounds=2, **LENIENT)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(parlour, pilot)
        await throw_all(parlour, pilot)
        await parlour.until(pilot, lambda: isinstance(app.screen, WriteScreen))
        await pilot.press(*"WHEN ")
        assert "Not understood" in parlour.shown("verdict")
        app.screen.query_one(Input).value = "Hats off."
        await pilot.pause()
        assert "Not understood: " in parlour.shown("verdict")
        await pilot.press("enter")
        assert "people must enforce it" in parlour.shown("verdict")
        assert over_it(parlour, WriteScreen)
        app.screen.query_one(Input).value = "WHEN ace THEN extra turn"
        await pilot.pause()
        told = parlour.shown("verdict")
        assert told.startswith("So: whoever plays an ace has another turn. Right?")
        assert "contradicts" in told and "skip" in told
        app.screen.query_one(Input).value = RULE
        await pilot.pause()
        assert parlour.shown("verdict") == "So: whoever plays a king says “meow”. Right?"
        await pilot.press("enter")
        await parlour.until(pilot, lambda: parlour.view.round == 2)
        assert app.screen is app.table
        assert f"You wrote the rule “{RULE}”. The chairman enforces it." in parlour.shown("said")
        assert parlour.view.own_rules == (RULE,)
        assert "meow" in phrases(app.top)


async def test_a_rule_is_put_off_and_one_in_ones_own_words_counts_when_its_author_agrees() -> None:
    parlour = Parlour(executor=Patient(), rounds=3, **LENIENT)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(parlour, pilot)
        await throw_all(parlour, pilot)
        await parlour.until(pilot, lambda: isinstance(app.screen, WriteScreen))
        # It can be put off until its time is over.
        assert "60 s left" in parlour.shown("title") or "59 s left" in parlour.shown("title")
        await pilot.press("escape")
        assert "Press w and write a secret rule." in parlour.shown("banner")
        await pilot.press("w")
        assert over_it(parlour, WriteScreen)
        await pilot.press("escape")
        await parlour.until(pilot, lambda: parlour.view.round == 2)
        assert app.screen is app.table
        assert list(parlour.view.own_rules) == []
        await begin(parlour, pilot)
        await throw_all(parlour, pilot)
        await parlour.until(pilot, lambda: isinstance(app.screen, WriteScreen))
        app.screen.query_one(Input).value = 'Kings or queens: everybody says "meow"'
        await pilot.pause()
        await pilot.press("enter")
        assert "plays a king or a queen, everybody says “meow”. Right?" in " ".join(
            parlour.shown("verdict").split()
        )
        await pilot.press("enter")
        await parlour.until(pilot, lambda: parlour.view.round == 3)
        assert parlour.view.own_rules == ('WHEN king OR queen THEN everybody says "meow"',)
        assert "The chairman enforces it." in parlour.shown("said")


async def test_the_chairmans_accusation_is_accepted_and_ones_own_is_taken_back() -> None:
    parlour = Parlour(last_card_is_told=True, bad_calls=True)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(parlour, pilot)
        before = len(parlour.view.hand or ())
        await pilot.press("t", *"hello", "enter")
        await parlour.settled(pilot, lambda: app.top.frozen)
        frozen = parlour.shown("banner")
        assert "ACCUSATION: the table is frozen. The chairman accuses you.  10 s" in frozen
        assert "Talking. y accepts it." in frozen
        assert "1 ‼ You" in parlour.shown("players")
        await pilot.press("d")
        await parlour.settled(pilot, lambda: "All you can do now" in parlour.shown("said"))
        await pilot.press("y")
        await parlour.settled(pilot, lambda: not app.top.frozen)
        assert len(parlour.view.hand or ()) == before + 1
        assert "You admitted it." in app.top.lines
        assert any("as a penalty" in line for line in app.top.lines)
        await pilot.press("c")
        await parlour.settled(pilot, lambda: "no accusation to take back" in parlour.shown("said"))
        await pilot.press("a")
        assert over_it(parlour, AccuseScreen)
        assert "1 You   2 easy_bot1   3 easy_bot2" in parlour.shown("whom")
        await pilot.press("r", *"rudeness 2", "enter")
        assert over_it(parlour, AccuseScreen)
        assert "reason: rudeness 2" in parlour.shown("whom")
        await pilot.press("3")
        await parlour.settled(pilot, lambda: app.top.frozen)
        frozen = parlour.shown("banner")
        assert "You accuse easy_bot2." in frozen
        assert "Rudeness 2. c takes it back." in frozen
        await pilot.press("c")
        await parlour.settled(pilot, lambda: not app.top.frozen)
        assert "The accusation is off." in app.top.lines
        # A bad call costs a card.
        assert "You took" in app.top.lines[-1]
        assert len(parlour.view.hand or ()) == before + 2


async def test_the_winner_of_a_last_chance_is_accused_and_the_round_goes_on() -> None:
    parlour = Parlour("free", players=2, executor=Hasty())
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await parlour.until(pilot, lambda: app.top.mode == "lastChance")
        assert "and easy_bot1 wins!  a accuses." in parlour.shown("banner")
        await pilot.press("a")
        assert "Accuse whom?   2 easy_bot1" in parlour.shown("whom")
        await pilot.press("enter")
        await parlour.settled(pilot, lambda: app.top.frozen)
        assert parlour.view.chance_left is not None
        await parlour.until(pilot, lambda: not app.top.frozen)
        assert app.top.mode == "play"
        assert parlour.view.points == (0, 0)


async def test_others_rules_stay_secret_until_the_finale_tells_them() -> None:
    parlour = Parlour("free", players=2, rounds=2, executor=Hasty())
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await parlour.until(pilot, lambda: app.top.view is not None and app.top.view.round == 2)
        assert "easy_bot1 wrote a secret rule." in app.top.lines
        await parlour.until(pilot, lambda: app.top.mode == "lastChance")
        assert not any(RULE in line for line in app.top.lines)
        await parlour.until(pilot, lambda: isinstance(app.screen, FinaleScreen))
        assert "easy_bot1 won the match." in parlour.shown("result")
        assert f"“{RULE}”" in parlour.shown("result")
        assert "by easy_bot1, after round 1" in parlour.shown("result")


async def test_a_school_shows_its_rules_and_offers_their_words() -> None:
    parlour = Parlour("school", last_card_is_told=True, penalty_is_thanked=True)
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(parlour, pilot)
        assert phrases(app.top)[:2] == ["last card", "thank you"]
        await pilot.press("r")
        assert over_it(parlour, HelpScreen)
        await pilot.press("x", "2")
        await parlour.settled(pilot, lambda: "You: “thank you”" in app.top.lines)
        await pilot.press("9")
        assert "There is no phrase on key 9 yet" in parlour.shown("said")


async def test_at_a_free_table_any_card_goes_anywhere() -> None:
    parlour = Parlour("free")
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await parlour.until(pilot, lambda: app.top.view is not None)
        assert "Anybody may move any card" in parlour.shown("banner")
        top_card = parlour.view.pile[-1]
        await pilot.press("m")
        assert over_it(parlour, MoveScreen)
        await pilot.press("1")
        await parlour.settled(pilot, lambda: parlour.view.pile == ())
        assert app.top.fan.cards[-1] == top_card
        await pilot.press("m", "4")
        await parlour.settled(pilot, lambda: len(parlour.view.pile) == 1)
        await pilot.press("m", "2")
        await parlour.settled(pilot, lambda: len(parlour.view.pile) == 2)
        assert any(line.startswith("You put the ") for line in app.top.lines)
        await pilot.press("m", "1", "m", "1", "m", "1")
        await parlour.settled(pilot, lambda: "no such card in the pile" in parlour.shown("said"))


@pytest.mark.parametrize(("players", "sizes"), [(4, [(80, 24)]), (8, [(80, 24), (100, 30)])])
async def test_everything_is_on_the_screen(players: int, sizes: list[tuple[int, int]]) -> None:
    parlour = Parlour("free", players=players)
    app = parlour.app
    async with app.run_test(size=sizes[0]) as pilot:
        await parlour.until(pilot, lambda: app.top.view is not None)
        # The greatest hand there can be.
        app.top.fan.take(range(48))
        for size in sizes:
            await pilot.resize_terminal(*size)
            assert app.screen.size == size
            for number in range(players):
                name = "You" if number == 0 else f"easy_bot{number}"
                assert f"{number + 1}   {name}" in parlour.shown("players")
            app.table.show()
            await pilot.press("end", "up")
            assert len(parlour.shown("hand").split()) == 48
            for widget in app.screen.query(
                "#head, #players, #middle, #banner, #hand, #said, #talk, #log"
            ):
                assert widget.region.height > 0
                assert app.screen.region.contains_region(widget.region), widget.id
            log, talk = app.table.query_one("#log"), app.table.query_one("#talk")
            assert log.size.height >= 2
            assert talk.region.bottom <= log.region.y


async def test_help_second_thoughts_a_point_of_order_and_a_card_played_with_the_mouse() -> None:
    parlour = Parlour()
    app = parlour.app
    async with app.run_test(size=SIZE) as pilot:
        await begin(parlour, pilot)
        await pilot.press("question_mark")
        assert over_it(parlour, HelpScreen)
        await pilot.press("x", "q")
        assert over_it(parlour, QuitScreen)
        await pilot.press("n")
        assert app.screen is app.table
        await pilot.press("w")
        assert "Only the winner of a round writes a rule" in parlour.shown("said")
        await pilot.press("f")
        assert "when the match is over" in parlour.shown("said")
        # Rules that nobody has told are to be found out.
        await pilot.press("r")
        assert "You have been told no rule." in parlour.shown("words")
        assert "What else" not in parlour.shown("words")
        await pilot.press("x")
        # One key calls a point of order, and ends it.
        await pilot.press("p")
        await parlour.settled(pilot, lambda: parlour.view.point_of_order)
        assert "POINT OF ORDER  300 s" in parlour.shown("banner")
        await pilot.press("p")
        await parlour.settled(pilot, lambda: not parlour.view.point_of_order)
        assert "YOUR TURN" in parlour.shown("banner")
        # The first click chooses a card, and the second plays it.
        fan, pile = app.top.fan, parlour.view.pile
        third = fan.held[2]
        # The padding of one cell, and two cards before it.
        at = (1 + 2 * WIDTH + 1, 1)
        await pilot.click("#hand", offset=at)
        assert (fan.card, parlour.view.pile) == (third, pile)
        await pilot.click("#hand", offset=at)
        await parlour.until(pilot, lambda: len(parlour.view.pile) > len(pile), ms=0)
        assert parlour.view.pile[len(pile)] == third


# --- alone, nobody is hurried --------------------------------------------------------------------


async def test_the_clock_stands_only_while_one_reads_or_touches_no_key_at_ones_turn() -> None:
    parlour = Parlour(delay=20)
    async with parlour.app.run_test(size=SIZE) as pilot:
        await parlour.until(pilot, lambda: parlour.my_turn)
        parlour.stood.clear()
        await pilot.press("r")
        await parlour.settled(pilot, lambda: parlour.stood == [True])
        assert "(stands)" in banner(parlour.app.top).first
        await pilot.press("escape")
        await parlour.settled(pilot, lambda: parlour.stood == [True, False])
        assert "stands" not in banner(parlour.app.top).first
        # The match waits for who touches no key.
        await pilot.press("left")
        parlour.stood.clear()
        parlour.clock.advance(int(IDLE * 1000) - 100)
        await pilot.pause(2 * LOOK)
        assert parlour.stood == []
        parlour.clock.advance(200)
        await parlour.settled(pilot, lambda: parlour.stood == [True])
        await pilot.press("left")
        await parlour.settled(pilot, lambda: parlour.stood == [True, False])
        # Others are to move.
        await take_turn(parlour, pilot)
        assert not parlour.app.top.awaits_me
        parlour.stood.clear()
        # No key for long; were it the clock that said so, the others would move meanwhile.
        parlour.app._touched -= IDLE
        await pilot.pause(2 * LOOK)
        assert True not in parlour.stood
