"""What is called while cards are played: re, kontra and denials; pigs and superpigs.

A party says re or kontra, then denies the other side 90, 60, 30 eyes and at last every trick. How
late each is allowed goes by the cards that the caller still holds. A wedding moves all of it back
by the number of the trick that settled it; without one that number is 1.

Pigs are the two foxes in one hand, which beat the heart tens; superpigs beat them. With
`two_reservation` they are announced among the reservations (in a suit solo after it, by anybody),
else when one is about to be played, which must be done at once.
"""

from __future__ import annotations

from stammtisch.games.doppelkopf import tricks
from stammtisch.games.doppelkopf.cards import Cards, pig_cards, superpig_cards
from stammtisch.games.doppelkopf.kernel import legal
from stammtisch.games.doppelkopf.records import Party, Say
from stammtisch.games.doppelkopf.scoring import NULL_GAMES, PARTIES
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.doppelkopf.words import DENIALS, SAY, refusal
from stammtisch.games.game import Seat

# --- until when --------------------------------------------------------------------------------


def level_of(call: str) -> int:
    """0 is re or kontra, 1 is no90, 4 is black."""
    return DENIALS.index(call) + 1 if call in DENIALS else 0


def least_cards(call: str, tricks: int, settled: int = 1) -> int:
    """With how many cards in hand the call is still in time: of 12 with 11, 10, 9, 8, 7."""
    return tricks - settled - level_of(call)


def least_cards_to_reply(answered: str, tricks: int, settled: int = 1) -> int:
    """With how many one may still answer that call of the other side with re or kontra."""
    return least_cards(answered, tricks, settled) - 1


def in_time(
    call: str, cards: int, tricks: int, settled: int = 1, theirs: tuple[str, ...] = ()
) -> bool:
    """May the call still be made with so many cards, after these calls of the other side?"""
    if cards >= least_cards(call, tricks, settled):
        return True
    return level_of(call) == 0 and any(
        cards >= least_cards_to_reply(answered, tricks, settled) for answered in theirs
    )


def made_with(call: str, party: str, made: tuple[str, ...]) -> tuple[str, ...]:
    """All that the party calls by calling this, given what it has called: the lower ones first."""
    steps = (party, *DENIALS)[: level_of(call) + 1]
    return tuple(step for step in steps if step not in made)


# --- re, kontra and denials --------------------------------------------------------------------

LADDERS = tuple((party, *DENIALS) for party in PARTIES)
#: What a party may still call, by how far it has come.
_REST: tuple[tuple[tuple[Say, ...], ...], ...] = tuple(
    tuple(tuple(SAY[word] for word in ladder[level:]) for level in range(6)) for ladder in LADDERS
)
_BASE = tuple((SAY[party],) for party in PARTIES)
_NOTHING: tuple[Say, ...] = ()
#: More cards than anybody has.
NEVER = 13


def possible(match: DoppelkopfTable, seat: Seat) -> tuple[Say, ...]:
    """All calls that the seat may properly make now."""
    cards = match.hands[seat].bit_count()
    if cards < least_cards_now(match, seat):
        return _NOTHING
    if seat != match.mover and match.rules.calls_when == "own_turn":
        return _NOTHING
    party = 0 if match.re >> seat & 1 else 1
    level = match.level[party]
    replies = cards < match.size - match.settled - level
    if replies or match.game in NULL_GAMES:
        return _BASE[party]
    calls = _REST[party][level] if match.rules.calls_skip else _REST[party][level][:1]
    if match.strict:
        return calls
    # A wrong call may have left out lower ones, which the next one would have to make, too.
    return tuple(call for call in calls if fault_of(match, seat, call.word) is None)


def least_cards_now(match: DoppelkopfTable, seat: Seat) -> int:
    """With how many cards in hand the seat may still call something on its turn; `NEVER` if
    there is nothing that it could call.

    The same limits as in `in_time`, for all calls at once: with each step that a party has
    made, the next is allowed one card longer, and so is a reply of the other party.
    """
    party = 0 if match.re >> seat & 1 else 1
    level = match.level[party]
    if match.open_party or level > len(DENIALS):
        return NEVER
    if match.game in NULL_GAMES:
        return NEVER if level else 1
    return match.size - match.settled - (level or match.level[1 - party])


def party_called_for(match: DoppelkopfTable, seat: Seat, word: str) -> int:
    """0 is re. A denial is always for one's own party."""
    if word in PARTIES:
        return PARTIES.index(word)
    return 0 if match.re >> seat & 1 else 1


def fault_of(match: DoppelkopfTable, seat: Seat, word: str) -> str | None:
    """What is wrong with the call; what cannot be called at all is refused."""
    if match.phase != "tricks" or match.asking is not None:
        raise refusal("wrong_phase")
    if match.open_party:
        raise refusal("no_party_yet")
    if seat != match.mover and match.rules.calls_when == "own_turn":
        raise refusal("wrong_turn")
    party = party_called_for(match, seat, word)
    null = match.game in NULL_GAMES
    if null and word in DENIALS:
        raise refusal("no_denials")
    level = level_of(word) + 1
    if match.level[party] >= level:
        raise refusal("already_called")
    if (match.re >> seat & 1 == 0) != party:
        return "re_no_party"
    cards = match.hands[seat].bit_count()
    made, theirs = (tuple([called for called, _ in match.called[at]]) for at in (party, 1 - party))
    steps = made_with(word, PARTIES[party], made)
    if len(steps) > 1 and not match.rules.calls_skip:
        return "skipped_call"
    if null:
        return None if cards else "re_too_late"
    limits = (match.size, match.settled)
    if all(in_time(step, cards, *limits) for step in steps):
        return None
    reply = len(steps) == 1 and in_time(word, cards, *limits, theirs)
    return None if reply else "re_too_late"


