"""A match of Tarock: its moves."""

from __future__ import annotations

from random import Random
from typing import Self

from stammtisch.games.game import (
    Action,
    Deal,
    Event,
    Field,
    Form,
    Game,
    GameWords,
    Luck,
    Move,
    Outcome,
    Rules,
    Seat,
    Timeout,
)
from stammtisch.games.tarock import chance
from stammtisch.games.tarock.board import (
    card_fault,
    discard_fault,
    discardable,
    error_of,
    required_discards,
    usual_discards,
)
from stammtisch.games.tarock.cards import CARD_NAMES, KINGS, NUMBERS, SUITS, TAROKS, names_of
from stammtisch.games.tarock.meanings import MEANINGS, NOTATION
from stammtisch.games.tarock.records import (
    Announce,
    AnnouncementMade,
    AnnouncingBegan,
    AnnouncingOver,
    Bid,
    BiddingBegan,
    BidMade,
    BidWon,
    CallingBegan,
    CallKing,
    CardPlayed,
    Dealt,
    Exchange,
    ExchangeBegan,
    Exchanged,
    HandOpened,
    KingCalled,
    MatchOver,
    Phase,
    Play,
    PlayBegan,
    Scored,
    TalonShown,
    ThrowIn,
    ThrownIn,
    Vote,
    Voted,
)
from stammtisch.games.tarock.rules import TarockRules
from stammtisch.games.tarock.sampling import Imagination
from stammtisch.games.tarock.table import TarockTable, lay_out
from stammtisch.games.tarock.view import (
    View,
    tell_announcement,
    tell_card,
    tell_contract,
    tell_deal,
    tell_phase,
    view_of,
)
from stammtisch.games.tarock.words import (
    ANNOUNCE,
    BIDS,
    CALLS,
    COUNT,
    EXCHANGE,
    PLAYS,
    REFUSALS,
    SILENCE,
    THROWN,
    VOTES,
    number_of,
    refusal,
)


