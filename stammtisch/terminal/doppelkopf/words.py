"""The words of a table of Doppelkopf: its cards, what things are called, and what happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from stammtisch.games.doppelkopf import records as game
from stammtisch.games.doppelkopf.cards import EYES_OF_RANK, JOKER
from stammtisch.games.doppelkopf.records import Card, Row
from stammtisch.games.doppelkopf.words import CALLS, DENIALS
from stammtisch.terminal.text import (
    Name,
    list_of,
    news_told,
    points_of,
    speech_of,
    whom,
    within,
)
from stammtisch.terminal.tricks import hand as drawn
from stammtisch.terminal.tricks.hand import Face

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


SUITS = {"c": "♣", "s": "♠", "h": "♥", "d": "♦"}
#: As on four-coloured packs: clubs black, spades green, hearts red, diamonds orange.
_INKS = {"c": "#141414", "s": "#0b6b2e", "h": "#b3150f", "d": "#b35900"}
_JOKER_INK = "#7a1fa2"


def suit(card: Card) -> str:
    return "★" if card == JOKER else SUITS[card[0]]


def rank(card: Card) -> str:
    letter = "joker" if card == JOKER else card[1:]
    return t.find(f"letter.{letter}") or letter


def short(card: Card) -> str:
    return t("joker") if card == JOKER else suit(card) + rank(card)


def shorts(cards: Sequence[Card]) -> str:
    return " ".join(map(short, cards))


def spoken(card: Card) -> str:
    if card == JOKER:
        return t("joker")
    return t("card_name", suit=t(f"suit_of.{card[0]}"), rank=t(f"rank.{card[1:]}"))


def eyes(card: Card) -> int:
    """What the card counts; the joker keeps those of the nine that it was."""
    return 0 if card == JOKER else EYES_OF_RANK[card[1:]]


def ink(card: Card) -> str:
    return _JOKER_INK if card == JOKER else _INKS[card[0]]


def face(card: Card) -> Face:
    return Face(rank(card), suit(card), ink(card), suit(card) + rank(card))


def inline(cards: Sequence[Card], faint: bool = False) -> Text:
    """Cards within a sentence, in their colours on paper."""
    return drawn.inline([face(card) for card in cards], faint)


def sentence(event: Any, name: Name) -> str | None:
    """A sentence on the event, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name)


def _spoke(event: game.Spoke, name: Name) -> str:
    who = name(event.seat)
    if event.word in DENIALS:
        party = "" if event.party is None else party_name(event.party)
        return t("called_for", who=who, call=said_of(event.word), party=party)
    if event.word in CALL_WORDS:
        return t("called", who=who, call=said_of(event.word))
    return t("said", who=who, word=said_of(event.word))


def _poverty_cards(event: game.PovertyCards, name: Name) -> str | None:
    who = name(event.seat)
    cards = t("three_cards") if event.cards is None else shorts(event.cards)
    match (event.source, event.target):
        case ("hand", "poverty"):
            return t("poverty_put", who=who, cards=cards)
        case ("poverty", "hand"):
            return t("poverty_took", who=who, cards=cards)
        case _:
            return None if event.cards is None else t("poverty_saw", who=who, cards=cards)


def game_told(game: str | None, soloist: int | None, name: Name) -> str:
    """What is played, and whose game it is."""
    if soloist is None:
        return game_name(game)
    if name(soloist) == t("you"):
        return t("your_game", game=game_name(game))
    return t("game_of", game=game_name(game), name=name(soloist))


def _game_chosen(event: game.GameChosen, name: Name) -> str:
    own = next((event.parties[seat] for seat in range(4) if name(seat) == t("you")), None)
    told = game_told(event.game, event.soloist, name)
    return t("game_is_you", game=told, party=party_name(own)) if own else t("game_is", game=told)


def _played(event: game.CardPlayed, name: Name) -> str:
    how = f"played{'_as' if event.rank else ''}{'_early' if event.early else ''}"
    rank = t(f"rank.{event.rank}") if event.rank else ""
    return t(how, who=name(event.seat), card=short(event.card), rank=rank)


