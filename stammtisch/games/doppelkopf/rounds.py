"""From round to round: dealing, the score sheet, and how the four agree to go on."""

from __future__ import annotations

from functools import lru_cache

from stammtisch.games.doppelkopf import scoring
from stammtisch.games.doppelkopf.cards import DECKS, Cards, members
from stammtisch.games.doppelkopf.records import Dealt, MatchOver, Party, RoundOver, Row, Spoke, Vote
from stammtisch.games.doppelkopf.scoring import Facts, Score
from stammtisch.games.doppelkopf.table import SEATS, DoppelkopfTable
from stammtisch.games.doppelkopf.words import VOTES, refusal
from stammtisch.games.game import Outcome, Seat
from stammtisch.games.stream import Stream

NO_PARTIES: tuple[Party | None, ...] = (None, None, None, None)
_ENDINGS: dict[str, Vote] = {f"{vote}_yes": vote for vote in VOTES}
_WITHDRAWN: dict[str, Vote] = {f"{vote}_no": vote for vote in VOTES}


@lru_cache(maxsize=3)
def _pack(deck: str) -> tuple[Cards, ...]:
    """Each card as a set of its own."""
    return tuple(1 << card for card in members(DECKS[deck]))


def deal(match: DoppelkopfTable, seed: bytes) -> None:
    """Shuffle, and give the first seat the first cards of the pack, the next the next ones."""
    match.awaits_deal = False
    match.round += 1
    match.phase = "reservations"
    match.clear_round()
    pack = Stream(seed).shuffled(_pack(match.rules.without9))
    size, first = match.size, match.first
    for place in SEATS:
        match.hands[(first + place) & 3] = sum(pack[place * size : (place + 1) * size])
    match.dealt = match.hands[:]
    match.start = match.hands[:]
    if not match.quiet:
        hands = tuple(match.spread(hand) for hand in match.hands)
        match.news.append(Dealt(match.round, first, hands, match.rules.open_cards))


# --- the end of a round ------------------------------------------------------------------------


def party_of(match: DoppelkopfTable, seat: Seat) -> Party:
    return "re" if match.re >> seat & 1 else "kontra"


def parties_of(match: DoppelkopfTable) -> tuple[Party | None, ...]:
    """Who belongs where, as the table itself knows it; of an open wedding, only the bride."""
    if match.game is None:
        return NO_PARTIES
    if match.open_party:
        return tuple("re" if match.re >> seat & 1 else None for seat in SEATS)
    return tuple(party_of(match, seat) for seat in SEATS)


def is_duty(match: DoppelkopfTable) -> bool:
    """Is this the soloist's compulsory solo?"""
    soloist = match.soloist
    if soloist is None or match.solo_done[soloist]:
        return False
    return any(said.seat == soloist and said.word == match.game for said in match.said)


def _facts(match: DoppelkopfTable, game: str) -> Facts:
    re_eyes = re_tricks = 0
    for seat in SEATS:
        if match.re >> seat & 1:
            re_eyes += match.eyes[seat]
            re_tricks += match.won[seat]
    special: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    if game in scoring.WITH_EXTRAS and not match.open_party:
        special = scoring.extras_of(
            match.rules, match.order, match.history, match.re, match.pig_cards
        )
    return Facts(
        game,
        (re_eyes, sum(match.eyes) - re_eyes),
        (re_tricks, len(match.history) - re_tricks),
        (
            tuple([word for word, _ in match.called[0]]),
            tuple([word for word, _ in match.called[1]]),
        ),
        special,
        match.buck.factor,
    )


def finish(match: DoppelkopfTable) -> None:
    """All cards are played."""
    assert match.game is not None
    facts = _facts(match, match.game)
    score = scoring.score(match.rules, facts)
    _write_down(match, facts, score, void=score.repeated)
    if not score.repeated:
        _count(match, facts, score)
    _end_round(match)


