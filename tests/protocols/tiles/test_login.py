from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stammtisch.accounts.names import checked_name
from stammtisch.games.game import Refusal
from stammtisch.protocols.tiles.handlers import Login, nickname, parse_login
from stammtisch.requests import EnterFrom


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("Istref", "Istref"),
        ("zürich", "zürich"),
        ("robin der fuchs", "robin_der_fuchs"),
        ('say "hi"', "say__hi_"),
        ("tab\there", "tab_here"),
        ("x" * 31, "x" * 30),
        ("", "player"),
    ],
)
def test_names_are_cleaned(wish: str, name: str) -> None:
    assert nickname(wish) == name


@example("\u00a8")
@example("\u0301a")
@example("a\u0301\u0302\u0303\u0304")
@example("a\u3164\u200d")
@example("\ufdfa" * 30)
@given(st.text(max_size=40))
def test_any_wish_becomes_a_name_that_the_house_accepts(wish: str) -> None:
    try:
        assert checked_name(nickname(wish))
    except Refusal as refusal:
        assert refusal.code == "reserved_name"


def test_login_with_token_and_without_pace() -> None:
    assert parse_login(["anna", "unpaced", "token=s3cret"]) == Login("anna", "s3cret", True)


def test_token_goes_to_the_house() -> None:
    request = parse_login(["anna", "token=s3cret"]).request()
    assert request == EnterFrom(name="anna", protocol="tiles", token="s3cret")


def test_other_arguments_of_a_login_mean_nothing() -> None:
    assert parse_login(["anna", "just", "debugging"]) == Login("anna")


def test_options_are_no_name() -> None:
    assert parse_login(["unpaced"]) == Login("unpaced")
    assert parse_login([]) == Login("player")
