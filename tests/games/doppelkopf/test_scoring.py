"""What rounds are worth: TSR 7.1 (who has won), 7.2 (how much), and the options of the house."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.doppelkopf.cards import GAME_TYPES
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import EXTRAS, Facts, Score, forfeit, score, winner_of
from stammtisch.games.doppelkopf.words import DENIALS

DDV = DoppelkopfRules.named("ddv")
ALL_DENIED = "re no90 no60 no30 black"


def house(**changes: object) -> DoppelkopfRules:
    return DoppelkopfRules.named("house", changes)


def facts(
    re_eyes: int,
    re: str = "",
    kontra: str = "",
    *,
    game: str = "normal",
    re_tricks: int = 6,
    re_extras: str = "",
    kontra_extras: str = "",
    factor: int = 1,
) -> Facts:
    return Facts(
        game=game,
        eyes=(re_eyes, 240 - re_eyes),
        tricks=(re_tricks, 12 - re_tricks),
        calls=(tuple(re.split()), tuple(kontra.split())),
        extras=(tuple(re_extras.split()), tuple(kontra_extras.split())),
        factor=factor,
    )


def names(result: Score) -> list[str]:
    return [item.name for item in result.items]


# --- 7.1 who has won ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eyes", "re", "kontra", "winner"),
    [
        (121, "", "", "re"),
        (120, "", "", "kontra"),
        (120, "re", "", "kontra"),
        (120, "re", "kontra", "kontra"),
        (120, "", "kontra", "re"),
        (119, "", "kontra", "kontra"),
        (151, "re no90", "", "re"),
        (150, "re no90", "", "kontra"),
        (181, "re no90 no60", "", "re"),
        (180, "re no90 no60", "", "kontra"),
        (211, "re no90 no60 no30", "", "re"),
        (210, "re no90 no60 no30", "", "kontra"),
        (90, "", "kontra no90", "re"),
        (89, "", "kontra no90", "kontra"),
        (60, "", "kontra no90 no60", "re"),
        (59, "", "kontra no90 no60", "kontra"),
        (30, "", "kontra no90 no60 no30", "re"),
        (29, "", "kontra no90 no60 no30", "kontra"),
        (90, "re", "kontra no90", "re"),
        (151, "re no90", "kontra no90", "re"),
        (89, "re no90", "kontra no90", "kontra"),
        (150, "re no90", "kontra no90", None),
        (90, "re no90", "kontra no90", None),
    ],
)
def test_7_1_who_has_won(eyes: int, re: str, kontra: str, winner: str | None) -> None:
    assert winner_of(facts(eyes, re, kontra)) == winner


def test_120_to_120_with_re_and_kontra_goes_to_kontra_for_six() -> None:
    # In the original nobody wins, and it is worth nothing.
    result = score(DDV, facts(120, "re", "kontra"))
    assert (result.winner, result.each) == ("kontra", (-6, 6))


def test_black_is_a_matter_of_tricks_not_of_eyes() -> None:
    # A trick of four nines has no eyes; the original counts black all the same.
    assert score(DDV, facts(240, re_tricks=12)).each == (5, -5)
    assert score(DDV, facts(240, re_tricks=11)).each == (4, -4)
    kept = score(DDV, facts(240, ALL_DENIED, re_tricks=12))
    assert (kept.winner, kept.each) == ("re", (11, -11))
    failed = score(DDV, facts(240, ALL_DENIED, re_tricks=11))
    assert (failed.winner, failed.each) == ("kontra", (-8, 8))


# --- 7.2 how much ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eyes", "each"), [(121, 1), (150, 1), (151, 2), (180, 2), (181, 3), (211, 4)]
)
def test_7_2_2_a_steps_below_90_60_and_30(eyes: int, each: int) -> None:
    assert score(DDV, facts(eyes)).each == (each, -each)


@pytest.mark.parametrize(
    ("given", "points"),
    [
        (facts(121, "re"), 3),
        (facts(121, "re", "kontra"), 5),
        (facts(119, "re"), -4),
        # 1, under 90, re, no90 said
        (facts(151, "re no90"), 5),
        # 1, re, no90, no60, against the queens; and 90 against no60
        (facts(150, "re no90 no60"), -7),
        # 1, re, no90, against the queens; and 120 against no90
        (facts(120, "re no90"), -6),
        # both denied: 1, under 90, re, kontra, both denials; and 120 against kontra's no90
        (facts(151, "re no90", "kontra no90"), 9),
    ],
)
def test_7_2_2_calls_and_what_was_reached_against_them(given: Facts, points: int) -> None:
    assert score(DDV, given).each == (points, -points)


@pytest.mark.parametrize(
    ("given", "points"),
    [
        (facts(150, "re no90", "kontra no90"), 1),
        (facts(90, "re no90", "kontra no90"), -1),
        (facts(120, "re no90", "kontra no90"), 0),
        (facts(170, "re no90 no60", "kontra no90 no60"), 3),
        (facts(120, "re no90 no60 no30", "kontra no90"), -2),
    ],
)
def test_7_2_2_without_a_winner_only_what_was_reached_counts(given: Facts, points: int) -> None:
    result = score(DDV, given)
    assert (result.winner, result.each) == (None, (points, -points))


def test_skipped_steps_count_as_said() -> None:
    assert score(DDV, facts(190, "no60")) == score(DDV, facts(190, "re no90 no60"))


def test_7_2_3_special_points_of_both_parties_are_set_off() -> None:
    given = facts(130, re_extras="fox doppelkopf", kontra_extras="charlie")
    assert score(DDV, given).each == (2, -2)


def test_special_points_count_without_a_winner_too() -> None:
    given = facts(120, "re no90", "kontra no90", re_extras="fox")
    assert score(DDV, given).each == (1, -1)


@pytest.mark.parametrize("game", ["solo_queen", "solo_diamonds", "silent_wedding"])
def test_7_2_3_no_special_points_in_solos_and_none_against_the_queens(game: str) -> None:
    lost = facts(100, game=game, kontra_extras="fox charlie")
    assert score(DDV, lost).each == (-3, 1)


@pytest.mark.parametrize(("game", "points"), [("normal", 3), ("wedding", 3), ("poverty", 2)])
def test_against_the_club_queens_not_in_a_poverty(game: str, points: int) -> None:
    given = facts(100, game=game, kontra_extras="fox")
    assert score(house(poverty="sell"), given).each == (-points, points)


def test_a_soloist_gets_and_pays_three_times() -> None:
    result = score(DDV, facts(160, "re no90", "kontra", game="solo_clubs"))
    assert result.each == (21, -7)
    assert result.of_seats(0b0100) == (-7, -7, 21, -7)


def test_a_bride_left_alone_pays_all_three() -> None:
    # The original empties the kontra party after her third trick: the others get nothing.
    result = score(DDV, facts(100, game="solo_diamonds"))
    assert sum(result.of_seats(0b0001)) == 0
    assert result.of_seats(0b0001) == (-3, 1, 1, 1)


# --- null --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["solo_null", "solo_boneless"])
@pytest.mark.parametrize(
    ("eyes", "tricks", "each"),
    [
        (0, 0, (6, -2)),
        # Judged by tricks: a trick without eyes loses. In the original it wins.
        (0, 1, (-3, 1)),
        (29, 1, (-3, 1)),
        (30, 1, (-6, 2)),
        (210, 9, (-24, 8)),
        (240, 12, (-27, 9)),
    ],
)
def test_null_is_won_without_a_trick(
    game: str, eyes: int, tricks: int, each: tuple[int, int]
) -> None:
    assert score(house(), facts(eyes, game=game, re_tricks=tricks)).each == each


def test_re_and_kontra_count_in_null() -> None:
    given = facts(0, "re", "kontra", game="solo_null", re_tricks=0)
    assert score(house(), given).each == (18, -6)
    assert score(house(re_kontra="*2"), given).each == (24, -8)


# --- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("re_kontra", "points"),
    [
        # under 90 makes 2, a fox 1
        ("+2", 2 + 2 + 2 + 1),
        ("*2", 2 * 2 * 2 + 1),
        ("*2_extra", (2 + 1) * 2 * 2),
    ],
)
def test_re_and_kontra_add_or_double(re_kontra: str, points: int) -> None:
    given = facts(151, "re", "kontra", re_extras="fox")
    assert score(house(re_kontra=re_kontra), given).each == (points, -points)


@pytest.mark.parametrize("re_kontra", ["+2", "*2", "*2_extra"])
def test_re_and_kontra_count_nothing_without_a_winner(re_kontra: str) -> None:
    given = facts(150, "re no90", "kontra no90")
    assert score(house(re_kontra=re_kontra), given).each == (1, -1)


@pytest.mark.parametrize(
    ("coward", "given", "points"),
    [
        ("none", facts(211), 4),
        ("210_no_re", facts(210), 3),
        ("210_no_re", facts(211), -4),
        ("210_no_re", facts(211, "re"), 6),
        ("210_no_re", facts(29), 5),
        ("210_no_re", facts(211, re_extras="fox"), -3),
        ("240_no_u90", facts(239, "re"), 6),
        ("240_no_u90", facts(240, "re", re_tricks=12), -7),
        ("240_no_u90", facts(240, "re no90", re_tricks=12), 8),
    ],
)
def test_cowards_pay(coward: str, given: Facts, points: int) -> None:
    result = score(house(coward=coward), given)
    assert result.each == (points, -points)


def test_a_round_worth_nothing_to_its_winners_is_repeated() -> None:
    given = facts(121, kontra_extras="fox")
    assert score(house(), given).each == (0, 0)
    assert not score(house(), given).repeated
    worse = facts(121, kontra_extras="fox charlie")
    assert score(house(), worse).each == (-1, 1)
    repeated = score(house(repeat_game=True), worse)
    assert (repeated.repeated, repeated.each) == (True, (0, 0))
    assert not score(house(repeat_game=True), facts(121)).repeated
    assert not score(house(repeat_game=True), facts(120, "re no90", "kontra no90")).repeated


def test_a_punished_coward_is_not_spared_by_a_repetition() -> None:
    rules = house(repeat_game=True, coward="210_no_re")
    assert score(rules, facts(211)).each == (-4, 4)


def test_in_ramsch_the_result_is_turned_round() -> None:
    rules = house(poverty="sell", poverty_consequence="ramsch")
    assert score(rules, facts(130, game="ramsch", re_extras="fox")).each == (-2, 2)
    assert score(rules, facts(110, game="ramsch")).each == (2, -2)
    assert score(rules, facts(130, game="ramsch_sw", re_extras="fox")).each == (-3, 1)


def test_buck_rounds_multiply_everything() -> None:
    given = facts(151, "re", re_extras="fox", factor=4)
    assert score(house(), given).each == (20, -20)


def test_a_round_ended_by_a_conviction_is_a_plain_win_with_what_was_called() -> None:
    given = facts(50, "re no90", "kontra", re_extras="fox")
    assert forfeit(house(), given, "re").each == (6, -6)
    assert forfeit(house(), given, "kontra").each == (-6, 6)
    solo = facts(50, "re", game="solo_queen", factor=2)
    assert forfeit(house(), solo, "kontra").each == (-18, 6)
    assert forfeit(house(), facts(0), None).each == (0, 0)


def test_the_items_tell_how_it_adds_up() -> None:
    rules = house(re_kontra="*2_extra")
    result = score(rules, facts(100, "re", game="normal", kontra_extras="fox", factor=2))
    assert [(item.name, item.party, item.points) for item in result.items] == [
        ("won", "kontra", 1),
        ("against_cqs", "kontra", 1),
        ("fox", "kontra", 1),
        ("re", None, 2),
        ("buck", None, 2),
    ]
    assert result.each == (-12, 12)
    assert names(score(DDV, facts(212, "re no90", game="solo_jack"))) == [
        "won",
        "under_90",
        "under_60",
        "under_30",
        "said_no90",
        "re",
        "solo",
    ]


# --- keywords ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "keywords"),
    [
        (facts(121), "re_win"),
        (facts(100, "re"), "kontra_win re p_against_cqs"),
        (facts(212), "re_win no30"),
        (facts(240, re_tricks=12), "re_win black"),
        (facts(185, "re no90 no60", "kontra"), "re_win re kontra no60 c_no60"),
        (facts(140, "re no90 no60"), "kontra_win re fc_no60 90vs_no60 p_against_cqs"),
        (facts(100, "re no90 no60"), "kontra_win re fc_no60 120vs_no60 p_against_cqs"),
        (facts(151, "re no90", "kontra no90"), "re_win re kontra no90 c_no90 fc_no90 120vs_no90"),
        (facts(170, "re no90 no60", "kontra no90"), "no_win re kontra no90 fc_no60 120vs_no90"),
        (
            facts(130, re_extras="fox doppelkopf", kontra_extras="charlie"),
            "re_win p_fox p_doppelkopf n_charlie",
        ),
        (facts(95, game="solo_null"), "kontra_win o90"),
        (facts(0, game="solo_null", re_tricks=0), "re_win"),
    ],
)
def test_keywords_of_cg(given: Facts, keywords: str) -> None:
    assert score(house(), given).keywords == tuple(keywords.split())


def test_cowardice_is_a_keyword() -> None:
    assert "cowardice" in score(house(coward="210_no_re"), facts(220)).keywords


# --- any round ---------------------------------------------------------------------------------


@st.composite
def rounds(draw: st.DrawFn) -> Facts:
    re_tricks = draw(st.integers(0, 12))
    eyes = draw(st.integers(0, 240))
    if re_tricks in (0, 12):
        eyes = 20 * re_tricks
    calls = [
        (party, *DENIALS[: draw(st.integers(0, 4))]) if draw(st.booleans()) else ()
        for party in ("re", "kontra")
    ]
    extras = [tuple(draw(st.lists(st.sampled_from(EXTRAS), max_size=4))) for _ in range(2)]
    return Facts(
        game=draw(st.sampled_from([game for game in GAME_TYPES if game != "black_sow"])),
        eyes=(eyes, 240 - eyes),
        tricks=(re_tricks, 12 - re_tricks),
        calls=(calls[0], calls[1]),
        extras=(extras[0], extras[1]),
        factor=draw(st.sampled_from([1, 2, 4])),
    )


@given(
    given=rounds(),
    re_kontra=st.sampled_from(["+2", "*2", "*2_extra"]),
    coward=st.sampled_from(["none", "210_no_re", "240_no_u90"]),
    repeat=st.booleans(),
)
def test_points_sum_to_zero(given: Facts, re_kontra: str, coward: str, repeat: bool) -> None:
    rules = house(re_kontra=re_kontra, coward=coward, repeat_game=repeat)
    result = score(rules, given)
    alone = "solo" in names(result)
    assert sum(result.of_seats(0b0001 if alone else 0b0011)) == 0


@given(given=rounds())
def test_both_parties_never_win_and_one_wins_unless_both_have_denied(given: Facts) -> None:
    other = Facts(given.game, given.eyes[::-1], given.tricks[::-1], given.calls[::-1])
    if given.game not in ("solo_null", "solo_boneless"):
        assert (winner_of(given) == "re") <= (winner_of(other) != "re")
    if winner_of(given) is None:
        assert given.denials(0) and given.denials(1)
