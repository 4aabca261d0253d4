from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.mao.language.words import (
    COMPOUNDS,
    OpenQuotationError,
    RuleError,
    Token,
    fold,
    parted,
    tokens,
)


def test_words_are_compared_without_capitals_and_umlauts() -> None:
    assert fold("KÖNIG") == fold("koenig")
    assert [token.word for token in tokens("Über-Holz, it's 5s!")] == [
        "ueber",
        "holz",
        "it's",
        "5s",
    ]


@pytest.mark.parametrize("text", ['say "x y"', "say „x y“", "say «x y»", "say 'x y'", "say ‚x y‘"])
def test_a_quotation_is_one_token(text: str) -> None:
    assert tokens(text)[1] == Token("x y", None, 4, len(text))


def test_an_open_quotation_is_told_whole() -> None:
    with pytest.raises(OpenQuotationError) as error:
        tokens('say "meow to all')
    assert error.value.rest == '"meow to all'
    assert isinstance(error.value, RuleError)


@given(st.text(max_size=60))
def test_tokens_stand_in_order_where_they_say(text: str) -> None:
    try:
        found = tokens(text)
    except RuleError:
        return
    ends = [0]
    for token in found:
        assert ends[-1] <= token.start < token.end <= len(text)
        ends.append(token.end)
        if token.word is not None:
            assert text[token.start : token.end] == token.text


def test_compounds_are_two_words() -> None:
    (whole,) = tokens("Herzkönig")
    first, second = parted(whole, COMPOUNDS["de"])
    assert (first.text, second.text, second.word) == ("Herz", "könig", "koenig")
    assert (first.end, second.start, second.end) == (4, 4, 9)


def test_other_words_and_quotations_stay_whole() -> None:
    for token in tokens('Herzog "Herzdame" Herz'):
        assert parted(token, COMPOUNDS["de"]) == (token,)
    (english,) = tokens("Herzdame")
    assert parted(english, COMPOUNDS["en"]) == (english,)
