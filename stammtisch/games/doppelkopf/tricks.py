"""The tricks: from the game that was chosen to the last card."""

from __future__ import annotations

from functools import lru_cache

from stammtisch.games.doppelkopf import rounds
from stammtisch.games.doppelkopf.cards import EYES, KINDS, Card, Cards, mask, name, pair, pairs
from stammtisch.games.doppelkopf.kernel import TRUMP, Order, club_queens, legal, winner
from stammtisch.games.doppelkopf.records import (
    Asked,
    CardPlayed,
    GameChosen,
    Laid,
    Play,
    Trick,
    TrickWon,
    Turn,
    WeddingSettled,
)
from stammtisch.games.doppelkopf.rounds import parties_of
from stammtisch.games.doppelkopf.scoring import Taken
from stammtisch.games.doppelkopf.table import ALL_SEATS, LOWEST, DoppelkopfTable
from stammtisch.games.doppelkopf.words import refusal, sow_solo_of
from stammtisch.games.game import Seat

#: Games whose parties are told by the club queens, and what they are called if both are in one
#: hand.
SECRET = {"normal": "silent_wedding", "ramsch": "ramsch_sw"}
SECRET_GAMES = ("normal", "silent_wedding", "ramsch", "ramsch_sw")
#: What everybody thinks that is played.
ANNOUNCED = {alone: told for told, alone in SECRET.items()}
_CLUB_QUEEN = KINDS["cq"]
CLUB_QUEENS = pair("cq")
_SPADE_QUEENS = pairs("sq")


# --- the first trick ---------------------------------------------------------------------------


def begin(match: DoppelkopfTable, game: str) -> None:
    """Reservations are over; `soloist` and the poverty's partners are set."""
    match.phase = "tricks"
    match.asking = None
    match.start = match.hands[:]
    if game in SECRET:
        match.re = club_queens(match.hands)
        if match.re & (match.re - 1) == 0:
            game = SECRET[game]
    elif game == "poverty":
        assert match.seller is not None and match.buyer is not None
        match.soloist = match.seller
        match.re = 1 << match.seller | 1 << match.buyer
        match.public = ALL_SEATS
    elif game == "black_sow":
        match.open_party = True
    else:
        assert match.soloist is not None
        match.re = 1 << match.soloist
        match.open_party = game == "wedding"
        match.public = match.re if match.open_party else ALL_SEATS
    match.game = game
    match.settle(1)
    match.set_order(game)
    match.leader = match.mover = _leader(match, game)
    if not match.quiet:
        tell_game(match)
        tell_turn(match)


def _leader(match: DoppelkopfTable, game: str) -> Seat:
    soloist = match.soloist
    if soloist is None or not game.startswith("solo_"):
        return match.first
    return soloist if match.rules.solist_begins or rounds.is_duty(match) else match.first


def tell_game(match: DoppelkopfTable) -> None:
    assert match.game is not None
    parties = rounds.parties_of(match)
    public = tuple(
        party if match.public >> seat & 1 else None for seat, party in enumerate(parties)
    )
    game = ANNOUNCED.get(match.game, match.game)
    match.news.append(GameChosen(game, match.soloist, parties, public, match.size))


def tell_turn(match: DoppelkopfTable) -> None:
    match.news.append(Turn(match.mover, len(match.history) + 1, match.size))


# --- what may be played ------------------------------------------------------------------------


def playable(match: DoppelkopfTable) -> Cards:
    """The cards that the seat whose turn it is may properly play."""
    cards = match.fitting
    if cards < 0:
        hand = match.hands[match.mover]
        cards = match.owed & hand
        if not cards:
            # As `legal` has it.
            trick = match.trick
            cards = hand & match.order.follow[trick[0]] or hand if trick else hand
        match.fitting = cards
    return cards


def card_to_play(match: DoppelkopfTable, seat: Seat, action: Play) -> Card:
    """The card that the seat plays with this action, or a `Refusal`."""
    if match.fitting > 0 and seat == match.mover and match.strict:
        # Somebody has looked already: it is this seat's turn, and what may be played is known.
        card = match.card_named(match.fitting, action.card)
        if card >= 0:
            return card
    if match.phase != "tricks" or match.asking is not None or match.charge is not None:
        raise refusal("complaint_open" if match.charge is not None else "wrong_phase")
    if seat != match.mover:
        _check_early(match, seat)
    card = match.card_named(match.hands[seat], action.card)
    if card < 0:
        raise refusal("not_your_card")
    if match.strict and not playable(match) >> card & 1:
        raise _wrong_card(match)
    return card


def _check_early(match: DoppelkopfTable, seat: Seat) -> None:
    """A lenient table takes a card before its turn, one for each trick."""
    has_played = (seat - match.leader) & 3 < len(match.trick) or seat in match.early
    if not match.strict and has_played:
        raise refusal("played_already")
    if match.strict:
        raise refusal("wrong_turn")


