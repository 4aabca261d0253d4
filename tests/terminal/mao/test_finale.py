"""What the finale says of rules: only what somebody has counted."""

from __future__ import annotations

from stammtisch.games.game import Deal
from stammtisch.games.mao.book import Written
from stammtisch.games.mao.match import MAO, MaoMatch
from stammtisch.games.mao.records import Breach, Finale, RuleTold, Verdict
from stammtisch.games.mao.rules import BREACHES
from stammtisch.tables.events import Ended
from stammtisch.terminal.mao.dialogs import finale, told_at_parting
from stammtisch.terminal.mao.tabletop import MaoTop
from stammtisch.terminal.mao.words import rule_told
from tests.terminal.card_harness import NAMES
from tests.terminal.mao.test_tabletop import seated

TEXT = 'WHEN king THEN say "meow"'


def told(*rules: RuleTold, verdicts: tuple[Verdict, ...] = (), width: int = 70) -> str:
    top = MaoTop()
    top.hear(seated(0))
    top.finale = Finale(rules, verdicts)
    top.result = Ended(
        match="m", outcome="won", winners=[1], ranks=[2, 1, 2, 2], points=[0, 2, 0, 0]
    )
    return str(finale(top, width))


def test_a_free_table_has_counted_nothing() -> None:
    said = told(RuleTold(1, TEXT, 1, None), verdicts=(Verdict(2, 3, "meow", True, 2, 0),))
    assert "nobody counted who kept it" in said
    assert "never broken" not in said and "found it out" not in said
    assert "Cy against Di: meow: guilty." in said


def test_a_rule_that_the_chairman_did_not_understand_was_not_counted() -> None:
    said = told(RuleTold(1, "Hats off.", 1, False))
    assert "the chairman did not understand it, and counted nothing" in said
    assert "never broken" not in said and "found it out" not in said


def test_what_the_chairman_does_himself_cannot_be_broken_or_found_out() -> None:
    said = told(RuleTold(1, "WHEN ace THEN skip", 1, True))
    assert "the chairman did it himself" in said
    assert "never broken" not in said and "found it out" not in said


def test_a_rule_that_was_watched_is_told_with_what_became_of_it() -> None:
    assert "never broken\n   nobody found it out" in told(RuleTold(1, TEXT, 1, True))
    broken = RuleTold(1, TEXT, 1, True, (Breach(0, 2, 0), Breach(2, 3, 0)), 3)
    said = told(broken)
    assert "broken by you 1× and Cy 1×\n   first found out by Di" in said
    assert "not kept" not in said


def test_breaches_and_accusations_are_counted_not_listed() -> None:
    breaches = (Breach(0, 2, 0), Breach(2, 3, 0), Breach(2, 4, 0), Breach(2, 4, 9))
    again = tuple(Verdict(None, 2, "meow", True, number, 0) for number in range(3))
    once = Verdict(2, 2, None, False, 3, 0)
    said = told(RuleTold(1, TEXT, 1, True, breaches), verdicts=(once, *again))
    assert "broken by you 1× and Cy 3×" in said
    assert "The chairman against Cy: meow: guilty, 3×.\n   Cy against themselves: innocent." in said


def test_breaches_that_were_cut_off_are_owned_up_to() -> None:
    rule = RuleTold(1, TEXT, 1, True, (Breach(0, 2, 0),) * BREACHES)
    assert "earlier ones were not kept" in " ".join(told(rule).split())
    assert rule_told(rule, lambda seat: NAMES[seat]).endswith(
        f"broken by Ada ({BREACHES}×) (the last {BREACHES} times; earlier ones were not kept)."
    )


def test_lines_that_go_on_are_indented() -> None:
    rule = RuleTold(1, TEXT, 1, True, tuple(Breach(seat, 2, 0) for seat in range(4)))
    said = told(rule, width=30)
    assert max(map(len, said.splitlines())) <= 30
    broken = said[said.index("   broken by") : said.index("   nobody")].splitlines()
    assert len(broken) > 1
    assert all(line.startswith("      ") for line in broken[1:])


def test_who_leaves_is_told_who_wrote_what() -> None:
    match = MAO.new(MAO.rules.named("free"), 3)
    assert isinstance(match, MaoMatch)
    match.apply(None, Deal(b"seed"))
    assert told_at_parting(match, NAMES.__getitem__) == (
        "You left in round 1 of 10. Nobody had written a rule yet."
    )
    match.written.append(Written(2, TEXT, 1))
    assert told_at_parting(match, NAMES.__getitem__) == (
        f"You left in round 1 of 10. These rules had been written:\n  after round 1, by Cy: {TEXT}"
    )
