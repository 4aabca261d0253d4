"""A match as packets: what happens at the table, put into the words and the order of cg.

At the begin of each round the client is given the cards, says that it has them, is dealt its hand,
and says that it is ready. That is between this client and its session: the others do not wait for
it, and what happens at the table meanwhile is told afterwards.

What is said at a table, as announcements of cg have it: a type, and sometimes data.

The two buttons of a client: what its player could call next, and whether it may be called now.

The client knows no rules of its own for that. It is worked out from what everybody hears and from
the player's own cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar

from stammtisch.games.doppelkopf.calls import ON_PLAY, in_time, level_of, made_with
from stammtisch.games.doppelkopf.cards import SUIT_GAMES, pigs_possible
from stammtisch.games.doppelkopf.records import (
    Asked,
    CardPlayed,
    Complained,
    Dealt,
    GameChosen,
    Judged,
    Party,
    PovertyCards,
    RoundOver,
    Row,
    Spoke,
    TrickWon,
    Turn,
    WeddingSettled,
)
from stammtisch.games.doppelkopf.rules import DoppelkopfRules
from stammtisch.games.doppelkopf.scoring import NULL_GAMES
from stammtisch.games.doppelkopf.view import View
from stammtisch.games.doppelkopf.words import (
    ANSWERS,
    CALLS,
    DENIALS,
    SAY,
    SOLOS,
    amount_of,
    sow_solo_of,
    wish_of,
)
from stammtisch.games.game import Event, Seat
from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.cards import POVERTY, STACK, TABLE, CardIds
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.messages import packet
from stammtisch.protocols.cg.shared import IN_GAME, Shared, message

WISH = "wedding_clarification_trick"
_SOW = "black_sow_solo"
_BACK = "poverty_return"
#: Names that a client may have for a word.
_ALIASES = {"accusation_vote_yes": "accusation_yes", "accusation_vote_no": "accusation_no"}


def announcement_of(word: str, party: Party | None = None) -> dict[str, Any]:
    """The fields `type` and `data` of the announcement of a word."""
    if word in SOLOS:
        return {"type": "solo_yes", "data": {"type": word}}
    if word in CALLS:
        return {"type": word, "data": {} if party is None else {"party": party}}
    if word in ANSWERS["poverty_return_trumps"]:
        return {"type": _BACK, "data": {"amount": amount_of(word)}}
    if word in ANSWERS[WISH]:
        # The original client looks for its text by `type`, and says itself `trick`.
        return {"type": WISH, "data": {"trick": wish_of(word), "type": wish_of(word)}}
    if word in ANSWERS[_SOW]:
        return {"type": _SOW, "data": {"type": sow_solo_of(word)}}
    return {"type": word}


def word_of(type: str, data: Mapping[str, Any]) -> str | None:
    """The word that a client's announcement is; None if nobody says such a thing."""
    if type == "solo_yes":
        solo = data.get("type")
        return solo if isinstance(solo, str) and solo in SOLOS else None
    word = _ALIASES.get(type, type)
    for longer, key in ((_BACK, "amount"), (WISH, "trick"), (_SOW, "type")):
        if type == longer:
            end = str(data.get(key, ""))
            word = f"black_sow_{end}" if type == _SOW else f"{type}_{end}"
    # A solo is announced by `solo_yes`, and nothing else.
    return word if word in SAY and word not in SOLOS else None


#: Until something has happened in them, nobody knows the parties.
OPEN_GAMES = ("wedding", "black_sow")
_BOTH = 2