def call(match: DoppelkopfTable, seat: Seat, word: str, number: int) -> Party:
    """Make the call, with all lower ones that are still in time."""
    party = party_called_for(match, seat, word)
    called = match.called[party]
    cards = match.hands[seat].bit_count()
    for step in made_with(word, PARTIES[party], tuple([made for made, _ in called])):
        if step == word or in_time(step, cards, match.size, match.settled):
            called.append((step, number))
    match.level[party] = level_of(word) + 1
    match.limit_calls()
    if match.strict and match.game in tricks.SECRET_GAMES:
        tricks.show_party(match, seat)
    return PARTIES[party]


def take_back(match: DoppelkopfTable, number: int) -> None:
    """Whoever made the call was convicted of it: it counts no more."""
    for party in (0, 1):
        called = match.called[party]
        called[:] = [(word, made) for word, made in called if made != number]
        match.level[party] = max((level_of(word) + 1 for word, _ in called), default=0)
    match.limit_calls()


def callers(match: DoppelkopfTable) -> list[Seat]:
    """The seats out of turn that could call something now."""
    return [seat for seat in SEATS if seat != match.mover and possible(match, seat)]


# --- pigs --------------------------------------------------------------------------------------

#: Where pigs are called when the first of them is played.
ON_PLAY = ("one_first", "one_on_play", "one_on_fox", "two_on_play")


def foxes(match: DoppelkopfTable) -> Cards:
    return pig_cards(match.game or "normal")


def superfoxes(match: DoppelkopfTable) -> Cards:
    return superpig_cards(match.rules, match.game or "normal")


def has_both(match: DoppelkopfTable, seat: Seat, cards: Cards) -> bool:
    return cards != 0 and match.hands[seat] & cards == cards


def announce_pigs(match: DoppelkopfTable, seat: Seat) -> None:
    """Both foxes are pigs from now on."""
    _set_pigs(match, seat, foxes(match))


def announce_superpigs(match: DoppelkopfTable, seat: Seat) -> None:
    match.superpigs = seat
    match.superpig_cards = superfoxes(match)
    match.set_order(match.game or "normal")


def _set_pigs(match: DoppelkopfTable, seat: Seat, cards: Cards) -> None:
    match.pigs = seat
    match.pig_cards = cards
    match.set_order(match.game or "normal")


def fault_of_pigs(match: DoppelkopfTable, seat: Seat) -> str | None:
    """What is wrong with calling pigs now, if it is only that; what cannot be done is refused."""
    if match.rules.pigs not in ON_PLAY:
        raise refusal("invalid_pigs_call")
    cards = foxes(match)
    if not cards:
        raise refusal("invalid_pigs_game")
    if seat != match.mover:
        raise refusal("wrong_turn")
    if match.pigs is not None:
        raise refusal("already_called")
    held = (match.hands[seat] & cards).bit_count()
    had_both = match.start[seat] & cards == cards
    enough = {
        "two_on_play": held == 2,
        "one_first": held == 2,
        "one_on_play": had_both and held > 0,
        "one_on_fox": had_both and held == 1,
    }
    if not enough[match.rules.pigs]:
        return "invalid_pigs"
    return None if can_play(match, seat, cards) else "not_playable"


def can_play(match: DoppelkopfTable, seat: Seat, cards: Cards) -> bool:
    lead = match.trick[0] if match.trick else -1
    return bool(legal(match.order, match.hands[seat], lead) & cards)


def call_pigs(match: DoppelkopfTable, seat: Seat) -> None:
    cards = foxes(match)
    held = match.hands[seat] & cards
    if match.rules.pigs != "two_on_play":
        # One of them: of two in hand the second, so that the other one stays a fox.
        cards = 1 << held.bit_length() - 1 if held else 0
    _set_pigs(match, seat, cards)
    match.owed = cards or foxes(match)
    match.fitting = -1


def fault_of_superpigs(match: DoppelkopfTable, seat: Seat) -> str | None:
    if not match.rules.has("superpigs") or match.superpigs_when == "reservation":
        raise refusal("invalid_superpigs_call")
    cards = superfoxes(match)
    if not cards:
        raise refusal("invalid_superpigs_game")
    if match.superpigs is not None:
        raise refusal("already_called")
    if match.pigs is None or not _is_time(match, seat):
        raise refusal("invalid_superpigs_call")
    if not has_both(match, seat, cards):
        return "invalid_superpigs"
    if match.superpigs_when == "on_play" and not can_play(match, seat, cards):
        return "not_playable"
    return None


def _is_time(match: DoppelkopfTable, seat: Seat) -> bool:
    """On play: when it is one's turn, and nothing else was called. On the pig: by anybody, as long
    as the trick lasts in which the pigs were called."""
    if match.superpigs_when == "on_play":
        return seat == match.mover and not match.owed
    called = next(said for said in match.said if said.word in ("pigs", "pigs_yes"))
    return len(match.history) + 1 == max(1, match.size - called.cards + 1)


def call_superpigs(match: DoppelkopfTable, seat: Seat) -> None:
    announce_superpigs(match, seat)
    if match.superpigs_when == "on_play":
        match.owed = match.superpig_cards
        match.fitting = -1


def may_follow_pigs(match: DoppelkopfTable) -> list[Seat]:
    """The seats out of turn that may answer pigs with superpigs now."""
    if match.pigs is None or match.superpigs is not None:
        return []
    cards = superfoxes(match)
    return [seat for seat in SEATS if has_both(match, seat, cards) and _is_time(match, seat)]
