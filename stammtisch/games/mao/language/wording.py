"""What the author of a rule is told, in the rule's own tongue."""

from __future__ import annotations

from stammtisch.games.mao.language.lexer import RuleError
from stammtisch.games.mao.language.notation import Part
from stammtisch.games.mao.language.reading import Expected, Reader

#: More ways to go on than these are not listed.
_MOST_WAYS = 4

_SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "expected": "After {before} I expect {ways}{sample}, not {found}.",
        "unquoted": "What is to be said stands in quotes unless the rule ends with it: {sample}.",
        "open_quote": "The quotation {rest} is not closed.",
        "no_words": "There are no words in what is to be said.",
        "not_card": "NOT goes with cards and hands only, not with a draw or a penalty.",
        "or_card": "OR goes with cards and hands only, not with NOT, a draw or a penalty.",
        "both": "A card is drawn either by choice or as a penalty, not both at once.",
        "draw_looks": "A rule about a draw cannot look at a card: others do not see it.",
        "penalty_looks": "A rule about a penalty cannot look at a card: others do not see it.",
        "draw_duty": "One of these duties makes no sense after a draw.",
        "penalty_duty": "One of these duties makes no sense after a penalty.",
        "draw": "The number of cards to draw is {least} to {most}, not {number}.",
        "skip": "The number of players to skip is {least} to {most}, not {number}.",
        "hand": "The number of cards in a hand is {least} to {most}, not {number}.",
        "value": "A card's value is {least} to {most}, not {number}.",
        "seconds": "The time in seconds is {least} to {most}, not {number}.",
        "penalty": "The penalty is {least} to {most}, not {number}.",
        "or": " or ",
    },
    "de": {
        "expected": "Nach {before} erwarte ich {ways}{sample}, nicht {found}.",
        "unquoted": "Was gesagt werden soll, steht in Anführungszeichen, wenn die Regel nicht damit"
        " endet: {sample}.",
        "open_quote": "Das Zitat {rest} hat kein Ende.",
        "no_words": "In dem, was gesagt werden soll, stehen keine Worte.",
        "not_card": "NICHT passt nur zu Karten und Händen, nicht zum Ziehen oder zu einer Strafe.",
        "or_card": "ODER passt nur zu Karten und Händen, nicht zu NICHT, zum Ziehen oder zu einer"
        " Strafe.",
        "both": "Eine Karte wird entweder freiwillig oder als Strafe gezogen, nicht beides.",
        "draw_looks": "Eine Regel über das Ziehen kann auf keine Karte sehen: niemand sonst kennt"
        " sie.",
        "penalty_looks": "Eine Regel über eine Strafe kann auf keine Karte sehen: niemand sonst"
        " kennt sie.",
        "draw_duty": "Eine dieser Pflichten hat nach dem Ziehen keinen Sinn.",
        "penalty_duty": "Eine dieser Pflichten hat nach einer Strafe keinen Sinn.",
        "draw": "Gezogen werden {least} bis {most} Karten, nicht {number}.",
        "skip": "Übersprungen werden {least} bis {most} Spieler, nicht {number}.",
        "hand": "Auf einer Hand sind {least} bis {most} Karten, nicht {number}.",
        "value": "Der Wert einer Karte ist {least} bis {most}, nicht {number}.",
        "seconds": "Die Frist ist {least} bis {most} Sekunden, nicht {number}.",
        "penalty": "Die Strafe ist {least} bis {most} Karten, nicht {number}.",
        "or": " oder ",
    },
}

#: What can be looked for: its names, with a bar between them, and a sample.
_SOUGHT: dict[str, dict[str, tuple[str, str]]] = {
    "en": {
        "condition": ("a condition", "same suit"),
        "duty": ("a duty", 'say "thank you"'),
        "time": ("a number of seconds", "5 SECONDS"),
        "penalty": ("a penalty", "PENALTY 2"),
        "card": ("a card", "red card"),
        "text": ("words in quotes", '"thank you"'),
        "n": ("a number", "2"),
        "ns": ("a number", "5s"),
        "over": ("a card's value", "9"),
        "under": ("a card's value", "5"),
        "nth": ("a number", "third"),
        "suit": ("a suit", "spade"),
        "suits": ("a suit", "spades"),
        "rank": ("a rank", "seven"),
        "colour": ("a colour", "red"),
        "figure": ('"face"', "face"),
        "parity": ('"even"', "even"),
        "side": ('"left"|"right"', "left"),
        "whom": ("a player", "next"),
        "aspect": ('"suit"|"rank"|"colour"', "suit"),
        "what": ('"the card"|"the suit"|"the rank"', "card"),
        "end": ("the end", ""),
    },
    "de": {
        "condition": ("eine Bedingung", "gleiche Farbe"),
        "duty": ("eine Pflicht", 'sage "danke"'),
        "time": ("eine Zahl von Sekunden", "5 SEKUNDEN"),
        "penalty": ("eine Strafe", "STRAFE 2"),
        "card": ("eine Karte", "rote Karte"),
        "text": ("Worte in Anführungszeichen", '"danke"'),
        "n": ("eine Zahl", "2"),
        "ns": ("eine Zahl", "5s"),
        "over": ("den Wert einer Karte", "9"),
        "under": ("den Wert einer Karte", "5"),
        "nth": ("eine Zahl", "dritte"),
        "suit": ("eine Farbe", "Pik"),
        "suits": ("eine Farbe", "Pik"),
        "rank": ("einen Rang", "Sieben"),
        "colour": ('"rot"', "rote"),
        "figure": ('"Bild"', "Bild"),
        "parity": ('"gerade"', "gerade"),
        "side": ('"linker"|"rechter"', "linker"),
        "whom": ("einen Spieler", "nächster"),
        "aspect": ('"Farbe"|"Rang"|"Ton"', "Farbe"),
        "what": ('"die Karte"|"die Farbe"|"den Rang"', "Karte"),
        "end": ("das Ende", ""),
    },
}


