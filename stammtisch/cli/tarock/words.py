"""What happens at a table of Tarock, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.cli.tarock.faces import short, shorts
from stammtisch.cli.tarock.names import contract_name, said_words, suit_name, t, wish_of
from stammtisch.cli.terminal.news import Name, list_of, news_told
from stammtisch.cli.terminal.speech import within
from stammtisch.games.tarock import records as game
from stammtisch.games.tarock.records import Result


def sentence(event: Any, name: Name) -> str | None:
    """A sentence on the event, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name)


def whom(seat: int, name: Name) -> str:
    """The name within a sentence."""
    return within(name(seat)) if name(seat) == t("you") else name(seat)


def contract_told(contract: str, declarer: int, name: Name) -> str:
    """What is played, and whose game it is."""
    if contract == "klop":
        return contract_name(contract)
    if name(declarer) == t("you"):
        return t("your_contract", contract=contract_name(contract))
    return t("contract_of", contract=contract_name(contract), name=name(declarer))


def _dealt(event: game.Dealt, name: Name) -> str:
    forehand = whom((event.dealer + 1) % 4, name)
    return t("dealt", deal=event.deal, dealer=whom(event.dealer, name), forehand=forehand)


def _thrown_in(event: game.ThrownIn, name: Name) -> str:
    return t("thrown_in", who=name(event.seat), cards=shorts(event.hand))


def _bid(event: game.BidMade, name: Name) -> str:
    if event.contract == "pass":
        return t("passed", who=name(event.seat))
    return t("bid", who=name(event.seat), contract=contract_name(event.contract))


def _bid_won(event: game.BidWon, name: Name) -> str:
    if event.contract == "klop":
        return t("klop_won")
    return t("contract_is", contract=contract_told(event.contract, event.seat, name))


def piles_told(piles: tuple[game.Cards, ...]) -> str:
    return " | ".join(shorts(pile) for pile in piles)


def _exchanged(event: game.Exchanged, name: Name) -> str:
    who, taken, count = name(event.seat), shorts(event.taken), len(event.taken)
    if event.cards is not None:
        return t("exchanged", who=who, taken=taken, cards=shorts(event.cards))
    how = "exchanged_shown" if event.shown else "exchanged_hidden"
    return t(how, who=who, taken=taken, count=count, cards=shorts(event.shown))


def _announced(event: game.AnnouncementMade, name: Name) -> str | None:
    words = list(said_words(event.bonuses, event.kontra))
    return t("said", who=name(event.seat), words=list_of(words)) if words else None


def _played(event: game.CardPlayed, name: Name) -> str:
    played = t("played", who=name(event.seat), card=short(event.card))
    if event.winner is None:
        return played
    return f"{played} {_taken(event, event.winner, name)}"


def _taken(event: game.CardPlayed, winner: int, name: Name) -> str:
    who = name(winner)
    if event.gift is None:
        return t("trick_won", who=who, trick=event.trick)
    return t("trick_won_gift", who=who, trick=event.trick, card=short(event.gift))


def _scored(event: game.Scored, name: Name) -> str:
    return t("deal_over", deal=event.result.deal, told=deal_told(event.result, name))


def deal_told(result: Result, name: Name) -> str:
    """How a deal ended."""
    if result.won is None:
        scores = [f"{name(seat)} {score:+d}" for seat, score in enumerate(result.scores) if score]
        return t("klop_told", scores=", ".join(scores) or t("klop_nothing"))
    side = [result.declarer] if result.partner is None else [result.declarer, result.partner]
    who = list_of([name(seat) for seat in side])
    how = "won" if result.won else "lost"
    if result.called is not None and result.partner is None:
        how += "_alone"
    if result.contract not in ("beggar", "open_beggar", "color_valat", "valat"):
        how += "_points"
    return t(how, who=who, contract=contract_name(result.contract), points=result.points)


def _match_over(event: game.MatchOver, name: Name) -> str:
    totals = ", ".join(f"{name(seat)} {points}" for seat, points in enumerate(event.totals))
    if event.kind == "adjourned":
        return t("adjourned_totals", totals=totals)
    over = t("over_totals", totals=totals)
    return f"{over} {t('radli_paid')}" if any(event.charged) else over


_SENTENCES: dict[type, Callable[[Any, Name], str | None]] = {
    game.Dealt: _dealt,
    game.ThrownIn: _thrown_in,
    game.BiddingBegan: lambda event, name: None,
    game.BidMade: _bid,
    game.BidWon: _bid_won,
    game.CallingBegan: lambda event, name: None,
    game.KingCalled: lambda event, name: t(
        "king_called", who=name(event.seat), suit=suit_name(event.suit)
    ),
    game.TalonShown: lambda event, name: t("talon_shown", piles=piles_told(event.piles)),
    game.ExchangeBegan: lambda event, name: None,
    game.Exchanged: _exchanged,
    game.AnnouncingBegan: lambda event, name: None,
    game.AnnouncementMade: _announced,
    game.AnnouncingOver: lambda event, name: None,
    game.PlayBegan: lambda event, name: None,
    game.CardPlayed: _played,
    game.HandOpened: lambda event, name: t(
        "hand_open", who=name(event.seat), cards=shorts(event.hand)
    ),
    game.Scored: _scored,
    game.Voted: lambda event, name: t(
        "voted", who=name(event.seat), wish=wish_of(name(event.seat), event.choice)
    ),
    game.MatchOver: _match_over,
}
