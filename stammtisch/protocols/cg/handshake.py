"""The first words of a connection, until it may log in; and those that only ask how we are.

    server  hello
    client  settype                classic, or ping
    server  handshake              with the registry
    client  handshake.accept
    client  version.check
    server  version.check

After `settype ping` comes a ping, which here has the id of version.check, and a pong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.messages import PONG, Dropped, State, packet, taken

#: Free text; only the number is compared, and must be this one.
NETWORK_VERSION = "0.1.3a0"
NETWORK_PROTOVERSION = 2

#: The version of cg that is spoken here. We take every client, whatever it says of itself.
PROTOVERSION = 1
SEMVER = "0.3.2-dev"
FLAVOR = "vanilla"


@dataclass(frozen=True, slots=True)
class ClientVersion:
    """What a client says of itself, for the log."""

    protoversion: int
    semver: str
    flavor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How the server is, for who asks before coming in."""

    name: str
    visible_name: str
    slogan: str
    most_players: int
    players: int
    can_log_on: bool
    #: Seconds since 1970.
    time: float


class Handshake:
    """Takes packets until `state` is `State.AUTH`, or until `closing` says why it ends.

    In the state `State.PING` a packet that is taken sets `ping`, and is to be answered by `pong`.
    """

    def __init__(self) -> None:
        self.state = State.HANDSHAKE
        self.closing: str | None = None
        self.version: ClientVersion | None = None
        #: The query of a ping that has no answer yet.
        self.ping: dict[str, Any] | None = None
        self._settled = False

    def hello(self) -> Packet:
        return packet(ids.HELLO, version=NETWORK_VERSION, protoversion=NETWORK_PROTOVERSION)

    def receive(self, received: Packet) -> list[Packet]:
        """What to answer. Raises `Dropped` for what cannot be taken, and then nothing changes."""
        fields = taken(received, self.state)
        match received.id:
            case ids.CLOSECONN:
                return self._closed(fields.get("reason"))
            case ids.PING if self.state is State.PING:
                self.ping = fields
                return []
            case ids.SETTYPE if not self._settled:
                return self._settype(fields.get("conntype", "classic"))
            case ids.ACCEPT if self._settled:
                return self._accept(fields["success"])
            case ids.VERSION_CHECK:
                return self._version_check(ClientVersion(**fields))
        raise Dropped(f"{ids.name_of(received.id)} does not come now.")

    def pong(self, standing: Standing) -> Packet:
        """The answer to the ping that was taken."""
        assert self.ping is not None, "nobody has pinged"
        query, self.ping = self.ping, None
        fields = {
            "oldmsg": query,
            "name": standing.name,
            "visiblename": standing.visible_name,
            "slogan": standing.slogan,
            "maxplayers": standing.most_players,
            "playercount": standing.players,
            # Who is here is nobody's business who has not come in.
            "playerlist": [],
            "canlogon": standing.can_log_on,
            "version": PROTOVERSION,
            "flavor": FLAVOR,
            "timestamp": standing.time,
            "peng3dnet": {
                "version": NETWORK_VERSION,
                "release": NETWORK_VERSION,
                "protoversion": NETWORK_PROTOVERSION,
            },
        }
        return Packet(ids.PONG, PONG.read("a pong", fields))

    # --- one after the other ---------------------------------------------------------------------

    def _settype(self, conntype: str) -> list[Packet]:
        self._settled = True
        if conntype == "ping":
            self.state = State.PING
            return []
        if conntype != "classic":
            self.closing = "A connection is of the type classic or ping."
            return [packet(ids.CLOSECONN, reason=self.closing)]
        return [
            packet(
                ids.HANDSHAKE,
                version=NETWORK_VERSION,
                protoversion=NETWORK_PROTOVERSION,
                registry=dict(ids.REGISTRY),
            )
        ]

    def _accept(self, success: bool) -> list[Packet]:
        if success:
            self.state = State.VERSION_CHECK
        else:
            self.closing = "The client does not accept the handshake."
        return []

    def _version_check(self, version: ClientVersion) -> list[Packet]:
        self.version = version
        self.state = State.AUTH
        return [
            packet(
                ids.VERSION_CHECK,
                protoversion=PROTOVERSION,
                semver=SEMVER,
                flavor=FLAVOR,
                compatible=True,
            )
        ]

    def _closed(self, reason: str | None) -> list[Packet]:
        self.closing = "The client went." if reason is None else f"The client went: {reason[:80]}"
        return []