def _trick_won(event: game.TrickWon, name: Name) -> str:
    cards = shorts([laid.card for laid in event.cards])
    who = name(event.seat)
    return t("trick_won", who=who, trick=event.trick, cards=cards, eyes=event.eyes)


def _settled(event: game.WeddingSettled, name: Name) -> str:
    bride = whom(event.bride, name)
    if event.partner is None:
        return t("settled_alone", bride=bride)
    return t("settled", partner=name(event.partner), bride=bride, trick=event.trick)


def _complained(event: game.Complained, name: Name) -> str:
    return charge(event.accuser, event.accused, event.misconduct, name)


def charge(accuser: int, accused: int, misconduct: str, name: Name) -> str:
    of = misconduct_name(misconduct)
    return t("accused", accuser=name(accuser), accused=whom(accused, name), misconduct=of)


def _judged(event: game.Judged, name: Name) -> str:
    cost = points_of(event.penalty)
    by = t(f"by.{event.by}")
    told = t("guilty" if event.guilty else "not_guilty", by=by, who=name(event.punished), cost=cost)
    return f"{told} {t('stopped')}" if event.stopped else told


def _round_over(event: game.RoundOver, name: Name) -> str:
    return t("round_over", round=event.row.round, told=round_told(event.row, name))


def round_told(row: Row, name: Name) -> str:
    """How a round ended."""
    if row.void:
        return t("round_void", game=game_name(row.game))
    if row.winner is None:
        return t("round_nobody", re=row.eyes[0], kontra=row.eyes[1])
    stopped = "_stopped" if row.stopped else ""
    if row.parties.count("re") == 1:
        # One against three: it is the one's win or loss.
        alone = name(row.parties.index("re"))
        done = "won_alone" if row.winner == "re" else "lost_alone"
        return t(f"{done}{stopped}", who=alone, own=row.eyes[0], other=row.eyes[1])
    who = list_of([name(seat) for seat in range(4) if row.parties[seat] == row.winner])
    own, other = row.eyes if row.winner == "re" else row.eyes[::-1]
    party = party_name(row.winner)
    return t(f"party_won{stopped}", party=party, who=who, own=own, other=other)


def _match_over(event: game.MatchOver, name: Name) -> str:
    totals = ", ".join(f"{name(seat)} {points}" for seat, points in enumerate(event.points))
    match event.kind:
        case "adjourned":
            return t("match_adjourned", totals=totals)
        case "aborted":
            return t("match_dropped")
        case _:
            return t("match_over", totals=totals)


_SENTENCES: dict[type, Callable[[Any, Name], str | None]] = {
    game.Dealt: lambda event, name: t("dealt", round=event.round, name=name(event.first)),
    game.Asked: lambda event, name: None,
    game.Spoke: _spoke,
    game.PovertyCards: _poverty_cards,
    game.GameChosen: _game_chosen,
    game.Turn: lambda event, name: None,
    game.CardPlayed: _played,
    game.TrickWon: _trick_won,
    game.WeddingSettled: _settled,
    game.Complained: _complained,
    game.Judged: _judged,
    game.RoundOver: _round_over,
    game.MatchOver: _match_over,
}


def move_told(kind: str, data: str) -> str:
    """A move of an accused, as it is chosen from them."""
    match kind:
        case "card":
            return t("move_card", card=short(data))
        case "accusation":
            return t("move_accused", misconduct=misconduct_name(data))
        case _:
            return _announced(data)


def _announced(data: str) -> str:
    """The log has denials with their party at the end, and cards of a poverty as such."""
    if data == "pass_card":
        return t("move_pass")
    if data == "return_card":
        return t("move_return")
    word, _, party = data.rpartition("_")
    if party in ("re", "kontra") and word in DENIALS:
        return t("move_called", call=said_of(word), party=party_name(party))
    return t("move_said", word=said_of(data))
