"""A match of Doppelkopf: its moves, and which of them are proper play."""

from __future__ import annotations

from random import Random
from typing import Any, Self

from stammtisch.games.doppelkopf import (
    calls,
    chance,
    complaints,
    records,
    reservations,
    rounds,
    sampling,
    tricks,
)
from stammtisch.games.doppelkopf import view as looking
from stammtisch.games.doppelkopf.cards import CARD_NAMES
from stammtisch.games.doppelkopf.meanings import MEANINGS, NOTATION
from stammtisch.games.doppelkopf.records import (
    Complain,
    Pass,
    Play,
    PointOut,
    Return,
    Said,
    Say,
    Spoke,
    Vote,
    Withdraw,
)
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import (
    ANSWERS,
    DENIALS,
    PASS,
    PURPOSE,
    REFUSALS,
    RETURN,
    SAY,
    VOTES,
    number_of,
    plain_action,
    refusal,
)
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
    Refusal,
    Rules,
    Seat,
    Timeout,
)

_WITHDRAW = Withdraw()
#: What may be voted, by what one has voted so far.
_OTHER_VOTES: dict[Vote | None, tuple[Say, ...]] = {
    None: tuple(SAY[f"{vote}_yes"] for vote in VOTES),
    **{
        own: (*(SAY[f"{vote}_yes"] for vote in VOTES if vote != own), SAY[f"{own}_no"])
        for own in VOTES
    },
}
_THROW, _PIGS, _SUPERPIGS = SAY["throw"], SAY["pigs"], SAY["superpigs"]


