"""Who is asked what, in which order, and what comes of it."""

from __future__ import annotations

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Asked, GameChosen, Say
from stammtisch.games.game import Deal, Seat
from tests.games.doppelkopf.playing import dealt, healthy, new, play_out, put, refused, say, seed

QUEENS = ("cq", "cq")


def asked(match: DoppelkopfMatch) -> tuple[Seat, str | None]:
    return match.asked, match.asking


def test_everybody_is_asked_in_turn_from_the_first_seat() -> None:
    match = dealt(QUEENS, first=2)
    order = []
    for _ in range(4):
        order.append(asked(match))
        say(match, "reservation_no")
    assert order == [(2, "reservation"), (3, "reservation"), (0, "reservation"), (1, "reservation")]
    assert (match.phase, match.game, match.turn) == ("tricks", "normal", (2,))


def test_only_who_is_asked_may_answer() -> None:
    match = dealt(QUEENS)
    assert refused(match, 1, Say("reservation_no")) == "wrong_turn"
    assert refused(match, 0, Say("solo_queen")) == "wrong_answer"
    assert refused(match, 0, Say("gesund")) == "unknown_word"


def test_without_solos_a_reservation_needs_a_reason() -> None:
    match = dealt(("cq cq",), solos=[])
    assert [one.word for one in match.actions(0)] == ["reservation_yes", "reservation_no"]  # type: ignore[attr-defined]
    say(match, "reservation_no")
    assert refused(match, 1, Say("reservation_yes")) == "nothing_reserved"


def test_the_last_reservation_one_could_have_cannot_be_denied() -> None:
    match = dealt(("cq cq",))
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no")
    assert asked(match) == (0, "wedding")
    assert refused(match, 0, Say("wedding_no")) == "empty_reservation"
    plain = dealt(QUEENS)
    say(plain, "reservation_yes", *["reservation_no"] * 3)
    assert refused(plain, 0, Say("solo_no")) == "empty_reservation"


def test_kinds_are_asked_for_one_after_the_other() -> None:
    match = dealt(
        ("cq cq da da", "d9 d9 ca ca c10 c10 sa sa s10 s10 ha hk"),
        pigs="two_reservation",
        superpigs="reservation",
        throw="reservation",
        throw_cases=["5_9", "7full"],
        poverty="sell",
    )
    say(match, "reservation_yes", "reservation_yes", "reservation_no", "reservation_no")
    order = []
    for word in ("solo_no", "solo_no", "throw_no", "throw_no", "pigs_yes", "superpigs_no"):
        order.append(asked(match))
        say(match, word)
    assert order == [
        (0, "solo"),
        (1, "solo"),
        (0, "throw"),
        (1, "throw"),
        (0, "pigs"),
        (0, "superpigs"),
    ]
    assert asked(match) == (1, "superpigs")


def test_a_hand_that_is_not_bad_is_not_thrown_away() -> None:
    match = dealt(("cq cq",), throw="reservation", throw_cases=["5_9"])
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no")
    assert refused(match, 0, Say("throw_yes")) == "invalid_throw"


BAD = {
    "5_9": "c9 c9 s9 s9 h9 ca sa ha cq sq hq dq",
    "5_k": "ck ck sk sk hk ca sa ha cq sq hq dq",
    "4_9+4_k": "c9 c9 s9 s9 ck ck sk sk cq sq hq dq",
    "9_all_c": "c9 s9 h9 d9 ca sa ha cq sq hq dq cj",
    "k_all_c": "ck sk hk dk ca sa ha cq sq hq dq cj",
    "7full": "ca ca sa sa ha ha c10 cq sq hq dq cj",
    "t<hj": "dj dj da ca sa ha ck sk hk c9 s9 c10",
    "t<dj": "da da ca sa ha ck sk hk c9 s9 h9 c10",
}


@pytest.mark.parametrize("case", BAD)
def test_bad_hands(case: str) -> None:
    match = dealt((BAD[case],), throw="throw", throw_cases=[case])
    assert Say("throw") in match.actions(0)
    good = dealt(
        (BAD["5_9" if case.startswith("t<") else "t<hj"],), throw="throw", throw_cases=[case]
    )
    assert refused(good, 0, Say("throw")) == "invalid_throw"


