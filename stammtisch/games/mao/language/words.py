"""The words of the rule language, English and German.

A form is written as it is read. `a/b` are words that may stand for each other (the first is used
for printing), `word?` may be left out (and is not printed), `<slot>` is filled by what the table
of slots says. Little words in `NOISE` are passed over wherever they stand. Capitals do not matter,
and `ä` is the same as `ae`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from stammtisch.games.mao.language import rule as tree

TONGUES: Final = ("en", "de")

NOISE = {
    "en": {"a", "an", "the", "is", "are"},
    "de": {"ein", "eine", "einen", "einer", "eines", "der", "die", "das", "den", "dem", "wird"},
}

KEYWORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "when": ("when", "whenever", "if"),
        "then": ("then",),
        "and": ("and",),
        "not": ("not",),
        "within": ("within",),
        "seconds": ("seconds", "second", "s"),
        "else": ("else", "otherwise"),
        "penalty": ("penalty",),
    },
    "de": {
        "when": ("wenn", "falls"),
        "then": ("dann",),
        "and": ("und",),
        "not": ("nicht",),
        "within": ("innerhalb", "binnen"),
        "seconds": ("Sekunden", "Sekunde", "s"),
        "else": ("sonst",),
        "penalty": ("Strafe",),
    },
}

# --- slots: words that stand for a value ----------------------------------------------------------


def _ordered(first: int, *words: str) -> dict[str, Any]:
    """Words for `first` and the numbers after it."""
    return _valued(dict(enumerate(words, first)))


def _valued(words: dict[Any, str]) -> dict[str, Any]:
    """Each word to its value. Of several words for one value the first is printed."""
    return {word: value for value, some in words.items() for word in some.split()}


_NUMERALS = {str(number): number for number in range(61)}

SLOTS: dict[str, dict[str, dict[str, Any]]] = {
    "suit": {
        "en": _ordered(0, "club clubs", "diamond diamonds", "heart hearts", "spade spades"),
        "de": _ordered(0, "Kreuz Treff", "Karo", "Herz", "Pik"),
    },
    "rank": {
        "en": _ordered(
            0,
            *("ace aces", "two 2 twos", "three 3 threes", "four 4 fours", "five 5 fives"),
            *("six 6 sixes", "seven 7 sevens", "eight 8 eights", "nine 9 nines", "ten 10 tens"),
            *("jack jacks", "queen queens", "king kings"),
        ),
        "de": _ordered(
            0,
            *("Ass As", "Zwei 2", "Drei 3", "Vier 4", "Fünf 5", "Sechs 6", "Sieben 7", "Acht 8"),
            *("Neun 9", "Zehn 10", "Bube Bauer", "Dame", "König"),
        ),
    },
    "colour": {
        "en": _valued({True: "red", False: "black"}),
        "de": _valued(
            {True: "rote rot roter rotes", False: "schwarze schwarz schwarzer schwarzes"}
        ),
    },
    "kind": {
        "en": _valued({"face": "face", "number": "number", "even": "even", "odd": "odd"}),
        "de": _valued(
            {"face": "Bild", "number": "Zahl", "even": "gerade", "odd": "ungerade"},
        ),
    },
    "n": {
        "en": {
            **_NUMERALS,
            **_ordered(0, "no", "one", "two", "three", "four", "five", "six", "seven", "eight"),
        },
        "de": {
            **_NUMERALS,
            **_ordered(0, "keine", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben"),
        },
    },
    "nth": {
        "en": _ordered(2, "second 2nd", "third 3rd", "fourth 4th", "fifth 5th"),
        "de": _ordered(
            2,
            *("zweite zweites zweiter", "dritte drittes dritter"),
            *("vierte viertes vierter", "fünfte fünftes fünfter"),
        ),
    },
    "side": {
        "en": _valued({"left": "left", "right": "right"}),
        "de": _valued({"left": "linker linke", "right": "rechter rechte"}),
    },
    "whom": {
        "en": _valued({"next": "next", "left": "left", "right": "right"}),
        "de": _valued(
            {"next": "nächster nächste", "left": "linker linke", "right": "rechter rechte"}
        ),
    },
    # A "Farbe" of cards is a suit; whether it is red or black is its "Ton".
    "aspect": {
        "en": _valued({"suit": "suit", "rank": "rank", "colour": "colour color"}),
        "de": _valued({"suit": "Farbe", "rank": "Rang", "colour": "Ton"}),
    },
    "what": {
        "en": _valued({"suit": "suit", "rank": "rank", "card": "card"}),
        "de": _valued({"suit": "Farbe", "rank": "Rang", "card": "Karte"}),
    },
}
#: "Seven of spades": the same words, but these are printed.
SLOTS["suits"] = {
    "en": _ordered(0, "clubs club", "diamonds diamond", "hearts heart", "spades spade"),
    "de": SLOTS["suit"]["de"],
}

# --- forms ----------------------------------------------------------------------------------------


class Form(NamedTuple):
    """How something is said in each tongue, and the record that it stands for."""

    en: tuple[str, ...]
    de: tuple[str, ...]
    record: type[Any]
    #: Fields that the form itself decides.
    fixed: dict[str, Any] = {}  # noqa: RUF012

    def said(self, tongue: str) -> tuple[str, ...]:
        return self.en if tongue == "en" else self.de


#: Which field of a record a slot fills, where it is not the slot's own name. `card` is one of
#: `CARDS`, `text` is a quoted phrase.
FIELDS: dict[str, str] = {
    "n": "count",
    "nth": "count",
    "card": "test",
    "text": "phrase",
    "over": "above",
    "under": "below",
    "colour": "red",
    "suits": "suit",
    "aspect": "what",
}
#: Slots that are filled like another one.
LIKE: dict[str, str] = {"over": "n", "under": "n"}

#: Which cards.
CARDS: tuple[Form, ...] = tuple(
    Form(en, de, tree.CardTest)
    for en, de in (
        (("<rank> of <suits>",), ("<suit> <rank>",)),
        (("<colour> <rank>",), ("<colour> <rank>",)),
        (("<colour> <kind> card",), ("<colour> <kind> Karte?",)),
        (("<suit> above <over>",), ("<suit> über <over>",)),
        (("<suit> below <under>",), ("<suit> unter <under>",)),
        (("<colour> card above <over>",), ("<colour> Karte über <over>",)),
        (("<colour> card below <under>",), ("<colour> Karte unter <under>",)),
        (("card above <over>",), ("Karte über <over>",)),
        (("card below <under>",), ("Karte unter <under>",)),
        (("<kind> card",), ("<kind> Karte?",)),
        (("<suit>",), ("<suit>",)),
        (("<rank>",), ("<rank>",)),
        (("<colour> card",), ("<colour> Karte", "<colour>")),
        (("any/every card", "anything"), ("jede/irgendeine Karte", "alles")),
    )
)

#: What happens.
CONDITIONS: tuple[Form, ...] = (
    Form(("<card> played?",), ("<card> gespielt?",), tree.CardTest),
    Form(("same <aspect> as? previous?",), ("gleiche/gleicher <aspect>",), tree.Same),
    Form(("higher than previous card?",), ("höher als vorher",), tree.Step, {"up": True}),
    Form(("lower than previous card?",), ("niedriger als vorher",), tree.Step, {"up": False}),
    Form(("last card",), ("letzte Karte",), tree.HandSize, {"compare": "is", "count": 1}),
    Form(("<n> cards left",), ("<n> Karten übrig",), tree.HandSize, {"compare": "is"}),
    Form(
        ("more than <n> cards/card left",),
        ("mehr als <n> Karten/Karte übrig",),
        tree.HandSize,
        {"compare": "above"},
    ),
    Form(
        ("fewer/less than <n> cards/card left",),
        ("weniger als <n> Karten/Karte übrig",),
        tree.HandSize,
        {"compare": "below"},
    ),
    Form(
        ("<side> player holds/has one card",),
        ("<side> Spieler hält/hat eine Karte",),
        tree.Neighbour,
        {"compare": "is", "count": 1},
    ),
    Form(
        ("<side> player holds/has <n> cards/card",),
        ("<side> Spieler hält/hat <n> Karten",),
        tree.Neighbour,
        {"compare": "is"},
    ),
    Form(
        ("<side> player holds/has more than <n> cards/card",),
        ("<side> Spieler hält/hat mehr als <n> Karten/Karte",),
        tree.Neighbour,
        {"compare": "above"},
    ),
    Form(
        ("<side> player holds/has fewer/less than <n> cards/card",),
        ("<side> Spieler hält/hat weniger als <n> Karten/Karte",),
        tree.Neighbour,
        {"compare": "below"},
    ),
    Form(("<nth> <card> in a row",), ("<nth> <card> in Folge",), tree.InRow),
    Form(("drawing", "draw"), ("Ziehen", "gezogen"), tree.Drawn),
    Form(("penalty",), ("Strafe",), tree.Penalised),
)

_ALL = {"whom": "everybody"}

#: What must be done. Where nobody is named, the player himself is meant.
DUTIES: tuple[Form, ...] = (
    Form(("say <text>",), ("sage/sag <text>",), tree.Say),
    Form(
        ("<whom> player says/say <text>",),
        ("<whom> Spieler sagt <text>", "sagt <whom> Spieler <text>"),
        tree.Say,
    ),
    Form(
        ("everybody/everyone says/say <text>",),
        ("alle sagen <text>", "sagen alle <text>"),
        tree.Say,
        _ALL,
    ),
    Form(("name/say the <what>",), ("nenne die <what>",), tree.SayName),
    Form(
        ("<whom> player names the <what>",),
        ("<whom> Spieler nennt die <what>", "nennt <whom> Spieler die <what>"),
        tree.SayName,
    ),
    Form(
        ("everybody/everyone names the <what>",),
        ("alle nennen die <what>", "nennen alle die <what>"),
        tree.SayName,
        _ALL,
    ),
    Form(("stay/be silent",), ("schweige",), tree.Silent),
    Form(
        ("<whom> player stays silent",),
        ("<whom> Spieler schweigt", "schweigt <whom> Spieler"),
        tree.Silent,
    ),
    Form(
        ("everybody/everyone stays silent",),
        ("alle schweigen", "schweigen alle"),
        tree.Silent,
        _ALL,
    ),
    Form(("draw a card",), ("ziehe eine Karte",), tree.Draw, {"count": 1}),
    Form(("draw <n> cards/card", "draw <n>"), ("ziehe <n> Karten/Karte", "ziehe <n>"), tree.Draw),
    Form(
        ("<whom> player draws a card",),
        ("<whom> Spieler zieht eine Karte", "zieht <whom> Spieler eine Karte"),
        tree.Draw,
        {"count": 1},
    ),
    Form(
        ("<whom> player draws <n> cards/card", "<whom> player draws <n>"),
        ("<whom> Spieler zieht <n> Karten/Karte?", "zieht <whom> Spieler <n> Karten/Karte?"),
        tree.Draw,
    ),
    Form(
        ("everybody/everyone draws a card",),
        ("alle ziehen eine Karte", "ziehen alle eine Karte"),
        tree.Draw,
        {"count": 1, **_ALL},
    ),
    Form(
        ("everybody/everyone draws <n> cards/card", "everybody/everyone draws <n>"),
        ("alle ziehen <n> Karten/Karte?", "ziehen alle <n> Karten/Karte?"),
        tree.Draw,
        _ALL,
    ),
    Form(("skip next? player?",), ("überspringe", "aussetzen"), tree.Skip),
    Form(("skip <n> players", "skip <n>"), ("überspringe <n>",), tree.Skip),
    Form(("reverse direction?",), ("umkehren", "Richtungswechsel"), tree.Reverse),
    Form(("extra turn", "play again"), ("noch ein Zug", "nochmal"), tree.Again),
    Form(("wild suit?",), ("Wunschfarbe",), tree.Wild),
    Form(("next must play <card>",), ("nächster muss <card> spielen",), tree.NextMust),
    Form(("forbidden",), ("verboten",), tree.Forbidden),
)
