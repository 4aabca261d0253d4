from __future__ import annotations

from stammtisch.protocols.cg import frames
from stammtisch.protocols.cg.frames import NAMES, REGISTRY

#: As the protocol's description lists them, from 64 on.
IN_ORDER = """
    cg:version.check cg:auth.precheck cg:auth cg:status.user cg:status.message cg:lobby.create
    cg:lobby.join cg:lobby.change cg:lobby.ready cg:lobby.invite cg:lobby.invite.accept
    cg:lobby.kick cg:lobby.leave cg:game.start cg:game.end cg:game.load cg:game.save
    cg:game.dk.question cg:game.dk.announce cg:game.dk.card.intent cg:game.dk.card.transfer
    cg:game.dk.complaint cg:game.dk.turn cg:game.dk.scoreboard cg:game.dk.round.change
"""


def test_the_registry_is_the_clients_own() -> None:
    internal = {
        "peng3dnet:internal.hello": 1,
        "peng3dnet:internal.settype": 2,
        "peng3dnet:internal.handshake": 3,
        "peng3dnet:internal.handshake.accept": 4,
        "peng3dnet:internal.closeconn": 16,
    }
    assert {name: 64 + at for at, name in enumerate(IN_ORDER.split())} | internal == REGISTRY
    assert len(REGISTRY) == len(NAMES) == 30


def test_every_packet_can_be_called_something() -> None:
    assert frames.name_of(85) == "cg:game.dk.complaint"
    assert frames.name_of(4711) == "packet 4711"