class Buttons:
    __slots__ = (
        "_called",
        "_game",
        "_labels",
        "_open",
        "_party",
        "_pigs",
        "_rules",
        "_settled",
        "_start",
    )

    def __init__(self, rules: DoppelkopfRules) -> None:
        self._rules = rules
        self._game: str | None = None
        self._party: Party | None = None
        self._open = True
        self._called: dict[Party, list[str]] = {"re": [], "kontra": []}
        self._settled = 1
        #: What was called of pigs so far: nothing, pigs, superpigs.
        self._pigs = 0
        #: The player's cards when the first trick began.
        self._start: Sequence[str] = ()
        #: What the buttons say; None if it may have changed.
        self._labels: tuple[str, str] | None = None

    # --- what happens --------------------------------------------------------------------------

    def chosen(self, game: str, party: Party | None, hand: Collection[str]) -> None:
        """What is played from now on; after some tricks, because of the black sow."""
        if self._game is None:
            self._start = tuple(hand)
        else:
            self._settled = self._rules.tricks - len(hand)
        self._game, self._party = game, party
        self._open = game in OPEN_GAMES
        self._labels = None

    def settled(self, trick: int, party: Party | None) -> None:
        """The parties are known since that trick."""
        self._open = False
        self._settled, self._party = trick, party
        self._labels = None

    def said(self, word: str, party: Party | None) -> None:
        self._labels = None
        if word in CALLS and party is not None:
            made = self._called[party]
            made += made_with(word, party, tuple(made))
        elif word in ("pigs", "pigs_yes"):
            self._pigs = 1
        elif word in ("superpigs", "superpigs_yes"):
            self._pigs = 2

    def looked(self, view: View) -> None:
        """What has been called is this; a call may have been taken back."""
        self._called = {"re": list(view.re_calls), "kontra": list(view.kontra_calls)}
        self._labels = None

    # --- what they show ------------------------------------------------------------------------

    def labels(self) -> dict[str, Any]:
        call, pigs = self._said_next()
        return {"rebtn_lbl": call, "pigbtn_lbl": pigs}

    def states(self, hand: Collection[str], own_turn: bool) -> dict[str, Any]:
        call, pigs = self._said_next()
        return {
            "rebtn_state": _state(call, self._may_call(call, len(hand), own_turn)),
            "pigbtn_state": _state(pigs, self._may_call_pigs(pigs, hand, own_turn)),
        }

    def _said_next(self) -> tuple[str, str]:
        if self._labels is None:
            self._labels = self._next_call(), self._next_pigs()
        return self._labels

    def _next_call(self) -> str:
        if self._party is None or self._open:
            return "none"
        ladder = (self._party, *DENIALS)[: 1 if self._game in NULL_GAMES else 5]
        made = max((level_of(call) + 1 for call in self._called[self._party]), default=0)
        return ladder[made] if made < len(ladder) else "none"

    def _may_call(self, call: str, cards: int, own_turn: bool) -> bool:
        if call == "none" or not (own_turn or self._rules.calls_when == "any_time"):
            return False
        if self._game in NULL_GAMES:
            return cards > 0
        theirs = tuple(self._called["kontra" if self._party == "re" else "re"])
        return in_time(call, cards, self._rules.tricks, self._settled, theirs)

    def _next_pigs(self) -> str:
        game = self._game
        if game is None or not pigs_possible(game) or self._pigs == _BOTH:
            return "none"
        if self._pigs == 0:
            return "pigs" if self._rules.pigs in ON_PLAY else "none"
        later = self._rules.has("superpigs") and self._rules.superpigs != "reservation"
        return "superpigs" if later else "none"

    def _may_call_pigs(self, label: str, hand: Collection[str], own_turn: bool) -> bool:
        if label == "none" or self._game is None:
            return False
        suit = SUIT_GAMES[self._game][0]
        held = list(hand)
        if label == "pigs":
            foxes = held.count(f"{suit}a")
            both = self._start.count(f"{suit}a") == _BOTH
            enough = {"one_on_play": both and foxes > 0, "one_on_fox": both and foxes == 1}
            return own_turn and enough.get(self._rules.pigs, foxes == _BOTH)
        rank = "9" if self._rules.without9 == "with_all" else "k"
        may = own_turn or self._rules.superpigs == "on_pig"
        return may and held.count(suit + rank) == _BOTH


def _state(label: str, may: bool) -> str:
    if label == "none":
        return "invis"
    return "enabled" if may else "disabled"


#: At a calm table, in milliseconds: how long a complete trick lies there.
CALM = 1000


