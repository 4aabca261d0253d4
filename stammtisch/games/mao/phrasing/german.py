"""What German-speaking newcomers call the things that the rule language can say; the notation is
that of `english.py`."""

from __future__ import annotations

_PERSON = "Spieler/Nachbar/Mitspieler/Person/Spielerin/Nachbarin"
_NEXT = "nächster/nächste/nächsten/nächstem/folgender/folgende/folgenden/nachfolgende/nachfolgenden"
_LEFT = "linker/linke/linken/linkem"
_RIGHT = "rechter/rechte/rechten/rechtem"
_OWN = "seine/seiner/ihre/ihrer/deine/deiner/die/eine/der"

PHRASES: dict[str, str] = {
    # --- how a sentence is put together ---
    "nothing": """
        er oder sie | sie oder er | seine oder ihre | so lange | auf der Stelle | auf jeden Fall |
        laut und deutlich | ist es so dass""",
    "when": """
        wenn/falls/sobald/sooft/sofern/wer/wann | immer/jedesmal wenn/wer/falls | jedes Mal
        wenn/falls/bei? | jeder/jede/alle/derjenige/diejenige/einer/jemand der/die/welcher | wer
        auch? immer | der/ein/jeder Spieler der/welcher | Spieler die | bei/beim/nachdem | im
        Falle/Fall dass? | für | solange/während/indem""",
    "when:on": "auf/nach | direkt/gleich/sofort nach",
    "then": """
        dann/dadurch/daraufhin/danach/bedeutet/heißt/lässt/bewirkt/zwingt/zwingen/bewirken/lassen/bedeuten/heißen/erlaubt/erlauben/ermöglicht/gestattet""",
    "and": "und/sowie",
    "or": "oder/entweder/bzw",
    "else": """
        sonst/ansonsten/andernfalls | oder es gibt/setzt | wer das/es/dies? vergisst | vergisst
        er/man/sie/du es/das? | wenn nicht | falls nicht | bei Vergessen | wer das/es nicht
        tut/macht/sagt | tut/macht er/man/sie das/es nicht | es sei denn | bei Strafe von?""",
    "unsaid": "ohne/vergisst | ohne dabei",
    "not": "nicht/kein/keine/keinen/keinem/keines/nie/niemals/ohne",
    "must": """
        muss/müssen/musst/soll/sollen/sollst/sollte/müsste/müsst | hat/haben/ist/sind zu | ist/sind
        verpflichtet/gezwungen/gehalten zu?""",
    "may": "darf/dürfen/darfst/kann/können/kannst/dürft",
    "only": "darf/dürfen/darfst/kann/können/muss/müssen nur",
    "within": "innerhalb/binnen von? | spätestens nach?",
    "seconds": "Sekunden/Sekunde/Sek",
    # --- who ---
    "whom:next": f"""
        {_NEXT} {_PERSON}? | {_PERSON} danach | Nachfolger | Nächster/Nächste/Nächsten in der Reihe
        | Hintermann/Nebenmann | der/die andere/nächste nach ihm/ihr/dir""",
    "whom:left": f"""
        {_LEFT} {_PERSON}? | {_PERSON} links | links von/neben ihm/ihr/dir/einem/mir? | {_PERSON}
        zur/zu seiner/ihrer/deiner/meiner? Linken | links davon/daneben | wer links sitzt |
        {_PERSON} links von/neben ihm/ihr/dir/einem/mir?""",
    "whom:right": f"""
        {_RIGHT} {_PERSON}? | {_PERSON} rechts | rechts von/neben ihm/ihr/dir/einem/mir? |
        {_PERSON} zur/zu seiner/ihrer/deiner/meiner? Rechten | rechts davon/daneben | wer rechts
        sitzt | {_PERSON} rechts von/neben ihm/ihr/dir/einem/mir?""",
    "whom:everybody": """
        alle/allen/jedermann | alle/sämtliche Spieler/Mitspieler/Leute | alle am Tisch | der ganze?
        Tisch | die ganze Runde""",
    "when+have": "Spieler/alle/jeder/wer/jemand mit",
    "each": "die Spieler/Mitspieler/Leute | jeder/jeden/jedem/jede/jedes",
    "beyond": """
        außer/ausgenommen/bis auf | andere/anderen/anderer/anderes/übrige/übrigen |
        Punkt/Punkte/Punkten | tauschen/tauscht/tausche/vertauschen/austauschen |
        gibt/geben/gib/weitergeben/weitergibt/abgeben/abgibt | Minute/Minuten |
        doppelt/doppelte/halbe/Hälfte | aufstehen/klatschen/klatscht/klopfen/klopft""",
    "nobody": "niemand/keiner mehr? | kein Spieler/Mensch",
    # --- what happens ---
    "play": """
        spielt/spielen/spielst/spiele/gespielt/spiel | legt/legen/gelegt/legst/lege |
        ausspielt/ausspielen/ausgespielt/ausspielst | ablegt/ablegen/abgelegt/ablegst |
        abwirft/abwerfen/abgeworfen | wirft/werfen/geworfen | hinlegt/hinlegen/hingelegt |
        liegt/liegen | kommt/kommen/gekommen | erscheint/erscheinen | fällt/fallen/gefallen |
        auslegt/auslegen/ausgelegt | drauflegt/drauflegen | Ausspielen/Legen/Spielen/Ablegen |
        rauslegt/raushaut | auf den Stapel/Tisch | oben liegt | zu spielen/legen | raus/hin/drauf |
        wird gespielt/gelegt""",
    "draw": """
        zieht/ziehen/ziehe/zieh/ziehst/gezogen/Ziehen | nimmt/nehmen/nimm/nimmst/genommen auf? |
        bekommt/bekommen/bekommst/bekomme | kriegt/kriegen/kriegst | aufnehmen/aufnimmt/aufheben |
        erhält/erhalten/erhältst | gibt es | es gibt | hebt/heben | gezogen hat | kostet/kosten |
        kassiert/kassieren | hebst/abheben/abhebt | vom Stapel/Talon""",
    "penalised": """
        Strafe/Strafen/bestraft/Strafkarte/Strafkarten/Bestrafung | eine Strafe/Strafkarte""",
    "have": "verfügt/verfügen über? | hat/haben/hast/hält/halten/hältst/besitzt/habe/hätte",
    "remaining": """
        übrig/verbleibend/verbleiben/bleibt/bleiben | auf/in der/seiner/ihrer/deiner Hand |
        Handkarten | in der Hand""",
    "last": f"{_OWN}? letzte/letzten/vorletzte Karte",
    "out": """
        keine Karten/Karte mehr | fertig wird/werden | gewinnt/gewinnen | die Runde gewinnt |
        letzte/letzten Karte loswird/los""",
    "previous": """
        vorher/zuvor/davor/vorherige/vorherigen/vorige/vorigen/vorhergehende/vorhergehenden/darunter
        | Karte/die davor/darunter/zuvor/vorher | letzte/letzten | die Karte davor/darunter |
        Vorgänger""",
    "top": "oberste/obersten Karte? | oben",
    "same": """
        gleiche/gleicher/gleichen/gleichem/gleiches |
        dieselbe/derselbe/denselben/derselben/dasselbe/desselben/demselben | selbe/selben/selber |
        passende/passender""",
    "above": """
        über | über mehr als | höher/höhere/höheren/größer/größere/größeren/mehr/höherer als? |
        übersteigt/überschreitet/übertrifft""",
    "below": """
        unter | über weniger als |
        niedriger/niedrigere/niedrigeren/kleiner/kleinere/kleineren/tiefer/weniger/tiefere als?""",
    "atleast": "mindestens/wenigstens",
    "atmost": "höchstens/maximal",
    "orup": "oder höher/mehr/darüber/größer | und höher/mehr/darüber | aufwärts",
    "ordown": "oder niedriger/weniger/darunter/kleiner/tiefer | und darunter/weniger | abwärts",
    "nth:2": "zweiten/zweitem",
    "nth:3": "dritten/drittem",
    "nth:4": "vierten/viertem",
    "nth:5": "fünften/fünftem",
    "row": "in Folge | hintereinander | nacheinander | in Reihe/Serie | am Stück",
    "row:2": "zweimal hintereinander/nacheinander?",
    "row:3": "dreimal hintereinander/nacheinander?",
    # --- cards ---
    "card": "Karte/Karten/Kärtchen",
    "kind:face": "Bild/Bilder/Bildern/Bildkarte/Bildkarten/Figur/Figuren/Hofkarte/Hofkarten",
    "kind:number": "Zahlkarte/Zahlkarten/Zahlenkarte/Zahlenkarten",
    "kind:even": "gerade/gerader/gerades/geraden Zahl/Zahlen?",
    "kind:odd": "ungerade/ungerader/ungerades/ungeraden Zahl/Zahlen?",
    "aspect:suit": "Farbe/Farben",
    "aspect:rank": "Rang/Wert/Zahl/Ziffer/Kartenwert/Zahlen",
    "aspect:colour": "Ton",
    "rank:10": "Junge/Jungen",
    "suit:0": "Kreuz/Kreuze/Treff/Eichel",
    "suit:1": "Karo/Karos/Schellen/Eckstein",
    "suit:3": "Pik/Piks/Schippe/Schippen",
    # --- what must be done ---
    "say": """
        sagt/sagen/sage/sag/sagst/gesagt | ruft/rufen/rufe/ruf/gerufen |
        schreit/schreien/schrei/geschrien | ansagt/ansagen/angesagt |
        begrüßt/begrüßen/begrüße/grüßt/grüßen | bedankt/bedanken/bedanke | antwortet/antworten |
        flüstert/flüstern | brüllt/brüllen | entschuldigt/entschuldigen/entschuldige | das/die/den?
        Wort/Worte/Satz | ausruft/ausrufen/ausgerufen | aufsagen/aufsagt |
        verkündet/verkünden/verkünde | meldet/melden | erwähnt/erwähnen | anzeigen/anzuzeigen/zeigt
        | dazusagen/dazusagt | dazu sagen/sagt | auszurufen/anzusagen/verkünden""",
    "talk": "redet/reden/geredet/rede | spricht/sprechen/gesprochen/sprich | quatscht/quatschen",
    "name": """
        nennt/nennen/nenne/genannt/nennst | benennt/benennen/benannt | beim Namen?
        nennen/nennt/genannt | was es/sie ist | was gespielt wurde | vorlesen/vorliest""",
    "silent": """
        schweigt/schweigen/schweige/schweig/schweigst |
        still/ruhig/leise/stumm/mucksmäuschenstill/mäuschenstill/Stille/Ruhe/Schweigen | nichts
        mehr? | den/die/seinen/seine/ihren? Mund/Klappe halten/hält? | Mund/Klappe | kein
        Wort/Mucks | Redeverbot/Sprechverbot/Schweigepflicht""",
    "skip": """
        überspringen/überspringt/übersprungen/überspringe/überspring |
        aussetzen/aussetzt/ausgesetzt | geskippt/skippt/skippen/skip | setzt/setzen/setz aus? |
        ausgelassen/auslassen/lässt aus | verliert seinen/ihren/den Zug | ist/bist/sind nicht dran
        | kommt nicht dran | pausiert/pausieren/Pause | verliert seine Runde""",
    "reverse": """
        umkehren/umgekehrt/umkehrt | kehrt/kehren/kehre/dreht/drehen um | dreht/drehen sich? um |
        umdrehen/umgedreht/umdreht | Richtungswechsel/Richtungsänderung |
        andersrum/andersherum/rückwärts | in die andere Richtung | anders herum/rum""",
    "change": """
        wechselt/wechseln/gewechselt/wechsle/wechsel | ändert/ändern/geändert/ändere |
        dreht/drehen/gedreht | kehrt/kehren""",
    "direction": "Richtung/Spielrichtung/Reihenfolge/Drehrichtung | die andere Richtung",
    "again": """
        nochmal/nochmals/erneut | noch einmal/mal | noch ein/einen? Zug | wieder dran | zweimal
        dran/spielen/legen/ziehen? | weiteren/weiterer/zusätzlichen/zusätzlicher/zweiten/Extra Zug
        | Extrazug/Zusatzzug | noch eine/einen/eins spielen/legen/ausspielen | noch eine Karte
        spielen/legen/ausspielen/ablegen | bleibt am Zug | bleibt dran""",
    "wild": """
        Wunschfarbe/Joker/Wunschkarte | passt/passen immer? auf? alles/immer? | auf alles/allem |
        auf jede Karte | immer gelegt/gespielt/spielen/legen/ausspielen werden?""",
    "choose": """
        wünscht/wünschen/wünsche/wünsch/wünschst | bestimmt/bestimmen/bestimme | wählt/wählen/wähle
        | sucht/suchen/aussuchen/aussucht/aussuchst | festlegen/festlegt/legt fest | gewünscht""",
    "turn": "dran | an der Reihe | am Zug",
    "forbid": """
        verboten/untersagt/tabu/unzulässig/Verbot | nicht erlaubt/gestattet/zulässig | nicht
        gespielt/gelegt werden?""",
    "follow": "folgen/folgt | als nächstes/nächste kommen/folgen/gespielt/gelegt? werden?",
}

