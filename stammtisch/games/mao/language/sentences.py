"""What a rule of the language can say, in the notation of `words.py`."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.words import Form


@dataclass(frozen=True, slots=True)
class Within:
    """Seconds to do a duty."""

    count: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Cards for not doing it."""

    count: int


#: What happens.
CONDITIONS: tuple[Form, ...] = (
    Form(
        ("<card> played?", "card played"),
        ("<card> gespielt?", "Karte gespielt"),
        tree.CardTest,
    ),
    Form(
        ("same <aspect>", "same <aspect> as previous card?"),
        ("gleiche <aspect>", "gleiche <aspect> wie vorher Karte?"),
        tree.Same,
    ),
    Form(
        ("card? higher than previous card?",),
        ("Karte? höher als vorher Karte?",),
        tree.Step,
        {"up": True},
    ),
    Form(
        ("card? lower than previous card?",),
        ("Karte? niedriger als vorher Karte?",),
        tree.Step,
        {"up": False},
    ),
    Form(
        ("last card", "only? card left"),
        ("letzte Karte", "nur? noch? eine Karte übrig"),
        tree.HandSize,
        {"compare": "is", "count": 1},
    ),
    Form(
        ("only? <n> cards left",),
        ("nur? noch? <n> Karten übrig",),
        tree.HandSize,
        {"compare": "is"},
    ),
    Form(
        ("more than one card left",),
        ("mehr als eine Karte übrig",),
        tree.HandSize,
        {"compare": "above", "count": 1},
    ),
    Form(
        ("more than <n> cards left",),
        ("mehr als <n> Karten übrig",),
        tree.HandSize,
        {"compare": "above"},
    ),
    Form(
        ("fewer than <n> cards left",),
        ("weniger als <n> Karten übrig",),
        tree.HandSize,
        {"compare": "below"},
    ),
    Form(
        ("<side> [player] holds one card",),
        ("<side> [Spieler] hält eine Karte", "<side> [Spieler] eine Karte hält"),
        tree.Neighbour,
        {"compare": "is", "count": 1},
    ),
    Form(
        ("<side> [player] holds <n> cards",),
        ("<side> [Spieler] hält <n> Karten", "<side> [Spieler] <n> Karten hält"),
        tree.Neighbour,
        {"compare": "is"},
    ),
    Form(
        ("<side> [player] holds more than one card",),
        (
            "<side> [Spieler] hält mehr als eine Karte",
            "<side> [Spieler] mehr als eine Karte hält",
        ),
        tree.Neighbour,
        {"compare": "above", "count": 1},
    ),
    Form(
        ("<side> [player] holds more than <n> cards",),
        (
            "<side> [Spieler] hält mehr als <n> Karten",
            "<side> [Spieler] mehr als <n> Karten hält",
        ),
        tree.Neighbour,
        {"compare": "above"},
    ),
    Form(
        ("<side> [player] holds fewer than <n> cards",),
        (
            "<side> [Spieler] hält weniger als <n> Karten",
            "<side> [Spieler] weniger als <n> Karten hält",
        ),
        tree.Neighbour,
        {"compare": "below"},
    ),
    Form(
        ("<nth> <card> in a row",),
        ("<nth> <card> in Folge", "<nth> <card> hintereinander"),
        tree.InRow,
    ),
    Form(("drawing", "draw", "card drawn"), ("Ziehen", "Karte? gezogen"), tree.Drawn),
    Form(("penalty",), ("Strafe",), tree.Penalised),
)

_ALL = {"whom": "everybody"}

