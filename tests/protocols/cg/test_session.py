"""What a session does by itself, and what a server may have set differently."""

from __future__ import annotations

from random import Random
from typing import Any

from stammtisch.games.doppelkopf.records import Asked, Complained, Dealt, LoggedMove, Say
from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.events import EventEncoder, Stage
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.handlers import WISHING
from stammtisch.protocols.cg.messages import State
from stammtisch.protocols.cg.session import PATIENCE, CgSession
from stammtisch.protocols.cg.shared import Shared
from stammtisch.replies import Goodbye
from stammtisch.requests import Act
from tests.games.doppelkopf.playing import rules
from tests.protocols.cg.seats import PLAYERS, shared

HAND = tuple("cq cq sq sq hq hq dq dq cj cj sj sj".split())  # noqa: SIM905


def encoder(of: Shared, **options: Any) -> EventEncoder:
    told = EventEncoder(of, rules(**options), PLAYERS, 0)
    told.tell(Dealt(1, 0, (HAND, None, None, None)))
    return told


def test_a_hidden_card_is_what_the_server_says() -> None:
    for hidden in ("", "-0"):
        of = Shared(wall=lambda: 0.0, random=Random(1), hidden=hidden)
        values = [one.body.get("card_value") for one in encoder(of).created()]
        assert values.count(hidden) == 36 and values.count("cq") == 2


def test_moves_are_numbered_as_the_server_says() -> None:
    moves = (LoggedMove(0, "announcement", "reservation_no"), LoggedMove(5, "card", "cq"))
    for number_keys, keys in ((False, ["0", "5"]), (True, [0, 5])):
        of = Shared(wall=lambda: 0.0, random=Random(1), number_keys=number_keys)
        told = encoder(of)
        told.stage = Stage.PLAYING
        (one,) = told.tell(Complained(6, 0, 1, "wrong_card", moves, None))
        assert list(one.body["moves"]) == keys


def test_a_calm_deal_takes_a_second_for_three_cards() -> None:
    told = encoder(shared(), pace="calm")
    first = told.created()
    assert [one.id for one in first] == [ids.DK_ROUND_CHANGE, *[ids.DK_CARD_TRANSFER] * 3]
    batches = [told.tick() for _ in range(16)]
    assert [len(batch) for batch in batches] == [*[3] * 15, 1]
    assert batches[-1][0].body == {"phase": "w_for_ready"}


def playing_session() -> CgSession:
    session = CgSession(shared())
    session.outbox.clear()
    session.state = State.GAME
    session.encoder = EventEncoder(shared(), rules(wedding="wish_trick"), PLAYERS, 0)
    return session


def test_a_bride_who_cannot_answer_wishes_for_any_trick() -> None:
    session = playing_session()
    session.tell_game(Asked(0, "wedding_clarification_trick"))
    session.tick(1000)
    session.tick(1000 + WISHING - 1)
    assert session.asking is None
    session.tick(1000 + WISHING)
    assert session.asking == Act(action=Say("wedding_clarification_trick_foreign"))


def test_nobody_plays_before_being_ready() -> None:
    session = playing_session()
    session.tell_game(Dealt(1, 0, (HAND, None, None, None)))
    session.outbox.clear()
    session.receive(Packet(ids.DK_ANNOUNCE, {"type": "re"}))
    assert session.asking is None
    assert session.outbox[0].body["message"] == "cg:msg.game.dk.pc_wrong_phase"


def test_a_handshake_has_its_time() -> None:
    session = CgSession(shared(), 5000)
    session.tick(5000 + PATIENCE - 1)
    assert [one.id for one in session.outbox] == [ids.HELLO]
    session.tick(5000 + PATIENCE)
    assert session.closing and session.outbox[-1].id == ids.CLOSECONN


def test_the_end_of_the_house_is_said_as_the_original_does() -> None:
    session = playing_session()
    session.notified(Goodbye(reason="The house closes."))
    assert session.outbox == [Packet(ids.CLOSECONN, {"reason": "servershutdown"})]
    assert session.closing is not None


def test_what_is_dropped_is_logged() -> None:
    logged: list[str] = []
    session = playing_session()
    session.shared.log = logged.append
    session.receive(Packet(ids.LOBBY_READY, {"ready": True}))
    session.receive(Packet(ids.DK_ANNOUNCE, {"type": "nonsense"}))
    assert len(logged) == 2 and all(line.endswith(".") for line in logged)
    assert not session.outbox and session.asking is None