class DoppelkopfMatch(DoppelkopfTable):
    """Each kind of action has a check, which changes nothing, and a doing (see `MOVES`)."""

    @property
    def speakers(self) -> tuple[Seat, ...]:
        if self.charge is not None or self.awaits_deal or self.outcome is not None:
            return ()
        if self.phase == "tricks" and self.asking is None:
            callers = calls.callers(self) if len(self.history) <= self.last_call else []
            if self.superpigs_when == "on_pig":
                callers = sorted({*callers, *calls.may_follow_pigs(self)} - {self.mover})
            return tuple(callers)
        if self.phase == "reservations" and self.rules.throw == "throw":
            bad = (seat for seat in SEATS if reservations.is_bad(self, seat))
            return tuple(seat for seat in bad if seat != self.asked)
        if self.phase == "end":
            wanted = set(self.votes) - {None}
            return tuple(seat for seat in SEATS if self.votes[seat] and len(wanted) > 1)
        return ()

    @property
    def deal_public(self) -> bool:
        return self.phase in looking.OVER

    # --- what may be done -----------------------------------------------------------------------

    def actions(self, seat: Seat) -> list[Action]:
        """Complaints are not listed until one is open: they may always be made at a lenient table,
        and are no part of proper play."""
        if self.phase == "tricks" and self.charge is None and self.asking is None:
            listed: list[Action] = []
            if seat == self.mover:
                cards = self.fitting if self.fitting >= 0 else tricks.playable(self)
                clubs, spades, hearts, diamonds = self.plays
                listed = [
                    *clubs[cards & 4095],
                    *spades[cards >> 12 & 4095],
                    *hearts[cards >> 24 & 4095],
                    *diamonds[cards >> 36],
                ]
            if self.with_pigs:
                listed += self._pig_calls(seat)
            if len(self.history) <= self.last_call:
                listed += calls.possible(self, seat)
            return listed
        if self.awaits_deal or self.outcome is not None or seat not in SEATS:
            return []
        if self.charge is not None:
            return self._about_the_charge(seat)
        if self.phase == "end":
            return self._votes(seat)
        return self._answers(seat)

    def _pig_calls(self, seat: Seat) -> list[Action]:
        if seat != self.mover and self.superpigs_when != "on_pig":
            return []
        words = (_PIGS,) if self.pigs is None else (_SUPERPIGS,)
        return [word for word in words if self._is_proper(seat, word)]

    def _is_proper(self, seat: Seat, action: Say) -> bool:
        try:
            return self.fault_of(seat, action.word) is None
        except Refusal:
            return False

    def _about_the_charge(self, seat: Seat) -> list[Action]:
        charge = self.charge
        assert charge is not None
        if seat in charge.voters:
            return [SAY[word] for word in ANSWERS["accusation_vote"]]
        if seat != charge.accuser or charge.misconduct == "external":
            return [_WITHDRAW] if seat == charge.accuser else []
        pointing = [
            PointOut(move.id, move.kind, move.data)
            for move in complaints.moves_of(self, charge) or ()
            if not move.punished
        ]
        return [*pointing, _WITHDRAW]

    def _votes(self, seat: Seat) -> list[Action]:
        return [*_OTHER_VOTES[self.votes[seat]]]

    def _answers(self, seat: Seat) -> list[Action]:
        listed: list[Action] = []
        if self.asking is not None and seat == self.asked:
            if self.asking == "poverty_trump_choice":
                plain, wanted = self._to_pass(seat)
                listed.append(Pass(plain[:wanted]))
            elif self.asking == "poverty_return_choice":
                listed.append(Return(self.spread(self.hands[seat])[:3]))
            else:
                sure = self.sure_answers.get(self.asking, ())
                listed += sure
                rest = ("solo_no",) if self.asking == "solo" else ANSWERS[self.asking]
                if not sure or self.asking == "solo":
                    listed += [SAY[word] for word in rest if self._is_proper(seat, SAY[word])]
        if self.rules.throw == "throw" and self._is_proper(seat, _THROW):
            listed.append(_THROW)
        return listed

    def _to_pass(self, seat: Seat) -> tuple[tuple[str, ...], int]:
        """What may go with the trumps, and how many of that; of a hand that is not poor, which
        only a lenient table sells, any three."""
        hand = self.hands[seat]
        trumps = reservations.trumps_of(self, hand)
        if trumps.bit_count() > reservations.MOST_TRUMPS:
            return self.spread(hand), 3
        return self.spread(hand & ~trumps), 3 - trumps.bit_count()

    def forms(self, seat: Seat) -> tuple[Form, ...]:
        """The trumps of who passes three cards go anyway; any three may come back."""
        if self.asking is None or self.charge is not None or seat != self.asked:
            return ()
        if self.asking == "poverty_trump_choice":
            plain, wanted = self._to_pass(seat)
            return (Form(Pass.type, PASS, (Field("cards", wanted, wanted, plain),)),)
        if self.asking == "poverty_return_choice":
            among = self.spread(self.hands[seat])
            return (Form(Return.type, RETURN, (Field("cards", 3, 3, among),)),)
        return ()

    def number(self, action: Action) -> int:
        return number_of(action)

    def action(self, seat: Seat, number: int) -> Action:
        action = plain_action(number)
        if action is None:
            listed = self.actions(seat)
            action = next((one for one in listed if number_of(one) == number), None)
        if action is None:
            raise refusal("bad_number", number=number)
        self.verify(seat, action)
        return action

    def apply(self, seat: Seat | None, action: Action, at: int = 0) -> list[Event]:
        # As `Match.apply` does it, for the most frequent moves; the card is looked for only once.
        if type(action) is Play:
            if seat == self.mover and self.quiet and tricks.play_at_once(self, seat, action.card):
                return []
            if seat is not None and 0 <= seat < 4:
                tricks.play(self, seat, tricks.card_to_play(self, seat, action), at)
                return self.tell()
        elif type(action) is Say and seat is not None and 0 <= seat < 4:
            self._check_say(seat, action)
            return self.say(seat, action, at)
        return super().apply(seat, action, at)

    def play_by_chance(self, luck: Luck, at: int) -> int:
        return chance.play(self, luck, at)

    # --- looking at it --------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> View:
        return looking.view_of(self, seat)

    @classmethod
    def sample_state(cls, rules: Rules, seats: int, view: View, rng: Random) -> Self:
        match = cls(rules, seats)
        sampling.fill_in(match, view, rng)
        return match

    # --- the server's moves ----------------------------------------------------------------------

    def _check_deal(self, seat: None, action: Deal) -> None:
        if self.outcome is not None:
            raise refusal("over")
        if not self.awaits_deal:
            raise refusal("already_dealt")

    def _deal(self, seat: None, action: Deal, at: int) -> list[Event]:
        rounds.deal(self, action.seed)
        reservations.begin(self)
        return self.tell()

    def _check_timeout(self, seat: None, action: Timeout) -> None:
        if self.deadline is None:
            raise refusal("no_clock")

    def _timeout(self, seat: None, action: Timeout, at: int) -> list[Event]:
        # Only here is the time known; nothing has changed yet.
        if self.deadline is None or at < self.deadline:
            raise refusal("too_early")
        complaints.time_is_over(self)
        return self.tell()

    # --- the players' moves ---------------------------------------------------------------------

    def fault_of(self, seat: Seat, word: str) -> str | None:
        """What is wrong with a word that a lenient table would let pass; all else is refused."""
        purpose = PURPOSE[word]
        if purpose == "call":
            return calls.fault_of(self, seat, word)
        if purpose == "table":
            return self._fault_at_table(seat, word)
        if self.asking is None:
            raise refusal("wrong_phase")
        if seat != self.asked:
            raise refusal("wrong_turn")
        return reservations.fault_of(self, seat, word)

    def _fault_at_table(self, seat: Seat, word: str) -> str | None:
        if word == "throw":
            if self.rules.throw != "throw":
                raise refusal("no_throw")
            if self.phase != "reservations":
                raise refusal("wrong_phase")
            return None if reservations.is_bad(self, seat) else "invalid_throw"
        if self.phase != "tricks" or self.asking is not None:
            raise refusal("wrong_phase")
        if word == "pigs":
            return calls.fault_of_pigs(self, seat)
        return calls.fault_of_superpigs(self, seat)

    def _check_say(self, seat: Seat, action: Say) -> None:
        word = action.word
        purpose = PURPOSE.get(word) if type(word) is str else None
        if purpose is None:
            raise refusal("unknown_word", word=repr(word)[:60])
        if self.outcome is not None:
            raise refusal("over")
        if purpose == "vote":
            rounds.check_vote(self, seat, word)
        elif purpose == "verdict":
            complaints.check_vote(self, seat)
        elif self.charge is not None:
            raise refusal("complaint_open")
        elif self.phase not in ("reservations", "tricks"):
            raise refusal("wrong_phase")
        elif purpose == "call" and action in self._calls(seat):
            return
        elif seat != self.asked or action not in self.sure_answers.get(self.asking, ()):
            fault = self.fault_of(seat, word)
            if fault is not None and self.strict:
                raise self._refused(seat, word, fault)

    def _calls(self, seat: Seat) -> tuple[Say, ...]:
        """What the seat may properly call."""
        playing = self.phase == "tricks" and self.asking is None
        return calls.possible(self, seat) if playing else ()

    def _refused(self, seat: Seat, word: str, fault: str) -> Refusal:
        if fault == "invalid_return_amount":
            back = reservations.trumps_returned(self)
            return refusal(fault, ta=back, ca=int(word[-1]))
        if fault == "skipped_call":
            return refusal(fault, first=looking.next_call(self, seat))
        return refusal(fault)

    def say(self, seat: Seat, action: Say, at: int) -> list[Event]:
        word = action.word
        purpose = PURPOSE[word]
        if purpose == "vote":
            rounds.vote(self, seat, word)
        elif purpose == "verdict":
            complaints.vote(self, seat, word)
        else:
            self._speak(seat, word, purpose, at)
        return self.tell()

    def _speak(self, seat: Seat, word: str, purpose: str, at: int) -> None:
        """Say a word of the round itself."""
        legal = self.strict or self.fault_of(seat, word) is None
        cards = self.hands[seat].bit_count()
        number = self.log_move(seat, "announcement", self._logged(seat, word), at, legal=legal)
        party = calls.call(self, seat, word, number) if purpose == "call" else None
        self.said.append(Said(number, seat, word, cards, party))
        if not self.quiet:
            self.news.append(Spoke(seat, word, number, party))
        if word == "throw":
            rounds.declare_void(self, "throw")
        elif word == "pigs":
            calls.call_pigs(self, seat)
        elif word == "superpigs":
            calls.call_superpigs(self, seat)
        elif purpose == "answer":
            reservations.answer(self, seat, word)

    def _logged(self, seat: Seat, word: str) -> str:
        """As the log has it: with a denial, whose it was."""
        return f"{word}_{rounds.party_of(self, seat)}" if word in DENIALS else word

    def _check_pass(self, seat: Seat, action: Pass) -> None:
        self._check_choice(seat, "poverty_trump_choice")
        cards = reservations.cards_to_pass(self, seat, action.cards)
        if self.strict and not reservations.passes_all_trumps(self, seat, cards):
            raise refusal("invalid_poverty_cards")

    def _pass(self, seat: Seat, action: Pass, at: int) -> list[Event]:
        cards = reservations.cards_to_pass(self, seat, action.cards)
        legal = reservations.passes_all_trumps(self, seat, cards)
        self.log_move(seat, "announcement", "pass_card", at, legal=legal)
        reservations.give_away(self, cards)
        return self.tell()

    def _check_return(self, seat: Seat, action: Return) -> None:
        self._check_choice(seat, "poverty_return_choice")
        reservations.three_cards(self, seat, action.cards)

    def _return(self, seat: Seat, action: Return, at: int) -> list[Event]:
        cards = reservations.three_cards(self, seat, action.cards)
        self.log_move(seat, "announcement", "return_card", at)
        reservations.give_back(self, cards)
        return self.tell()

    def _check_choice(self, seat: Seat, question: str) -> None:
        if self.charge is not None:
            raise refusal("complaint_open")
        if self.asking != question:
            raise refusal("wrong_phase")
        if seat != self.asked:
            raise refusal("wrong_turn")

    def _check_play(self, seat: Seat, action: Play) -> None:
        tricks.card_to_play(self, seat, action)

    def _play(self, seat: Seat, action: Play, at: int) -> list[Event]:
        tricks.play(self, seat, tricks.card_to_play(self, seat, action), at)
        return self.tell()