def _wrong_card(match: DoppelkopfTable) -> Exception:
    if match.owed & match.hands[match.mover]:
        return refusal(_called(match))
    wanted = " or ".join(dict.fromkeys(match.spread(playable(match))))
    return refusal("wrong_card", wanted=wanted)


def _called(match: DoppelkopfTable) -> str:
    return "called_superpigs" if match.owed & match.superpig_cards else "called_pigs"


# --- playing -----------------------------------------------------------------------------------


def play_at_once(match: DoppelkopfTable, mover: Seat, named: str) -> bool:
    """Play the mover's card and tell nobody, if it is simply that; False if it was not played.

    Nearly all that happens where bots are measured is this.
    """
    cards = match.fitting
    if cards < 0 and match.phase == "tricks" and match.asking is None and match.charge is None:
        cards = playable(match)
    if cards <= 0 or match.owed or not match.strict or type(named) is not str:
        return False
    card = LOWEST.get(named, 0)
    held = cards >> card & 3
    if held == 2:
        card += 1
    if not held or match.names[card] != named:
        return False
    match.numbered += 1
    match.hands[mover] ^= 1 << card
    if card >> 1 == _CLUB_QUEEN or len(match.trick) == 3:
        _lay(match, card)
    else:
        match.trick.append(card)
        match.fitting = -1
        match.mover = (mover + 1) & 3
    return True


def play(match: DoppelkopfTable, seat: Seat, card: Card, at: int) -> None:
    """The seat plays a card that it may."""
    early = seat != match.mover
    number = _log_card(match, seat, card, at, early)
    match.hands[seat] ^= 1 << card
    if not match.quiet:
        match.news.append(
            CardPlayed(
                number,
                seat,
                match.names[card],
                len(match.history) + 1,
                early,
                rank_of(match, card),
            )
        )
    if early:
        match.early[seat] = card
        match.was_early.append((len(match.history) + 1, seat))
        return
    match.owed = 0
    _lay(match, card)
    while match.trick and match.mover in match.early:
        waiting = match.early.pop(match.mover)
        _judge_early(match, match.mover, waiting)
        _lay(match, waiting)
    if not match.quiet and match.phase == "tricks" and match.asking is None:
        tell_turn(match)


def rank_of(match: DoppelkopfTable, card: Card) -> str | None:
    return _rank(card, match.pig_cards, match.superpig_cards)


def _rank(card: Card, pigs: Cards, superpigs: Cards) -> str | None:
    if pigs >> card & 1:
        return "pig"
    return "superpig" if superpigs >> card & 1 else None


def winning(match: DoppelkopfTable) -> Seat | None:
    """Who would win the running trick as it lies there."""
    if not match.trick:
        return None
    last = len(match.history) + 1 == match.size
    return (match.leader + winner(match.order, match.trick, last)) & 3


def _lay(match: DoppelkopfTable, card: Card) -> None:
    trick = match.trick
    trick.append(card)
    match.fitting = -1
    if card >> 1 == _CLUB_QUEEN:
        show_queens(match, 1 << match.mover)
    if len(trick) < 4:
        match.mover = (match.mover + 1) & 3
        return
    leader = match.leader
    last = len(match.history) + 1 == match.size
    taker = (leader + winner(match.order, trick, last)) & 3
    worth = EYES[trick[0]] + EYES[trick[1]] + EYES[trick[2]] + EYES[card]
    match.eyes[taker] += worth
    match.won[taker] += 1
    taken = Taken(leader, tuple(trick), taker)
    match.history.append(taken)
    match.trick = []
    match.leader = match.mover = taker
    if not match.quiet:
        _tell_trick(match, taken, worth)
    look_at(match, taken)


def look_at(match: DoppelkopfTable, trick: Taken) -> None:
    """What follows from the trick that was just won."""
    if match.open_party:
        if match.game == "wedding":
            look_at_wedding(match, trick)
        else:
            _look_for_sow(match, trick)
    if len(match.history) == match.size and match.asking is None:
        rounds.finish(match)


def _all_played(match: DoppelkopfTable) -> list[Card]:
    return [card for trick in match.history for card in trick.cards] + match.trick


def show_queens(match: DoppelkopfTable, seats: int) -> None:
    """These seats have played club queens, which tell the parties where nothing else does."""
    if match.game not in SECRET_GAMES:
        return
    match.public = closed(match.public | seats, match.re)
    held = mask(match.early.values())
    for hand in match.hands:
        held |= hand
    if not held & CLUB_QUEENS:
        match.public = ALL_SEATS


def show_party(match: DoppelkopfTable, seat: Seat) -> None:
    """Everybody knows this seat's party now, and what follows from it."""
    match.public = closed(match.public | 1 << seat, match.re)


def closed(known: int, re: int) -> int:
    """All seats whose party one knows who knows it of these: two are re, or three are kontra."""
    if (known & re).bit_count() == 2 or (known & ~re).bit_count() == 3:
        return ALL_SEATS
    return known


