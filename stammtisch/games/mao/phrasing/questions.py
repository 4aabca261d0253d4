"""What the author is asked where a text is not understood, in its own tongue."""

from __future__ import annotations

from stammtisch.games.mao.language.lexer import Token, fold
from stammtisch.games.mao.language.words import TONGUES
from stammtisch.games.mao.phrasing.frames import duties
from stammtisch.games.mao.phrasing.guessing import guess, is_weighty
from stammtisch.games.mao.phrasing.spotting import Symbol, Unknown, concepts, spotted

_QUESTIONS: dict[str, dict[str, str]] = {
    "en": {
        "foreign": "One tongue in one sentence, please: {words} is German, the rest is English.",
        "unknown": "I do not know what {words} means here. What is to be said stands in quotes;"
        " else I know cards, players, and: say, be silent, draw, skip, reverse, play again, choose"
        " a suit, must be played, must not be played. {example}",
        "typo": "I do not know {words}. Did you mean {meant}?",
        "no_duty": "And what is to be done then? {example}",
        "no_condition": "When does that hold? {example}",
        "several": "Which do you mean? {ways}",
        "tangled": "I know the words, but not how they belong together. {example}",
        "example": 'For example: Whoever plays a king says "hail".',
        "and": " and ",
    },
    "de": {
        "foreign": "Bitte nur eine Sprache in einem Satz: {words} ist Englisch, der Rest ist"
        " Deutsch.",
        "unknown": "Ich weiß nicht, was {words} hier heißt. Was gesagt werden soll, steht in"
        " Anführungszeichen; sonst kenne ich Karten, Spieler, und: sagen, schweigen, ziehen,"
        " aussetzen, Richtung wechseln, nochmal spielen, Farbe wünschen, muss gespielt werden,"
        " verboten. {example}",
        "typo": "Ich kenne {words} nicht. Ist {meant} gemeint?",
        "no_duty": "Und was soll dann geschehen? {example}",
        "no_condition": "Wann soll das gelten? {example}",
        "several": "Was davon ist gemeint? {ways}",
        "tangled": "Ich kenne die Wörter, aber nicht, wie sie zusammengehören. {example}",
        "example": 'Zum Beispiel: Wer einen König spielt, sagt "Hoch".',
        "and": " und ",
    },
}
_OTHER = dict(zip(TONGUES, reversed(TONGUES), strict=True))
_DUTY = {
    *(
        "say",
        "text",
        "name",
        "silent",
        "talk",
        "draw",
        "skip",
        "reverse",
        "direction",
        "again",
        "wild",
    ),
    *("choose", "forbid", "follow", "not", "maynot", "nobody"),
}


def foreign(words: list[Token], text: str, tongue: str) -> str | None:
    """A question on words that only the other tongue has."""
    _, unknown = spotted(words, text, tongue)
    elsewhere = [one for one in unknown if is_weighty(fold(one.text), _OTHER[tongue])]
    return _asked(tongue, "foreign", words=_listed(elsewhere, tongue)) if elsewhere else None


def question_on(symbols: list[Symbol], unknown: list[Unknown], tongue: str) -> str:
    example = _QUESTIONS[tongue]["example"]
    if unknown:
        meant = [near.meant for one in unknown if (near := guess(one.text, tongue))]
        if len(meant) == len(unknown):
            words = _QUESTIONS[tongue]["and"].join(f"“{word}”" for word in meant)
            return _asked(tongue, "typo", words=_listed(unknown, tongue), meant=words)
        return _asked(tongue, "unknown", words=_listed(unknown, tongue), example=example)
    if duties(symbols) is None and not concepts(symbols) & _DUTY:
        return _asked(tongue, "no_duty", example=example)
    if duties(symbols) is not None:
        return _asked(tongue, "no_condition", example=example)
    return _asked(tongue, "tangled", example=example)


def which(ways: list[str], tongue: str) -> str:
    return _asked(tongue, "several", ways=" / ".join(ways))


def _asked(tongue: str, what: str, **values: str) -> str:
    return _QUESTIONS[tongue][what].format(**values)


def _listed(unknown: list[Unknown], tongue: str) -> str:
    return _QUESTIONS[tongue]["and"].join(dict.fromkeys(f"“{one.text}”" for one in unknown))