MOVES: dict[type[Any], Move] = {
    Deal: Move(DoppelkopfMatch._check_deal, DoppelkopfMatch._deal, by_server=True),
    Timeout: Move(DoppelkopfMatch._check_timeout, DoppelkopfMatch._timeout, by_server=True),
    Say: Move(DoppelkopfMatch._check_say, DoppelkopfMatch.say),
    Play: Move(DoppelkopfMatch._check_play, DoppelkopfMatch._play),
    Pass: Move(DoppelkopfMatch._check_pass, DoppelkopfMatch._pass),
    Return: Move(DoppelkopfMatch._check_return, DoppelkopfMatch._return),
    Complain: Move(complaints.check_complain, complaints.complain),
    PointOut: Move(complaints.check_point_out, complaints.point_out),
    Withdraw: Move(complaints.check_withdraw, complaints.withdraw),
}
DoppelkopfMatch.moves = MOVES

_EVENTS: tuple[type[Event], ...] = (
    records.Dealt,
    records.Asked,
    records.Spoke,
    records.PovertyCards,
    records.GameChosen,
    records.Turn,
    records.CardPlayed,
    records.TrickWon,
    records.WeddingSettled,
    records.Complained,
    records.Judged,
    records.RoundOver,
    records.MatchOver,
)

_CARD_FIELDS = frozenset(
    ("card", "cards", "hand", "hands", "dealt", "passed", "returned", "trumps")
)
DOPPELKOPF = Game(
    name="doppelkopf",
    rules=DoppelkopfRules,
    seats=range(4, 5),
    actions={kind.type: kind for kind in (Say, Play, Pass, Return, Complain, PointOut, Withdraw)},
    events={kind.type: kind for kind in _EVENTS},
    view=View,
    match=DoppelkopfMatch,
    refusals=REFUSALS,
    rounds=None,
    length="rounds",
    usual="house",
    bots="stammtisch.bots.doppelkopf.players:BOTS",
    levels=("easy", "medium", "hard"),
    meanings=MEANINGS,
    notation=NOTATION,
    words=GameWords(CARD_NAMES, _CARD_FIELDS),
    terminal="stammtisch.terminal.doppelkopf.screen:DoppelkopfApp",
    pace=1000,
    referee="stammtisch.games.doppelkopf.referee:referee",
)