def stop(match: DoppelkopfTable, offender: Seat) -> None:
    """A conviction ends the round."""
    known = match.re > 0 and not match.open_party
    facts = _facts(match, match.game or "normal")
    winner: Party | None = None
    if known:
        winner = "kontra" if match.re >> offender & 1 else "re"
    score = scoring.forfeit(match.rules, facts, winner)
    _write_down(match, facts, score, void=not known, stopped=True)
    if known:
        _count(match, facts, score)
    _end_round(match)


def declare_void(match: DoppelkopfTable, why: str) -> None:
    """The cards are dealt anew: `why` is "throw" or "poverty_cancel"."""
    match.game = why
    match.set_order("normal")
    match.re = 0
    facts = Facts(why, (0, 0), (0, 0))
    _write_down(match, facts, Score(None, (), (0, 0)), void=True)
    _end_round(match)


def _write_down(
    match: DoppelkopfTable, facts: Facts, score: Score, *, void: bool, stopped: bool = False
) -> None:
    gains = (0, 0, 0, 0) if void else score.of_seats(match.re)
    for seat in SEATS:
        match.points[seat] += gains[seat]
    parties = parties_of(match) if match.re else NO_PARTIES
    row = Row(
        round=match.round,
        game=facts.game,
        soloist=match.soloist,
        winner=score.winner,
        eyes=facts.eyes,
        parties=parties,
        re_calls=facts.calls[0],
        kontra_calls=facts.calls[1],
        re_extras=facts.extras[0],
        kontra_extras=facts.extras[1],
        items=score.items,
        keywords=score.keywords,
        change=tuple([gains[seat] + match.penalties[seat] for seat in SEATS]),
        points=tuple(match.points),
        penalties=tuple(match.penalties),
        factor=facts.factor,
        void=void,
        stopped=stopped,
    )
    match.sheet = (*match.sheet, row)
    if not match.quiet:
        match.news.append(RoundOver(row, tuple(match.spread(hand) for hand in match.dealt)))


def _count(match: DoppelkopfTable, facts: Facts, score: Score) -> None:
    """What a round that counts leaves behind: buck rounds, a solo done, the next dealer."""
    rules = match.rules
    match.scored += 1
    if rules.buck_round != "none":
        hearts = any(scoring.is_heart_trick(match.order, trick) for trick in match.history)
        match.buck = match.buck.after(rules, scoring.causes_of(rules, facts, score, hearts))
    if match.soloist is not None and is_duty(match):
        match.solo_done[match.soloist] = True
    else:
        match.first = (match.first + 1) & 3


def _end_round(match: DoppelkopfTable) -> None:
    match.phase = "end"
    match.asking = None
    match.charge = None
    match.deadline = None
    match.owed = 0
    match.votes = [None, None, None, None]
    if match.rules.rounds and match.scored >= match.rules.rounds:
        _end_match(match, "end")


# --- how to go on ------------------------------------------------------------------------------


def check_vote(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    if match.phase != "end":
        raise refusal("wrong_phase")
    if word in _WITHDRAWN and match.votes[seat] != _WITHDRAWN[word]:
        raise refusal("not_voted")


def vote(match: DoppelkopfTable, seat: Seat, word: str) -> None:
    if not match.quiet:
        match.news.append(Spoke(seat, word))
    wanted = _ENDINGS.get(word)
    match.votes[seat] = wanted
    if wanted is None or match.votes.count(wanted) < 4:
        return
    if wanted == "continue":
        match.phase = "dealing"
        match.awaits_deal = True
    else:
        _end_match(match, wanted)


def _end_match(match: DoppelkopfTable, how: Vote) -> None:
    points = tuple(match.points)
    ranks = tuple([1 + sum(other > own for other in points) for own in points])
    kind = {"adjourn": "adjourned", "cancel": "aborted"}.get(how)
    if kind is None:
        kind = "draw" if ranks == (1, 1, 1, 1) else "won"
    match.phase = "over"
    match.outcome = Outcome(kind, ranks, points)
    if not match.quiet:
        match.news.append(MatchOver(kind, points, ranks))
