"""Poor hands for sale."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch.games.doppelkopf.match import DoppelkopfMatch
from stammtisch.games.doppelkopf.records import Pass, PovertyCards, Return, Say
from stammtisch.games.game import Event
from tests.games.doppelkopf.playing import dealt, play_out, refused, say

#: Three trumps.
POOR = "cq dj d9 ca ca c10 ck sa s10 sk ha hk"
RICH = "cq sq sq hq hq dq dq cj cj sj sj hj"
HANDS = (POOR, "h10 h10", RICH)


def for_sale(poverty: str = "sell", **options: Any) -> DoppelkopfMatch:
    match = dealt(HANDS, poverty=poverty, **options)
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    assert (match.asking, match.asked) == ("poverty_trump_choice", 0)
    return match


def sold(poverty: str = "sell", **options: Any) -> DoppelkopfMatch:
    match = for_sale(poverty, **options)
    match.apply(0, Pass(("cq", "dj", "d9")))
    say(match, "poverty_decline", "poverty_accept")
    return match


def seen(events: list[Event], seat: int | None) -> list[tuple[str, ...] | None]:
    moved = [event.seen_by(seat) for event in events if isinstance(event, PovertyCards)]
    return [event.cards for event in moved if isinstance(event, PovertyCards)]


def test_more_than_three_trumps_are_no_poverty() -> None:
    match = dealt(("cq dj d9 da ca ca c10 ck sa s10 sk ha", "cq"), poverty="sell")
    say(match, "reservation_yes", *["reservation_no"] * 3)
    assert refused(match, 0, Say("solo_no")) == "empty_reservation"
    assert refused(match, 0, Say("poverty_yes")) == "wrong_answer"


def test_all_trumps_must_be_passed() -> None:
    match = for_sale()
    assert refused(match, 0, Pass(("cq", "dj", "ca"))) == "invalid_poverty_cards"
    assert refused(match, 0, Pass(("cq", "dj", "h10"))) == "not_your_card"
    assert refused(match, 0, Pass(("cq", "cq", "dj"))) == "not_your_card"
    assert refused(match, 0, Pass(("cq", "ca"))) == "three_cards"
    assert refused(match, 1, Pass(("cq", "dj", "d9"))) == "wrong_turn"


def test_trumps_need_not_be_named() -> None:
    match = dealt(("cq ca ca c10 ck sa s10 sk ha hk h9 s9", "cq"), poverty="sell")
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    (form,) = match.forms(0)
    (field,) = form.fields
    assert (field.least, field.most) == (2, 2)
    assert field.of is not None and "cq" not in field.of
    match.apply(0, Pass(("h9", "s9")))
    assert match.view(0).poverty.passed == ("cq", "s9", "h9")  # type: ignore[union-attr]


def test_c22_a_heart_ten_that_is_no_trump_need_not_be_passed() -> None:
    hand = "h10 h10 cq dj ca ca c10 ck sa s10 sk ha"
    match = dealt((hand, "cq"), poverty="sell", heart10=False)
    say(match, "reservation_yes", *["reservation_no"] * 3, "solo_no", "poverty_yes")
    match.apply(0, Pass(("cq", "dj", "ha")))
    assert match.asking == "poverty_accept"


def test_what_all_four_have_seen_is_public() -> None:
    """The last one who is asked, too: a spectator is told, and their view does not forget it."""
    match = for_sale("circulate")
    match.apply(0, Pass(("cq", "dj", "d9")))
    say(match, "poverty_decline")
    assert match.view(None).poverty.passed is None  # type: ignore[union-attr]
    events = say(match, "poverty_decline")
    assert seen(events, None) == [("cq", "dj", "d9")]
    assert match.view(None).poverty.passed == ("cq", "dj", "d9")  # type: ignore[union-attr]
    assert match.resample(None, Random(1)).view(None) == match.view(None)


def test_a_sale_that_nobody_took_is_remembered_as_its_sellers() -> None:
    match = dealt(("h10 h10", POOR, RICH), poverty="sell")
    say(match, "reservation_no", "reservation_yes", *["reservation_no"] * 2, "solo_no")
    say(match, "poverty_yes")
    match.apply(1, Pass(("cq", "dj", "d9")))
    say(match, *["poverty_decline"] * 3)
    (sale,) = match.view(1).unsold
    assert (sale.seller, sale.asked, sale.buyer) == (1, (2, 3, 0), None)
    assert sale.passed is not None and sorted(sale.passed) == ["cq", "d9", "dj"]
    assert match.view(3).unsold[0].passed is None


def test_c22_in_sell_mode_nobody_sees_the_cards_before_accepting() -> None:
    match = for_sale()
    events = match.apply(0, Pass(("cq", "dj", "d9")))
    assert seen(events, 0) == [("cq", "dj", "d9")]
    for seat in (1, 2, 3, None):
        assert seen(events, seat) == [None]
        sale = match.view(seat).poverty
        assert sale is not None and sale.passed is None
    assert seen(say(match, "poverty_decline"), 2) == []
    events = say(match, "poverty_accept")
    assert seen(events, 2) == [("cq", "dj", "d9")]
    assert seen(events, 1) == [None]


def test_circulating_cards_are_shown_to_whoever_is_asked() -> None:
    match = for_sale("circulate")
    events = match.apply(0, Pass(("cq", "dj", "d9")))
    assert seen(events, 1) == [None, ("cq", "dj", "d9")]
    assert seen(events, 2) == [None, None]
    events = say(match, "poverty_decline")
    assert seen(events, 2) == [("cq", "dj", "d9")]
    passed = [match.view(seat).poverty.passed is not None for seat in range(4)]  # type: ignore[union-attr]
    assert passed == [True, True, True, False]


def test_the_buyer_gives_three_cards_back_and_says_how_many_trumps() -> None:
    match = sold()
    assert (match.asking, match.asked) == ("poverty_return_choice", 2)
    assert match.hands[2].bit_count() == 15
    (form,) = match.forms(2)
    assert form.fields[0].of is not None and len(form.fields[0].of) == 15
    events = match.apply(2, Return(("hj", "dj", "sj")))
    assert seen(events, 0) == [None] and seen(events, 2) == [("sj", "hj", "dj")]
    assert refused(match, 2, Say("poverty_return_2")) == "invalid_return_amount"
    events = say(match, "poverty_return_3")
    assert seen(events, 0) == [("sj", "hj", "dj")] and seen(events, 3) == [None]
    assert (match.phase, match.game) == ("tricks", "poverty")
    assert [hand.bit_count() for hand in match.hands] == [12] * 4
    assert match.view(3).parties == ("re", "kontra", "re", "kontra")
    sale = match.view(1).poverty
    assert sale is not None and (sale.trumps, sale.returned) == (3, None)


def test_a_wrong_amount_is_told_with_both_numbers() -> None:
    match = sold()
    match.apply(2, Return(("hj", "dj", "sj")))
    with pytest.raises(Exception, match="You have returned 3 trumps, not 1"):
        match.apply(2, Say("poverty_return_1"))


def test_seller_and_buyer_win_together() -> None:
    match = sold()
    match.apply(2, Return(("hj", "dj", "sj")))
    say(match, "poverty_return_3")
    play_out(match)
    row = match.sheet[-1]
    assert row.game == "poverty" and row.parties == ("re", "kontra", "re", "kontra")
    assert row.change[0] == row.change[2] == -row.change[1] == -row.change[3] != 0


def test_the_last_one_asked_has_the_duty() -> None:
    match = for_sale("circulate_duty")
    match.apply(0, Pass(("cq", "dj", "d9")))
    say(match, "poverty_decline", "poverty_decline")
    assert refused(match, 3, Say("poverty_decline")) == "must_accept"
    assert match.actions(3) == [Say("poverty_accept")]


@pytest.mark.parametrize(
    ("consequence", "phase", "game"),
    [
        ("none", "tricks", "normal"),
        ("redeal", "end", "poverty_cancel"),
        ("black_sow", "tricks", "black_sow"),
        ("ramsch", "tricks", "ramsch"),
    ],
)
def test_what_follows_if_nobody_takes_it(consequence: str, phase: str, game: str) -> None:
    match = for_sale("circulate", poverty_consequence=consequence, wedding="none")
    match.apply(0, Pass(("cq", "dj", "d9")))
    events = say(match, *["poverty_decline"] * 3)
    assert (match.phase, match.game) == (phase, game)
    assert match.hands[0] == match.dealt[0]
    assert any(isinstance(one, PovertyCards) and one.target == "hand" for one in events)
    # Who has seen the cards still knows them.
    assert match.view(1).unsold[0].passed == ("cq", "dj", "d9")


def test_after_a_sale_without_consequence_others_may_have_a_wedding() -> None:
    match = dealt(
        ("dj d9 da ca ca c10 ck sa s10 sk ha hk", "cq cq"), poverty="sell", wedding="3_trick"
    )
    say(match, "reservation_yes", "reservation_yes", "reservation_no", "reservation_no")
    say(match, "solo_no", "solo_no", "poverty_yes")
    match.apply(0, Pass(("dj", "d9", "da")))
    say(match, *["poverty_decline"] * 3)
    assert (match.asking, match.asked) == ("poverty", 1)
    say(match, "poverty_no")
    assert (match.asking, match.asked) == ("wedding", 0)
    assert match.actions(0) == [Say("wedding_no")]
    say(match, "wedding_no", "wedding_yes")
    assert match.game == "wedding"


def test_ramsch_negates_the_result() -> None:
    match = for_sale("sell", poverty_consequence="ramsch")
    match.apply(0, Pass(("cq", "dj", "d9")))
    say(match, *["poverty_decline"] * 3)
    play_out(match)
    row = match.sheet[-1]
    assert row.game == "ramsch" and any(item.name == "ramsch" for item in row.items)
    winner = next(seat for seat in range(4) if row.parties[seat] == row.winner)
    assert row.change[winner] < 0


def test_with_open_cards_everybody_sees_the_sale() -> None:
    match = for_sale("sell", open_cards=True)
    events = match.apply(0, Pass(("cq", "dj", "d9")))
    assert all(seen(events, seat) == [("cq", "dj", "d9")] for seat in (0, 1, 2, 3, None))
