"""What things are called at a table of Doppelkopf: games, words that are said, lines of a score."""

from __future__ import annotations

from stammtisch.games.doppelkopf.words import DENIALS, SOLOS, WISHES


def trumps_of(count: int) -> str:
    return "1 trump" if count == 1 else f"{count} trumps"


SOLO_NAMES: dict[str, str] = {
    "solo_queen": "queen solo",
    "solo_jack": "jack solo",
    "solo_clubs": "club solo",
    "solo_spades": "spade solo",
    "solo_hearts": "heart solo",
    "solo_diamonds": "diamond solo",
    "solo_fleshless": "aces high (no trumps)",
    "solo_aces": "ace solo",
    "solo_10s": "ten solo",
    "solo_king": "king solo",
    "solo_9s": "nine solo",
    "solo_picture": "picture solo (k q j)",
    "solo_noble_brothel": "noble brothel (k q)",
    "solo_monastery": "monastery (k j)",
    "solo_brothel": "brothel (q j)",
    "solo_pure_clubs": "pure clubs",
    "solo_pure_spades": "pure spades",
    "solo_pure_hearts": "pure hearts",
    "solo_pure_diamonds": "pure diamonds",
    "solo_null": "null (no trick)",
    "solo_boneless": "boneless (null, no trumps)",
}

GAME_NAMES: dict[str, str] = {
    **SOLO_NAMES,
    "normal": "normal game",
    "silent_wedding": "silent wedding",
    "wedding": "wedding",
    "poverty": "poverty",
    "black_sow": "black sow",
    "ramsch": "ramsch",
    "ramsch_sw": "ramsch, alone",
    "throw": "thrown away",
    "poverty_cancel": "poverty not taken",
}

CALL_NAMES: dict[str, str] = {
    "re": "re",
    "kontra": "kontra",
    "no90": "no 90",
    "no60": "no 60",
    "no30": "no 30",
    "black": "black",
}

#: Of which kind the trick is that finds a bride's partner.
WISH_NAMES: dict[str, str] = {
    "foreign": "any trick",
    "trump": "a trick of trumps",
    "miss": "a trick of any plain suit",
    "hearts": "a trick of hearts",
    "spades": "a trick of spades",
    "clubs": "a trick of clubs",
    "diamonds": "a trick of diamonds",
}

#: How each word sounds when somebody says it.
SPOKEN: dict[str, str] = {
    "reservation_yes": "reservation",
    "reservation_no": "healthy",
    "solo_no": "no solo",
    **SOLO_NAMES,
    "throw_yes": "I throw my cards away",
    "throw_no": "no throwing away",
    "pigs_yes": "pigs",
    "pigs_no": "no pigs",
    "superpigs_yes": "superpigs",
    "superpigs_no": "no superpigs",
    "poverty_yes": "poverty",
    "poverty_no": "no poverty",
    "poverty_accept": "I take the poverty",
    "poverty_decline": "I do not take it",
    **{f"poverty_return_{amount}": f"{trumps_of(amount)} back" for amount in range(4)},
    "wedding_yes": "wedding",
    "wedding_no": "no wedding",
    **{f"wedding_clarification_trick_{wish}": WISH_NAMES[wish] for wish in WISHES},
    **{f"black_sow_{solo}": SOLO_NAMES[solo] for solo in SOLOS},
    "throw": "I throw my cards away",
    "pigs": "pigs",
    "superpigs": "superpigs",
    **CALL_NAMES,
    "continue_yes": "next round",
    "continue_no": "no next round yet",
    "adjourn_yes": "let us adjourn",
    "adjourn_no": "no, do not adjourn",
    "end_yes": "let us end",
    "end_no": "no, do not end",
    "cancel_yes": "let us drop this match",
    "cancel_no": "no, do not drop it",
    "accusation_yes": "it was so",
    "accusation_no": "it was not so",
}

VOTE_NAMES: dict[str, str] = {
    "continue": "the next round",
    "adjourn": "to adjourn",
    "end": "to end",
    "cancel": "to drop the match",
}

#: What somebody is asked, to the one who is asked.
QUESTIONS: dict[str, str] = {
    "reservation": "Do you have a reservation?",
    "solo": "Do you want to play a solo?",
    "throw": "Do you throw your cards away for a new deal?",
    "pigs": "Do you announce your foxes as pigs?",
    "superpigs": "Do you announce superpigs?",
    "poverty": "Do you have a poverty to give away?",
    "poverty_trump_choice": "Your poverty: which three cards do you give away?",
    "poverty_accept": "Do you take the poverty?",
    "poverty_return_choice": "The poverty is yours: which three cards do you give back?",
    "poverty_return_trumps": "How many trumps are among the cards you gave back?",
    "wedding": "Do you have a wedding to announce?",
    "wedding_clarification_trick": "Which trick shall find your partner?",
    "black_sow_solo": "You won the second spade queen. Which solo do you play now?",
    "accusation_vote": "Was it so? Both of you must agree to find them guilty.",
}

