"""What happens at a table of Tarock, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.cli.tarock.faces import SUIT_WORDS, short, shorts
from stammtisch.cli.tarock.names import cards_of, contract_name, said_words, wants
from stammtisch.cli.terminal.news import Name, list_of, news_told
from stammtisch.games.tarock import records as game
from stammtisch.games.tarock.records import Result


def sentence(event: Any, name: Name) -> str | None:
    """A sentence on the event, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name)


def whom(seat: int, name: Name) -> str:
    """The name within a sentence."""
    return "you" if name(seat) == "You" else name(seat)


def contract_told(contract: str, declarer: int, name: Name) -> str:
    """What is played, and whose game it is."""
    if contract == "klop":
        return "klop"
    if name(declarer) == "You":
        return f"your {contract_name(contract)}"
    return f"{contract_name(contract)} of {name(declarer)}"


def _dealt(event: game.Dealt, name: Name) -> str:
    forehand = whom((event.dealer + 1) % 4, name)
    return f"Deal {event.deal}: dealer {whom(event.dealer, name)}, forehand {forehand}."


def _thrown_in(event: game.ThrownIn, name: Name) -> str:
    return f"{name(event.seat)} asked for a new deal, without a tarok: {shorts(event.hand)}."


def _bid(event: game.BidMade, name: Name) -> str:
    if event.contract == "pass":
        return f"{name(event.seat)} passed."
    return f"{name(event.seat)} bid {contract_name(event.contract)}."


def _bid_won(event: game.BidWon, name: Name) -> str:
    if event.contract == "klop":
        return "A klop is played: everybody alone, for few points."
    return f"The contract: {contract_told(event.contract, event.seat, name)}."


def piles_told(piles: tuple[game.Cards, ...]) -> str:
    return " | ".join(shorts(pile) for pile in piles)


def _exchanged(event: game.Exchanged, name: Name) -> str:
    took = f"{name(event.seat)} took {shorts(event.taken)} and laid down"
    if event.cards is not None:
        return f"{took} {shorts(event.cards)}."
    if event.shown:
        return f"{took} {cards_of(len(event.taken))}, face up {shorts(event.shown)}."
    return f"{took} {cards_of(len(event.taken))}."


def _announced(event: game.AnnouncementMade, name: Name) -> str | None:
    words = list(said_words(event.bonuses, event.kontra))
    return f"{name(event.seat)} said {list_of(words)}." if words else None


def _played(event: game.CardPlayed, name: Name) -> str:
    played = f"{name(event.seat)} played {short(event.card)}."
    if event.winner is None:
        return played
    gift = "" if event.gift is None else f", and {short(event.gift)} of the talon"
    return f"{played} {name(event.winner)} won trick {event.trick}{gift}."


def _scored(event: game.Scored, name: Name) -> str:
    return f"Deal {event.result.deal} is over: {deal_told(event.result, name)}"


def deal_told(result: Result, name: Name) -> str:
    """How a deal ended."""
    if result.won is None:
        scores = [f"{name(seat)} {score:+d}" for seat, score in enumerate(result.scores) if score]
        return f"Klop, {', '.join(scores) or 'nothing for anybody'}."
    done = "won" if result.won else "lost"
    side = [result.declarer] if result.partner is None else [result.declarer, result.partner]
    who = list_of([name(seat) for seat in side])
    alone = " alone" if result.called is not None and result.partner is None else ""
    told = f"{who} {done} {contract_name(result.contract)}{alone}"
    if result.contract in ("beggar", "open_beggar", "color_valat", "valat"):
        return f"{told}."
    return f"{told} with {result.points} card points."


def _match_over(event: game.MatchOver, name: Name) -> str:
    totals = ", ".join(f"{name(seat)} {points}" for seat, points in enumerate(event.totals))
    if event.kind == "adjourned":
        return f"The match is adjourned: {totals}."
    radli = " Radli that were left are paid." if any(event.charged) else ""
    return f"The match is over: {totals}.{radli}"


_SENTENCES: dict[type, Callable[[Any, Name], str | None]] = {
    game.Dealt: _dealt,
    game.ThrownIn: _thrown_in,
    game.BiddingBegan: lambda event, name: None,
    game.BidMade: _bid,
    game.BidWon: _bid_won,
    game.CallingBegan: lambda event, name: None,
    game.KingCalled: lambda event, name: (
        f"{name(event.seat)} called the king of {SUIT_WORDS[event.suit]}."
    ),
    game.TalonShown: lambda event, name: f"The talon: {piles_told(event.piles)}.",
    game.ExchangeBegan: lambda event, name: None,
    game.Exchanged: _exchanged,
    game.AnnouncingBegan: lambda event, name: None,
    game.AnnouncementMade: _announced,
    game.AnnouncingOver: lambda event, name: None,
    game.PlayBegan: lambda event, name: None,
    game.CardPlayed: _played,
    game.HandOpened: lambda event, name: (
        f"{name(event.seat)} laid the hand open: {shorts(event.hand)}."
    ),
    game.Scored: _scored,
    game.Voted: lambda event, name: f"{name(event.seat)} {wants(name(event.seat), event.choice)}.",
    game.MatchOver: _match_over,
}
