"""What a round is worth: its special points, its value, and the buck rounds that it makes.

The numbers in parentheses are sections of the tournament rules (TSR). The server's options change
what is done with the sum, never who has won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from stammtisch.games.doppelkopf.cards import ALL_EYES, SUITS, Card, Cards, members
from stammtisch.games.doppelkopf.kernel import FOXES, SPECIAL, Order, special_points
from stammtisch.games.doppelkopf.records import Item, Party
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.words import DENIALS

Two = tuple[int, int]
Words = tuple[str, ...]

# --- special points ----------------------------------------------------------------------------

#: All there are, as cg names them.
EXTRAS = tuple(dict.fromkeys(SPECIAL))
HEARTS = SUITS.index("h")


class Taken(NamedTuple):
    """A trick that is over; its cards in the order of their turns, the leader's first."""

    leader: int
    cards: tuple[Card, ...]
    winner: int

    @property
    def best(self) -> Card:
        """The card that won it."""
        return self.cards[(self.winner - self.leader) % 4]


@lru_cache(maxsize=256)
def special_bits(rules: DoppelkopfRules) -> int:
    """The points of `SPECIAL` that the table counts."""
    return sum(1 << bit for bit, name in enumerate(SPECIAL) if rules.has(name))


def extras_of(
    rules: DoppelkopfRules, order: Order, tricks: Sequence[Taken], re: int, pigs: Cards = 0
) -> tuple[Words, Words]:
    """The special points of re and of kontra, by name, each as often as it was made.

    `re` has a bit for each seat of that party; a pig is no fox.
    """
    found: tuple[list[str], list[str]] = ([], [])
    counted = special_bits(rules)
    black = [0, 0]
    for number, (leader, cards, winner) in enumerate(tricks, start=1):
        last = number == rules.tricks
        best = (winner - leader) & 3
        points = special_points(
            order.group, FOXES & ~pigs, list(cards), leader, best, re, last, black
        )
        found[0 if re >> winner & 1 else 1].extend(
            SPECIAL[bit] for bit in members(points & counted)
        )
    return tuple(found[0]), tuple(found[1])


def is_heart_trick(order: Order, trick: Taken) -> bool:
    """Four hearts, none of them a trump."""
    return all(order.group[card] == HEARTS for card in trick.cards)


# --- the facts of a round ----------------------------------------------------------------------

PARTIES: tuple[Party, Party] = ("re", "kontra")

#: Won by making no trick at all.
NULL_GAMES = ("solo_null", "solo_boneless")
#: One player against three, without the name of a solo.
SILENT_SOLOS = ("silent_wedding", "ramsch_sw")
RAMSCH = ("ramsch", "ramsch_sw")
#: Where special points count (7.2.3), and where kontra wins against the club queens.
WITH_EXTRAS = ("normal", "wedding", "poverty", "ramsch")
AGAINST_QUEENS = ("normal", "wedding", "ramsch")

#: For each denial: the eyes that its party promises to make, the eyes with which the others break
#: it, and the eyes with which they get a point for that. Black is judged by tricks.
PROMISED = {"no90": 151, "no60": 181, "no30": 211}
BROKEN_WITH = {"no90": 90, "no60": 60, "no30": 30}
REACHED_AGAINST = {"no90": 120, "no60": 90, "no30": 60, "black": 30}
#: A loser with fewer eyes costs a point for each; so does a loser without a trick.
UNDER = {"under_90": 90, "under_60": 60, "under_30": 30}
#: A lost null game costs a point more for each that the soloist has reached.
OVER = (*range(30, ALL_EYES, 30), ALL_EYES)


def is_solo(game: str) -> bool:
    """Does one player play against three?"""
    return game.startswith("solo_") or game in SILENT_SOLOS


#: Items are the same few over and over, and never change: each is made once.
item = lru_cache(maxsize=512)(Item)


@lru_cache(maxsize=256)
def _denied(calls: Words) -> Words:
    levels = [DENIALS.index(call) for call in calls if call in DENIALS]
    return DENIALS[: max(levels, default=-1) + 1]


@dataclass(frozen=True, slots=True)
class Facts:
    """How a round ended; of two values the first is re's, the second kontra's."""

    game: str
    eyes: Two
    tricks: Two
    calls: tuple[Words, Words] = ((), ())
    extras: tuple[Words, Words] = ((), ())
    #: What buck rounds multiply it by.
    factor: int = 1

    def said(self, party: int) -> bool:
        """Did the party say re or kontra? Who denies something has said that, too."""
        return bool(self.calls[party])

    def denials(self, party: int) -> Words:
        """What the party denied the other: the highest that it said, and all below it."""
        return _denied(self.calls[party])


@dataclass(frozen=True, slots=True)
class Score:
    """What came of a round."""

    winner: Party | None
    #: How it adds up. Points go to a party; where there is no party, all that stands above is
    #: multiplied, except that a "solo" multiplies the soloist's points only.
    items: tuple[Item, ...]
    #: Points of each player of re and of kontra.
    each: Two
    #: It was worth nothing to its winners, and is not counted but played again.
    repeated: bool = False
    #: The round in the words of the cg protocol.
    keywords: Words = ()

    def of_seats(self, re: int) -> tuple[int, ...]:
        """The points of the four seats; `re` has a bit for each seat of that party."""
        return tuple(self.each[0] if re >> seat & 1 else self.each[1] for seat in range(4))


