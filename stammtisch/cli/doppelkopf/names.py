"""What things are called at a table of Doppelkopf: games, words that are said, lines of a score."""

from __future__ import annotations

from stammtisch.cli.terminal.speech import speech_of, within
from stammtisch.games.doppelkopf.words import CALLS

t = speech_of("doppelkopf")

#: What may be wanted after a round.
VOTES = ("continue", "adjourn", "end", "cancel")
MISCONDUCTS = ("wrong_card", "wrong_announcement", "played_early", "external")
CALL_WORDS = frozenset(CALLS)


def trumps_of(count: int) -> str:
    return t("trumps", count=count)


def party_name(party: str) -> str:
    return within(t(f"parties.{party}"))


def said_of(word: str) -> str:
    """What somebody says: a call, an answer, the name of a solo."""
    solo = word.removeprefix("black_sow_")
    if solo.startswith("solo_") and solo != "solo_no":
        return game_name(solo)
    return within(t.find(f"said.{word}") or word)


def game_name(game: str | None) -> str:
    return t("no_game") if game is None else within(t.find(f"games.{game}") or game)


def item_name(name: str) -> str:
    """A line of a round's score."""
    return within(t.find(f"items.{name}") or name)


def misconduct_name(kind: str) -> str:
    return t.find(f"misconducts.{kind}") or kind


def answer_label(word: str) -> str:
    """How an answer reads among the options; the others are as they are said."""
    label = t.find(f"answers.{word}")
    return said_of(word) if label is None else within(label)


def wish_of(name: str, vote: str) -> str:
    """What somebody of that name wants, without the name."""
    return t("wish_told", count=2 if name == t("you") else 1, wish=t(f"vote.{vote}"))


def points_told(points: int) -> str:
    return t("points_of", points=points)


def tricks_of(count: int) -> str:
    return t("tricks", count=count)