class TarockMatch(TarockTable):
    """Each kind of action has a check, which changes nothing, and a doing (see `moves`)."""

    # --- what can be done -----------------------------------------------------------------------

    def actions(self, seat: Seat) -> list[Action]:
        if self.phase == "play" and seat == self.mover:
            assert self.tricks is not None
            return self.tricks.choices(PLAYS)
        if self.phase == "scored":
            return self._listed_votes() if 0 <= seat < 4 else []
        if seat != self.mover:
            return []
        if self.phase == "bidding":
            listed = [BIDS[word] for word in self.auction.valid]
            return [*listed, THROWN] if self._may_throw_in(seat) else listed
        if self.phase == "calling":
            return list(CALLS)
        if self.phase == "announcing":
            return [SILENCE]
        return [self._usual_exchange(picked) for picked in self.open_piles()]

    def forms(self, seat: Seat) -> tuple[Form, ...]:
        if seat != self.mover:
            return ()
        if self.phase == "exchange":
            return tuple(self._exchange_form(picked) for picked in self.open_piles())
        if self.phase == "announcing":
            fields = tuple(
                Field(name, 0, len(valid), valid)
                for name, valid in (("bonuses", self.valid_bonuses), ("kontra", self.valid_kontra))
                if valid
            )
            return (Form(Announce.type, ANNOUNCE, fields),) if fields else ()
        return ()

    def number(self, action: Action) -> int:
        return number_of(action)

    def action(self, seat: Seat, number: int) -> Action:
        if type(number) is not int or not 0 <= number < COUNT:
            raise refusal("bad_number", number=number)
        for action in self.actions(seat):
            if number_of(action) == number:
                return action
        raise refusal("not_legal" if seat in self.turn else "not_your_turn")

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        # Nearly all that happens in a search is that a card is played, and nobody is told.
        if self.quiet and type(action) is Play and seat == self.mover and self.phase == "play":
            assert self.tricks is not None
            after = self.tricks.step(NUMBERS.get(action.card, -1))
            if after >= 0:
                if after == 4:
                    self.end_deal(at)
                else:
                    self.mover = after
                    if self.deadline is not None:
                        self._start_clock(at)
                return []
        return super().apply(seat, action, at)

    def play_by_chance(self, luck: Luck, at: int) -> int:
        return chance.play(self, luck, at)

    def view(self, seat: Seat | None) -> View:
        return view_of(self, seat)

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        match = Imagination(rules, view).table(cls(rules, seats), rng)
        if view.over:
            kind = "adjourned" if view.votes.count("adjourn") == 4 else "won"
            match.outcome = outcome_of(match.totals, kind)
        return match

    # --- dealing --------------------------------------------------------------------------------

    def _check_deal(self, seat: None, action: Deal) -> None:
        if not self.awaits_deal:
            raise refusal("over" if self.outcome else "already_dealt")

    def _deal(self, seat: None, action: Deal, at: int) -> list[Event]:
        hands, cards = lay_out(action.seed, self.dealer, self.rules.redeal == "automatic")
        self.lay(hands, cards)
        self._start_clock(at)
        if self.quiet:
            return []
        return [tell_deal(self), BiddingBegan(self.mover, self.auction.valid)]

    def _check_throw_in(self, seat: Seat, action: ThrowIn) -> None:
        self._check_turn(seat, "bidding")
        if not self._may_throw_in(seat):
            raise refusal("no_throw_in")

    def _may_throw_in(self, seat: Seat) -> bool:
        return (
            self.rules.redeal == "on_demand"
            and not self.dealt[seat] & TAROKS
            and all(made.seat != seat for made in self.auction.bids)
        )

    def _throw_in(self, seat: Seat, action: ThrowIn, at: int) -> list[Event]:
        shown = names_of(self.dealt[seat])
        self.await_deal()
        return [ThrownIn(seat, shown)]

    # --- the auction ----------------------------------------------------------------------------

    def _check_turn(self, seat: Seat, phase: Phase) -> None:
        if self.phase != phase:
            raise refusal("over" if self.outcome else "wrong_phase")
        if seat != self.mover:
            raise refusal("not_your_turn")

    def _check_bid(self, seat: Seat, action: Bid) -> None:
        self._check_turn(seat, "bidding")
        wrong = error_of(self.auction, action.contract)
        if wrong == "invalid_contract":
            valid = ", ".join(self.auction.valid)
            raise refusal(wrong, contract=repr(action.contract)[:40], valid=valid)
        if wrong is not None:
            raise refusal(wrong)

    def _bid(self, seat: Seat, action: Bid, at: int) -> list[Event]:
        self.make_bid(action.contract)
        self._start_clock(at)
        if self.quiet:
            return []
        after = self.auction.next
        valid = None if after is None else self.auction.valid
        made = BidMade(seat, action.contract, after, valid)
        return [made] if after is not None else [made, *tell_contract(self)]

    # --- king and talon -------------------------------------------------------------------------

    def _check_call(self, seat: Seat, action: CallKing) -> None:
        self._check_turn(seat, "calling")
        if action.suit not in SUITS:
            raise refusal("invalid_suit")

    def _call(self, seat: Seat, action: CallKing, at: int) -> list[Event]:
        self.call_king(SUITS.index(action.suit))
        self._start_clock(at)
        return [] if self.quiet else [KingCalled(seat, action.suit), *tell_phase(self)]

    def _usual_exchange(self, picked: int) -> Exchange:
        return Exchange(picked, names_of(usual_discards(*self.offer(picked))))

    def _exchange_form(self, picked: int) -> Form:
        held, number, free = self.offer(picked)
        cards = names_of(discardable(held, number, free))
        must = names_of(required_discards(held, number, free))
        field = Field("cards", number, number, cards, must)
        return Form(Exchange.type, EXCHANGE + picked, (field,))

    def _check_exchange(self, seat: Seat, action: Exchange) -> None:
        self._check_turn(seat, "exchange")
        piles = len(self.piles)
        if type(action.picked) is not int or not 0 <= action.picked < piles:
            raise refusal("invalid_pick", piles=piles)
        if action.picked not in self.open_piles():
            raise refusal("king_pile")
        held, number, free = self.offer(action.picked)
        chosen = 0
        for card in action.cards:
            chosen |= 1 << _number_of_card(card)
        if len(action.cards) != number or chosen.bit_count() != number:
            raise refusal("wrong_number", number=number)
        wrong = discard_fault(held, chosen, number, free)
        if wrong is not None:
            raise refusal(wrong)

    def _exchange(self, seat: Seat, action: Exchange, at: int) -> list[Event]:
        taken = self.piles[action.picked]
        cards = 0
        for card in action.cards:
            cards |= 1 << NUMBERS[card]
        self.take_pile(action.picked, cards)
        self._start_clock(at)
        if self.quiet:
            return []
        shown = names_of(cards & TAROKS)
        done = Exchanged(seat, action.picked, names_of(taken), shown, names_of(cards))
        return [done, *tell_phase(self)]

    # --- announcements --------------------------------------------------------------------------

    @property
    def valid_bonuses(self) -> tuple[str, ...]:
        """What the mover may announce."""
        assert self.talk is not None
        king = self.king if self.king >= 0 else None
        return self.talk.bonuses(self.hands[self.mover], king)

    @property
    def valid_kontra(self) -> tuple[str, ...]:
        """What the mover may double."""
        assert self.talk is not None
        return self.talk.kontra()

    def _check_announce(self, seat: Seat, action: Announce) -> None:
        self._check_turn(seat, "announcing")
        for said, valid, code, word in (
            (action.bonuses, self.valid_bonuses, "invalid_bonus", "bonus"),
            (action.kontra, self.valid_kontra, "invalid_kontra", "target"),
        ):
            for at, one in enumerate(said):
                if one not in valid or one in said[:at]:
                    raise refusal(code, **{word: repr(one)[:40]})

    def _announce(self, seat: Seat, action: Announce, at: int) -> list[Event]:
        self.say(tuple(action.bonuses), tuple(action.kontra))
        self._start_clock(at)
        return [] if self.quiet else tell_announcement(self)

    # --- cards ----------------------------------------------------------------------------------

    def _check_play(self, seat: Seat, action: Play) -> None:
        tricks = self.tricks
        if tricks is None or self.phase != "play" or seat != self.mover:
            self._check_turn(seat, "play")
            return
        card = _number_of_card(action.card)
        if not tricks.may(card):
            raise refusal(card_fault(tricks, card))

    def _play(self, seat: Seat, action: Play, at: int) -> list[Event]:
        over = self.put(NUMBERS[action.card])
        events = tell_card(self, seat, action.card, over)
        if over:
            return [*events, *self.end_deal(at)]
        self._start_clock(at)
        return events

    # --- after a deal ---------------------------------------------------------------------------

    def end_deal(self, at: int) -> list[Event]:
        """All cards are played: count them, and go on from there."""
        self.settle()
        events: list[Event] = [] if self.quiet else [Scored(self.sheet.results()[-1])]
        self.deadline = None
        if 0 < self.rules.deals <= self.done:
            return [*events, *self._end("won")]
        if self.rules.pause == 0:
            self.await_deal()
            return events
        self.phase = "scored"
        self.deadline = at + self.rules.pause * 1000
        return events

    def await_deal(self) -> None:
        self.phase = "dealing"
        self.votes = [None, None, None, None]
        self.deadline = None
        self.awaits_deal = True
        self.clear_deal()

    def _listed_votes(self) -> list[Action]:
        """To stop is listed once somebody wants it: who plays at random should play on."""
        wanted = ["continue", *self.votes]
        return [VOTES[choice] for choice in self.choices if choice in wanted]

    def _check_vote(self, seat: Seat, action: Vote) -> None:
        if self.phase != "scored":
            raise refusal("over" if self.outcome else "wrong_phase")
        if action.choice not in self.choices:
            raise refusal("bad_choice")

    def _vote(self, seat: Seat, action: Vote, at: int) -> list[Event]:
        if self.votes[seat] == action.choice:
            return []
        self.votes[seat] = action.choice
        events: list[Event] = [Voted(seat, action.choice)]
        if self.votes.count(action.choice) < 4:
            return events
        if action.choice == "continue":
            self.await_deal()
            return events
        return [*events, *self._end("won" if action.choice == "end" else "adjourned")]

    def _end(self, kind: str) -> list[Event]:
        charged: tuple[int, ...] = (0, 0, 0, 0)
        if kind != "adjourned" and self.rules.radli:
            charged = tuple(left * self.rules.radli_charge for left in self.radli)
            self.totals = [own - cost for own, cost in zip(self.totals, charged, strict=True)]
        self.outcome = outcome_of(self.totals, kind)
        self.phase = "over"
        self.deadline = None
        return [MatchOver(self.outcome.kind, self.outcome.points, self.outcome.ranks, charged)]

    # --- the clock ------------------------------------------------------------------------------

    def _start_clock(self, at: int) -> None:
        if self.rules.turn_clock:
            self.deadline = at + self.rules.turn_clock * 1000

    def _check_timeout(self, seat: None, action: Timeout) -> None:
        if self.outcome:
            raise refusal("over")
        if self.deadline is None:
            raise refusal("no_clock")

    def _timeout(self, seat: None, action: Timeout, at: int) -> list[Event]:
        """Play for the mover, or begin the next deal."""
        assert self.deadline is not None
        # Only here is the time known; nothing has changed yet.
        if at < self.deadline:
            raise refusal("too_early")
        if self.phase == "scored":
            self.await_deal()
            return []
        return self.apply(self.mover, self._plainest(), at)

    def _plainest(self) -> Action:
        """What is done for somebody whose time is over: pass, or what is listed first."""
        listed = self.actions(self.mover)
        if self.phase == "calling":
            own = self.hands[self.mover]
            return next(
                (call for call, king in zip(listed, KINGS, strict=True) if not own >> king & 1),
                listed[0],
            )
        return listed[0]