# --- who has won -------------------------------------------------------------------------------


def winner_of(facts: Facts) -> Party | None:
    """The party that has reached its goal (7.1); None if both have denied too much."""
    if facts.game in NULL_GAMES:
        return "re" if facts.tricks[0] == 0 else "kontra"
    for party in (0, 1):
        if _reached(facts, party):
            return PARTIES[party]
    return None


def _reached(facts: Facts, party: int) -> bool:
    own, others = facts.denials(party), facts.denials(1 - party)
    eyes, tricks = facts.eyes[party], facts.tricks[party]
    if own:
        if own[-1] == "black":
            return facts.tricks[1 - party] == 0
        return eyes >= PROMISED[own[-1]]
    if others:
        if others[-1] == "black":
            return tricks > 0
        return eyes >= BROKEN_WITH[others[-1]]
    only_kontra = facts.said(1) and not facts.said(0)
    half = ALL_EYES // 2
    return eyes >= (half if only_kontra == (party == 0) else half + 1)


# --- what it is worth --------------------------------------------------------------------------


def score(rules: DoppelkopfRules, facts: Facts) -> Score:
    winner = winner_of(facts)
    items = _null_value(facts) if facts.game in NULL_GAMES else _value(facts, winner)
    items += _calls(rules, facts, winner, "*2", "+2")
    if winner == "kontra" and facts.game in AGAINST_QUEENS:
        items.append(item("against_cqs", "kontra", 1))
    cowardly = _is_cowardly(rules, facts, winner)
    if cowardly:
        items.append(item("cowardice", None, -1))
    if facts.game in WITH_EXTRAS:
        for party, names in zip(PARTIES, facts.extras, strict=True):
            items += [item(name, party, 1) for name in names]
    items += _calls(rules, facts, winner, "*2_extra")
    worth = _sum(items) if winner == "re" else -_sum(items)
    repeated = rules.repeat_game and winner is not None and worth <= 0 and not cowardly
    if facts.game in RAMSCH:
        items.append(item("ramsch", None, -1))
    return _counted(facts, winner, items, repeated)


def forfeit(rules: DoppelkopfRules, facts: Facts, winner: Party | None) -> Score:
    """A round that a conviction ended: a plain win for the party that did not offend, with what
    both sides had called. Before there are parties it is worth nothing."""
    items = []
    if winner is not None:
        items.append(item("won", winner, 1))
        items += [item(f"said_{denial}", winner, 1) for denial in _all_denials(facts)]
        items += _calls(rules, facts, winner, "+2", "*2", "*2_extra")
    return _counted(facts, winner, items, repeated=False)


def _value(facts: Facts, winner: Party | None) -> list[Item]:
    """(7.2.2) Without a winner only (a) without the win, (e) and (f), each for its own party."""
    sides = (0, 1) if winner is None else (PARTIES.index(winner),)
    items = [] if winner is None else [item("won", winner, 1)]
    for at in sides:
        items += [item(step, PARTIES[at], 1) for step in _under(facts, 1 - at)]
    if winner is not None:
        items += [item(f"said_{denial}", winner, 1) for denial in _all_denials(facts)]
    for at in sides:
        against = _reached_against(facts, at)
        items += [item(f"against_{denial}", PARTIES[at], 1) for denial in against]
    return items


def _null_value(facts: Facts) -> list[Item]:
    if facts.tricks[0] == 0:
        return [item("null_won", "re", 2)]
    over = [item(f"over{eyes}", "kontra", 1) for eyes in OVER if facts.eyes[0] >= eyes]
    return [item("null_lost", "kontra", 1), *over]


def _under(facts: Facts, loser: int) -> list[str]:
    made = facts.eyes[loser]
    steps = [step for step, eyes in UNDER.items() if made < eyes]
    return [*steps, "no_trick"] if facts.tricks[loser] == 0 else steps


def _all_denials(facts: Facts) -> list[str]:
    return [*facts.denials(0), *facts.denials(1)]


def _reached_against(facts: Facts, party: int) -> list[str]:
    """The denials of the other side against which the party has made enough for a point."""
    if not facts.calls[1 - party]:
        return []
    eyes = facts.eyes[party]
    return [denial for denial in facts.denials(1 - party) if eyes >= REACHED_AGAINST[denial]]


def _calls(rules: DoppelkopfRules, facts: Facts, winner: Party | None, *moments: str) -> list[Item]:
    """Re and kontra, if this is the moment at which the table counts them."""
    if winner is None or rules.re_kontra not in moments:
        return []
    whose = winner if rules.re_kontra == "+2" else None
    return [item(party, whose, 2) for at, party in enumerate(PARTIES) if facts.said(at)]