def test_no_trump_above_the_diamond_jack_may_be_a_diamond_jack() -> None:
    assert Say("throw") not in dealt((BAD["t<hj"],), throw="throw", throw_cases=["t<dj"]).actions(0)


def test_a_heart_ten_that_is_no_trump_does_not_keep_a_hand_from_being_bad() -> None:
    hand = "h10 h10 " + " ".join(BAD["t<dj"].split()[:10])
    for heart10 in (True, False):
        match = dealt((hand,), throw="throw", throw_cases=["t<dj"], heart10=heart10)
        assert (Say("throw") in match.actions(0)) is not heart10


def test_the_joker_is_no_nine() -> None:
    hand = "c9 c9 s9 s9 j0 ca sa ha cq sq hq dq"
    match = dealt((hand,), throw="throw", throw_cases=["5_9"], joker="over_h10")
    assert refused(match, 0, Say("throw")) == "invalid_throw"


def test_throw_as_a_reservation_and_throw_at_once() -> None:
    hands = ("cq", "", BAD["7full"])
    slow = dealt(hands, throw="reservation", throw_cases=["7full"])
    assert refused(slow, 2, Say("throw")) == "no_throw"
    say(slow, "reservation_no", "reservation_no", "reservation_yes", "reservation_no", "solo_no")
    say(slow, "throw_yes")
    quick = dealt(hands, throw="throw", throw_cases=["7full"])
    assert quick.speakers == (2,)
    quick.apply(2, Say("throw"))
    for match in (slow, quick):
        assert match.phase == "end"
        assert (match.sheet[-1].game, match.sheet[-1].void) == ("throw", True)


# --- solos -------------------------------------------------------------------------------------


def test_the_first_solo_plays() -> None:
    match = dealt(QUEENS)
    say(match, *["reservation_yes"] * 4)
    events = say(match, "solo_hearts")
    assert GameChosen in map(type, events)
    assert (match.game, match.soloist, match.turn) == ("solo_hearts", 0, (0,))


def test_c14_the_best_solo_plays_where_kinds_have_a_priority() -> None:
    match = dealt(QUEENS, solo_prio="prio")
    say(match, *["reservation_yes"] * 4)
    say(match, "solo_fleshless", "solo_clubs", "solo_jack", "solo_hearts")
    assert (match.game, match.soloist) == ("solo_jack", 2)
    without = dealt(QUEENS, solo_prio="prio")
    say(without, "reservation_yes", "reservation_no", "reservation_yes", "reservation_yes")
    # The last one asked has none: the original began the round with his.
    say(without, "solo_jack", "solo_queen")
    assert refused(without, 3, Say("solo_no")) == "empty_reservation"
    say(without, "solo_fleshless")
    assert (without.game, without.soloist) == ("solo_queen", 2)


def test_solos_that_are_not_played_at_the_table_are_refused() -> None:
    match = dealt(QUEENS, solos=["solo_null"])
    say(match, "reservation_yes", *["reservation_no"] * 3)
    assert refused(match, 0, Say("solo_queen")) == "unknown_solo"
    assert [one.word for one in match.actions(0)] == ["solo_null"]  # type: ignore[attr-defined]


def test_the_soloist_leads_where_the_rules_say_so() -> None:
    for begins, leader in ((False, 1), (True, 3)):
        match = dealt(QUEENS, first=1, solist_begins=begins)
        say(match, "reservation_no", "reservation_no", "reservation_yes", "reservation_no")
        say(match, "solo_queen")
        assert match.turn == (leader,)


def test_a_solo_goes_before_a_wedding() -> None:
    match = dealt(("cq cq",))
    say(match, "reservation_yes", "reservation_yes", "reservation_no", "reservation_no")
    say(match, "solo_no", "solo_hearts")
    assert (match.game, match.soloist) == ("solo_hearts", 1)


# --- pigs among the reservations ---------------------------------------------------------------


