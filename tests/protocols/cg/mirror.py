"""What the original client makes of the packets it gets, with its own idea of every one of them.

It takes a packet only in the states, and with the keys, that the original client takes it, and
fails on anything else; it makes the cards, says when it has them, gets ready, and answers by
itself. Who plays may say what to answer and what to do after a round.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Set
from typing import Any

NAMES = [
    "version.check",
    "auth.precheck",
    "auth",
    "status.user",
    "status.message",
    "lobby.create",
    "lobby.join",
    "lobby.change",
    "lobby.ready",
    "lobby.invite",
    "lobby.invite.accept",
    "lobby.kick",
    "lobby.leave",
    "game.start",
    "game.end",
    "game.load",
    "game.save",
    "game.dk.question",
    "game.dk.announce",
    "game.dk.card.intent",
    "game.dk.card.transfer",
    "game.dk.complaint",
    "game.dk.turn",
    "game.dk.scoreboard",
    "game.dk.round.change",
]
IDS = {name: number for number, name in enumerate(NAMES, start=64)}
INTERNAL = {1: "hello", 2: "settype", 3: "handshake", 4: "handshake.accept", 16: "closeconn"}
REGISTRY = {
    **{f"cg:{name}": number for name, number in IDS.items()},
    **{f"peng3dnet:internal.{name}": number for number, name in INTERNAL.items()},
}

IN = "auth active lobby game"
#: By packet: the client's states in which it is taken, required keys, further keys.
TAKEN: dict[str, tuple[str, str, str]] = {
    "version.check": ("versioncheck", "protoversion semver flavor", "compatible"),
    "auth.precheck": ("auth", "username", "valid exists key"),
    "auth": ("auth", "status", "username uuid pwd serverid"),
    "status.user": (IN, "", "username uuid profile_img status pwd"),
    "status.message": ("active lobby game", "type message", "data"),
    "lobby.join": ("active", "lobby", ""),
    "lobby.change": (
        "lobby",
        "",
        "users user_order user_roles game gamerules gamerule_validators supported_bots",
    ),
    "lobby.invite": ("active", "", "username inviter lobby_id"),
    "lobby.leave": ("lobby", "lobby", ""),
    "game.start": (
        "active lobby game",
        "game_type game_id player_list game_summaries gamerules",
        "",
    ),
    "game.end": ("game", "next_state", ""),
    "game.save": ("game", "game_id data", ""),
    "game.dk.question": ("game", "type target", ""),
    "game.dk.announce": ("game", "", "announcer type data"),
    "game.dk.card.transfer": ("game", "card_id card_value from_slot to_slot", ""),
    "game.dk.complaint": ("game", "accused type", "moves move"),
    "game.dk.turn": (
        "game",
        "current_trick total_tricks current_player",
        "rebtn_state pigbtn_state",
    ),
    "game.dk.scoreboard": ("game", "player", "pips pip_change points point_change"),
    "game.dk.round.change": (
        "game",
        "",
        "round phase player_list game_type solist modifiers winner eyes extras game_summary "
        "rebtn_lbl pigbtn_lbl wedding_trick_num",
    ),
}
#: The same as sets, for there are very many packets: states, required keys, all keys; and who
#: takes it.
_SETS = {
    name: (
        frozenset(states.split()),
        frozenset(needs.split()),
        frozenset((*needs.split(), *may.split())),
    )
    for name, (states, needs, may) in TAKEN.items()
}
_HANDLERS = {name: "_" + name.replace(".", "_") for name in TAKEN}
PHASES = ("loading", "dealing", "w_for_ready", "reservations", "tricks", "counting", "end")
END_NEEDS = {"game_type", "winner", "eyes", "modifiers", "extras", "round", "game_summary"}
MOVES = {
    (None, "stack"),
    ("stack", "hand"),
    ("hand", "table"),
    ("table", "tricks"),
    ("hand", "poverty"),
    ("poverty", "poverty"),
    ("poverty", "hand"),
}
SUITS = "cshd"
#: By type of a gamerule: what the client makes its button of. A key more or less stops it.
BUTTONS: dict[str, set[str]] = {
    "bool": {"default", "requirements"},
    "number": {"default", "requirements", "min", "max", "step"},
    "select": {"default", "requirements", "options"},
    "active": {"default", "requirements", "options"},
}
#: The types of bots that its language files have a name for.
BOT_NAMES = {"dk_dumb", "dk_advanced", "dk_ki"}
#: The blanks in those of its messages that have any.
BLANKS: dict[str, tuple[str, ...]] = {
    "lobby.invite.user_does_not_exist": ("username",),
    "lobby.invite.user_not_online": ("username",),
    "lobby.invite.user_in_lobby": ("username",),
    "lobby.invite.user_in_dk_game": ("username",),
    "lobby.invite.user_invited": ("username",),
    "lobby.invite.user_cur_not_available": ("username", "state"),
    "lobby.invite.decline": ("username",),
    "lobby.kick.user_not_in_lobby": ("username",),
    "lobby.kick.user_not_exist": ("uuid",),
    "lobby.kick.reason": ("reason",),
    "lobby.kick.success": ("username",),
    "game.dk.invalid_return_amount": ("ca", "ta"),
}
_SOLOS = """queen jack clubs spades hearts diamonds fleshless null boneless pure_clubs pure_spades
    pure_hearts pure_diamonds king brothel noble_brothel picture monastery aces 10s 9s"""
SOLOS = {f"solo_{name}" for name in _SOLOS.split()}
#: What it can call a round.
GAME_TYPES = SOLOS | {
    *("throw", "poverty_cancel", "normal", "wedding", "silent_wedding", "poverty"),
    *("ramsch", "ramsch_sw", "black_sow"),
}
#: What it says for some announcements depends on this in their data.
SAID: dict[str, tuple[str, Set[Any]]] = {
    "solo_yes": ("type", SOLOS),
    "black_sow_solo": ("type", SOLOS),
    "poverty_return": ("amount", {0, 1, 2, 3}),
    "wedding_clarification_trick": (
        "type",
        {"foreign", "trump", "miss", "hearts", "spades", "clubs", "diamonds"},
    ),
    **{denial: ("party", {"re", "kontra"}) for denial in ("no90", "no60", "no30", "black")},
}
#: The questions for which it has a dialog; the others it only writes to its log.
DIALOGS = {
    *("reservation", "solo", "throw", "pigs", "superpigs", "wedding", "poverty", "poverty_accept"),
    *("poverty_trump_choice", "poverty_return_choice", "poverty_return_trumps", "black_sow_solo"),
}
WITHOUT_DIALOG = {"wedding_clarification_trick", "accusation_vote"}

Packet = tuple[str, dict[str, Any]]
#: What to say to a question; None: no answer.
Answering = Callable[["Mirror", str], str | None]


def undashed(value: object) -> bool:
    return isinstance(value, str) and len(value) == 32 and value.strip("0123456789abcdef") == ""


class Mirror:
    """`heard` has every packet that came, in order; `send` says how others leave."""

    def __init__(self, answering: Answering | None = None) -> None:
        self.state = "versioncheck"
        self.heard: list[Packet] = []
        self.uuid = ""
        self.server_id = ""
        self.users: dict[str, str] = {}
        #: The lobby.
        self.lobby = ""
        #: In order.
        self.members: dict[str, dict[str, Any]] = {}
        #: The four lines that show them; the client empties them only when it leaves by itself.
        self.buttons: list[str | None] = [None] * 4
        self.shown_roles: dict[str, int] = {}
        self.leaving = False
        self.rules: dict[str, Any] = {}
        self.validators: dict[str, Any] = {}
        self.bots: list[str] = []
        self.invites: list[dict[str, Any]] = []
        #: The game.
        self.players: list[str] = []
        self.cards: dict[str, tuple[str, str]] = {}
        #: What every card was that has ever been shown, for good.
        self.values: dict[str, str] = {}
        #: As the game began, whoever leads a round.
        self.seated: list[str] = []
        #: The cards on the table in the order in which they came; where they lie depends on whose
        #: turn was told first in a trick with another number than the one before.
        self.table: list[str] = []
        self.shift, self.last_trick = 0, -1
        self.phase = ""
        self.round = 0
        self.game_type = "normal"
        self.ends: list[dict[str, Any]] = []
        self.saves: list[dict[str, Any]] = []
        self.summaries: list[Any] = []
        self.points: dict[str, int] = {}
        self.scored: set[str] = set()
        #: The rounds on its score sheet.
        self.rows: list[int] = []
        self.warnings: list[str] = []
        self.closed: str | None = None
        #: What it plays and votes by itself.
        self.plays = True
        self.vote: str | None = "continue"
        self.answering: Answering = answering or default_answer
        self.played = 0
        self._tried: set[str] = set()

    def send(self, name: str, **body: Any) -> None:
        raise NotImplementedError

    # --- taking packets ------------------------------------------------------------------------

    def take(self, name: str, body: dict[str, Any]) -> None:
        states, needs, keys = _SETS[name]
        assert self.state in states, (name, self.state, body)
        assert needs <= body.keys() <= keys, (name, body)
        self.heard.append((name, body))
        handler = getattr(self, _HANDLERS[name], None)
        if handler is not None:
            handler(body)

    def _auth_precheck(self, body: dict[str, Any]) -> None:
        assert body["key"] == "", "it gives up"

    def _version_check(self, body: dict[str, Any]) -> None:
        assert body["compatible"] is True
        self.state = "auth"

    def _auth(self, body: dict[str, Any]) -> None:
        if body["status"] == "logged_in":
            assert body["pwd"] == b"" and undashed(body["uuid"]) and undashed(body["serverid"])
            self.uuid, self.server_id, self.state = body["uuid"], body["serverid"], "active"
            assert self.uuid in self.users, "one's own status.user comes first"

    def _status_user(self, body: dict[str, Any]) -> None:
        assert undashed(body["uuid"]) and isinstance(body["profile_img"], str)
        assert body["username"].lower()
        self.users[body["uuid"]] = body["username"]

    def _status_message(self, body: dict[str, Any]) -> None:
        assert body["type"] in ("notice", "warn", "warning", "error")
        assert body["message"].startswith("cg:msg.") and body["message"].count(":") == 1
        self.warnings.append(body["message"].removeprefix("cg:msg."))
        assert set(BLANKS.get(self.warnings[-1], ())) <= set(body.get("data", {})), body
        if self.warnings[-1] == "game.dk.pc_wrong_card" and self.plays:
            self._play()

    def _lobby_join(self, body: dict[str, Any]) -> None:
        assert undashed(body["lobby"])
        self.lobby, self.state, self.members = body["lobby"], "lobby", {}
        self.rules, self.validators, self.shown_roles = {}, {}, {}

    def _lobby_change(self, body: dict[str, Any]) -> None:
        for uuid, entry in body.get("users", {}).items():
            self._read_user(uuid, entry)
        # What is shown is moved apart from what is known.
        assert [one for one in self.buttons if one is not None] == list(self.members)
        for index, uuid in enumerate(self.members):
            self.members[uuid]["index"] = index
        if "user_order" in body:
            # Not that the client did anything with it.
            assert sorted(body["user_order"]) == sorted(self.members)
        for uuid, role in body.get("user_roles", {}).items():
            assert self.members[uuid]["role"] == role
            self.shown_roles[uuid] = role
        self._read_rules(body)
        self.bots = body.get("supported_bots", self.bots)
        assert len(self.bots) <= 4 and set(self.bots) <= BOT_NAMES

    def _read_user(self, uuid: str, entry: dict[str, Any]) -> None:
        """One entry of a lobby's users. Who comes is put behind all others, whatever the index;
        who is told an index later swaps places with who is there."""
        assert uuid in self.users, "the client asks nobody for a user it was not told of"
        order: list[str | None] = [*self.members]
        if entry.get("role", 0) == -1:
            del self.members[uuid]
            self.shown_roles.pop(uuid, None)
            self.buttons[self.buttons.index(uuid)] = None
        elif uuid not in order:
            self.members[uuid] = {"role": 0, "ready": False, **entry}
            self.shown_roles[uuid] = self.members[uuid]["role"]
            assert self.buttons[len(order)] is None, "the client paints over somebody"
            self.buttons[len(order)] = uuid
        else:
            self.members[uuid].update(entry)
            for places in (order, self.buttons):
                here, there = places.index(uuid), entry.get("index", places.index(uuid))
                # Beyond the end it stops.
                assert there < len(order)
                places[here], places[there] = places[there], places[here]
            self.members = {one: self.members[one] for one in order if one is not None}

    def _read_rules(self, body: dict[str, Any]) -> None:
        """The buttons of the gamerules, as the client builds and presses them."""
        self.validators = body.get("gamerule_validators", self.validators)
        for rule, validator in body.get("gamerule_validators", {}).items():
            assert set(validator) == {"type"} | BUTTONS[validator["type"]], (rule, validator)
            # An option is a button's name, and one with "lbl" added its label's.
            options = validator.get("options", [])
            assert all(isinstance(option + "lbl", str) for option in options)
            assert len(set(options)) == len(options), rule
            assert fits_button(validator, validator["default"]), (rule, validator)
        self.rules.update(body.get("gamerules", {}))
        for validator in self.validators.values():
            for needed, values in validator["requirements"].items():
                default = self.validators[needed]["default"]
                assert all(fits_button(self.validators[needed], value) for value in values)
                assert self.rules.get(needed, default) is not None
        for rule in body.get("gamerules", {}):
            assert fits_button(self.validators[rule], self.rules[rule]), (rule, self.rules[rule])

    def _lobby_invite(self, body: dict[str, Any]) -> None:
        assert undashed(body["inviter"]) and undashed(body["lobby_id"])
        self.invites.append(body)

    def _lobby_leave(self, body: dict[str, Any]) -> None:
        assert body["lobby"] == self.lobby
        assert self.leaving or list(self.members) == [self.uuid], "others would stay on the screen"
        self.buttons, self.leaving = [None] * 4, False
        self.lobby, self.state, self.members, self.rules = "", "active", {}, {}

    def _game_start(self, body: dict[str, Any]) -> None:
        assert self.lobby and "dk.heart10" in self.rules and self.uuid in self.users
        assert body["gamerules"] == self.rules
        assert body["game_type"] == "doppelkopf" and self.uuid in body["player_list"]
        assert all(map(undashed, [body["game_id"], *body["player_list"]]))
        assert len(set(body["player_list"])) == 4
        # It would ask for each that it does not know, and show as a message that nobody knows.
        assert set(body["player_list"]) <= set(self.users)
        for row in body["game_summaries"]:
            assert set(row) == {
                "round_num",
                "winner",
                "game_type",
                "eyes",
                "extras",
                "point_change",
                "points",
            }
            assert len(row["points"]) == len(row["point_change"]) == 4 and len(row["eyes"]) == 2
            assert row["game_type"] in GAME_TYPES and all(isinstance(e, str) for e in row["extras"])
        self.summaries = body["game_summaries"]
        self.seated, self.shift = body["player_list"], 0
        self.scored = set()
        self.rows = [row["round_num"] for row in self.summaries]
        self.state = "game"
        for known in self.members.values():
            known["ready"] = False

    def _game_end(self, body: dict[str, Any]) -> None:
        assert body["next_state"] == "lobby"
        self.state, self.phase = "lobby", ""

    def _game_save(self, body: dict[str, Any]) -> None:
        """The client reads some of the token, and later compares its players with a lobby's."""
        _, claims, _ = body["data"].split(".")
        read = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        data = read["data"]
        assert read["iss"] == self.server_id
        assert undashed(body["game_id"]) and undashed(data["id"]) and isinstance(data["type"], str)
        assert isinstance(data["creation_time"], float)
        assert data["players"] and all(map(undashed, data["players"]))
        self.saves.append({"game_id": data["id"], "data": body["data"]})

    # --- the game ------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        return {"with_all": 48, "with_four": 44, "without": 40}[self.rules["dk.without9"]]

    @property
    def own_hand(self) -> str:
        return f"hand{self.players.index(self.uuid)}"

    def hand(self) -> dict[str, str]:
        own = self.own_hand
        return {card: value for card, (slot, value) in self.cards.items() if slot == own}

    def _game_dk_round_change(self, body: dict[str, Any]) -> None:
        if "player_list" in body:
            assert sorted(body["player_list"]) == sorted(set(body["player_list"]))
            assert self.uuid in body["player_list"]
            self.players = body["player_list"]
        self.round = body.get("round", self.round)
        self.game_type = body.get("game_type", self.game_type)
        assert self.game_type in GAME_TYPES
        phase = body.get("phase")
        if phase is None:
            return
        assert phase in PHASES
        self.phase = phase
        if phase == "loading":
            # It throws its cards away only when a round has ended, or with a new game.
            assert not self.cards or self.heard[-2][0] == "game.start"
            self.cards, self.table = {}, []
        elif phase == "w_for_ready":
            assert all(slot != "stack" for slot, _ in self.cards.values())
            assert all(self.hand().values())
            self.send("game.dk.announce", type="ready", announcer=self.uuid)
        elif phase == "end":
            assert set(body) >= END_NEEDS, body
            assert len(body["eyes"]) == 2 and all(isinstance(e, str) for e in body["game_summary"])
            # It shows what the four scoreboards said, in a row beside those of `game.start`.
            assert self.scored == set(self.seated)
            assert body["round"] not in self.rows, "it would stand there twice"
            self.rows.append(body["round"])
            self.scored = set()
            self.cards, self.table = {}, []
            self.ends.append(body)
            if self.vote is not None:
                self.say(f"{self.vote}_yes")

    def _game_dk_card_transfer(self, body: dict[str, Any]) -> None:
        card, value = body["card_id"], body["card_value"]
        source, target = body["from_slot"], body["to_slot"]
        assert undashed(card)
        assert (source and source.rstrip("0123"), target.rstrip("0123")) in MOVES, body
        assert value == "" or value[0] in SUITS + "j", body
        if source is None:
            assert card not in self.cards and value == ""
        else:
            assert self.cards[card][0] == source, body
        if value:
            assert self.values.setdefault(card, value) == value, "a card that was known is another"
        self.cards[card] = (target, value)
        if source == "table":
            self.table.remove(card)
        if target == "table":
            self.table.append(card)
        if source is None and len(self.cards) == self.size:
            self.send("game.start")

    def _game_dk_question(self, body: dict[str, Any]) -> None:
        if body["target"] != self.uuid:
            assert body["type"] == "accusation_vote"
            return
        assert body["type"] in DIALOGS | WITHOUT_DIALOG
        answer = self.answering(self, body["type"])
        if answer is not None:
            self.say(answer)

    def say(self, word: str) -> None:
        """Announce; what follows a colon is its data, as in `solo_yes:type=solo_queen`."""
        kind, _, data = word.partition(":")
        fields: dict[str, Any] = {}
        if data:
            key, _, value = data.partition("=")
            fields["data"] = {key: int(value) if value.isdecimal() else value}
        self.send("game.dk.announce", type=kind, announcer=self.uuid, **fields)

    def _game_dk_turn(self, body: dict[str, Any]) -> None:
        for button in ("rebtn_state", "pigbtn_state"):
            assert body.get(button, "invis") in ("enabled", "disabled", "invis")
        assert body["current_player"] in self.players
        if body["current_trick"] != self.last_trick:
            self.last_trick = body["current_trick"]
            leader, own = map(self.seated.index, (body["current_player"], self.uuid))
            self.shift = leader - own - 1
        if body["current_player"] == self.uuid:
            turn = f"{self.round}-{body['current_trick']}"
            if turn not in self._tried:
                self._tried = {turn}
                if self.plays:
                    self._play()

    def who_laid(self, card: str) -> str:
        """Before whom the card lies on the table: of the four places the last is the own."""
        place = (self.table.index(card) + self.shift) % 4
        return self.seated[(self.seated.index(self.uuid) + 1 + place) % 4]

    def _play(self) -> None:
        """Try the cards one after the other, those first that follow in a normal game."""
        hand = self.hand()
        left = [card for card in hand if card not in self._tried]
        lead = next((value for slot, value in self.cards.values() if slot == "table"), None)
        lead = self._lead() or lead
        left.sort(key=lambda card: lead is not None and kind(hand[card]) != kind(lead))
        if left:
            self._tried.add(left[0])
            self.play(left[0])

    def _lead(self) -> str | None:
        """The first card of the running trick, from what was heard."""
        led: str | None = None
        for name, body in reversed(self.heard):
            if name == "game.dk.card.transfer":
                if body["to_slot"] != "table":
                    break
                led = body["card_value"]
            elif name == "game.dk.round.change" and "phase" in body:
                break
        return led

    def play(self, card: str) -> None:
        self.played += 1
        self.send("game.dk.card.intent", intent="play", card=card)

    def _game_dk_scoreboard(self, body: dict[str, Any]) -> None:
        assert body["player"] in self.seated
        assert ("points" in body) == ("point_change" in body)
        if "points" in body:
            self.points[body["player"]] = body["points"]
            self.scored.add(body["player"])

    def _game_dk_announce(self, body: dict[str, Any]) -> None:
        assert body["announcer"] in self.players
        key, known = SAID.get(body["type"], ("", {""}))
        assert body.get("data", {}).get(key, "") in known, body

    def last(self, name: str) -> dict[str, Any] | None:
        return next((body for heard, body in reversed(self.heard) if heard == name), None)

    def names_since(self, count: int) -> list[str]:
        return [name for name, _ in self.heard[count:]]


def fits_button(validator: dict[str, Any], value: object) -> bool:
    """Is there something to press for that value of a gamerule?"""
    if validator["type"] == "select":
        return isinstance(value, str) and value in validator["options"]
    if validator["type"] == "active":
        return isinstance(value, list) and set(value) <= set(validator["options"])
    return type(value) is {"bool": bool, "number": int}[validator["type"]]


def kind(value: str) -> str:
    """What one must follow in a normal game: trumps, or a suit."""
    trump = value == "h10" or value == "j0" or value[0] == "d" or value[1] in "qj"
    return "trump" if trump else value[0]


def default_answer(client: Mirror, question: str) -> str | None:
    """Healthy, and in favour of nothing."""
    return {
        "solo": "solo_no",
        "poverty_accept": "poverty_decline",
        "accusation_vote": "accusation_no",
        "black_sow_solo": "black_sow_solo:type=solo_queen",
    }.get(question, f"{question}_no")
