"""The words of a table of Tarock: its cards, what things are called, and what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rich.text import Text

from stammtisch.games.tarock import records as game
from stammtisch.games.tarock.cards import NUMBERS, SUITS
from stammtisch.games.tarock.records import Card, Kontra, Result
from stammtisch.terminal.text import Name, list_of, news_told, speech_of, whom, within
from stammtisch.terminal.tricks import hand as drawn
from stammtisch.terminal.tricks.hand import Face

t = speech_of("tarock")

#: What may be wanted after a deal.
VOTES = ("continue", "adjourn", "end")


def contract_name(contract: str | None) -> str:
    return (
        t("no_contract")
        if contract is None
        else within(t.find(f"contracts.{contract}") or contract)
    )


def item_name(name: str, contract: str) -> str:
    """A line of a deal's score; that of the contract has the contract's name."""
    return (
        contract_name(contract) if name == "contract" else within(t.find(f"items.{name}") or name)
    )


def bonus_name(bonus: str) -> str:
    return within(t(f"bonuses.{bonus}"))


def target_name(target: str) -> str:
    """What a kontra doubles."""
    return t(f"targets.{target}")


def doubling(factor: int) -> str:
    """What doubles, by the factor that it makes."""
    return within(t(f"kontras.{factor}"))


def suit_name(suit: str) -> str:
    return t(f"suit.{suit.lower()}")


def kontra_name(kontra: Kontra) -> str:
    """A kontra as it is said."""
    return t("kontra_to", kontra=doubling(kontra.factor), target=target_name(kontra.target))


def said_words(bonuses: Iterable[str], kontras: Iterable[Kontra]) -> Iterator[str]:
    """All that a seat said in its turn."""
    yield from map(bonus_name, bonuses)
    yield from map(kontra_name, kontras)


def wish_of(name: str, vote: str) -> str:
    """What somebody of that name wants, without the name."""
    you = name.lower() == t("you").lower()
    return t("wish_told", count=2 if you else 1, wish=t(f"vote.{vote}"))


def radli_of(count: int) -> str:
    return t("radli_of", count=count)


SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
TRULA = ("T1", "T21", "TS")
#: As on four-coloured packs: clubs black, spades green, hearts red, diamonds orange.
_INKS = {"C": "#141414", "S": "#0b6b2e", "H": "#b3150f", "D": "#b35900", "T": "#5b2a9d"}
_WORTH = {"K": 5, "Q": 4, "N": 3, "J": 2}


def is_tarok(card: Card) -> bool:
    return card[0] == "T"


def short(card: Card) -> str:
    if card in TRULA:
        return t(f"trula.{card}")
    return card if is_tarok(card) else SIGNS[card[0]] + rank(card)


def rank(card: Card) -> str:
    """What is printed in a card's corner."""
    return t.find(f"letter.{card[1:].lower()}") or card[1:]


def shorts(cards: Iterable[Card]) -> str:
    return " ".join(map(short, cards))


def king(suit: str) -> str:
    """The king of that suit, in short."""
    return short(f"{suit}K")


def spoken(card: Card) -> str:
    if is_tarok(card):
        return short(card) if card in TRULA else t("tarok_number", number=card[1:])
    figure = t(f"rank.{card[1:].lower()}") if card[1:] in _WORTH else card[1:]
    return t("card_name", rank=figure, suit=suit_name(card[0]))


def worth(card: Card) -> int:
    """What the card counts, before cards are counted by threes."""
    return 5 if card in TRULA else 1 if is_tarok(card) else _WORTH.get(card[1:], 1)


def face(card: Card) -> Face:
    ink = _INKS[card[0]]
    if is_tarok(card):
        return Face(card[1:], short(card)[:3] if card in TRULA else "T", ink, short(card))
    return Face(rank(card), SIGNS[card[0]], ink, short(card))


def inline(cards: Iterable[Card], faint: bool = False) -> Text:
    """Cards within a sentence, in their colours on paper."""
    return drawn.inline([face(card) for card in cards], faint)


# --- the order of a hand -------------------------------------------------------------------------


def spread(cards: Iterable[Card]) -> tuple[Card, ...]:
    """As they are held: taroks at the left, then the suits, the highest first."""

    def place(card: Card) -> tuple[int, int]:
        return (-1 if is_tarok(card) else SUITS.index(card[0])), -NUMBERS[card]

    return tuple(sorted(cards, key=place))


def groups(cards: Sequence[Card]) -> list[list[int]]:
    """The places of taroks and of each suit."""
    found: dict[str, list[int]] = {}
    for at, card in enumerate(cards):
        found.setdefault(card[0], []).append(at)
    return list(found.values())


def sentence(event: Any, name: Name) -> str | None:
    """A sentence on the event, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name)


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