def told(match: DoppelkopfTable, trick: Taken, number: int) -> Trick:
    """A trick, or as much of it as there is; its number says which cards were early."""
    early = tuple([seat for at, seat in match.was_early if at == number])
    return _told(trick, early, match.joker, match.pig_cards, match.superpig_cards)


@lru_cache(maxsize=4096)
def _told(
    trick: Taken, early: tuple[Seat, ...], joker: Card, pigs: Cards, superpigs: Cards
) -> Trick:
    """Kept, because each seat looks at all tricks of the round after every card."""
    seats = [(trick.leader + place) & 3 for place in range(len(trick.cards))]
    cards = tuple(
        Laid(seat, name(card, joker), seat in early, _rank(card, pigs, superpigs))
        for seat, card in zip(seats, trick.cards, strict=True)
    )
    return Trick(trick.leader, cards, trick.winner, sum(EYES[card] for card in trick.cards))


def _tell_trick(match: DoppelkopfTable, trick: Taken, worth: int) -> None:
    seat, number = trick.winner, len(match.history)
    cards = told(match, trick, number).cards
    match.news.append(TrickWon(seat, number, cards, worth, match.eyes[seat]))


# --- a wedding ---------------------------------------------------------------------------------
#
# Who wins the clarifying trick plays with the bride. It must be one of the first three tricks, won
# by another than the bride and of the kind that she wished for. If there is none she plays alone, a
# diamond solo in all but name.

CLARIFYING_TRICKS = 3
_GROUPS = {"clubs": 0, "spades": 1, "hearts": 2}
#: Diamonds are trumps; the wish means those that are neither queen nor jack.
_DIAMONDS = pairs("da d10 dk d9")


def fulfils(order: Order, wish: str, lead: Card) -> bool:
    """Is a trick with that card led of the kind that was wished for?"""
    if wish == "foreign":
        return True
    if wish == "diamonds":
        return bool(_DIAMONDS >> lead & 1)
    group = order.group[lead]
    if wish == "trump":
        return group == TRUMP
    return group != TRUMP if wish == "miss" else group == _GROUPS[wish]


def look_at_wedding(match: DoppelkopfTable, trick: Taken) -> None:
    """Settle an open wedding, if this trick does."""
    bride, wish = match.soloist, match.wish
    assert bride is not None and wish is not None
    found = trick.winner != bride and fulfils(match.order, wish, trick.cards[0])
    number = len(match.history)
    if found:
        match.partner = trick.winner
        match.re |= 1 << trick.winner
    elif number < CLARIFYING_TRICKS:
        return
    else:
        match.game = "solo_diamonds"
    match.open_party = False
    match.public = ALL_SEATS
    match.settle(number)
    if not match.quiet:
        match.news.append(WeddingSettled(bride, match.partner, number, parties_of(match)))


# --- the black sow -----------------------------------------------------------------------------


def _look_for_sow(match: DoppelkopfTable, trick: Taken) -> None:
    """Who wins the trick with the second spade queen must play a solo from there on."""
    if not any(_SPADE_QUEENS >> card & 1 for card in trick.cards):
        return
    if sum(_SPADE_QUEENS >> card & 1 for card in _all_played(match)) == 2:
        match.asking = "black_sow_solo"
        match.asked = trick.winner
        if not match.quiet:
            match.news.append(Asked(trick.winner, "black_sow_solo"))


def name_sow_solo(match: DoppelkopfTable, word: str) -> None:
    match.asking = None
    match.game = sow_solo_of(word)
    match.soloist = match.asked
    match.re = 1 << match.asked
    match.open_party = False
    match.public = ALL_SEATS
    match.settle(len(match.history))
    match.set_order(match.game)
    if not match.quiet:
        tell_game(match)
    if len(match.history) == match.size:
        rounds.finish(match)
    elif not match.quiet:
        tell_turn(match)


# --- what a lenient table notes ----------------------------------------------------------------


def _log_card(match: DoppelkopfTable, seat: Seat, card: Card, at: int, early: bool) -> int:
    """Number the move. Whether an early card follows is judged when it is clear what it should
    have followed."""
    if match.strict:
        return match.log_move(seat, "card", match.names[card], at)
    lead = match.trick[0] if match.trick else -1
    fits = early or bool(legal(match.order, match.hands[seat], lead) >> card & 1)
    if not early and match.owed and not match.owed >> card & 1:
        called = _called(match).removeprefix("called_")
        next(m for m in reversed(match.log) if m.data == called and m.seat == seat).legal = False
    return match.log_move(seat, "card", match.names[card], at, legal=fits, early=early, lead=lead)


def _judge_early(match: DoppelkopfTable, seat: Seat, card: Card) -> None:
    lead = match.trick[0]
    move = next(m for m in reversed(match.log) if m.seat == seat and m.kind == "card")
    move.lead = lead
    move.legal = bool(legal(match.order, move.hand, lead) >> card & 1)
