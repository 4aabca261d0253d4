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
from stammtisch.bots.arena import Stuck, play_out
from stammtisch.bots.bots import Bot, Decision, bot_for
from stammtisch.bots.doppelkopf import search as doppelkopf_search
from stammtisch.bots.doppelkopf import search as outlook
from stammtisch.bots.mao.player import NO_RULE
from stammtisch.bots.tarock import search as tarock_search
from stammtisch.games.game import Observation
from stammtisch.games.games import game_named
from stammtisch.games.mao.chair.chair import DISPUTE, OFFENCES, UNSAID
from stammtisch.games.mao.records import Accuse
from stammtisch.i18n import LANGUAGES, Language
from stammtisch.i18n.reasoning import find_reason
from stammtisch.i18n.texts import texts

HOME = Path(stammtisch.__file__).parent
OTHERS = [language for language in LANGUAGES if language != "en"]
PLACE = re.compile(r"\{\w*\}")
SENTENCE = re.compile(r"(?=.*[a-z]).*[.?]", re.DOTALL)


# --- as they are written -------------------------------------------------------------------------


def literals(node: ast.AST) -> Iterator[str]:
    """The texts in it, what is filled in as `{}`. No docstrings, and nothing that is raised."""
    if isinstance(node, ast.Raise) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
        yield "".join(map(str, parts))
    else:
        for child in ast.iter_child_nodes(node):
            yield from literals(child)


def parsed(folder: str) -> Iterator[ast.Module]:
    for file in (HOME / folder).rglob("*.py"):
        yield ast.parse(file.read_text("utf-8"))


def written_by_bots() -> Iterator[str]:
    """Bots write no other sentences."""
    for module in parsed("bots"):
        yield from (text for text in literals(module) if SENTENCE.fullmatch(text))


def called_reasons(folder: str) -> Iterator[str]:
    """What else is given as a reason, or said by the chairman."""
    for module in parsed(folder):
        for node in ast.walk(module):
            match node:
                case ast.keyword(arg="reason", value=value):
                    yield from literals(value)
                case ast.Assign(targets=[ast.Name(id="reason")], value=value):
                    yield from literals(value)
                case ast.Call(func=ast.Name(id="Talked"), args=[ast.Constant(value=None), text]):
                    yield from literals(text)


def shape(text: str) -> str:
    return PLACE.sub("{}", text)


@cache
def all_written() -> frozenset[str]:
    found = {*written_by_bots(), *called_reasons("games/mao"), *called_reasons("tables")}
    found |= {*OFFENCES.values(), UNSAID, DISPUTE}
    # A rule is no reason; and what has no words of its own needs no translation.
    found.discard(NO_RULE)
    return frozenset(shape(text) for text in found if re.search(r"\w", PLACE.sub("", text)))


def test_the_reasons_of_all_games_are_looked_at() -> None:
    assert all_written() >= {
        "The best trump draws the others.",
        "{} ({} points on average).",
        "The skis catches the mond.",
        "{} from winning; {} tiles help.",
        "The {} fits.",
        "failure to say the right words",
        "Guilty or innocent?",
        "There is nothing for you to do now.",
        "The bot did not know what to do: one of the legal moves.",
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_reason_that_is_written_anywhere_has_a_translation(language: Language) -> None:
    assert all_written() - set(map(shape, texts("reasons", language))) == set()


def test_every_language_has_the_places_of_its_key_and_all_forms_of_numbers() -> None:
    assert texts("reasons", "de").keys() == texts("reasons", "sl").keys()
    forms = {"de": {"one", "other"}, "sl": {"one", "two", "few", "other"}}
    for language in OTHERS:
        for key, text in texts("reasons", language).items():
            places = re.findall(r"\{(\w+)", text)
            assert (key, sorted(places)) == (key, sorted(re.findall(r"\{(\w+)", key)))
            for counted in re.findall(r"\{\w+\|([^{}]*)\}", text):
                has = {form.split(":", 1)[0] for form in counted.split("|")}
                assert (key, has) == (key, forms[language])


# --- as they are given ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Overheard:
    """A bot whose reasons are noted, and at Mao those of accusations and the chairman's words."""

    bot: Bot
    reasons: set[str] = field(default_factory=set)

    @property
    def level(self) -> str:
        return self.bot.level

    def choose(self, observation: Observation, rng: Random) -> Decision:
        decision = self.bot.choose(observation, rng)
        self.reasons.add(decision.reason)
        if isinstance(decision.action, Accuse) and decision.action.reason:
            self.reasons.add(decision.action.reason)
        for witness in getattr(observation.view, "witnessed", ()):
            if witness.text and witness.seat is None and witness.what in ("talked", "accused"):
                self.reasons.add(witness.text)
        return decision


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hard bots think as they always do, but of very few deals."""
    for search in (doppelkopf_search, tarock_search):
        monkeypatch.setattr(search, "CARDS_PLAYED", 200)
        monkeypatch.setattr(search, "LEAST_DEALS", 4)
    monkeypatch.setattr(outlook, "DEALS", 3)
    monkeypatch.setattr(outlook, "MORE_DEALS", 4)


def overheard(game: str, profile: str, deals: int) -> set[str]:
    rules = game_named(game).rules.named(profile)
    reasons: set[str] = set()
    levels = ("hard", "medium", "easy", "random")
    bots = [Overheard(bot_for(game, level), reasons) for level in levels]
    with suppress(Stuck):
        play_out(game_named(game).new(rules, 4), bots, b"reasons", most_rounds=deals)
    return reasons


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
    reasons = overheard(game, profile, deals)
    assert len(reasons) >= least
    for language in OTHERS:
        assert {reason for reason in reasons if find_reason(reason, language) is None} == set()