#: Parts of verbs that stand alone at the end of a clause: "nimmt … auf".
PARTICLES = "auf ab an aus um hin vor raus drauf los dazu"

#: Said, and saying nothing about a rule.
NOISE = """
    ach alda als also alter am an anschließend artig auch aus beteiligter bis bist bitte
    bitteschön bloß brav da dabei dafür daran das dass davon dazu dein deine deinen deiner dem
    den den's denn der deren derjenige des dessen deutlich dich die dies diese diesen dieser
    dieses digga digger dir doch dort du eben echt eigene eigenen ein eine einem einen einer
    eines einfach einmal einzige einzigen einziger entsprechend er es etwas euch extra ey
    folglich freunde freundlich ganz ganze ganzen geht gehts gehört gelegte gelegten genau gern
    gerne gespielte gespielten gleich haha halt heißen hey hier hierbei hierdurch hiermit hihi
    höflich ich ihm ihn ihnen ihr ihr's ihre ihren ihrer im immer in irgendjemand irgendwann
    irgendwer ist ja je jederzeit jemand jemandem jemanden jetzt jeweils kind kinder krass kurz
    lang langsam lassen laut leutchen leute lieb liebe lieber lol machen macht mag mal man mein
    meine meinen mit mitspieler möchte mögen na name namen natürlich ne nein nem nen nett noch
    nun nur nämlich och oh ok okay ordentlich person regel reihe runde schnell schon schön
    schöne seid sein seine seinem seinen seiner seines selbst selbstverständlich sich sie sind
    so sofort somit sonstwas sozusagen spieler spielerin spielern spielers stets teilnehmer
    teilnehmerin tisch total tun tut um umgehend uns unverzüglich verdammt voll vom von vor
    vorlaut war was wegen weil weiter weiterhin welche welcher welches werde werden wie wieder
    will wir wird wirklich wirst wollen worden wurde yo zu zug zur zwar
"""
