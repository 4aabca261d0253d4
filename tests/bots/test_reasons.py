"""Every reason that a bot or the chairman of Mao can give is there in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

import pytest

import stammtisch
from stammtisch.bots.bots import Bot, Decision, Reason, bot_for
from stammtisch.bots.doppelkopf import search as doppelkopf_search
from stammtisch.bots.doppelkopf import search as outlook
from stammtisch.bots.playing import Stuck, play_out
from stammtisch.bots.tarock import search as tarock_search
from stammtisch.games.game import Observation
from stammtisch.games.games import game_named
from stammtisch.games.mao.records import Accuse
from stammtisch.i18n import LANGUAGES, Language
from stammtisch.i18n.reasoning import find_reason, find_said
from stammtisch.i18n.texts import texts

HOME = Path(stammtisch.__file__).parent


# --- as they are written -------------------------------------------------------------------------


def nodes(*folders: str) -> Iterator[ast.AST]:
    for folder in folders:
        for file in (HOME / folder).rglob("*.py"):
            yield from ast.walk(ast.parse(file.read_text("utf-8")))


@cache
def written() -> frozenset[tuple[str, frozenset[str]]]:
    """The reasons that bots and tables give by their code, with the names of their data."""
    found = set()
    for node in nodes("bots", "tables"):
        match node:
            case ast.Call(ast.Name("Reason"), [ast.Constant(str(code)), ast.Dict(names)]):
                data = {str(name.value) for name in names if isinstance(name, ast.Constant)}
                found.add((code, frozenset(data)))
            case ast.Call(ast.Name("Reason"), [ast.Constant(str(code))]):
                found.add((code, frozenset()))
    return frozenset(found)


def test_every_reason_that_is_given_has_a_sentence_with_its_blanks() -> None:
    assert len(written()) > 100
    english = texts("reasons", "en")
    for code, data in written():
        assert (code, data) == (code, frozenset(re.findall(r"\{(\w+)", english[code])))


def test_every_sentence_is_the_reason_of_some_bot() -> None:
    """Those of the chairman are compared with his own words in `tests/i18n`."""
    literals = {
        node.value
        for node in nodes("bots", "tables")
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    codes = {code for code in texts("reasons", "en") if "." not in code}
    assert codes - literals == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_chairman_says_of_himself_is_told(language: Language) -> None:
    plain = set()
    for node in nodes("games/mao"):
        match node:
            case ast.Call(ast.Name("Talked"), [ast.Constant(None), ast.Constant(str(text))]):
                plain.add(text)
    assert len(plain) >= 2
    assert {text for text in plain if find_said(text, language) is None} == set()


# --- as they are given ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Overheard:
    """A bot whose reasons are noted, and what is said at court at a table of Mao."""

    bot: Bot
    reasons: list[Reason] = field(default_factory=list)
    said: set[str] = field(default_factory=set)

    @property
    def level(self) -> str:
        return self.bot.level

    def choose(self, observation: Observation, rng: Random) -> Decision:
        decision = self.bot.choose(observation, rng)
        self.reasons.append(decision.reason)
        if isinstance(decision.action, Accuse) and decision.action.reason:
            self.said.add(decision.action.reason)
        for witness in getattr(observation.view, "witnessed", ()):
            if witness.text and witness.seat is None and witness.what in ("talked", "accused"):
                self.said.add(witness.text)
        return decision


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hard bots think as they always do, but of very few deals."""
    for search in (doppelkopf_search, tarock_search):
        monkeypatch.setattr(search, "CARDS_PLAYED", 200)
        monkeypatch.setattr(search, "LEAST_DEALS", 4)
    monkeypatch.setattr(outlook, "DEALS", 3)
    monkeypatch.setattr(outlook, "MORE_DEALS", 4)


def overheard(game: str, profile: str, deals: int) -> tuple[list[Reason], set[str]]:
    rules = game_named(game).rules.named(profile)
    reasons: list[Reason] = []
    said: set[str] = set()
    levels = ("hard", "medium", "easy", "random")
    bots = [Overheard(bot_for(game, level), reasons, said) for level in levels]
    with suppress(Stuck):
        play_out(game_named(game).new(rules, 4), bots, b"reasons", most_rounds=deals)
    return reasons, said


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("game", "profile", "deals", "least"),
    [
        ("doppelkopf", "house", 6, 20),
        ("doppelkopf", "ddv", 6, 20),
        ("tarock", "common", 6, 20),
        ("tarock", "pagat", 6, 20),
        ("tiles", "classic", 1, 8),
        ("tiles", "okey", 1, 8),
        ("mao", "free", 2, 8),
        ("mao", "chaired", 3, 20),
        ("mao", "school", 3, 20),
    ],
)
def test_every_reason_that_is_given_is_told_in_every_language(
    game: str, profile: str, deals: int, least: int
) -> None:
    reasons, said = overheard(game, profile, deals)
    assert len({reason.sentence for reason in reasons} | said) >= least
    for language in LANGUAGES:
        for reason in reasons:
            told = find_reason(reason.code, reason.data, language)
            assert told is not None and "{" not in told, (language, reason)
        assert {text for text in said if find_said(text, language) is None} == set()
