"""What the chairman makes of the rules that winners write."""

from __future__ import annotations

from stammtisch.games.mao import rules
from stammtisch.games.mao.book import Written
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.records import (
    Accept,
    Accused,
    Finale,
    Moved,
    RuleWritten,
    Talk,
    Talked,
    WriteRule,
)
from tests.games.mao.chairing import accused, ruled, turn
from tests.games.mao.playing import DRAW, Runner, hold, names, play, top


def test_a_rule_that_is_understood_is_enforced() -> None:
    runner = ruled('WHEN nine THEN say "meow" WITHIN 4 SECONDS ELSE PENALTY 2')
    runner.act(2, play(2))
    assert runner.pass_time(3_999) == []
    assert accused(runner.pass_time(1)) == [(2, "failure to say the right words")]
    runner.act(2, Accept())
    assert len(runner.match.hands[2]) == 8
    runner.act(0, play(3))
    runner.act(0, Talk("Meow!"))
    assert accused(runner.pass_time(30_000)) == []


def test_words_that_come_before_the_timeout_but_after_the_deadline_are_late() -> None:
    runner = ruled('WHEN nine THEN say "meow" WITHIN 4 SECONDS', talk_is_offence=False)
    runner.act(2, play(2))
    runner.now += 4_001
    runner.act(2, Talk("meow"))
    assert accused(runner.pass_time(0)) == [(2, "failure to say the right words")]


def test_the_finale_knows_who_broke_a_rule_and_who_found_it_out() -> None:
    runner = ruled('WHEN nine THEN say "meow"')
    runner.act(2, play(2))
    runner.pass_time(8_000)
    runner.act(2, Accept())
    runner.act(0, play(3))
    runner.act(0, Talk("meow"))
    for leaver in (0, 2):
        events = runner.gone(leaver)
    finale = next(event for event in events if isinstance(event, Finale))
    (rule,) = finale.rules
    assert rule.understood
    assert [(breach.seat, breach.round) for breach in rule.broken] == [(2, 2)]
    assert rule.found == 0


def test_a_silence_is_broken_by_any_word() -> None:
    runner = ruled("WHEN nine THEN everybody stays silent WITHIN 10 SECONDS", talk_is_offence=False)
    runner.act(2, play(2))
    assert accused(runner.act(0, Talk("so what"))) == [(0, "failure to be silent")]
    runner.act(0, Accept())
    runner.pass_time(10_000)
    assert accused(runner.act(2, Talk("now"))) == []


def test_a_call_is_free_even_in_a_silence() -> None:
    runner = ruled("WHEN nine THEN everybody stays silent WITHIN 10 SECONDS")
    runner.act(2, play(2))
    assert accused(runner.act(0, Talk("Failure to smile"))) == []
    assert accused(runner.act(0, Talk("well"))) == [(0, "failure to be silent")]


def test_who_goes_out_must_have_said_all_when_the_last_chance_ends() -> None:
    rule = 'WHEN no cards left THEN say "Mao Mao" WITHIN 15 SECONDS'
    for words, won in ((None, False), ("Mao Mao", True)):
        runner = ruled(rule)
        hold(runner.match, 2, "5C")
        runner.act(2, play(0))
        if words:
            runner.act(2, Talk(words))
        events = runner.pass_time(rules.LAST_CHANCE)
        assert ("round_over" in names(events)) is won
        assert bool(accused(events)) is not won


def test_the_end_of_a_silence_is_not_waited_for() -> None:
    runner = ruled("WHEN nine THEN everybody stays silent WITHIN 10 SECONDS")
    runner.act(2, play(2))
    assert runner.match.deadline is None


def test_the_next_card_must_be_what_a_rule_wants() -> None:
    runner = ruled("WHEN five THEN next must play a club")
    runner.act(2, play(0))
    top(runner.match, "9C")
    assert accused(runner.act(0, play(3))) == [(0, "failure to play what was demanded")]
    runner.act(0, Accept())
    assert accused(runner.act(1, play(1))) == []


def test_who_draws_lifts_the_demand_for_those_who_follow() -> None:
    runner = ruled("WHEN five THEN next must play a heart")
    runner.act(2, play(0))
    runner.act(0, DRAW)
    assert accused(runner.act(1, play(1))) == []


def test_of_demands_that_no_card_meets_the_newest_counts() -> None:
    rule = "WHEN five THEN next must play a heart"
    runner = ruled(rule)
    runner.match.written.append(
        Written(0, "later", 1, parse("WHEN penalty THEN next must play a club"), True)
    )
    runner.act(2, play(0))
    # Out of turn: the penalty adds a demand while the other one still stands.
    runner.act(1, DRAW)
    runner.act(1, Accept())
    assert accused(runner.act(0, play(1))) == []


