"""What a player at a table of Tarock knows, and where the player's own cursor and marks are."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from stammtisch.games.games import GAMES
from stammtisch.games.tarock import kernel
from stammtisch.games.tarock.board import required_discards
from stammtisch.games.tarock.cards import NUMBERS, named, names_of
from stammtisch.games.tarock.records import (
    Announce,
    Card,
    CardPlayed,
    Cards,
    Dealt,
    Exchange,
    Play,
    Result,
    Scored,
    Trick,
)
from stammtisch.games.tarock.rules import Contract, TarockRules, terms_of
from stammtisch.games.tarock.view import View
from stammtisch.games.tarock.words import number_of
from stammtisch.protocols.table import messages as wire
from stammtisch.tables import events as news
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.tarock.words import face, groups, sentence, spread
from stammtisch.terminal.tricks.hand import Fan
from stammtisch.terminal.tricks.tabletop import CardTop


class TarockTop(CardTop):
    game = GAMES["tarock"]
    view: View | None
    #: The tricks of each deal that is over.
    finished: dict[int, tuple[Trick, ...]]
    just_over: Result | None

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        #: The pile that is about to be taken: its cards lie in the hand to choose from.
        self.picking: int | None = None
        #: What the player is about to say: ("bonuses" or "kontra", word).
        self.saying: list[tuple[str, str]] = []
        self._tricks: list[Trick] = []
        self._deciding: Any = None

    @property
    def rules(self) -> TarockRules:
        rules = super().rules
        assert isinstance(rules, TarockRules)
        return rules

    @property
    def result_row(self) -> Result | None:
        """The newest line of the score sheet."""
        return self.view.sheet[-1] if self.view is not None and self.view.sheet else None

    def terms(self, contract: str) -> Contract:
        return terms_of(self.rules)[contract].contract

    def told(self, event: Any) -> str | None:
        return sentence(event, self.name)

    # --- the hand --------------------------------------------------------------------------------

    @property
    def hand(self) -> Cards:
        """One's cards as they are held; before an exchange, with those of the chosen pile."""
        view = self.view
        if view is None or view.hand is None:
            return ()
        taken = () if self.picking is None else view.piles[self.picking]
        return spread((*view.hand, *taken))

    @property
    def playable(self) -> list[Card]:
        return list(spread(action.card for action in self.legal if isinstance(action, Play)))

    def fan(self, *, tall: bool, keys: bool) -> Fan:
        hand = self.hand
        offered: Sequence[Card] | None = None
        if self.picking is not None:
            offered = self.layable
        elif self.my_turn and self.playable:
            offered = self.playable
        playable = None if offered is None else self.places_of(offered)
        faces = [face(card) for card in hand]
        return Fan(faces, groups(hand), self.cursor, playable, self.marked, tall, keys)

    def mark(self, cards: Sequence[Card]) -> None:
        """Mark these cards and no others."""
        self.marked = self.places_of(cards)

    # --- the exchange ----------------------------------------------------------------------------

    @property
    def open_piles(self) -> list[int]:
        """The piles that may be taken now."""
        return [action.picked for action in self.legal if isinstance(action, Exchange)]

    @property
    def layable(self) -> Cards:
        """What may be laid down for the chosen pile."""
        if self.picking is None:
            return ()
        number = number_of(Exchange(self.picking, ()))
        form = next((form for form in self.forms if form.number == number), None)
        return () if form is None else tuple(form.fields[0].of or ())

    @property
    def to_lay(self) -> int:
        """How many cards are to be laid down."""
        return 0 if self.view is None or not self.view.piles else len(self.view.piles[0])

    def pick(self, pile: int | None) -> None:
        """Look at the hand with that pile; None: leave it where it is."""
        self.picking = pile
        free = self.rules.free_tarok_discard
        must = required_discards(named(self.hand), self.to_lay, free) if self.marking else 0
        self.mark(names_of(must))
        self._held = self.hand
        self.cursor = 0
        offered = [place for place, card in enumerate(self._held) if card in self.layable]
        if offered:
            self.cursor = offered[0]

    @property
    def marking(self) -> bool:
        return self.picking is not None

    # --- announcements ---------------------------------------------------------------------------

    @property
    def announce_form(self) -> wire.FormInfo | None:
        return self.form(Announce.type)

    def announcement(self) -> Announce:
        """What the player is about to say, in the order of the form."""

        def marked(field: str) -> tuple[str, ...]:
            form = self.announce_form
            words = [one.of or () for one in form.fields if one.name == field] if form else []
            return tuple(word for of in words for word in of if (field, word) in self.saying)

        return Announce(marked("bonuses"), marked("kontra"))

    def toggle_word(self, field: str, word: str) -> None:
        if (field, word) in self.saying:
            self.saying.remove((field, word))
        else:
            self.saying.append((field, word))

    # --- seeing ----------------------------------------------------------------------------------

    def may_do(self, told: wire.ObservationInfo | wire.Actions) -> None:
        super().may_do(told)
        view = self.view
        if view is None:
            return
        if view.phase == "play":
            self._tricks = [*view.tricks, *([view.trick] if view.trick is not None else [])]
        elif view.phase in ("scored", "over") and view.deal:
            self.finished[view.deal] = view.tricks
        deciding = (view.deal, view.phase, len(view.said), self.my_turn)
        if deciding != self._deciding:
            self._deciding = deciding
            self.picking, self.marked, self.saying = None, set(), []
        if self.hand != self._held:
            self.hold()
        self.follow_turn()

    # --- deals -----------------------------------------------------------------------------------

    def _started(self, event: news.Started) -> None:
        super()._started(event)
        self.finished = {}

    def _dealt(self, event: Dealt) -> None:
        self._tricks = []

    def _card_played(self, event: CardPlayed) -> None:
        """Tricks are kept as they are played: where there is no pause, the view after the last card
        is that of the next deal."""
        running = self._tricks[-1] if self._tricks else None
        if running is None or running.winner is not None:
            self._tricks.append(Trick(event.seat, (event.card,)))
        elif len(running.cards) < 4:
            cards = (*running.cards, event.card)
            self._tricks[-1] = Trick(running.leader, cards, event.winner, event.gift)

    def _scored(self, event: Scored) -> None:
        self.just_over = event.result
        self.finished[event.result.deal] = tuple(self._tricks)

    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        **Tabletop.folds,
        news.Started: _started,
        Dealt: _dealt,
        CardPlayed: _card_played,
        Scored: _scored,
    }

    # --- tricks ----------------------------------------------------------------------------------

    @property
    def shown_trick(self) -> Trick | None:
        """The trick on the table; before the next one is led, the one before."""
        view = self.view
        if view is None or view.phase not in ("play", "scored", "over"):
            return None
        return view.trick or (view.tricks[-1] if view.tricks else None)

    def winning(self, trick: Trick) -> int | None:
        """Who has the trick, or would have it now."""
        if trick.winner is not None or self.view is None or self.view.contract is None:
            return trick.winner
        manner = terms_of(self.rules)[self.view.contract].manner
        cards = [NUMBERS[card] for card in trick.cards]
        return (trick.leader + kernel.winner(manner, cards)) % 4

    def points_won(self, seat: int) -> int:
        """Card points in the pile of a seat, as far as it lies in tricks (klop)."""
        won = [one for one in (self.view.tricks if self.view else ()) if one.winner == seat]
        cards = [card for one in won for card in (*one.cards, *([one.gift] if one.gift else []))]
        return kernel.points_of(named(cards))

    # --- sides -----------------------------------------------------------------------------------

    def role(self, seat: int) -> str:
        """Declarer or partner, as far as is known; else an empty word."""
        view = self.view
        if view is None or view.contract in (None, "klop"):
            return ""
        if seat == view.declarer:
            return "declarer"
        return "partner" if seat == view.partner else ""
