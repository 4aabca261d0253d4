"""All that can be said and done at a table of Doppelkopf: words, numbers of actions, refusals.

The words of `Say` are the strings of the cg protocol's move log; `data` of its announcements is the
end of the word ("poverty_return" with amount 2 is "poverty_return_2"). Every action has a number,
the same in all matches of this version of the rules: first come the words in their order, then the
cards by kind (the joker last), then the rest. Each reason why something may not be done has a code
and a sentence; where the original cg server has a message, the code is its name without the prefix.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from stammtisch.games.doppelkopf.cards import JOKER, KIND_NAMES, SUITS, Card
from stammtisch.games.doppelkopf.records import (
    MISCONDUCTS,
    Complain,
    Pass,
    Play,
    PointOut,
    Return,
    Say,
    Withdraw,
)
from stammtisch.games.game import Action
from stammtisch.games.refusal import OF_EVERY_MATCH, Refusal

# --- what is said ------------------------------------------------------------------------------

#: From the best to the least where the rule `solo_prio` lets the better solo go first.
SOLOS: Final = (
    "solo_aces",
    "solo_10s",
    "solo_picture",
    "solo_noble_brothel",
    "solo_monastery",
    "solo_king",
    "solo_brothel",
    "solo_queen",
    "solo_jack",
    "solo_9s",
    "solo_clubs",
    "solo_spades",
    "solo_hearts",
    "solo_diamonds",
    "solo_pure_clubs",
    "solo_pure_spades",
    "solo_pure_hearts",
    "solo_pure_diamonds",
    "solo_fleshless",
    "solo_null",
    "solo_boneless",
)
#: The kinds of trick by which a bride may find her partner, where she may wish.
WISHES: Final = ("foreign", "trump", "miss", "hearts", "spades", "clubs", "diamonds")
#: Announced in this order; each needs the ones before.
DENIALS: Final = ("no90", "no60", "no30", "black")
CALLS: Final = ("re", "kontra", *DENIALS)
VOTES: Final = ("continue", "adjourn", "end", "cancel")

_WISH: Final = "wedding_clarification_trick_"
_SOW: Final = "black_sow_"
_BACK: Final = "poverty_return_"


def _yes_no(*questions: str) -> tuple[str, ...]:
    return tuple(f"{question}_{answer}" for question in questions for answer in ("yes", "no"))


#: In the order of their numbers: new words go to the end.
WORDS: Final = (
    *_yes_no("reservation"),
    "solo_no",
    *SOLOS,
    *_yes_no("throw", "pigs", "superpigs", "poverty"),
    "poverty_accept",
    "poverty_decline",
    *(f"{_BACK}{amount}" for amount in range(4)),
    *_yes_no("wedding"),
    *(_WISH + wish for wish in WISHES),
    *(_SOW + solo for solo in SOLOS),
    "throw",
    "pigs",
    "superpigs",
    *CALLS,
    *_yes_no(*VOTES, "accusation"),
)

#: Each word's action, made once.
SAY: Final[dict[str, Say]] = {word: Say(word) for word in WORDS}

#: What may answer a question, whoever is asked. Cards answer the questions that are not here.
ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "reservation": _yes_no("reservation"),
    "solo": (*SOLOS, "solo_no"),
    "throw": _yes_no("throw"),
    "pigs": _yes_no("pigs"),
    "superpigs": _yes_no("superpigs"),
    "poverty": _yes_no("poverty"),
    "poverty_accept": ("poverty_accept", "poverty_decline"),
    "poverty_return_trumps": tuple(f"{_BACK}{amount}" for amount in range(4)),
    "wedding": _yes_no("wedding"),
    "wedding_clarification_trick": tuple(_WISH + wish for wish in WISHES),
    "black_sow_solo": tuple(_SOW + solo for solo in SOLOS),
    "accusation_vote": _yes_no("accusation"),
}


#: What is a word good for: "call" is re, kontra and denials, "table" what else is said among cards
#: or at once, "vote" how to go on, "verdict" the vote on a complaint; the rest are answers.
PURPOSE: Final[dict[str, str]] = {
    **dict.fromkeys(WORDS, "answer"),
    **dict.fromkeys(CALLS, "call"),
    **dict.fromkeys(("throw", "pigs", "superpigs"), "table"),
    **dict.fromkeys(_yes_no(*VOTES), "vote"),
    **dict.fromkeys(ANSWERS["accusation_vote"], "verdict"),
}


def wish_of(word: str) -> str:
    return word.removeprefix(_WISH)


def sow_solo_of(word: str) -> str:
    return word.removeprefix(_SOW)


def amount_of(word: str) -> int:
    return int(word.removeprefix(_BACK))


# --- numbers of actions ------------------------------------------------------------------------

#: One action for each card that can be named.
PLAYS: Final = {card: Play(card) for card in (*KIND_NAMES, JOKER)}

PLAY: Final = 100
PASS: Final = PLAY + len(PLAYS)
RETURN: Final = PASS + 1
WITHDRAW: Final = RETURN + 1
COMPLAIN: Final = WITHDRAW + 1
#: A move that is pointed out by what it was, not by its number.
POINT_OUT_ANY: Final = COMPLAIN + 4 * len(MISCONDUCTS)
POINT_OUT: Final = POINT_OUT_ANY + 1

_PLAIN: Final[dict[Action, int]] = {
    **{SAY[word]: number for number, word in enumerate(WORDS)},
    **{play: PLAY + number for number, play in enumerate(PLAYS.values())},
    Withdraw(): WITHDRAW,
    **{
        Complain(accused, misconduct): COMPLAIN + accused * len(MISCONDUCTS) + at
        for accused in range(4)
        for at, misconduct in enumerate(MISCONDUCTS)
    },
}
_ACTIONS: Final = {number: action for action, number in _PLAIN.items()}
assert len(WORDS) <= PLAY, "the words have run out of numbers"


@lru_cache(maxsize=4)
def plays_by_suit(joker: Card) -> tuple[tuple[tuple[Play, ...], ...], ...]:
    """For each suit, and each set of its twelve cards, one action for each name among them."""
    return tuple(_plays_of(suit, joker) for suit in range(len(SUITS)))


def _plays_of(suit: int, joker: Card) -> tuple[tuple[Play, ...], ...]:
    """The same few tuples of actions, over and over: each pair of bits is the two of a kind."""
    table: list[tuple[Play, ...]] = [()]
    for pair in range(6):
        kind = 6 * suit + pair
        one = (PLAYS[KIND_NAMES[kind]],)
        two = (PLAYS[JOKER],) if 2 * kind + 1 == joker else one
        both = one if two is one else one + two
        parts = ((), one, two, both)
        table = [rest + part for part in parts for rest in table]
    return tuple(table)


def number_of(action: Action) -> int:
    if isinstance(action, Pass):
        return PASS
    if isinstance(action, Return):
        return RETURN
    if isinstance(action, PointOut):
        return POINT_OUT_ANY if action.id is None else POINT_OUT + action.id
    try:
        return _PLAIN[action]
    except (KeyError, TypeError):
        raise refusal("no_number") from None


def plain_action(number: int) -> Action | None:
    """The action of that number, if there is only one of it at any table."""
    return _ACTIONS.get(number) if type(number) is int else None


# --- refusals ----------------------------------------------------------------------------------

#: The data are blanks here; `refusal` fills them in.
_REASONS: Final = (
    # --- at any time ---
    Refusal("over", "The match is over."),
    Refusal("already_dealt", "The cards are dealt already."),
    Refusal("no_clock", "No clock runs in this match."),
    Refusal("too_early", "The time is not over yet."),
    Refusal("wrong_phase", "That is not possible at this point of the round."),
    Refusal("wrong_turn", "It is not your turn."),
    Refusal("unknown_word", "Nobody says {word} in Doppelkopf.", word=""),
    Refusal("bad_number", "Doppelkopf has no action number {number}.", number=""),
    Refusal("no_number", "That action has no number in Doppelkopf."),
    # --- reservations ---
    Refusal("wrong_answer", "You are asked something else: {question}.", question=""),
    Refusal("nothing_reserved", "You have nothing to reserve: say that you are healthy."),
    Refusal(
        "empty_reservation",
        "You have said that you have a reservation, and this is your last chance to say which.",
    ),
    Refusal("unknown_solo", "That solo is not played at this table."),
    Refusal("forced_solo", "You must play your compulsory solo now."),
    Refusal("invalid_throw", "Your hand is not bad enough to be thrown away."),
    Refusal("no_throw", "Hands cannot be thrown away like that at this table."),
    Refusal("invalid_pigs", "You do not have the foxes for that."),
    Refusal("invalid_superpigs", "You do not have both cards for superpigs."),
    Refusal("invalid_poverty", "You have more than three trumps."),
    Refusal("invalid_wedding", "You do not have both club queens."),
    # --- the poor and the rich ---
    Refusal("three_cards", "Three of your cards have to be named."),
    Refusal("invalid_poverty_cards", "All your trumps must be among the three cards."),
    Refusal("invalid_return_amount", "You have returned {ta} trumps, not {ca}.", ta="", ca=""),
    Refusal("must_accept", "All others have declined: you must take the cards."),
    # --- cards ---
    Refusal("not_your_card", "You do not have that card."),
    Refusal("played_already", "You have played to this trick already."),
    Refusal("wrong_card", "You must follow: play {wanted}.", wanted=""),
    Refusal("called_pigs", "You have called pigs: play one now."),
    Refusal("called_superpigs", "You have called superpigs: play one now."),
    # --- calls ---
    Refusal("re_no_party", "You do not belong to that party."),
    Refusal("no_party_yet", "Nobody knows the parties yet."),
    Refusal("re_too_late", "It is too late for that call."),
    Refusal("skipped_call", "Another call comes first: {first}.", first=""),
    Refusal("already_called", "That has been called already."),
    Refusal("no_denials", "Nothing can be denied in a game that is lost by the first trick."),
    Refusal("invalid_pigs_game", "There are no pigs in this game."),
    Refusal("invalid_pigs_call", "Pigs are not called like that at this table."),
    Refusal("invalid_superpigs_game", "There are no superpigs in this game."),
    Refusal("invalid_superpigs_call", "Superpigs cannot be called now."),
    Refusal("not_playable", "You could not play that card now."),
    # --- complaints ---
    Refusal(
        "no_complaints",
        "Wrong moves are refused at this table: there is nothing to complain about.",
    ),
    Refusal("complaint_open", "A complaint has to be settled first."),
    Refusal("no_complaint", "No complaint of yours is open."),
    Refusal("bad_accused", "You can only complain about one of the three others."),
    Refusal(
        "bad_misconduct",
        "A misconduct is a wrong card, a wrong announcement, a card played early or one outside.",
    ),
    Refusal("no_such_move", "The accused has made no such move."),
    Refusal("already_convicted", "That move has been punished already."),
    Refusal("no_pointing", "There is no move to point out in this complaint."),
    # --- after a round ---
    Refusal("not_voted", "You have not asked for that."),
    # --- the referee ---
    Refusal("bad_facts", "These are no facts of a round: {problem}.", problem=""),
    Refusal("unknown_kind", "The referee of doppelkopf knows score, not {kind}.", kind=""),
)
_BY_CODE: Final = {reason.code: reason for reason in _REASONS}
REFUSALS: Final[dict[str, str]] = {
    **OF_EVERY_MATCH,
    **{reason.code: reason.sentence for reason in _REASONS},
}


def refusal(code: str, **data: Any) -> Refusal:
    """One of these, to be raised."""
    reason = _BY_CODE[code]
    return type(reason)(code, reason.sentence, **data)