def _is_cowardly(rules: DoppelkopfRules, facts: Facts, winner: Party | None) -> bool:
    if winner is None or facts.game in NULL_GAMES:
        return False
    at = PARTIES.index(winner)
    if rules.coward == "210_no_re":
        return facts.eyes[at] > 210 and not facts.said(at)
    if rules.coward == "240_no_u90":
        return facts.eyes[at] == ALL_EYES and not facts.denials(at)
    return False


def _counted(facts: Facts, winner: Party | None, items: list[Item], repeated: bool) -> Score:
    if facts.factor != 1:
        items.append(item("buck", None, facts.factor))
    points = 0 if repeated else _sum(items)
    alone = is_solo(facts.game)
    if alone:
        items.append(item("solo", None, 3))
    return Score(
        winner=winner,
        items=tuple(items),
        each=(3 * points if alone else points, -points),
        repeated=repeated,
        keywords=tuple(_keywords(facts, winner, items)),
    )


def _sum(items: list[Item]) -> int:
    """What the items come to, for re."""
    points = 0
    for item in items:
        if item.party is None:
            points *= item.points
        else:
            points += item.points if item.party == "re" else -item.points
    return points


# --- in the words of cg ------------------------------------------------------------------------

#: What it is called that the losers did not come so far, the worst first.
_UNDER_WORDS = {"no_trick": "black", "under_30": "no30", "under_60": "no60", "under_90": "no90"}


def _keywords(facts: Facts, winner: Party | None, items: list[Item]) -> list[str]:
    """Of steps, denials and passed marks cg names only the highest."""
    names = [item.name for item in items]
    words = [f"{winner or 'no'}_win"]
    words += [party for at, party in enumerate(PARTIES) if facts.said(at)]
    for step, word in _UNDER_WORDS.items():
        if step in names:
            words.append(word)
            break
    if facts.calls[0] or facts.calls[1]:
        words += _about_denials(facts, winner)
    over = [name for name in names if name.startswith("over")]
    if over:
        words.append("o210" if over[-1] == "over240" else over[-1].replace("over", "o"))
    if "cowardice" in names:
        words.append("cowardice")
    extras = {"against_cqs", *facts.extras[0], *facts.extras[1]}
    for item in items:
        if item.name in extras and item.party is not None:
            words.append(f"{'p' if item.party == (winner or 're') else 'n'}_{item.name}")
    return words


def _about_denials(facts: Facts, winner: Party | None) -> Iterator[str]:
    yield from _kept_and_failed(facts, winner)
    for at, party in enumerate(PARTIES):
        if winner in (party, None) and _reached_against(facts, at):
            goal = min(120, facts.eyes[at] // 30 * 30)
            yield f"{goal}vs_{facts.denials(1 - at)[-1]}"


def _kept_and_failed(facts: Facts, winner: Party | None) -> Iterator[str]:
    kept = [facts.denials(at)[-1:] for at in (0, 1) if PARTIES[at] == winner]
    failed = [facts.denials(at)[-1:] for at in (0, 1) if PARTIES[at] != winner]
    for prefix, found in (("c", kept), ("fc", failed)):
        highest = max((DENIALS.index(one) for last in found for one in last), default=None)
        if highest is not None:
            yield f"{prefix}_{DENIALS[highest]}"


# --- buck rounds: after certain rounds, the next ones count double -----------------------------

#: Where a trick of four hearts makes a buck round.
HEARTS_COUNT_IN = ("normal", "wedding", "silent_wedding", "poverty")


@dataclass(frozen=True, slots=True)
class Buck:
    """The buck rounds still to be played: in succession one number, in parallel one for each cause
    that made them, all of which run at the same time."""

    left: tuple[int, ...] = ()

    @property
    def factor(self) -> int:
        """What the next round is multiplied by."""
        return int(2 ** len(self.left))

    def after(self, rules: DoppelkopfRules, causes: Sequence[str]) -> Buck:
        """What is left after a round that counted: it used its own before it made new ones."""
        left = [number - 1 for number in self.left if number > 1]
        new = [rules.buck_amount] * len(causes)
        if rules.buck_round == "succession":
            total = sum(left) + sum(new)
            return Buck((total,) if total else ())
        return Buck((*left, *new))


def causes_of(
    rules: DoppelkopfRules, facts: Facts, score: Score, heart_trick: bool
) -> tuple[str, ...]:
    """What in this round makes buck rounds. `heart_trick`: there was a trick of four hearts."""
    if not rules.has("buck_cause") or score.repeated:
        return ()
    lost = [at for at in (0, 1) if score.winner not in (PARTIES[at], None)]
    happened = {
        "4hearts": heart_trick and facts.game in HEARTS_COUNT_IN,
        "draw": facts.eyes[0] == facts.eyes[1],
        "0points": score.each == (0, 0),
        "re_kontra_lost": any(facts.said(at) for at in lost),
        "solo_lost": 0 in lost and is_solo(facts.game) and facts.game not in RAMSCH,
    }
    return tuple(cause for cause in rules.buck_cause if happened[cause])