def test_a_round_without_end_is_won_by_who_holds_the_fewest_cards() -> None:
    runner = ruled("WHEN any card THEN forbidden")
    hold(runner.match, 1, "5C 6C")
    for _ in range(rules.TURNS * 3):
        assert runner.match.mode == "play"
        seat = turn(runner)
        assert seat is not None
        hand = runner.match.hands[seat]
        runner.act(seat, DRAW)
        del hand[2 if seat == 1 else 9 :]
    assert (runner.match.mode, runner.match.winner) == ("inBetweenRounds", 1)
    assert Talked(None, "Time. The fewest cards win.") in runner.log
    assert runner.match.deadline == runner.now + rules.WRITING


def test_a_forbidden_card_goes_back() -> None:
    runner = ruled("WHEN nine THEN forbidden ELSE PENALTY 0")
    assert accused(runner.act(2, play(2))) == [(2, "playing a card that must not be played")]
    runner.act(2, Accept())
    assert len(runner.match.hands[2]) == 7


def test_rules_that_do_something_do_it_at_once() -> None:
    runner = ruled("WHEN nine THEN extra turn AND everybody draws a card")
    events = runner.act(2, play(2))
    assert [event.seat for event in events if isinstance(event, Moved)] == [2, 0, 1, 2]
    assert turn(runner) == 2


def test_a_rule_that_gives_the_last_player_a_card_prevents_the_win() -> None:
    runner = ruled("WHEN nine THEN draw a card")
    hold(runner.match, 2, "9C")
    assert "last_chance" not in names(runner.act(2, play(0)))


def test_the_newer_rule_wins() -> None:
    runner = ruled("WHEN nine THEN stay silent", talk_is_offence=False)
    runner.match.chair.turn = 1  # type: ignore[union-attr]
    hold(runner.match, 1, "5C")
    runner.act(1, play(0))
    runner.pass_time(10_000)
    written = runner.act(1, WriteRule('WHEN nine THEN say "meow"'))[0]
    assert isinstance(written, RuleWritten)
    assert written.complaint is not None and "contradicts" in written.complaint
    runner.deal_if_due()
    hold(runner.match, 2, "9C 9D 9H")
    top(runner.match, "4C")
    runner.act(2, play(0))
    assert accused(runner.act(2, Talk("meow"))) == []
    assert accused(runner.pass_time(20_000)) == []


def written_by(runner: Runner, text: str) -> RuleWritten:
    return next(
        event for event in runner.log if isinstance(event, RuleWritten) and event.text == text
    )


def test_only_the_author_hears_what_the_chairman_makes_of_a_rule() -> None:
    for text, understood, complaint in [
        ("no talking on fridays", False, None),
        ('WHEN nine THEN say "meow"', True, None),
        ("WHEN purple THEN skip", False, 'After "WHEN" I expect a condition'),
        ("WHEN spade AND heart THEN skip", True, "It can never happen"),
        ("WHEN jack THEN forbidden", True, "contradicts the rule: WHEN jack THEN wild"),
    ]:
        event = written_by(ruled(text, jack_is_wild=True), text)
        assert event.understood is understood
        assert (event.complaint is None) is (complaint is None)
        assert (complaint or "") in (event.complaint or "")
        assert event.seen_by(0) == RuleWritten(1, None)


def test_a_contradiction_to_a_secret_rule_is_not_told() -> None:
    runner = ruled("WHEN nine THEN stay silent")
    runner.match.chair.turn = 2  # type: ignore[union-attr]
    hold(runner.match, 2, "5C")
    runner.win(2, 'WHEN nine THEN say "meow"')
    assert written_by(runner, 'WHEN nine THEN say "meow"').complaint is None


# --- which card, which language ------------------------------------------------------------------


def test_an_accusation_over_words_names_the_card_they_were_due_for() -> None:
    runner = ruled('WHEN nine THEN say "meow" WITHIN 4 SECONDS')
    moved = runner.act(2, play(2))[0]
    runner.act(0, DRAW)
    event = next(event for event in runner.pass_time(4_000) if isinstance(event, Accused))
    assert isinstance(moved, Moved)
    assert event.card == moved.card is not None
    assert runner.match.charge is not None and runner.match.charge.card == moved.card


def test_an_accusation_over_a_penalty_or_a_draw_names_no_card() -> None:
    runner = ruled('WHEN drawing THEN say "meow" WITHIN 4 SECONDS')
    runner.act(2, DRAW)
    event = next(event for event in runner.pass_time(4_000) if isinstance(event, Accused))
    assert event.card is None


def test_either_of_two_cards_is_enforced_in_the_second_version_of_the_language() -> None:
    runner = ruled("WHEN nine OR ten THEN forbidden", language=2)
    assert runner.match.written[0].understood
    assert accused(runner.act(2, play(2))) == [(2, "playing a card that must not be played")]


def test_a_text_of_the_first_version_means_what_it_meant() -> None:
    runner = ruled("WHEN nine OR ten THEN forbidden")
    assert not runner.match.written[0].understood
    assert accused(runner.act(2, play(2))) == []
