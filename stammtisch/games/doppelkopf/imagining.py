"""A full table imagined from what one seat sees of it.

What is public is set as it is; `guessing` deals out the cards that cannot be seen. What nobody
needs to know to play on (which of the moves so far a complaint would find wrong, beyond suits
that were not followed) is assumed to be in order.
"""

from __future__ import annotations

from random import Random

from stammtisch.games.doppelkopf import orders, rounds, tricks
from stammtisch.games.doppelkopf.buck import Buck
from stammtisch.games.doppelkopf.calls import level_of
from stammtisch.games.doppelkopf.cards import EYES, JOKER, KIND_NAMES, KINDS, Card, Cards
from stammtisch.games.doppelkopf.extras import Taken
from stammtisch.games.doppelkopf.guessing import guess
from stammtisch.games.doppelkopf.kernel import club_queens, legal
from stammtisch.games.doppelkopf.looking import OVER
from stammtisch.games.doppelkopf.records import Laid, Trick
from stammtisch.games.doppelkopf.table import (
    ALL_SEATS,
    SEATS,
    Charge,
    DoppelkopfTable,
    Logged,
)
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.game import Outcome

_CLUB_QUEENS = 3 << 2 * KINDS["cq"]


def fill_in(match: DoppelkopfTable, view: View, rng: Random) -> None:
    """Make a new match look like `view` to whoever's view it is."""
    _set_match(match, view)
    _set_talk(match, view)
    _set_pigs(match, view)
    pack = Pack(match)
    _set_tricks(match, view, pack)
    guess(match, view, pack, rng)
    _set_parties(match, view)
    if view.must_follow is not None:
        called = match.pig_cards if view.must_follow == "pigs" else match.superpig_cards
        match.owed = called or orders.pig_cards(_game_of_pigs(view))
        match.fitting = -1
    if not match.strict:
        _set_log(match, view)


class Pack:
    """The cards of the deck that have not been found in the view yet."""

    def __init__(self, match: DoppelkopfTable) -> None:
        self.left: Cards = match.rules.deck
        self._joker = match.joker
        self._single = match.pig_cards if match.pig_cards.bit_count() == 1 else 0

    def take(self, named: str, rank: str | None = None) -> Card:
        """A card of that name. Of two foxes, one of which is a pig, it is the one meant."""
        card = self._find(named, rank)
        self.left ^= 1 << card
        return card

    def _find(self, named: str, rank: str | None) -> Card:
        if named == JOKER:
            return self._joker
        lowest = 2 * KINDS[named]
        if self._single & self.left & 3 << lowest and rank == "pig":
            return self._single.bit_length() - 1
        return lowest if self.left >> lowest & 1 else lowest + 1

    def take_all(self, named: tuple[str, ...], rank: str | None = None) -> Cards:
        cards = 0
        for one in named:
            cards |= 1 << self.take(one, rank)
        return cards


# --- what is public ----------------------------------------------------------------------------


def _set_match(match: DoppelkopfTable, view: View) -> None:
    match.round = view.round
    match.scored = view.scored
    match.first = view.first
    match.clear_round()
    match.phase = view.phase
    match.awaits_deal = view.phase == "dealing"
    match.points = list(view.points)
    match.penalties = list(view.penalties)
    match.sheet = view.sheet
    match.buck = Buck(view.bucks)
    match.solo_done = list(view.solo_done)
    match.votes = list(view.votes)
    match.deadline = view.deadline
    if view.over:
        ranks = tuple(1 + sum(other > own for other in view.points) for own in view.points)
        match.outcome = Outcome("won", ranks, view.points)


def _set_talk(match: DoppelkopfTable, view: View) -> None:
    match.said = list(view.said)
    match.numbered = view.moves
    match.game = view.game
    match.settle(1)
    match.soloist = view.soloist
    for question in view.questions:
        if question.question != "accusation_vote":
            match.asking, match.asked = question.question, question.seat
    match.judged = list(view.judged)
    complaint = view.complaint
    if complaint is not None:
        votes = {seat: vote for seat, vote in enumerate(complaint.votes) if vote is not None}
        match.charge = Charge(complaint.accuser, complaint.accused, complaint.misconduct, votes)
    for party, words in enumerate((view.re_calls, view.kontra_calls)):
        match.level[party] = max((level_of(word) + 1 for word in words), default=0)
        match.called[party].extend((word, _made_by(view, party, word)) for word in words)
    if view.wedding is not None:
        match.wish, match.partner = view.wedding.wish, view.wedding.partner
        match.settle(view.wedding.trick or 1)
    match.limit_calls()
    for said in view.said:
        if said.word.startswith("black_sow_"):
            match.settle(match.size - said.cards)


def _made_by(view: View, party: int, word: str) -> int:
    """The number of the move by which the party called that: the first that goes so far."""
    calls = (said for said in view.said if said.party == ("re", "kontra")[party])
    return next((said.id for said in calls if level_of(said.word) >= level_of(word)), -1)


def _set_pigs(match: DoppelkopfTable, view: View) -> None:
    match.pigs, match.superpigs = view.pigs, view.superpigs
    game = view.game or "normal"
    if view.pigs is not None:
        foxes = orders.pig_cards(_game_of_pigs(view))
        match.pig_cards = foxes if match.rules.pigs.startswith("two") else _one_pig(view, foxes)
    if view.superpigs is not None:
        match.superpig_cards = orders.superpig_cards(match.rules, _game_of_pigs(view))
    match.set_order(game if game in orders.GAME_TYPES else "normal")


