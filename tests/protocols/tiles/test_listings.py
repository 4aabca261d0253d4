from __future__ import annotations

from stammtisch.protocols.tiles import handlers
from stammtisch.protocols.tiles.lines import decode
from stammtisch.records import HighScore
from stammtisch.replies import Players, Scores, Tables
from tests.protocols.tiles.house_script import info

FULL = ("a", "b", "c", "d")
HALL = Tables(
    tables=[
        info(1),
        info(2, ("a", "")),
        info(-3, FULL),
        info(4, FULL, "playing"),
        info(5, ("a", "((b))?", "c", "d"), "playing"),
        info(9, ("a", "(b)", "c", "d"), "playing"),
        info(10, ("(a)", "(b)", "(c)", "(d)"), "playing"),
        info(6, FULL, "over", "robin"),
        info(7, FULL, "over", ""),
    ]
)


def test_open_lobbies_have_a_seat_for_a_newcomer_and_a_count_of_those_who_are_there() -> None:
    assert handlers.games_listed("o", HALL) == "1:0 2:1 5:3"
    assert handlers.games_listed("o", Tables(tables=[info(8, ("a", "(b)", "c"))])) == "8:2"


def test_running_lobbies_are_full_or_a_match_is_played_by_somebody() -> None:
    assert handlers.games_listed("r", HALL) == "-3 4 9"


def test_finished_lobbies_have_a_winner_or_none() -> None:
    assert handlers.games_listed("f", HALL) == "6:robin 7:"


def test_original_client_reads_commas_and_needs_winners() -> None:
    assert handlers.original_games("o", HALL) == handlers.games_listed("o", HALL)
    assert handlers.original_games("r", HALL) == "-3,4,9"
    assert handlers.original_games("f", HALL) == "6:robin,7:nobody"
    assert handlers.original_games("f", Tables(tables=[info(8, FULL, "over", "a,b")])) == "8:a_b"


def test_lobby_lists_its_seats_up_to_the_last_used_one() -> None:
    tables = Tables(tables=[info(2, ("istref", "boran")), info(6, ("", "robin", None)), info(9)])
    listed = [decode(lobby) for lobby in decode(handlers.lobbies(tables))]
    assert listed == [["2", "istref", "boran"], ["6", "", "robin"], ["9"]]


def test_owner_who_is_away_is_not_listed() -> None:
    tables = Tables(tables=[info(2, ("(istref)", "boran"))])
    assert decode(decode(handlers.lobbies(tables))[0]) == ["2", "", "boran"]


def test_names_with_blanks_stay_one_name() -> None:
    assert decode(handlers.players(Players(names=["a b", "c"]))) == ["a b", "c"]


def test_scores_come_as_name_date_and_score() -> None:
    entries = [
        HighScore(game="tiles", name=name, at=60.0 * at, score=score, match="m")
        for name, at, score in (("a", 1, 3), ("b", 2, 3), ("c", 0, 7))
    ]
    listed = [decode(entry) for entry in decode(handlers.scores(Scores(scores=entries)))]
    assert [(name, score) for name, _, score in listed] == [("a", "3"), ("b", "3"), ("c", "7")]
    assert all(len(date) == 16 and date[10] == "," for _, date, _ in listed)


def test_empty_lists_are_empty_tokens() -> None:
    nothing = Tables(tables=[])
    assert handlers.lobbies(nothing) == handlers.games_listed("r", nothing) == ""
    assert handlers.scores(Scores(scores=[])) == handlers.players(Players(names=[])) == ""