def wrong(tongue: str, what: str, **values: object) -> RuleError:
    return RuleError(_SENTENCES[tongue][what].format(**values))


def not_read(reader: Reader) -> RuleError:
    """What should have stood at the furthest place that was reached, after what was understood."""
    for one in reader.expected:
        if sample := _with_marks(reader, one):
            return wrong(reader.tongue, "unquoted", sample=sample)
    expected = _likely(reader)
    before = _understood(reader, expected[0].start)
    ways = list(dict.fromkeys(way for one in expected for way in _names(one, reader.tongue)))
    sample = (
        "" if expected[0].keyword else f" ({before} {_sample(expected[0].parts, reader.tongue)})"
    )
    return wrong(
        reader.tongue,
        "expected",
        before=before if '"' in before else f'"{before}"',
        ways=_listed(ways[:_MOST_WAYS], reader.tongue),
        sample=sample,
        found=_found(reader),
    )


def _likely(reader: Reader) -> list[Expected]:
    """Those ways to go on that lead to words which do follow. If there are none, and the text
    could have ended a piece, the keywords; and if it could have ended a card, what comes after."""
    at = reader.furthest + 1
    follow = {token.word for token in reader.words[at : reader.phrase_end(at)]}
    if leading := [
        one for one in reader.expected if any(part.words & follow for part in one.parts[1:])
    ]:
        return leading
    if keywords := [one for one in reader.expected if one.keyword]:
        return keywords
    rests = {one.parts[one.passed :] for one in reader.expected}
    return [
        one
        for one in reader.expected
        if not any(one.parts[at:] in rests for at in range(one.passed + 1, len(one.parts)))
    ]


def _understood(reader: Reader, start: int) -> str:
    """The text of the piece that begins at `start`; the word before it if nothing was read."""
    first = min(start, reader.furthest - 1)
    until = reader.words[reader.furthest - 1].end
    return " ".join(reader.text[reader.words[first].start : until].split())


def _found(reader: Reader) -> str:
    if reader.furthest == len(reader.words):
        return _SOUGHT[reader.tongue]["end"][0]
    return f'"{reader.words[reader.furthest].text}"'


def _names(one: Expected, tongue: str) -> list[str]:
    part = one.parts[0]
    if part.slot is not None:
        return _SOUGHT[tongue][part.slot][0].split("|")
    return [part.plain if one.keyword else f'"{_plain(part)}"']


def _plain(part: Part) -> str:
    return f"{part.noise} {part.plain}".strip()


def _sample(parts: tuple[Part, ...], tongue: str) -> str:
    return " ".join(
        _plain(part if part.slot is None else part._replace(plain=_SOUGHT[tongue][part.slot][1]))
        for part in parts
        if part.printed
    )


def _listed(ways: list[str], tongue: str) -> str:
    *some, last = ways
    return _SENTENCES[tongue]["or"].join([", ".join(some), last] if some else [last])


def _with_marks(reader: Reader, one: Expected) -> str | None:
    """The author's own words, with the marks that they lack; None if no phrase was looked for."""
    at = reader.furthest
    if one.parts[0].slot != "text":
        return None
    after = one.parts[1].words if len(one.parts) > 1 else frozenset()
    end = reader.phrase_end(at, after)
    if end == at or (after and end == len(reader.words)):
        return None
    rest = reader.text[reader.words[end - 1].end :]
    phrase = reader.phrase(at, end)
    return f'{_understood(reader, one.start)} "{phrase}"{rest}'.rstrip(" .")