#: What must be done. Where nobody is named, the player himself is meant.
DUTIES: tuple[Form, ...] = (
    Form(("say <text>",), ("sage <text>", "<text> sagen"), tree.Say),
    Form(
        ("<whom> [player] says <text>", "<whom> [player] must say <text>"),
        (
            "<whom> [Spieler] sagt <text>",
            "sagt <whom> [Spieler] <text>",
            "<whom> [Spieler] muss <text> sagen",
            "muss <whom> [Spieler] <text> sagen",
        ),
        tree.Say,
    ),
    Form(
        ("everybody says <text>", "everybody must say <text>"),
        ("alle sagen <text>", "sagen alle <text>", "alle müssen <text> sagen"),
        tree.Say,
        _ALL,
    ),
    Form(
        ("name the <what>", "say the <what>", "name/say the <what> of the card"),
        ("nenne die <what>", "sage die <what>", "die <what> nennen/sagen"),
        tree.SayName,
    ),
    Form(
        ("<whom> [player] names the <what>", "<whom> [player] must name the <what>"),
        (
            "<whom> [Spieler] nennt die <what>",
            "nennt <whom> [Spieler] die <what>",
            "<whom> [Spieler] muss die <what> nennen",
            "muss <whom> [Spieler] die <what> nennen",
        ),
        tree.SayName,
    ),
    Form(
        ("everybody names the <what>", "everybody must name the <what>"),
        ("alle nennen die <what>", "nennen alle die <what>", "alle müssen die <what> nennen"),
        tree.SayName,
        _ALL,
    ),
    Form(
        ("stay silent", "say nothing"),
        ("schweige", "sage nichts", "nichts sagen"),
        tree.Silent,
    ),
    Form(
        (
            "<whom> [player] [stays] silent",
            "<whom> [player] must stay silent",
            "<whom> [player] says nothing",
        ),
        (
            "<whom> [Spieler] schweigt",
            "schweigt <whom> [Spieler]",
            "<whom> [Spieler] muss schweigen",
            "muss <whom> [Spieler] schweigen",
        ),
        tree.Silent,
    ),
    Form(
        (
            "everybody [stays] silent",
            "everybody must stay silent",
            "everybody says nothing",
        ),
        ("alle schweigen", "schweigen alle", "alle müssen schweigen"),
        tree.Silent,
        _ALL,
    ),
    Form(
        ("draw a card",),
        ("ziehe eine Karte", "eine Karte ziehen"),
        tree.Draw,
        {"count": 1},
    ),
    Form(
        ("draw <n> [cards]",),
        ("ziehe <n> [Karten]", "<n> Karten ziehen"),
        tree.Draw,
    ),
    Form(
        ("<whom> [player] draws a card", "<whom> [player] must draw a card"),
        (
            "<whom> [Spieler] zieht eine Karte",
            "zieht <whom> [Spieler] eine Karte",
            "<whom> [Spieler] muss eine Karte ziehen",
            "muss <whom> [Spieler] eine Karte ziehen",
        ),
        tree.Draw,
        {"count": 1},
    ),
    Form(
        ("<whom> [player] draws <n> [cards]", "<whom> [player] must draw <n> [cards]"),
        (
            "<whom> [Spieler] zieht <n> [Karten]",
            "zieht <whom> [Spieler] <n> [Karten]",
            "<whom> [Spieler] muss <n> [Karten] ziehen",
            "muss <whom> [Spieler] <n> [Karten] ziehen",
        ),
        tree.Draw,
    ),
    Form(
        ("everybody draws a card", "everybody must draw a card"),
        ("alle ziehen eine Karte", "ziehen alle eine Karte", "alle müssen eine Karte ziehen"),
        tree.Draw,
        {"count": 1, **_ALL},
    ),
    Form(
        ("everybody draws <n> [cards]", "everybody must draw <n> [cards]"),
        (
            "alle ziehen <n> [Karten]",
            "ziehen alle <n> [Karten]",
            "alle müssen <n> [Karten] ziehen",
        ),
        tree.Draw,
        _ALL,
    ),
    Form(
        ("skip next? player?", "next player skipped"),
        (
            "überspringe",
            "überspringe nächster Spieler?",
            "aussetzen",
            "nächster Spieler? setzt aus",
            "setzt nächster Spieler? aus",
        ),
        tree.Skip,
    ),
    Form(
        ("skip <n> [players]", "skip next <n> players?"),
        ("überspringe <n> [Spieler]", "überspringe nächster <n> Spieler?"),
        tree.Skip,
    ),
    Form(("reverse direction?",), ("umkehren", "Richtungswechsel"), tree.Reverse),
    Form(("extra turn", "play again"), ("noch ein Zug", "nochmal"), tree.Again),
    Form(("wild suit?",), ("Wunschfarbe",), tree.Wild),
    Form(
        ("next player? must play <card>", "next card must be <card>"),
        (
            "nächster Spieler? muss <card> spielen",
            "muss nächster Spieler? <card> spielen",
            "nächste Karte muss <card> sein",
        ),
        tree.NextMust,
    ),
    Form(("forbidden",), ("verboten",), tree.Forbidden),
)

#: How long there is time, after WITHIN.
TIMES: tuple[Form, ...] = (
    Form(("<n> seconds", "<ns>"), ("von? <n> Sekunden", "von? <ns>"), Within),
)

#: What it costs, after ELSE.
PENALTIES: tuple[Form, ...] = (
    Form(
        ("penalty of? <n> cards?", "draw <n> [cards]", "<n> cards"),
        (
            "Strafe von? <n> Karten?",
            "ziehe <n> [Karten]",
            "<n> Karten/Strafkarten ziehen?",
        ),
        Penalty,
    ),
    Form(
        ("draw a card",),
        ("ziehe eine Karte", "eine Karte/Strafkarte ziehen?"),
        Penalty,
        {"count": 1},
    ),
)