#: What the others are told somebody is asked.
ASKED: dict[str, str] = {
    "reservation": "whether there is a reservation",
    "solo": "for a solo",
    "throw": "about throwing the cards away",
    "pigs": "for pigs",
    "superpigs": "for superpigs",
    "poverty": "for a poverty",
    "poverty_trump_choice": "which cards to give away",
    "poverty_accept": "to take the poverty",
    "poverty_return_choice": "which cards to give back",
    "poverty_return_trumps": "how many trumps came back",
    "wedding": "for a wedding",
    "wedding_clarification_trick": "which trick finds the partner",
    "black_sow_solo": "which solo it will be",
    "accusation_vote": "to judge the complaint",
}

#: How an answer reads among the options; the others are as they are said.
ANSWER_LABELS: dict[str, str] = {
    "reservation_no": "healthy: nothing special",
    "reservation_yes": "a reservation",
    "solo_no": "no solo",
    "throw_yes": "yes, a new deal",
    "throw_no": "no, I keep them",
    "pigs_yes": "yes, pigs",
    "pigs_no": "no",
    "superpigs_yes": "yes, superpigs",
    "superpigs_no": "no",
    "poverty_yes": "yes, a poverty",
    "poverty_no": "no",
    "poverty_accept": "yes, I take it",
    "poverty_decline": "no",
    "wedding_yes": "yes, a wedding",
    "wedding_no": "no",
    "accusation_yes": "yes, guilty",
    "accusation_no": "no, not guilty",
    "continue_yes": "the next round",
    "adjourn_yes": "adjourn: go on another day",
    "end_yes": "end the match here",
    "cancel_yes": "drop the match: it counts for nothing",
    "continue_no": "take back: the next round",
    "adjourn_no": "take back: adjourn",
    "end_no": "take back: end",
    "cancel_no": "take back: drop the match",
}

MISCONDUCT_NAMES: dict[str, str] = {
    "wrong_card": "a wrong card",
    "wrong_announcement": "a wrong announcement",
    "played_early": "a card played early",
    "external": "something outside the game",
}

_UNDER = {"under_90": "no 90", "under_60": "no 60", "under_30": "no 30", "no_trick": "black"}
#: With how much one has a point against each denial.
_AGAINST = {"no90": "120", "no60": "90", "no30": "60", "black": "30"}

#: The lines of a round's score.
ITEM_NAMES: dict[str, str] = {
    "won": "won",
    **_UNDER,
    **{f"said_{denial}": f"{CALL_NAMES[denial]} was called" for denial in DENIALS},
    **{
        f"against_{denial}": f"{_AGAINST[denial]} against {CALL_NAMES[denial]}"
        for denial in DENIALS
    },
    "re": "re was called",
    "kontra": "kontra was called",
    "against_cqs": "against the club queens",
    "cowardice": "cowardice: the winners pay",
    "ramsch": "ramsch: the winners pay",
    "null_won": "no trick made",
    "null_lost": "a trick made",
    **{f"over{eyes}": f"{eyes} eyes made" for eyes in (30, 60, 90, 120, 150, 180, 210, 240)},
    "buck": "buck round",
    "solo": "alone against three",
    "fox": "fox caught",
    "doppelkopf": "doppelkopf",
    "charlie": "Charlie",
    "fox_lasttrick": "fox wins the last trick",
    "jane": "Charlie caught by Jane",
    "charlie_broken": "Charlie caught",
    "heart_trick": "heart trick",
    "sec_black_trick": "second black trick",
    "hobgoblin": "hobgoblin caught",
}


def said_of(word: str) -> str:
    return SPOKEN.get(word, word)


def game_name(game: str | None) -> str:
    return "no game yet" if game is None else GAME_NAMES.get(game, game)


def item_name(name: str) -> str:
    return ITEM_NAMES.get(name, name)


def answer_label(word: str) -> str:
    return ANSWER_LABELS.get(word) or said_of(word)


def wants(name: str, vote: str) -> str:
    """What somebody of that name wants, without the name."""
    return f"{'want' if name == 'You' else 'wants'} {VOTE_NAMES[vote]}"


def points_told(points: int) -> str:
    return f"{points} {'point' if abs(points) == 1 else 'points'}"


def tricks_of(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"
