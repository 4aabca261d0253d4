"""The words in which a rule is said back, in each tongue that a page or a terminal speaks."""

from __future__ import annotations

from dataclasses import dataclass

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
