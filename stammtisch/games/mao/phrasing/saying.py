"""The words in which a rule is said back, in each tongue that a page or a terminal speaks.

What a card, or a kind of card, is called in a sentence.

A rule in plain words, so that its author hears what was understood before it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stammtisch.games.mao.language import rule as tree
from stammtisch.games.mao.language.printing import card_words
from stammtisch.games.mao.language.rule import CardTest, Condition, Duty, Rule
from stammtisch.games.mao.language.words import gender_of, inflected
from stammtisch.games.mao.phrasing.spotting import Guess

_ORDINALS = {
    "en": ("", "", "second", "third", "fourth", "fifth"),
    "de": ("", "", "zweite", "dritte", "vierte", "fünfte"),
}


def card_named(test: CardTest, tongue: str, *, subject: bool = False) -> str:
    """With its article, as the object of a sentence unless it is the subject."""
    if tongue == "sl":
        return _slovenian(test)
    words = card_words(test, tongue)
    if tongue == "en":
        if words[0] == "any":
            return "a card"
        return f"{'an' if words[0][0] in 'aeo' else 'a'} {' '.join(words)}"
    if words[0] == "jede":
        return "eine Karte"
    article = "ein" if gender_of(words) == "n" else "eine"
    if gender_of(words) == "m":
        article = "ein" if subject else "einen"
    return " ".join([article, *inflected(words, is_object=not subject)])


def nth_card(count: int, test: CardTest, tongue: str) -> str:
    """ "The third red card"."""
    if tongue == "sl":
        return f"{count}. karta ({_slovenian(test)})"
    words = card_words(test, tongue)
    words = words[1:] if words[0] in ("any", "jede") else words
    article = "the" if tongue == "en" else {"m": "der", "f": "die", "n": "das"}[gender_of(words)]
    # After a definite article all German adjectives of a subject end alike.
    return " ".join([article, _ORDINALS[tongue][count], *words])


# --- Slovenian: always the object ----------------------------------------------------------------

_SUITS = ("križ", "karo", "srce", "pik")
_OF_SUIT = (
    ("križevega", "križevo"),
    ("karovega", "karovo"),
    ("srčnega", "srčno"),
    ("pikovega", "pikovo"),
)
#: Whether a man, and the word.
_RANKS = (
    *((True, "asa"), (False, "dvojko"), (False, "trojko"), (False, "štirico"), (False, "petico")),
    *((False, "šestico"), (False, "sedmico"), (False, "osmico"), (False, "devetko")),
    *((False, "desetko"), (True, "fanta"), (False, "damo"), (True, "kralja")),
)
_COLOURS = {True: ("rdečega", "rdečo"), False: ("črnega", "črno")}
_KINDS = {
    "face": "figuro",
    "number": "karto s številko",
    "even": "sodo karto",
    "odd": "liho karto",
}


def _slovenian(test: CardTest) -> str:
    if test.rank is not None:
        man, noun = _RANKS[test.rank]
    else:
        man, noun = False, _KINDS.get(test.kind or "", "karto")
        if test.suit is not None and noun == "karto":
            noun = _SUITS[test.suit]
    words = []
    if test.red is not None:
        words.append(_COLOURS[test.red][not man])
    if test.suit is not None and noun != _SUITS[test.suit]:
        words.append(_OF_SUIT[test.suit][not man])
    words.append(noun)
    if test.above is not None:
        words.append(f"nad {test.above}")
    if test.below is not None:
        words.append(f"pod {test.below}")
    return " ".join(words)


Words = dict[str, str]


@dataclass(frozen=True, slots=True)
class Voice:
    #: Whole sentences: the moment, its further conditions, what is done.
    whoever: str
    when: str
    nobody: str
    asked: str
    #: What was done to the words before: one was taken for another, some were passed over.
    taken: str
    passed: str
    within: str
    penalty: str
    #: What somebody does that the rule listens to.
    moments: Words
    hand_moment: str
    #: Further conditions.
    ifs: str
    untrue: str
    same: Words
    higher: str
    lower: str
    hand: str
    neighbour: Words
    in_row: str
    is_card: str
    other_card: str
    sizes: Words
    either: str
    both: str
    #: Duties: of one person, of all, and of nobody in particular.
    own: Words
    plural: Words
    happens: Words
    persons: Words
    named: Words
    skipped: Words


VOICES: dict[str, Voice] = {
    "en": Voice(
        whoever="whoever {moment}{ifs} {duties}",
        when="when somebody {moment}{ifs}, {duties}",
        nobody="nobody may play {moment}{ifs}",
        asked="So: {rule}. Right?",
        taken="Did you mean “{meant}”, not “{written}”?",
        passed="I passed over {words}.",
        within=", within {seconds}",
        penalty="; otherwise it costs {cards}",
        moments={
            "play": "plays {card}",
            "draw": "draws a card in turn",
            "penalty": "takes a penalty",
        },
        hand_moment="has {size} left after playing",
        ifs=", if {clauses},",
        untrue="it is not so that {clause}",
        same={
            "suit": "it has the same suit as the card before",
            "rank": "it has the same rank as the card before",
            "colour": "it has the same colour as the card before",
        },
        higher="it is higher than the card before",
        lower="it is lower than the card before",
        hand="{size} are left in hand",
        neighbour={
            "left": "the player on the left holds {size}",
            "right": "the player on the right holds {size}",
        },
        in_row="it is {card} in a row",
        is_card="it is {card}",
        other_card="any card but {card}",
        sizes={"is": "{cards}", "above": "more than {cards}", "below": "fewer than {cards}"},
        either=" or ",
        both=" and ",
        own={
            "Say": "says “{phrase}”",
            "SayName": "names {what}",
            "Silent": "stays silent",
            "Draw": "draws {cards}",
            "Skip": "skips {players}",
            "Reverse": "turns the direction of play",
            "Again": "has another turn",
            "Wild": "may put it on anything and wishes for a suit",
        },
        plural={
            "Say": "says “{phrase}”",
            "SayName": "names {what}",
            "Silent": "stays silent",
            "Draw": "draws {cards}",
        },
        happens={
            "Skip": "{players} is passed over",
            "Reverse": "the direction of play turns",
            "Again": "that player has another turn",
            "Wild": "that card fits on anything, and its player wishes for a suit",
            "NextMust": "the next card must be {card}",
            "Forbidden": "that is forbidden",
        },
        persons={
            "player": "that player",
            "next": "the next player",
            "left": "the player on the left",
            "right": "the player on the right",
            "everybody": "everybody",
        },
        named={"card": "the card", "suit": "its suit", "rank": "its rank"},
        skipped={"one": "the next player", "many": "the next {count} players"},
    ),
    "de": Voice(
        whoever="wer {moment}{ifs}, {duties}",
        when="wenn jemand {moment}{ifs}, gilt: {duties}",
        nobody="niemand darf {moment} spielen{ifs}",
        asked="Also: {rule}. Richtig?",
        taken="Ist „{meant}“ gemeint, nicht „{written}“?",
        passed="Überlesen habe ich {words}.",
        within=", innerhalb von {seconds}",
        penalty="; sonst kostet es {cards}",
        moments={
            "play": "{card} spielt",
            "draw": "als Zug eine Karte zieht",
            "penalty": "eine Strafe bekommt",
        },
        hand_moment="nach dem Ausspielen {size} übrig hat",
        ifs=" (wenn {clauses})",
        untrue="nicht gilt, dass {clause}",
        same={
            "suit": "sie dieselbe Farbe hat wie die Karte davor",
            "rank": "sie denselben Rang hat wie die Karte davor",
            "colour": "sie wie die Karte davor rot oder schwarz ist",
        },
        higher="sie höher ist als die Karte davor",
        lower="sie niedriger ist als die Karte davor",
        hand="danach {size} auf der Hand sind",
        neighbour={
            "left": "der linke Nachbar {size} hält",
            "right": "der rechte Nachbar {size} hält",
        },
        in_row="es {card} in Folge ist",
        is_card="es {card} ist",
        other_card="irgendeine Karte außer {card}",
        sizes={"is": "{cards}", "above": "mehr als {cards}", "below": "weniger als {cards}"},
        either=" oder ",
        both=" und ",
        own={
            "Say": "sagt „{phrase}“",
            "SayName": "nennt {what}",
            "Silent": "schweigt",
            "Draw": "zieht {cards}",
            "Skip": "überspringt {players}",
            "Reverse": "kehrt die Richtung um",
            "Again": "ist noch einmal dran",
            "Wild": "darf sie auf alles legen und wünscht sich eine Farbe",
        },
        plural={
            "Say": "sagen „{phrase}“",
            "SayName": "nennen {what}",
            "Silent": "schweigen",
            "Draw": "ziehen {cards}",
        },
        happens={
            "Skip": "übersprungen: {players}",
            "Reverse": "die Richtung kehrt sich um",
            "Again": "dieser Spieler ist noch einmal dran",
            "Wild": "die Karte passt auf alles, und ihr Spieler wünscht sich eine Farbe",
            "NextMust": "die nächste Karte muss {card} sein",
            "Forbidden": "das ist verboten",
        },
        persons={
            "player": "dieser Spieler",
            "next": "der nächste Spieler",
            "left": "der linke Nachbar",
            "right": "der rechte Nachbar",
            "everybody": "alle",
        },
        named={"card": "die Karte", "suit": "ihre Farbe", "rank": "ihren Rang"},
        skipped={"one": "den nächsten Spieler", "many": "die nächsten {count} Spieler"},
    ),
    "sl": Voice(
        whoever="kdor {moment}{ifs}, {duties}",
        when="kadar kdo {moment}{ifs}, velja: {duties}",
        nobody="nihče ne sme odigrati: {moment}{ifs}",
        asked="Torej: {rule}. Drži?",
        taken="Je mišljeno »{meant}«, ne »{written}«?",
        passed="Izpustil sem: {words}.",
        within=", čas: {seconds}",
        penalty="; sicer stane {cards}",
        moments={
            "play": "odigra {card}",
            "draw": "na potezi vzame karto",
            "penalty": "dobi kazen",
        },
        hand_moment="mu po igranju ostane: {size}",
        ifs=" (če {clauses})",
        untrue="ne velja, da {clause}",
        same={
            "suit": "je iste barve kot prejšnja",
            "rank": "je iste vrednosti kot prejšnja",
            "colour": "je kot prejšnja rdeča ali črna",
        },
        higher="je višja od prejšnje",
        lower="je nižja od prejšnje",
        hand="v roki ostane: {size}",
        neighbour={"left": "ima levi sosed: {size}", "right": "ima desni sosed: {size}"},
        in_row="je to {card} zapored",
        is_card="odigra {card}",
        other_card="katerokoli karto, a ne {card}",
        sizes={"is": "{cards}", "above": "več kot {cards}", "below": "manj kot {cards}"},
        either=" ali ",
        both=" in ",
        own={
            "Say": "reče »{phrase}«",
            "SayName": "pove {what}",
            "Silent": "molči",
            "Draw": "vzame {cards}",
            "Skip": "preskoči {players}",
            "Reverse": "obrne smer igre",
            "Again": "je še enkrat na vrsti",
            "Wild": "jo sme dati na vse in si izbere barvo",
        },
        plural={
            "Say": "rečejo »{phrase}«",
            "SayName": "povejo {what}",
            "Silent": "molčijo",
            "Draw": "vzamejo {cards}",
        },
        happens={
            "Skip": "preskoči se {players}",
            "Reverse": "smer igre se obrne",
            "Again": "ta igralec je še enkrat na vrsti",
            "Wild": "karta gre na vse, njen igralec pa izbere barvo",
            "NextMust": "naslednji mora odigrati {card}",
            "Forbidden": "to je prepovedano",
        },
        persons={
            "player": "ta igralec",
            "next": "naslednji igralec",
            "left": "levi sosed",
            "right": "desni sosed",
            "everybody": "vsi",
        },
        named={"card": "ime karte", "suit": "njeno barvo", "rank": "njeno vrednost"},
        skipped={"one": "naslednjega igralca", "many": "naslednje igralce ({count})"},
    ),
}

#: One, two, three or four, and more of something; Slovenian counts by the last two figures.
_FORMS: dict[str, dict[str, tuple[str, str, str, str]]] = {
    "en": {
        "card": ("{n} card", "{n} cards", "{n} cards", "{n} cards"),
        "second": ("{n} second", "{n} seconds", "{n} seconds", "{n} seconds"),
    },
    "de": {
        "card": ("{n} Karte", "{n} Karten", "{n} Karten", "{n} Karten"),
        "second": ("{n} Sekunde", "{n} Sekunden", "{n} Sekunden", "{n} Sekunden"),
    },
    "sl": {
        "card": ("{n} karto", "{n} karti", "{n} karte", "{n} kart"),
        "second": ("{n} sekunda", "{n} sekundi", "{n} sekunde", "{n} sekund"),
    },
}
_NONE = {"en": "no cards", "de": "keine Karte", "sl": "0 kart"}


def counted(tongue: str, what: str, number: int) -> str:
    if number == 0 and what == "card":
        return _NONE[tongue]
    by = number % 100 if tongue == "sl" else number
    form = 0 if by == 1 else 1 if by == 2 else 2 if by in (3, 4) else 3
    return _FORMS[tongue][what][form].format(n=number)


#: Duties that the player does, so that a sentence can be about the player.
_ONES_OWN = (tree.Skip, tree.Reverse, tree.Again, tree.Wild)


def said(rule: Rule, tongue: str) -> str:
    """A sentence without capital and full stop, in English, German or Slovenian."""
    return _Teller(tongue).rule(rule)


def said_back(
    rule: Rule, tongue: str, guesses: Sequence[Guess] = (), passed: Sequence[str] = ()
) -> str:
    """The question with which an author is asked whether it is meant like that."""
    voice = VOICES[tongue]
    sentences = [voice.taken.format(**guess._asdict()) for guess in guesses]
    if passed:
        sentences.append(voice.passed.format(words=", ".join(f"“{word}”" for word in passed)))
    return " ".join([*sentences, voice.asked.format(rule=said(rule, tongue))])


class _Teller:
    def __init__(self, tongue: str) -> None:
        self._tongue = tongue
        self._voice: Voice = VOICES[tongue]

    def rule(self, rule: Rule) -> str:
        moment, ifs = self._moment(rule)
        if rule.duties == (tree.Forbidden(),):
            words = self._voice.nobody.format(moment=self._infinitive(rule), ifs=ifs)
        elif all(self._is_own(duty) for duty in rule.duties):
            done = self._listed([self._own(duty) for duty in rule.duties])
            words = self._voice.whoever.format(moment=moment, ifs=ifs, duties=done)
        else:
            done = self._listed([self._anybodys(duty) for duty in rule.duties])
            words = self._voice.when.format(moment=moment, ifs=ifs, duties=done)
        if rule.within is not None:
            words += self._voice.within.format(seconds=counted(self._tongue, "second", rule.within))
        if rule.penalty is not None:
            words += self._voice.penalty.format(cards=counted(self._tongue, "card", rule.penalty))
        return words.replace(",,", ",")

    # --- conditions -----------------------------------------------------------------------------

    def _moment(self, rule: Rule) -> tuple[str, str]:
        """What somebody does, and under which further conditions."""
        main = self._main(rule)
        rest = [one for one in rule.conditions if one is not main]
        if rule.happening != "play":
            moment = self._voice.moments[rule.happening]
        elif isinstance(main, tree.HandSize):
            moment = self._voice.hand_moment.format(size=self._size(main))
        else:
            moment = self._voice.moments["play"].format(card=self._card(main))
        clauses = [
            self._clause(one) for one in rest if not isinstance(one, tree.Drawn | tree.Penalised)
        ]
        ifs = self._voice.ifs.format(clauses=self._listed(clauses)) if clauses else ""
        return moment, ifs

    def _infinitive(self, rule: Rule) -> str:
        return self._card(self._main(rule))

    def _main(self, rule: Rule) -> Condition | None:
        """The condition that the sentence begins with: which card it is about, if one is named."""
        for one in rule.conditions:
            if _is_card(one):
                return one
        if len(rule.conditions) == 1 and isinstance(rule.conditions[0], tree.HandSize):
            forbids = rule.duties == (tree.Forbidden(),)
            return None if forbids else rule.conditions[0]
        return None

    def _card(self, main: Condition | None) -> str:
        if isinstance(main, tree.Either):
            named = [card_named(test, self._tongue) for test in main.options]  # type: ignore[arg-type]
            return self._voice.either.join(named)
        if isinstance(main, tree.Not):
            test = main.condition
            assert isinstance(test, tree.CardTest)
            return self._voice.other_card.format(card=card_named(test, self._tongue))
        if isinstance(main, tree.CardTest):
            return card_named(main, self._tongue)
        return card_named(tree.CardTest(), self._tongue)

    def _clause(self, condition: Condition) -> str:
        voice = self._voice
        if isinstance(condition, tree.Either):
            return voice.either.join(self._clause(option) for option in condition.options)
        if isinstance(condition, tree.Not):
            return voice.untrue.format(clause=self._clause(condition.condition))
        if isinstance(condition, tree.Same):
            return voice.same[condition.what]
        if isinstance(condition, tree.Step):
            return voice.higher if condition.up else voice.lower
        if isinstance(condition, tree.HandSize):
            return voice.hand.format(size=self._size(condition))
        if isinstance(condition, tree.Neighbour):
            return voice.neighbour[condition.side].format(size=self._size(condition))
        if isinstance(condition, tree.InRow):
            card = nth_card(condition.count, condition.test, self._tongue)
            return voice.in_row.format(card=card)
        assert isinstance(condition, tree.CardTest)
        return voice.is_card.format(card=card_named(condition, self._tongue, subject=True))

    def _size(self, size: tree.HandSize | tree.Neighbour) -> str:
        cards = counted(self._tongue, "card", size.count)
        return self._voice.sizes[size.compare].format(cards=cards)

    # --- duties ---------------------------------------------------------------------------------

    def _is_own(self, duty: Duty) -> bool:
        return isinstance(duty, _ONES_OWN) or getattr(duty, "whom", None) == "player"

    def _own(self, duty: Duty) -> str:
        return self._voice.own[type(duty).__name__].format(**self._values(duty))

    def _anybodys(self, duty: Duty) -> str:
        if hasattr(duty, "whom"):
            plural = duty.whom == "everybody"
            verbs = self._voice.plural if plural else self._voice.own
            does = verbs[type(duty).__name__].format(**self._values(duty))
            return f"{self._voice.persons[duty.whom]} {does}"
        return self._voice.happens[type(duty).__name__].format(**self._values(duty))

    def _values(self, duty: Duty) -> dict[str, Any]:
        values: dict[str, Any] = {}
        if isinstance(duty, tree.Say):
            values["phrase"] = duty.phrase
        elif isinstance(duty, tree.SayName):
            values["what"] = self._voice.named[duty.what]
        elif isinstance(duty, tree.Draw):
            values["cards"] = counted(self._tongue, "card", duty.count)
        elif isinstance(duty, tree.Skip):
            key = "one" if duty.count == 1 else "many"
            values["players"] = self._voice.skipped[key].format(count=duty.count)
        elif isinstance(duty, tree.NextMust):
            values["card"] = card_named(duty.test, self._tongue, subject=True)
        return values

    def _listed(self, parts: Sequence[str]) -> str:
        *some, last = parts
        return self._voice.both.join([", ".join(some), last] if some else [last])


def _is_card(condition: Condition) -> bool:
    if isinstance(condition, tree.Either):
        return all(isinstance(option, tree.CardTest) for option in condition.options)
    plain = condition.condition if isinstance(condition, tree.Not) else condition
    return isinstance(plain, tree.CardTest)
