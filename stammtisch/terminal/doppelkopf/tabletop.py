"""What a player at a table of Doppelkopf knows, and where the player's own cursor and marks are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from stammtisch.games.doppelkopf.calls import in_time
from stammtisch.games.doppelkopf.cards import GAME_TYPES, JOKER, KINDS, Order, order_of
from stammtisch.games.doppelkopf.kernel import TRUMP, winner
from stammtisch.games.doppelkopf.records import (
    Asked,
    Card,
    Laid,
    Pass,
    Play,
    Return,
    RoundOver,
    Row,
    Say,
    Trick,
)
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import CALLS
from stammtisch.games.games import GAMES
from stammtisch.protocols.table import messages as wire
from stammtisch.tables import events as news
from stammtisch.terminal.doppelkopf.words import face, sentence
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.tricks.hand import Fan
from stammtisch.terminal.tricks.tabletop import CardTop

#: What may be said beside the answers to questions.
_FREE_WORDS = (*CALLS, "throw", "pigs", "superpigs")


@dataclass(frozen=True, slots=True)
class PossibleCall:
    action: Say
    #: With how many cards in hand it can still be made; None: as long as the chance lasts.
    until: int | None


class DoppelkopfTop(CardTop):
    game = GAMES["doppelkopf"]
    view: View | None

    #: The view at the end of each round, in which nothing is secret.
    finished: dict[int, View]
    just_over: Row | None
    #: The form that is being filled in with three cards.
    _filling: str | None = None

    @property
    def rules(self) -> DoppelkopfRules:
        rules = super().rules
        assert isinstance(rules, DoppelkopfRules)
        return rules

    @property
    def lenient(self) -> bool:
        return self.rules.wrongmove != "prohibit"

    @property
    def row(self) -> Row | None:
        """The newest line of the score sheet."""
        return self.view.sheet[-1] if self.view is not None and self.view.sheet else None

    @property
    def question(self) -> Asked | None:
        """What the player is asked now."""
        if self.view is None or not self.running:
            return None
        own = [one for one in self.view.questions if one.seat == self.seat]
        if self.view.complaint is not None:
            # Everything else waits.
            own = [one for one in own if one.question == "accusation_vote"]
        return next(iter(own), None)

    @property
    def three_cards(self) -> wire.FormInfo | None:
        """The form to be filled in with three cards, if that is to be done now."""
        return self.form(Pass.type) or self.form(Return.type)

    @property
    def marking(self) -> bool:
        return self.three_cards is not None

    def told(self, event: Any) -> str | None:
        return sentence(event, self.name)

    # --- the hand --------------------------------------------------------------------------------

    @property
    def hand(self) -> tuple[Card, ...]:
        return () if self.view is None or self.view.hand is None else self.view.hand

    @property
    def playable(self) -> list[Card]:
        return [action.card for action in self.legal if isinstance(action, Play)]

    @property
    def order(self) -> Order:
        """What is trump in the game, as far as it is known."""
        game = "normal" if self.view is None or self.view.game is None else self.view.game
        return order_of(self.rules, game if game in GAME_TYPES else "normal")

    def is_trump(self, card: Card) -> bool:
        return self.order.group[self._number(card)] == TRUMP

    def _number(self, card: Card) -> int:
        return self.rules.joker_card if card == JOKER else 2 * KINDS[card]

    def groups(self, cards: Sequence[Card]) -> list[list[int]]:
        """The places of trumps and of each suit, in the order in which they are held."""
        groups: dict[int, list[int]] = {}
        for place, card in enumerate(cards):
            groups.setdefault(self.order.group[self._number(card)], []).append(place)
        return list(groups.values())

    def fan(self, *, tall: bool, keys: bool) -> Fan:
        hand, form = self.hand, self.three_cards
        playable: set[int] | None = None
        if form is not None:
            playable = self.places_of(form.fields[0].of or ())
        elif self.my_turn and self.playable:
            playable = self.places_of(self.playable)
        faces = [face(card) for card in hand]
        return Fan(faces, self.groups(hand), self.cursor, playable, self.marked, tall, keys)

    def may_do(self, told: wire.ObservationInfo | wire.Actions) -> None:
        super().may_do(told)
        view = self.view
        if view is None:
            return
        if view.phase in ("end", "over") and view.round:
            self.finished[view.round] = view
        form = self.three_cards
        filling = None if form is None else form.action
        if filling != self._filling:
            self._filling = filling
            self.marked = self._sure_to_go()
        if self.hand != self._held:
            self.hold()
            if self._filling is None:
                self.marked = set()
        self.follow_turn()

    def _sure_to_go(self) -> set[int]:
        """All trumps go with a poverty that is given away."""
        if self._filling != Pass.type:
            return set()
        return {place for place, card in enumerate(self.hand) if self.is_trump(card)}

    # --- rounds ----------------------------------------------------------------------------------

    def _started(self, event: news.Started) -> None:
        super()._started(event)
        if not event.continued:
            self.finished = {}

    def _round_over(self, event: RoundOver) -> None:
        self.just_over = event.row

    folds: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {
        **Tabletop.folds,
        news.Started: _started,
        RoundOver: _round_over,
    }

    # --- tricks ----------------------------------------------------------------------------------

    @property
    def shown_trick(self) -> Trick | None:
        """The trick on the table; before the next one is led, the one before."""
        view = self.view
        if view is None or view.phase not in ("tricks", "end", "over"):
            return None
        if view.trick is not None and view.trick.cards:
            return view.trick
        return view.tricks[-1] if view.tricks else None

    def winning(self, trick: Trick) -> int | None:
        """Who has the trick, or would have it now."""
        if trick.winner is not None:
            return trick.winner
        laid = [one for one in trick.cards if not self._waits(trick, one)]
        if not laid or self.view is None:
            return None
        pigs = superpigs = 0
        cards = []
        for one in laid:
            # Of two equal cards the second has the next number, and so has a pig beside a fox.
            number = self._number(one.card)
            if number in cards or one.rank is not None:
                number ^= 1
            number = number ^ 1 if number in cards else number
            cards.append(number)
            pigs |= (one.rank == "pig") << number
            superpigs |= (one.rank == "superpig") << number
        game = self.view.game if self.view.game in GAME_TYPES else "normal"
        assert game is not None
        order = order_of(self.rules, game, pigs, superpigs)
        last = len(self.view.tricks) + 1 == self.rules.tricks
        return laid[winner(order, cards, last)].seat

    def _waits(self, trick: Trick, laid: Laid) -> bool:
        """It was laid early, and its turn has not come."""
        if not laid.early:
            return False
        before = [one.seat for one in trick.cards[: trick.cards.index(laid)]]
        due = [(trick.leader + place) % 4 for place in range((laid.seat - trick.leader) % 4)]
        return any(seat not in before for seat in due)

    # --- calls -----------------------------------------------------------------------------------

    def possible_calls(self) -> list[PossibleCall]:
        """What may be called now, beside what is asked, each with its deadline."""
        if self.view is None or not self.running:
            return []
        return [
            PossibleCall(action, self._until(action.word))
            for action in self.legal
            if isinstance(action, Say) and action.word in _FREE_WORDS
        ]

    def _until(self, word: str) -> int | None:
        view = self.view
        assert view is not None
        if word not in CALLS:
            return None
        theirs = view.kontra_calls if view.party == "re" else view.re_calls
        tricks, settled = self.rules.tricks, self._settled(view)
        late = (
            cards
            for cards in range(len(self.hand) + 1)
            if in_time(word, cards, tricks, settled, theirs)
        )
        return next(late, None)

    def _settled(self, view: View) -> int:
        """The trick that settled the parties, by which all calls may be made later."""
        if view.wedding is not None and view.wedding.trick is not None:
            return view.wedding.trick
        sow = next((said for said in view.said if said.word.startswith("black_sow_")), None)
        return 1 if sow is None else self.rules.tricks - sow.cards
