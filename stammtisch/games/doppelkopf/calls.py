"""Re, kontra and what is denied the other side: who may call what, and what a call does.

Until when something may be called.

A party says re or kontra, then denies the other side 90, 60, 30 eyes and at last every trick. How
late each is allowed goes by the cards that the caller still holds. A wedding moves all of it back
by the number of the trick that settled it; without one that number is 1.
"""

from __future__ import annotations

from stammtisch.games.doppelkopf import tricks
from stammtisch.games.doppelkopf.records import Party, Say
from stammtisch.games.doppelkopf.refusals import refusal
from stammtisch.games.doppelkopf.scoring import NULL_GAMES, PARTIES
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.doppelkopf.words import DENIALS, SAY
from stammtisch.games.game import Seat


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
    calls = _REST[party][level]
    return calls if match.rules.calls_skip else calls[:1]


def least_cards_now(match: DoppelkopfTable, seat: Seat) -> int:
    """With how many cards in hand the seat may still call something on its turn; `NEVER` if
    there is nothing that it could call.

    The same limits as in `calls.in_time`, for all calls at once: with each step that a party has
    made, the next is allowed one card longer, and so is a reply of the other party.
    """
    party = 0 if match.re >> seat & 1 else 1
    level = match.level[party]
    if match.open_party or level > len(DENIALS):
        return NEVER
    if match.game in NULL_GAMES:
        return NEVER if level else 1
    return match.size - match.settled - (level or match.level[1 - party])


def until(match: DoppelkopfTable, seat: Seat) -> int:
    """With how few cards in hand the seat's next call is still proper."""
    party = 0 if match.re >> seat & 1 else 1
    level = match.level[party]
    if match.game in NULL_GAMES:
        return 1
    # The first call of a party may also answer the others' newest.
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