def _number_of_card(name: object) -> int:
    card = NUMBERS.get(name) if type(name) is str else None
    if card is None:
        raise refusal("no_such_card", card=repr(name)[:40])
    return card


def outcome_of(totals: list[int], kind: str) -> Outcome:
    """How a match with these totals ended; nobody has won if all four have the same."""
    ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
    if kind == "won" and set(ranks) == {1}:
        kind = "draw"
    return Outcome(kind, ranks, tuple(totals))


TarockMatch.moves = {
    Deal: Move(TarockMatch._check_deal, TarockMatch._deal, by_server=True),
    Timeout: Move(TarockMatch._check_timeout, TarockMatch._timeout, by_server=True),
    Bid: Move(TarockMatch._check_bid, TarockMatch._bid),
    ThrowIn: Move(TarockMatch._check_throw_in, TarockMatch._throw_in),
    CallKing: Move(TarockMatch._check_call, TarockMatch._call),
    Exchange: Move(TarockMatch._check_exchange, TarockMatch._exchange),
    Announce: Move(TarockMatch._check_announce, TarockMatch._announce),
    Play: Move(TarockMatch._check_play, TarockMatch._play),
    Vote: Move(TarockMatch._check_vote, TarockMatch._vote),
}


_CARD_FIELDS = frozenset(
    (
        "card",
        "cards",
        "hand",
        "hands",
        "dealt",
        "piles",
        "shown",
        "discarded",
        "open_hand",
        "gift",
        "talon",
        "taken",
        "invalid",
    )
)
TAROCK = Game(
    name="tarock",
    rules=TarockRules,
    seats=range(4, 5),
    actions={kind.type: kind for kind in (Bid, ThrowIn, CallKing, Exchange, Announce, Play, Vote)},
    events={
        kind.type: kind
        for kind in (
            Dealt,
            ThrownIn,
            BiddingBegan,
            BidMade,
            BidWon,
            CallingBegan,
            KingCalled,
            TalonShown,
            ExchangeBegan,
            Exchanged,
            AnnouncingBegan,
            AnnouncementMade,
            AnnouncingOver,
            PlayBegan,
            CardPlayed,
            HandOpened,
            Scored,
            Voted,
            MatchOver,
        )
    },
    view=View,
    match=TarockMatch,
    refusals=REFUSALS,
    rounds=None,
    length="deals",
    bots="stammtisch.bots.tarock.players:BOTS",
    levels=("easy", "medium", "hard"),
    meanings=MEANINGS,
    notation=NOTATION,
    words=GameWords(CARD_NAMES, _CARD_FIELDS),
    terminal="stammtisch.terminal.tarock.screen:TarockApp",
    referee="stammtisch.games.tarock.referee:referee",
    pace=1000,
)