def _one_pig(view: View, foxes: Cards) -> Cards:
    """The second of the two (see `pigs.call_pigs`); none if both were played as foxes."""
    name = KIND_NAMES[foxes.bit_length() - 1 >> 1]
    tricks = (*view.tricks, *([view.trick] if view.trick else []))
    played = [one for trick in tricks for one in trick.cards if one.card == name]
    plain = sum(one.rank is None for one in played)
    return 0 if plain == 2 else 1 << foxes.bit_length() - 1


def _game_of_pigs(view: View) -> str:
    """What was played when pigs were called: a black sow's solo comes later."""
    sow = any(said.word.startswith("black_sow_") for said in view.said)
    game = view.game or "normal"
    return "normal" if sow or not orders.pigs_possible(game) else game


def _set_tricks(match: DoppelkopfTable, view: View, pack: Pack) -> None:
    for number, trick in enumerate(view.tricks, start=1):
        cards = tuple(pack.take(one.card, one.rank) for one in trick.cards)
        assert trick.winner is not None
        match.history.append(Taken(trick.leader, cards, trick.winner))
        match.eyes[trick.winner] += sum(EYES[card] for card in cards)
        match.won[trick.winner] += 1
        _note_early(match, number, trick.cards)
    running = view.trick
    match.leader = match.mover = _leader_now(match, view, running)
    if running is None:
        return
    _note_early(match, len(view.tricks) + 1, running.cards)
    for one in running.cards:
        card = pack.take(one.card, one.rank)
        if (one.seat - running.leader) & 3 == len(match.trick):
            match.trick.append(card)
        else:
            match.early[one.seat] = card
    match.mover = (match.leader + len(match.trick)) & 3


def _note_early(match: DoppelkopfTable, number: int, cards: tuple[Laid, ...]) -> None:
    match.was_early += [(number, one.seat) for one in cards if one.early]


def _leader_now(match: DoppelkopfTable, view: View, running: Trick | None) -> int:
    if running is not None:
        return running.leader
    return match.history[-1].winner if match.history else view.first


# --- what follows from the cards ---------------------------------------------------------------


def _set_parties(match: DoppelkopfTable, view: View) -> None:
    game = view.game
    if view.phase in OVER:
        match.public = ALL_SEATS
        match.re = sum(1 << seat for seat in SEATS if view.parties[seat] == "re")
        match.open_party = match.re > 0 and None in view.parties
        return
    if game is None or view.phase == "reservations":
        return
    if game in tricks.SECRET:
        match.re = club_queens(match.start)
        if match.re & (match.re - 1) == 0:
            match.game = tricks.SECRET[game]
        _set_public(match)
        return
    match.re = sum(1 << seat for seat in SEATS if view.parties[seat] == "re")
    match.open_party = None in view.parties
    match.public = match.re if match.open_party else ALL_SEATS


def _set_public(match: DoppelkopfTable) -> None:
    """What everybody knows of the parties: by queens on the table, and by what was called."""
    queens = 0
    for leader, cards in (
        *((trick.leader, trick.cards) for trick in match.history),
        (match.leader, tuple(match.trick)),
    ):
        for place, card in enumerate(cards):
            if _CLUB_QUEENS >> card & 1:
                queens += 1
                tricks.show_party(match, (leader + place) & 3)
    if match.strict:
        for said in match.said:
            if said.party is not None:
                tricks.show_party(match, said.seat)
    if queens == 2:
        match.public = ALL_SEATS


def _set_log(match: DoppelkopfTable, view: View) -> None:
    """The moves as a lenient table remembers them; numbers that nobody saw go to the cards."""
    match.log = [
        Logged(said.id, said.seat, "announcement", _logged(match, said.seat, said.word))
        for said in view.said
    ]
    complaint = view.complaint
    told = complaint.moves if complaint is not None and complaint.moves is not None else ()
    taken = {said.id for said in view.said} | {move.id for move in told}
    free = iter([number for number in range(view.moves) if number not in taken])
    own = {move.data: move.id for move in told if move.kind == "card"}
    hands = match.start[:]
    for number, trick in enumerate((*view.tricks, *([view.trick] if view.trick else []))):
        cards = match.history[number].cards if number < len(match.history) else _lying(match)
        for place, one in enumerate(trick.cards):
            seat, card = one.seat, cards[place]
            mine = complaint is not None and told and seat == complaint.accused
            known = own.get(one.card, -1) if mine else next(free, -1)
            fits = place == 0 or bool(legal(match.order, hands[seat], cards[0]) >> card & 1)
            match.log.append(
                Logged(known, seat, "card", one.card, fits, one.early, hands[seat], cards[0])
            )
            hands[seat] &= ~(1 << card)
    if complaint is not None and told:
        _set_told(match, view)


def _lying(match: DoppelkopfTable) -> tuple[Card, ...]:
    return (*match.trick, *match.early.values())


def _logged(match: DoppelkopfTable, seat: int, word: str) -> str:
    denied = word in ("no90", "no60", "no30", "black")
    return f"{word}_{rounds.party_of(match, seat)}" if denied else word


def _set_told(match: DoppelkopfTable, view: View) -> None:
    """The accused's moves exactly as the accuser was told them."""
    complaint = view.complaint
    assert complaint is not None and complaint.moves is not None
    judged = [move for move in match.log if move.seat == complaint.accused]
    others = [move for move in match.log if move.seat != complaint.accused]
    for told in complaint.moves:
        like = next((one for one in judged if (one.kind, one.data) == (told.kind, told.data)), None)
        if like is None:
            like = Logged(told.id, complaint.accused, told.kind, told.data)
        else:
            judged.remove(like)
            like.id = told.id
        like.punished = told.punished
        others.append(like)
    match.log = sorted(others, key=lambda move: move.id)
