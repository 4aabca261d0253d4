"""What English-speaking newcomers call the things that the rule language can say.

To each concept its phrases, in the notation of `words.py`: `a/b` are words that may stand for each
other, `word?` may be left out; a bar parts the phrases. Longer phrases are found before shorter
ones. A concept with a colon has a value, and two concepts with a plus are said in one phrase.
Numbers, suits, ranks and colours are the rule language's own.
"""

from __future__ import annotations

_WHO = "you/they/he/she/someone/somebody/anyone/one"
_DET = "the/your/their/his/her/my/its/that/this"
_PERSON = "player/person/one/neighbour/neighbor/guy/dude/man/participant"
_OWN = "your/their/his/her/the/a/one's"

PHRASES: dict[str, str] = {
    # --- how a sentence is put together ---
    "nothing": """
        he or she | she or he | his or her | him or her | nice and | of course | out loud | at once
        | right away | straight away | in turn | as well | my rule is that? | rule is that?""",
    "when": """
        when/whenever/if/whoever/whosoever | once | as soon as | every/each/any time when? |
        anytime | for | in case | who/whoever | anyone/anybody/everyone/everybody/someone/somebody
        who/that | any/every/each/a/the player/person who/that | players/those/people who/that |
        with/at | the? one/ones who/that | provided that? | in the event that? | where/while | the
        moment | when it is | on/upon/after the/any/every/each? play/playing of""",
    "when:on": "on/after/upon/following | on top of | right/directly/immediately after",
    "then": """
        then | means/mean/meaning | makes/make/making | forces/force | causes/cause | lets/let |
        requires/require | allows/allow/permits/permit/enables/enable | results/result in |
        leads/lead to""",
    "and": "and | plus | as well as",
    "or": "or | either",
    "else": f"""
        else/otherwise | or else | if not | failing that/which | if {_WHO}
        forget/forgets/fail/fails it/this/that/to? | if {_WHO} don't/doesn't | whoever/who
        forgets/fails it/this/that? | or face | on pain of | under penalty of | or pay/pays | the/a
        penalty/price is/for""",
    "unsaid": """
        without/forgets/fails/forgetting/failing/forget/fail to? saying/say | does/do not say |
        doesn't/don't say""",
    "not": "not/don't/doesn't/no/never/isn't/aren't/non/without",
    "maynot": """
        can't/cannot/mustn't/shouldn't | can/may/must/should/shall not/never | is/are not
        allowed/permitted to? | isn't/aren't allowed/permitted to?""",
    "must": """
        must/should/shall | has/have/had/needs/need/got to | gotta | is/are to | is/are/be
        required/obliged/forced/supposed to | will | must to | one/he/she has/have to | one
        must/should/shall""",
    "may": "may/can | is/are allowed/permitted to | gets/get to",
    "only": "may/can/must/should/shall only | only play/plays | only be played",
    "within": "within | in less/under than? | no later than | inside of",
    "seconds": "seconds/second/sec/secs",
    # --- who ---
    "whom:next": f"""
        next | next/following/subsequent {_PERSON} | {_PERSON} after/following | {_PERSON} whose
        turn is next | one up next""",
    "whom:left": f"""
        left {_PERSON} | left hand {_PERSON} | {_PERSON} on/to {_DET} left | on/to {_DET} left |
        {_PERSON} left of {_WHO}""",
    "whom:right": f"""
        right {_PERSON} | right hand {_PERSON} | {_PERSON} on/to {_DET} right | on/to {_DET} right
        | {_PERSON} right of {_WHO}""",
    "whom:everybody": """
        everybody/everyone/all | all players | all of us/you | you all | the? whole? table |
        everyone/everybody at the table""",
    "beyond": """
        except/excluding/unless/besides | but not | apart from | other than | other/others/else |
        other players/player | everyone/everybody/anyone else | joker/jokers |
        point/points/score/scores | swap/swaps/exchange/exchanges/trade/trades | give/gives/hand
        over | pass/passes | minute/minutes | double/half | stand/stands up? |
        clap/claps/knock/knocks""",
    "when+have": "player/players/those/anyone/people/somebody/someone with",
    "each": "every/each player/person | players/people",
    "nobody": "nobody/none | no one | no player/players | noone",
    # --- what happens ---
    "play": """
        play/plays/played/playing | lay/lays/laid/laying down? | put/puts/putting down? |
        place/places/placed/placing | throw/throws/thrown/throwing down? |
        drop/drops/dropped/dropping | discard/discards/discarded/discarding | use/uses/used/using |
        slam/slams/slammed/slaps/slap down? | turns/comes/shows up | hits/lands/goes on/onto? the
        pile/table | lands | on top of? the? pile? | on/onto the pile/table | appears/appear |
        comes/goes/get/gets/going down | set/sets down""",
    "draw": """
        draw/draws/drawn/drew/drawing up? | take/takes/taking/taken/took |
        pick/picks/picked/picking up | get/gets/getting/got | receive/receives/received/receiving |
        collect/collects | grab/grabs | eat/eats | pull/pulls/pulled/pulling | add/adds |
        cost/costs | be/is given | be/is dealt | from the deck/stack""",
    "when+draw": "before drawing/taking | before you/they/he/she draw/draws/take/takes",
    "penalised": """
        penalty/penalties/penalised/penalized/punished/punishment/fined/fine
        | penalty card/cards""",
    "have": "have/has/having/hold/holds/holding/keeps/keep/own/owns",
    "remaining": f"""
        remaining/remain/remains | in {_OWN} hand/hands | in hand | to go | down to | hand/hands""",
    "left": "left",
    "last": f"{_OWN}? last/final/only card",
    "out": f"""
        go/goes/going out | win/wins/winning the? round? | empty {_OWN}? hand | no cards/card
        left/remaining? | get/gets rid of {_OWN}? last card""",
    "previous": """
        previous/preceding/earlier card/one? | before it? | the one/card
        before/below/under/underneath/beneath it? | the last one/card played? | card/one before it?
        | what came/was/lay before""",
    "top": "top card | card on top | card on/at the top | uppermost card",
    "same": "same/equal/matching/identical/matches/match/equals",
    "above": "above/over/higher/greater/bigger/larger/more/exceeds/exceeding/beats than?",
    "below": "below/under/lower/less/fewer/smaller/beneath than?",
    "atleast": "at least | minimum",
    "atmost": "at most | maximum | up to",
    "orup": "or higher/more/above/over/up/greater | and up/above/higher",
    "ordown": "or lower/less/fewer/below/under/smaller | and below/under/lower/down",
    "row": """
        in a row | in succession | in sequence | consecutive/consecutively | running | one after
        another | one after the other | back to back | straight""",
    "row:2": "twice | twice in a row | two times in a row | doubled",
    "row:3": "thrice | three times in a row",
    # --- cards ---
    "card": "card/cards",
    "kind:face": """
        face/picture/court/royal/image card/cards? | faces/pictures/royals/royalty/royalties""",
    "kind:number": "number/numbered/numeral/pip card/cards | numbers",
    "kind:even": "even/evens numbered? | even number/numbers",
    "kind:odd": "odd/odds numbered? | odd number/numbers",
    "aspect:suit": "suit/suits",
    "aspect:rank": "rank/number/value/ranks",
    "aspect:colour": "colour/color",
    "rank:10": "knave/knaves/js",
    "rank:11": "lady/ladies/dame/dames",
    "rank:0": "ace/aces/ases",
    # --- what must be done ---
    "say": """
        say/says/said/saying | shout/shouts/shouted/shouting out? | yell/yells/yelled out? |
        call/calls/called/calling out? | exclaim/exclaims | announce/announces/announced/announcing
        | whisper/whispers | tell/tells us? | utter/utters | cry/cries out? | scream/screams |
        greet/greets/greeted with/by? | declare/declares | the? word/words/phrase |
        state/states/stated | proclaim/proclaims | thank/thanks/thanked the? dealer/chairman?
        with/by? | respond/responds/reply/replies with? | apologise/apologises/apologize/apologizes
        with?""",
    "talk": "talk/talks/talking/talked | speak/speaks/speaking/spoken",
    "name": """
        name/names/named/naming | identify/identifies | by its/their? name | read/reads out/aloud?
        | what it/card is | what card it is | what you/they/he/she played | which card it is""",
    "silent": """
        silent/quiet/silence/mute/quietly/silently | nothing/anything | shut/shuts up | a
        word/thing/sound | hold/holds/keep/keeps your/their/his/her tongue/mouth shut? | no/any
        talking/speech/speaking | talking forbidden""",
    "skip": """
        skip/skips/skipped/skipping | miss/misses/lose/loses/forfeit/forfeits/skip/skips
        a/their/his/her/your/the/one/next turn/go | sit/sits out | left out | passed over | is out
        for a turn/round | jump/jumps over | misses/loses out""",
    "reverse": """
        reverse/reverses/reversed/reversing | backwards | the other way round/around? |
        turn/turns/turned round/around | opposite direction | turn/turns/turned the? direction |
        counterclockwise""",
    "change": "change/changes/changed/changing | switch/switches/switched | flip/flips/flipped",
    "direction": "direction/directions of? play? | order of? play? | playing direction | game",
    "again": """
        again | another/extra/additional/second/bonus turn/go/move | one more turn/go/time/move |
        play/plays/lay/lays/go/goes/playing twice | a second time | play/plays/lay/lays another/a?
        card? again | another one | go/goes? once more | once more | play/plays/lay/lays another
        card | one more card | turn/go again""",
    "wild": """
        wild/wildcard/wildcards | wild card/cards | on anything/everything | on any card | always
        fits/fit | fits/fit anything/everything""",
    "choose": """
        choose/chooses/choosing | pick/picks/picking | decide/decides/deciding on? | select/selects
        | wish/wishes for? | determine/determines | set/sets
        | name/names/call/calls a/any/next/new""",
    "forbid": """
        forbidden/banned/illegal/prohibited/taboo/disallowed/outlawed | off limits | against the
        rules | not allowed/permitted/legal/playable | not be played""",
    "follow": "followed by | follow/follows | come/comes next | come/comes after",
}

#: Said, and saying nothing about a rule.
NOISE = """
    a able additional aforementioned aloud also always an another any anybody anyone are as at
    away basically be because become becomes been begin being both bro by chairman clearly could
    darling dealer dear did do does dude duly each every everyone's exactly extra for forthwith
    from game go goes going gonna good guys haha happen happens he he's her here hereby herself
    hey hihi him himself his i immediately in instead into is it it's its itself just keep keeps
    kind kindly like literally lol loud loudly love lovely man maybe might mine my new nice
    nicely now of off oh ok okay one's only our out own participant participants per perhaps
    person player player's players please pls plz politely properly really remain remains
    respective rule rules said she she's simply since so softly some somebody someone stay stays
    still straight such sweetheart that the their them themselves there thereafter thereby
    therefore thereupon these they they're thing things this those time times to too turn turn's
    u up ur us very wanna want was we well were which whole will with would yes yo you you're
    your yourself
"""
