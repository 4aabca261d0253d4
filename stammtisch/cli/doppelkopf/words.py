"""What happens at a table of Doppelkopf, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.cli.doppelkopf.faces import short, shorts
from stammtisch.cli.doppelkopf.names import (
    CALL_NAMES,
    MISCONDUCT_NAMES,
    game_name,
    points_told,
    said_of,
)
from stammtisch.cli.terminal.news import Name, list_of, news_told
from stammtisch.games.doppelkopf import records as game
from stammtisch.games.doppelkopf.records import Row
from stammtisch.games.doppelkopf.words import DENIALS


def sentence(event: Any, name: Name) -> str | None:
    """A sentence on the event, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name)


def whom(seat: int, name: Name) -> str:
    """The name within a sentence."""
    return "you" if name(seat) == "You" else name(seat)


def _spoke(event: game.Spoke, name: Name) -> str:
    who = name(event.seat)
    if event.word in DENIALS:
        return f"{who} called {CALL_NAMES[event.word]} for {event.party}."
    if event.word in CALL_NAMES:
        return f"{who} called {CALL_NAMES[event.word]}."
    return f"{who} said “{said_of(event.word)}”."


def _poverty_cards(event: game.PovertyCards, name: Name) -> str | None:
    cards = "three cards" if event.cards is None else shorts(event.cards)
    match (event.source, event.target):
        case ("hand", "poverty"):
            return f"{name(event.seat)} put {cards} into the middle."
        case ("poverty", "hand"):
            return f"{name(event.seat)} took {cards} from the middle."
        case _:
            return None if event.cards is None else f"{name(event.seat)} looked at {cards}."


def game_told(game: str | None, soloist: int | None, name: Name) -> str:
    """What is played, and whose game it is."""
    if soloist is None:
        return game_name(game)
    if name(soloist) == "You":
        return f"your {game_name(game)}"
    return f"{game_name(game)} of {name(soloist)}"


def _game_chosen(event: game.GameChosen, name: Name) -> str:
    own = next((event.parties[seat] for seat in range(4) if name(seat) == "You"), None)
    told = game_told(event.game, event.soloist, name)
    return f"The game: {told}.{f' You are {own}.' if own else ''}"


def _played(event: game.CardPlayed, name: Name) -> str:
    early = ", before the turn" if event.early else ""
    as_pig = f" as a {event.rank}" if event.rank else ""
    return f"{name(event.seat)} played {short(event.card)}{as_pig}{early}."


def _trick_won(event: game.TrickWon, name: Name) -> str:
    cards = shorts([laid.card for laid in event.cards])
    return f"{name(event.seat)} won trick {event.trick}: {cards}, {event.eyes} eyes."


def _settled(event: game.WeddingSettled, name: Name) -> str:
    bride = whom(event.bride, name)
    if event.partner is None:
        return f"Nobody married {bride}, who plays a diamond solo now."
    return f"{name(event.partner)} married {bride} with trick {event.trick}."


def _complained(event: game.Complained, name: Name) -> str:
    of = MISCONDUCT_NAMES[event.misconduct]
    return f"{name(event.accuser)} accused {whom(event.accused, name)} of {of}."


_BY = {
    "move": "by the move pointed out",
    "early": "by the record",
    "vote": "by the others' vote",
    "withdrawn": "the complaint was withdrawn",
    "time": "the time was over",
}


def _judged(event: game.Judged, name: Name) -> str:
    verdict = "Guilty" if event.guilty else "Not guilty"
    stop = " The round is over." if event.stopped else ""
    cost = points_told(event.penalty)
    return f"{verdict} ({_BY[event.by]}): {name(event.punished)} lost {cost}.{stop}"


def _round_over(event: game.RoundOver, name: Name) -> str:
    return f"Round {event.row.round} is over: {round_told(event.row, name)}"


def round_told(row: Row, name: Name) -> str:
    """How a round ended."""
    if row.void:
        return f"{game_name(row.game)}; it does not count, and is dealt again."
    if row.winner is None:
        return f"nobody won, with {row.eyes[0]} eyes of re and {row.eyes[1]} of kontra."
    if row.parties.count("re") == 1:
        # One against three: it is the one's win or loss.
        alone = name(row.parties.index("re"))
        done = "won" if row.winner == "re" else "lost"
        how = "by a misconduct" if row.stopped else f"with {row.eyes[0]} to {row.eyes[1]} eyes"
        return f"{alone} {done} alone {how}."
    who = list_of([name(seat) for seat in range(4) if row.parties[seat] == row.winner])
    own, other = row.eyes if row.winner == "re" else row.eyes[::-1]
    how = "by the others' misconduct" if row.stopped else f"with {own} to {other} eyes"
    return f"{row.winner} won ({who}) {how}."


def _match_over(event: game.MatchOver, name: Name) -> str:
    totals = ", ".join(f"{name(seat)} {points}" for seat, points in enumerate(event.points))
    match event.kind:
        case "adjourned":
            return f"The match is adjourned: {totals}."
        case "aborted":
            return "The match was dropped: it counts for nothing."
        case _:
            return f"The match is over: {totals}."


_SENTENCES: dict[type, Callable[[Any, Name], str | None]] = {
    game.Dealt: lambda event, name: f"Round {event.round}: {name(event.first)} will lead.",
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
    """A move of an accused, as one chooses from them."""
    match kind:
        case "card":
            return f"played {short(data)}"
        case "accusation":
            return f"accused of {MISCONDUCT_NAMES.get(data, data)}"
        case _:
            return _announced(data)


def _announced(data: str) -> str:
    """The log has denials with their party at the end, and cards of a poverty as such."""
    if data == "pass_card":
        return "gave three cards away"
    if data == "return_card":
        return "gave three cards back"
    word, _, party = data.rpartition("_")
    if party in ("re", "kontra") and word in DENIALS:
        return f"called {CALL_NAMES[word]} for {party}"
    return f"said “{said_of(data)}”"
