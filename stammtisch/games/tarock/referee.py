"""The referee: what holds in a position, from its facts alone.

`referee` answers the kinds of question in `_KINDS`; each has a function that reads `given` and
returns the answer. Cards that do not exist, and positions that cannot be, are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from stammtisch.games.game import Action, Refusal
from stammtisch.games.tarock.board import (
    TALON,
    Auction,
    discard_fault,
    discardable,
    error_of,
    piles_of,
)
from stammtisch.games.tarock.cards import (
    KINGS,
    LOW_CARDS,
    NAMES,
    NUMBERS,
    PAGAT,
    SUITS,
    TAROKS,
    TRULA,
    Cards,
    mask,
    names_of,
)
from stammtisch.games.tarock.kernel import PLAY_ALL, legal, points_of, winner
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import (
    BONUSES,
    TARGETS,
    Announce,
    Bid,
    CallKing,
    Exchange,
    Play,
)
from stammtisch.games.tarock.rules import CONTRACTS, PASS, TarockRules, terms_of
from stammtisch.games.tarock.scoring import (
    ALL_POINTS,
    TRICKS,
    Facts,
    LastTrick,
    Promise,
    Score,
    game_items,
    is_won,
    klop_score,
    score,
)
from stammtisch.games.tarock.talk import holdable
from stammtisch.games.tarock.words import error_name, refusal

Given = Mapping[str, Any]
Answer = dict[str, Any]


def referee(rules: TarockRules, kind: str, given: Given) -> Answer:
    """Answer one question, or refuse it with a sentence."""
    answer = _KINDS.get(kind)
    if answer is None:
        raise refusal("unknown_kind", known=", ".join(_KINDS), kind=repr(kind)[:40])
    if not isinstance(given, Mapping):
        raise _bad("its facts must be an object")
    try:
        return answer(rules, given)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise _bad(f"a fact is missing or of the wrong kind ({error!r})") from error


def _bad(problem: str) -> Refusal:
    return refusal("bad_position", problem=problem)


# --- reading -----------------------------------------------------------------------------------


def _card(name: Any) -> int:
    if type(name) is not str or name not in NUMBERS:
        raise refusal("no_such_card", card=repr(name)[:40])
    return NUMBERS[name]


def _cards(names: Iterable[Any]) -> list[int]:
    cards = [_card(name) for name in names]
    if len(set(cards)) < len(cards):
        raise _bad("a card is there twice")
    return cards


def _set(names: Iterable[Any]) -> Cards:
    return mask(_cards(names))


def _contract(given: Given) -> str:
    contract = given["contract"]
    if contract not in CONTRACTS:
        raise _bad(f"there is no contract {contract!r}")
    return str(contract)


def _king(given: Given) -> int | None:
    called = given.get("called")
    if called is None:
        return None
    if called not in SUITS:
        raise _bad(f"there is no suit {called!r}")
    return KINGS[SUITS.index(called)]


def _seat(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 4:
        raise _bad(f"there is no seat {value!r}")
    return value


def _both(scored: Callable[[TarockRules], Score], rules: TarockRules) -> Answer:
    """The scores as the table rounds them, and exact."""
    return {
        "scores": list(scored(_rounding(rules, rules.rounding)).seats),
        "scores_rounding_1": list(scored(_rounding(rules, 1)).seats),
    }


def _rounding(rules: TarockRules, step: int) -> TarockRules:
    return TarockRules.named(rules.profile, {**rules.changes(), "rounding": step})


# --- cards and tricks --------------------------------------------------------------------------


def _card_points(rules: TarockRules, given: Given) -> Answer:
    return {"points": points_of(_set(given["cards"]))}


def _card_points_many(rules: TarockRules, given: Given) -> Answer:
    return {"points": [points_of(_set(cards)) for cards in given["cases"]]}


def _trick_winner(rules: TarockRules, given: Given) -> Answer:
    cards = _cards(given["cards"])
    if not 1 <= len(cards) <= 4:
        raise _bad("a trick has one to four cards")
    return {"winner_index": winner(terms_of(rules)[_contract(given)].manner, cards)}


def _legal_cards(rules: TarockRules, given: Given) -> Answer:
    trick = _cards(given["trick"])
    hand = _set(given["hand"])
    if len(trick) > 3 or hand & mask(trick):
        raise _bad("the trick has up to three cards, none of which is in the hand")
    locked = _set(given.get("locked", ()))
    announced = given.get("announced", ())
    if rules.ultimo_locked and "pagat_ultimo" in announced:
        locked |= 1 << PAGAT
    king = _king(given)
    if rules.ultimo_locked and "kings_ultimo" in announced and king is not None:
        locked |= 1 << king
    manner = terms_of(rules)[_contract(given)].manner
    return {"legal": list(names_of(legal(manner, hand, trick, locked)))}


# --- before the first trick --------------------------------------------------------------------


def _bidding(rules: TarockRules, given: Given) -> Answer:
    auction = Auction((_seat(given["dealer"]) + 1) % 4)
    for seat, said in given["history"]:
        if seat != auction.next:
            raise _bad(f"seat {seat} is not the next to bid")
        if error_of(auction, said) is not None:
            raise _bad(f"seat {seat} cannot bid {said!r}")
        auction.bid(said)
    valid = auction.valid
    answer: Answer = {"next_player": auction.next, "valid_bids": list(valid)}
    if auction.next is None:
        answer["winner"] = auction.holder
        answer["contract"] = CONTRACTS[auction.highest]
        answer["errors"] = dict.fromkeys((PASS, *CONTRACTS), "wrong_phase")
    else:
        wrong = {said: error_of(auction, said) for said in (PASS, *CONTRACTS)}
        answer["errors"] = {said: code for said, code in wrong.items() if code is not None}
    return answer


def _exchange(rules: TarockRules, given: Given) -> Answer:
    size = terms_of(rules)[_contract(given)].contract.pile
    if not size:
        raise _bad("nobody takes cards from the talon in this contract")
    cards = _cards(given["talon"])
    if len(cards) != TALON:
        raise _bad(f"the talon has {TALON} cards")
    hand = _set(given["hand"])
    piles = piles_of(cards, size)
    picked = given["picked"]
    if type(picked) is not int or not 0 <= picked < len(piles):
        return {"error": "invalid_pick"}
    king = _king(given)
    forced = rules.forced_king_pile and king is not None and king in cards
    if forced and king is not None and not piles[picked] >> king & 1:
        return {"error": "invalid_pick"}
    chosen = given["cards"]
    if len(set(chosen)) < len(chosen):
        return {"error": "invalid_card"}
    down = _set(chosen)
    wrong = discard_fault(hand | piles[picked], down, size, rules.free_tarok_discard)
    if wrong is not None:
        return {"error": error_name(wrong)}
    shown = [name for name in chosen if _card(name) >= PAGAT]
    return {
        "ok": True,
        "public_discards": shown,
        "side_pile": list(chosen),
        "hand": list(names_of((hand | piles[picked]) & ~down)),
    }


def _valid_bonuses(rules: TarockRules, given: Given) -> Answer:
    if not terms_of(rules)[_contract(given)].announces:
        return {"valid_bonuses": []}
    said = given.get("announced", ())
    valid = holdable(_set(given["hand"]), _king(given))
    return {"valid_bonuses": [bonus for bonus in valid if bonus not in said]}


# --- scores ------------------------------------------------------------------------------------


def _score(rules: TarockRules, given: Given) -> Answer:
    facts = _facts(rules, given)
    answer = _both(lambda changed: score(changed, facts), rules)
    scored = score(rules, facts)
    items = [{"name": item.name, "value": item.value} for item in scored.items]
    return {**answer, "points": scored.points, "won": scored.won, "items": items}


def _facts(rules: TarockRules, given: Given) -> Facts:
    declarer = _seat(given["declarer"])
    partner = None if given.get("partner") is None else _seat(given["partner"])
    kontra = _factors(given.get("kontra", {}))
    radli: Sequence[int] = given.get("radli") or (0, 0, 0, 0)
    tricks = given["declarer_side_tricks"]
    if type(tricks) is not int or not 0 <= tricks <= TRICKS:
        raise _bad(f"{tricks!r} is no number of tricks")
    contract = _contract(given)
    if contract == "klop":
        raise _bad("a klop is scored by klop_score")
    loser = given.get("mond_loser", given.get("mond"))
    taker = given.get("mond_taker")
    return Facts(
        contract=terms_of(rules)[contract].contract,
        declarer=declarer,
        partner=partner,
        pile=_set(given["declarer_side_pile"]),
        tricks=tricks,
        king=_king(given),
        last=_last_trick(given.get("last_trick")),
        promises=tuple(
            Promise(bonus, seat in (declarer, partner), kontra.get(bonus, 1))
            for bonus, seat in _announced(given.get("announced") or {})
        ),
        factor=kontra.get("game", 1),
        radelc=radli[declarer] > 0,
        mond_loser=None if loser is None else _seat(loser),
        mond_taker=None if taker is None else _seat(taker),
    )


def _announced(announced: Mapping[str, Any]) -> Iterable[tuple[str, int]]:
    """Who announced each bonus: a seat, or one of each side in a list."""
    for bonus, seats in announced.items():
        if bonus not in BONUSES:
            raise _bad(f"there is no bonus {bonus!r}")
        for seat in seats if isinstance(seats, list) else [seats]:
            yield bonus, _seat(seat)


def _factors(kontra: Any) -> dict[str, int]:
    """As a mapping of targets to factors, as the protocol lists them, or of the game alone."""
    if type(kontra) is int:
        kontra = {"game": kontra}
    pairs = (
        kontra.items()
        if isinstance(kontra, Mapping)
        else ((one["target"], one["factor"]) for one in kontra)
    )
    factors = dict(pairs)
    for target, factor in factors.items():
        if target not in TARGETS or factor not in (1, 2, 4, 8, 16):
            raise _bad(f"{target!r} cannot be multiplied by {factor!r}")
    return factors


def _last_trick(last: Any) -> LastTrick | None:
    if last is None:
        return None
    seats = [_seat(seat) for seat, _ in last["cards"]]
    cards = _cards(name for _, name in last["cards"])
    if seats != [(seats[0] + place) % 4 for place in range(4)]:
        raise _bad("the last trick goes round the table once")
    return LastTrick(seats[0], tuple(cards), _seat(last["winner"]))


def _score_fixed(rules: TarockRules, given: Given) -> Answer:
    """What contract and difference alone bring a declarer without a partner. With each contract
    goes the number that decides it: tricks in beggars and valats, card points in all others."""
    own = []
    for name, number in given["cases"]:
        contract = terms_of(rules)[_contract({"contract": name})].contract
        if contract.name == "klop":
            raise _bad("a klop is scored by klop_score")
        by_points = contract.goal == PLAY_ALL
        most, unit = (ALL_POINTS, "card points") if by_points else (TRICKS, "tricks")
        if type(number) is not int or not 0 <= number <= most:
            raise _bad(f"{number!r} is not a number of {unit}")
        won = is_won(contract, number, number)
        items = game_items(rules, contract, number, won)
        own.append(sum(one.value for one in items))
    return {"declarer_score": own, "others": 0}


def _klop_score(rules: TarockRules, given: Given) -> Answer:
    piles = [_set(pile) for pile in given["piles"]]
    if len(piles) != 4:
        raise _bad("there are four piles")
    points = [points_of(pile) for pile in piles]
    tricks = given.get("tricks") or [int(pile != 0) for pile in piles]
    factor = _factors(given.get("kontra", {})).get("game", 1)
    answer = _both(lambda changed: klop_score(changed, points, tricks, factor), rules)
    return {**answer, "points": points}


# --- a deal that was written down, played again ------------------------------------------------
#
# It has `[seat, phase, action]` for each step: `bid`, `callking`, `exchange` (first `pile:i`, then
# one card at a time) and `play`. Nobody announces anything in it.


class Replay:
    """One deal; the seat of the first forehand is given."""

    def __init__(
        self, rules: TarockRules, forehand: int, hands: Sequence[Cards], cards: Sequence[int]
    ) -> None:
        carry = {"deals": 0, "dealer": (forehand + 3) % 4, "totals": [0] * 4, "radli": [0] * 4}
        # It waits after the deal, so that the cards stay on the table.
        self.match = TarockMatch(replace(rules, deals=0, pause=1), 4, carry)
        self.match.lay(hands, cards)
        #: How many choices there were before each step.
        self.counts: list[int] = []
        self._pile: int | None = None
        self._down: list[str] = []

    def step(self, seat: int, phase: str, what: str) -> None:
        match = self.match
        while match.phase == "announcing":
            match.apply(match.mover, Announce())
        if seat not in match.turn:
            raise refusal("bad_position", problem=f"it is not the turn of seat {seat!r}")
        if phase == "exchange":
            self._exchange(seat, what)
            return
        self.counts.append(len(match.actions(seat)))
        kinds: dict[str, type[Any]] = {"bid": Bid, "callking": CallKing, "play": Play}
        if phase not in kinds:
            raise refusal("bad_position", problem=f"there is no phase {phase!r}")
        # A king is called by its suit, or by its name.
        action: Action = kinds[phase](what[:1] if phase == "callking" else what)
        match.apply(seat, action)

    def _exchange(self, seat: int, what: str) -> None:
        match = self.match
        if match.phase != "exchange":
            raise refusal("wrong_phase")
        if self._pile is None:
            self.counts.append(len(match.actions(seat)))
            self._pile = int(what.removeprefix("pile:"))
            return
        if not 0 <= self._pile < len(match.piles):
            raise refusal("invalid_pick", piles=len(match.piles))
        self.counts.append(self._left_to_lay_down().bit_count())
        self._down.append(what)
        assert match.terms is not None
        if len(self._down) == match.terms.contract.pile:
            match.apply(seat, Exchange(self._pile, tuple(self._down)))

    def _left_to_lay_down(self) -> Cards:
        """What may be laid down next, one card after the other."""
        match = self.match
        assert self._pile is not None
        held = match.hands[match.declarer] | match.piles[self._pile]
        for name in self._down:
            held &= ~(1 << NUMBERS[name])
        if match.rules.free_tarok_discard:
            return discardable(held, 1, free=True)
        return held & LOW_CARDS or held & TAROKS & ~TRULA


def replayed(
    rules: TarockRules,
    forehand: int,
    hands: Sequence[Cards],
    cards: Sequence[int],
    actions: Iterable[tuple[int, str, str]],
) -> dict[str, Any]:
    """What came of the deal; refused if a step is not legal, or if it does not end."""
    replay = Replay(rules, forehand, hands, cards)
    for seat, phase, what in actions:
        replay.step(seat, phase, what)
    match = replay.match
    if match.phase != "scored":
        raise refusal("bad_position", problem="the deal is not played to its end")
    (result,) = match.sheet.results()
    assert match.tricks is not None
    return {
        "contract": result.contract,
        "legal_counts": replay.counts,
        "scores": list(result.scores),
        "declarer": result.declarer,
        "partner": result.partner,
        "called": result.called,
        "tricks": list(result.tricks),
        "trick_winners": list(match.tricks.winners),
        "mond_loser": result.mond,
        "king_in_talon": match.king in match.talon,
        "points": list(result.piles),
    }


def _full_game(rules: TarockRules, given: Given) -> Answer:
    hands = [_set(hand) for hand in given["hands"]]
    cards = _cards(given["talon"])
    forehand = _seat(given.get("forehand", 0))
    if len(hands) != 4 or any(hand.bit_count() != 12 for hand in hands) or len(cards) != 6:
        raise _bad("each of four hands has 12 cards, and the talon 6")
    if mask(cards).bit_count() + sum(hand.bit_count() for hand in hands) != len(NAMES):
        raise _bad("the hands and the talon are not one pack")
    exact = replayed(_rounding(rules, 1), forehand, hands, cards, given["actions"])
    return {
        **replayed(rules, forehand, hands, cards, given["actions"]),
        "scores_rounding_1": exact["scores"],
    }


_KINDS: dict[str, Callable[[TarockRules, Given], Answer]] = {
    "card_points": _card_points,
    "card_points_many": _card_points_many,
    "trick_winner": _trick_winner,
    "legal_cards": _legal_cards,
    "bidding": _bidding,
    "exchange": _exchange,
    "valid_bonuses": _valid_bonuses,
    "score": _score,
    "score_fixed": _score_fixed,
    "klop_score": _klop_score,
    "full_game": _full_game,
}