class Stage(Enum):
    """How far the client has come with the round that was dealt."""

    CARDS = "it makes the cards"
    DEALING = "it is dealt its hand, calmly"
    DEALT = "it gets ready"
    PLAYING = "it plays"


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """Not of the table itself: the session has looked at it, because not all can be told by what
    was said. Of all calls those are left that the view has."""

    type: ClassVar[str] = "looked"
    view: View


class EventEncoder:
    """Tells one seat of one match. `players` are the uuids of the seats, as the game began."""

    def __init__(
        self, shared: Shared, rules: DoppelkopfRules, players: Sequence[str], seat: Seat
    ) -> None:
        self._shared = shared
        self._rules = rules
        self.players = players
        self.seat = seat
        self.stage = Stage.PLAYING
        self._waiting: list[Event] = []
        self._batches: list[list[Packet]] = []
        self._pack = CardIds(0, 0, shared.random)
        self._buttons = Buttons(rules)
        self._labels: dict[str, Any] = {}
        self._states: dict[str, Any] = {}
        self._turn: Turn | None = None
        #: The ids of the cards that the client has just named.
        self.meant: Sequence[str] = ()
        #: What the client is asked and has not answered.
        self.question: str | None = None

    @property
    def _calm(self) -> int:
        return CALM if self._rules.pace == "calm" else 0

    def uuid(self, seat: Seat) -> str:
        return self.players[seat]

    def value_of(self, card: str) -> str | None:
        """The value of a card in the client's own hand."""
        return self._pack.held(self._pack.hand(self.seat)).get(card)

    # --- the begin of a round ------------------------------------------------------------------

    def created(self) -> list[Packet]:
        """The client has made the cards."""
        if self.stage is not Stage.CARDS:
            return []
        self.stage = Stage.DEALING
        told = [packet(ids.DK_ROUND_CHANGE, phase="dealing")]
        if self._calm:
            return told + self.tick()
        while self.stage is Stage.DEALING:
            told += self.tick()
        return told

    def tick(self) -> list[Packet]:
        """A second has passed: the next cards are dealt."""
        if self.stage is not Stage.DEALING:
            return []
        if self._batches:
            return self._batches.pop(0)
        self.stage = Stage.DEALT
        return [packet(ids.DK_ROUND_CHANGE, phase="w_for_ready")]

    def ready(self) -> list[Packet]:
        """The client is ready: everybody else is, as far as it is concerned."""
        if self.stage is not Stage.DEALT:
            return []
        self.stage = Stage.PLAYING
        told = [packet(ids.DK_ANNOUNCE, announcer=one, type="ready") for one in self.players]
        told.append(packet(ids.DK_ROUND_CHANGE, phase="reservations"))
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            told += self.tell(event)
        return told

    # --- what happens --------------------------------------------------------------------------

    def tell(self, event: Event) -> list[Packet]:
        if self.stage is not Stage.PLAYING:
            self._waiting.append(event)
            return []
        told = _TOLD.get(type(event))
        return [] if told is None else told(self, event)

    def _dealt(self, event: Dealt) -> list[Packet]:
        self._pack = pack = CardIds(4 * self._rules.tricks, event.first, self._shared.random)
        self._buttons = Buttons(self._rules)
        self._labels, self._states = {}, {}
        self._turn = self.question = None
        self.stage = Stage.CARDS
        in_order = [self.players[(event.first + place) & 3] for place in range(4)]
        told = [
            packet(ids.DK_ROUND_CHANGE, round=event.round, phase="loading", player_list=in_order)
        ]
        told += [self._transfer(card, None, STACK) for card in pack.ids]
        told.append(packet(ids.DK_ROUND_CHANGE, pigbtn_lbl="none"))
        self._batches = [
            [self._transfer(card, STACK, hand, value) for card, hand, value in batch]
            for batch in pack.deal(event.hands)
        ]
        return told

    def _transfer(
        self, card: str, source: str | None, target: str, value: str = "", pause: int = 0
    ) -> Packet:
        # Two thirds of all packets are these, so they are not looked over once more.
        fields = {
            "card_id": card,
            "card_value": value or self._shared.hidden,
            "from_slot": source,
            "to_slot": target,
        }
        return Packet(ids.DK_CARD_TRANSFER, fields, pause)

    def _asked(self, event: Asked) -> list[Packet]:
        if event.seat == self.seat:
            self.question = event.question
        elif event.question != "accusation_vote":
            return []
        return [self._question(event.seat, event.question)]

    def _question(self, seat: Seat, question: str) -> Packet:
        return packet(ids.DK_QUESTION, type=question, target=self.uuid(seat))

    def asked_again(self) -> list[Packet]:
        """The client's answer was none: it is asked once more."""
        return [] if self.question is None else [self._question(self.seat, self.question)]

    def _spoke(self, event: Spoke) -> list[Packet]:
        if event.seat == self.seat and self.question is not None and event.word not in CALLS:
            self.question = None
        said = announcement_of(event.word, event.party)
        self._buttons.said(event.word, event.party)
        told = [packet(ids.DK_ANNOUNCE, announcer=self.uuid(event.seat), **said)]
        return told + self._refreshed()

    def _poverty_cards(self, event: PovertyCards) -> list[Packet]:
        pack, hand = self._pack, self._pack.hand(event.seat)
        source = hand if event.source == "hand" else POVERTY
        target = hand if event.target == "hand" else POVERTY
        if event.seat == self.seat:
            self.question = None
        # Cards in another hand are hidden again, even from those who have seen them pass.
        hidden = target == hand and event.seat != self.seat and not self._rules.open_cards
        if source == target:
            shown = pack.show(POVERTY, event.cards)
            return [self._transfer(card, source, target, value) for card, value in shown]
        told: list[Packet] = []
        for value in (None,) * 3 if event.cards is None else event.cards:
            card = pack.pick(source, value, self.meant)
            pack.move(card, source, target, value)
            told.append(self._transfer(card, source, target, "" if hidden else value or ""))
        return self._exchanged() + told

    def _exchanged(self) -> list[Packet]:
        return [self._transfer(*one) for one in self._pack.exchanged()]

    def _game_chosen(self, event: GameChosen) -> list[Packet]:
        own = self._pack.held(self._pack.hand(self.seat)).values()
        self._buttons.chosen(event.game, event.parties[self.seat], own)
        self._labels = self._buttons.labels()
        self.question = None
        fields: dict[str, Any] = {"phase": "tricks", "game_type": event.game}
        if event.soloist is not None:
            fields["solist"] = self.uuid(event.soloist)
        return [
            packet(ids.DK_ROUND_CHANGE, **self._labels),
            packet(ids.DK_ROUND_CHANGE, **fields),
        ]

    def _turn_comes(self, event: Turn) -> list[Packet]:
        self._turn = event
        self._states = self._states_now(event)
        fields = {
            "current_trick": event.trick,
            "total_tricks": event.tricks,
            "current_player": self.uuid(event.seat),
            **self._states,
        }
        return [Packet(ids.DK_TURN, fields)]

    def _states_now(self, turn: Turn) -> dict[str, Any]:
        own = self._pack.held(self._pack.hand(self.seat)).values()
        return self._buttons.states(own, turn.seat == self.seat)

    def _refreshed(self) -> list[Packet]:
        """The buttons, if they show something else now."""
        if not self._labels:
            return []
        told = []
        labels = self._buttons.labels()
        if labels != self._labels:
            self._labels = labels
            told.append(packet(ids.DK_ROUND_CHANGE, **labels))
        if self._turn is not None and self._states_now(self._turn) != self._states:
            told += self._turn_comes(self._turn)
        return told

    def _card_played(self, event: CardPlayed) -> list[Packet]:
        hand = self._pack.hand(event.seat)
        meant = self.meant if event.seat == self.seat else ()
        card = self._pack.pick(hand, event.card, meant)
        self._pack.move(card, hand, TABLE, event.card)
        told = [*self._exchanged(), self._transfer(card, hand, TABLE, event.card)]
        # The turn stays where it is after a card that was played early.
        return told + self._refreshed() if event.early else told

    def _trick_won(self, event: TrickWon) -> list[Packet]:
        target = self._pack.tricks(event.seat)
        told: list[Packet] = []
        for card, value in list(self._pack.held(TABLE).items())[::-1]:
            self._pack.move(card, TABLE, target, value)
            told.append(self._transfer(card, TABLE, target, pause=0 if told else self._calm))
        fields = {
            "player": self.players[event.seat],
            "pips": event.total,
            "pip_change": event.eyes,
        }
        told.append(Packet(ids.DK_SCOREBOARD, fields))
        return told

    def _wedding_settled(self, event: WeddingSettled) -> list[Packet]:
        self._buttons.settled(event.trick, event.parties[self.seat])
        self._labels = self._buttons.labels()
        told = [packet(ids.DK_ROUND_CHANGE, **self._labels, wedding_trick_num=event.trick)]
        if event.partner is None:
            alone: dict[str, Any] = {"game_type": "solo_diamonds", "solist": self.uuid(event.bride)}
            told.append(packet(ids.DK_ROUND_CHANGE, **alone))
        return told

    # --- complaints ----------------------------------------------------------------------------

    def _complained(self, event: Complained) -> list[Packet]:
        fields: dict[str, Any] = {
            "accused": self.uuid(event.accused),
            "type": event.misconduct,
        }
        if event.moves is not None:
            fields["moves"] = {
                move.id if self._shared.number_keys else str(move.id): {
                    "type": move.kind,
                    "data": move.data,
                }
                for move in event.moves
            }
        return [packet(ids.DK_COMPLAINT, **fields)]

    def _judged(self, event: Judged) -> list[Packet]:
        verdict = "complaint_guilty" if event.guilty else "complaint_innocent"
        return [
            message(
                "notice",
                IN_GAME + verdict,
                accuser=self.uuid(event.accuser),
                accused=self.uuid(event.accused),
                type=event.misconduct,
            ),
            self._score(event.punished, event.points[event.punished], -event.penalty),
        ]

    def _looked(self, event: Looked) -> list[Packet]:
        self._buttons.looked(event.view)
        return self._refreshed()

    # --- the end of a round --------------------------------------------------------------------

    def _score(self, seat: Seat, points: int, change: int, pause: int = 0) -> Packet:
        return packet(
            ids.DK_SCOREBOARD,
            pause=pause,
            player=self.uuid(seat),
            points=points,
            point_change=change,
        )

    def _round_over(self, event: RoundOver) -> list[Packet]:
        row = event.row
        self._turn = self.question = None
        self._labels = {}
        in_order = [(self._pack.first + place) & 3 for place in range(4)]
        told = [
            self._score(seat, row.points[seat], row.change[seat], 0 if place else self._calm)
            for place, seat in enumerate(in_order)
        ]
        told.append(
            packet(
                ids.DK_ROUND_CHANGE,
                phase="end",
                round=row.round,
                game_type=row.game,
                winner=row.winner,
                eyes=list(row.eyes),
                modifiers={"re": list(row.re_calls), "kontra": list(row.kontra_calls)},
                extras=[list(row.re_extras), list(row.kontra_extras)],
                game_summary=list(row.keywords),
            )
        )
        return told


def summary(row: Row) -> dict[str, Any]:
    """A round of the past, as a client is told of it when a game goes on."""
    return {
        "round_num": row.round,
        "winner": row.winner,
        "game_type": row.game,
        "eyes": list(row.eyes),
        "extras": list(row.keywords),
        "point_change": list(row.change),
        "points": list(row.points),
    }


_TOLD: Mapping[type, Callable[[EventEncoder, Any], list[Packet]]] = {
    Dealt: EventEncoder._dealt,
    Asked: EventEncoder._asked,
    Spoke: EventEncoder._spoke,
    PovertyCards: EventEncoder._poverty_cards,
    GameChosen: EventEncoder._game_chosen,
    Turn: EventEncoder._turn_comes,
    CardPlayed: EventEncoder._card_played,
    TrickWon: EventEncoder._trick_won,
    WeddingSettled: EventEncoder._wedding_settled,
    Complained: EventEncoder._complained,
    Judged: EventEncoder._judged,
    RoundOver: EventEncoder._round_over,
    Looked: EventEncoder._looked,
}