def test_c15_after_a_suit_solo_anybody_may_have_its_pigs() -> None:
    match = dealt(("cq", "cq", "ha ha"), pigs="two_reservation", superpigs="reservation")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_hearts")
    assert asked(match) == (0, "pigs")
    say(match, "pigs_no", "pigs_no")
    assert refused(match, 2, Say("superpigs_yes")) == "wrong_answer"
    say(match, "pigs_yes")
    assert asked(match) == (0, "superpigs")
    say(match, *["superpigs_no"] * 4)
    assert (match.phase, match.game, match.pigs) == ("tricks", "solo_hearts", 2)
    assert match.order.strength[2 * 17] == max(match.order.strength)


def test_no_pigs_are_asked_for_in_a_queen_solo() -> None:
    match = dealt(QUEENS, pigs="two_reservation")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_queen")
    assert match.phase == "tricks"


def test_who_does_not_have_both_foxes_has_no_pigs() -> None:
    match = dealt(("cq da", "cq da"), pigs="two_reservation")
    assert refused(match, 0, Say("pigs_yes")) == "wrong_answer"
    say(match, "reservation_yes", *["reservation_no"] * 3)
    assert refused(match, 0, Say("solo_no")) == "empty_reservation"


def test_c16_superpigs_without_nines_are_the_kings() -> None:
    match = dealt(
        ("cq da da", "cq dk dk"),
        pigs="two_reservation",
        superpigs="reservation",
        without9="without",
    )
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "pigs_yes")
    assert asked(match) == (0, "superpigs")
    assert refused(match, 0, Say("superpigs_yes")) == "invalid_superpigs"
    say(match, "superpigs_no", "superpigs_yes")
    assert match.superpigs == 1


# --- the tournament rules ----------------------------------------------------------------------


def test_ddv_a_compulsory_solo_goes_before_a_voluntary_one() -> None:
    match = dealt(QUEENS, "ddv")
    match.solo_done = [True, False, False, True]
    say(match, "reservation_yes", "reservation_no", "reservation_yes", "reservation_no")
    say(match, "solo_queen", "solo_jack")
    assert (match.game, match.soloist, match.turn) == ("solo_jack", 2, (2,))
    voluntary = dealt(QUEENS, "ddv", first=1)
    voluntary.solo_done = [True] * 4
    say(voluntary, "reservation_no", "reservation_yes", "reservation_no", "reservation_yes")
    say(voluntary, "solo_jack", "solo_queen")
    # Of the same rank the earlier seat; and the lead is the usual one.
    assert (voluntary.game, voluntary.soloist, voluntary.turn) == ("solo_jack", 2, (1,))


def test_ddv_after_a_compulsory_solo_the_same_player_deals_again() -> None:
    match = dealt(QUEENS, "ddv")
    say(match, "reservation_no", "reservation_yes", "reservation_no", "reservation_no")
    say(match, "solo_queen")
    play_out(match)
    assert match.solo_done == [False, True, False, False]
    assert match.first == 0
    say(match, *["continue_yes"] * 4)
    put(match, QUEENS)
    healthy(match)
    play_out(match)
    assert match.first == 1


def test_ddv_who_owes_a_solo_is_made_to_play_it_at_the_end() -> None:
    match = new("ddv")
    match.scored = 22
    match.solo_done = [True, False, True, False]
    match.first = 2
    match.apply(None, Deal(seed(1)))
    assert asked(match) == (3, "solo")
    assert refused(match, 3, Say("solo_no")) == "forced_solo"
    say(match, "solo_queen")
    assert match.turn == (3,)
    play_out(match)
    say(match, *["continue_yes"] * 4)
    match.apply(None, Deal(seed(2)))
    assert asked(match) == (1, "solo")
    say(match, "solo_jack")
    play_out(match)
    assert match.outcome is not None
    assert match.scored == 24


def test_ddv_nobody_is_forced_while_there_is_time() -> None:
    match = new("ddv")
    match.scored = 21
    match.solo_done = [True, False, True, False]
    match.apply(None, Deal(seed(1)))
    assert asked(match) == (0, "reservation")


def test_a_question_is_told_with_its_target() -> None:
    match = new()
    events = match.apply(None, Deal(seed(3)))
    assert events[-1] == Asked(0, "reservation")
    events = say(match, "reservation_no")
    assert events[-1] == Asked(1, "reservation")
