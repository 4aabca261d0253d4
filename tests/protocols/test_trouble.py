"""A server that cannot answer tells nobody that their name, password or token is worth nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from stammtisch.protocols.cg import frames as ids
from stammtisch.protocols.cg.frames import Packet
from stammtisch.protocols.cg.messages import State
from stammtisch.protocols.cg.session import CgSession
from stammtisch.protocols.mao.session import MaoSession
from stammtisch.protocols.session import Session
from stammtisch.protocols.tarock.session import TarockSession
from stammtisch.protocols.tiles.session import TilesSession
from stammtisch.replies import TROUBLE, Refused
from stammtisch.requests import Enter, EnterFrom, Resume, SignIn
from stammtisch.vocabulary import Reply, Request
from tests.protocols.cg.seats import shared

SENTENCE = "The server cannot answer."


def mao() -> Session[Any]:
    query = {"tableID": "20", "ext": "1", "token": "s3cret", "name": "Ada"}
    return MaoSession("192.0.2.1", query, time.time)


def tarock() -> Session[Any]:
    query = {"token": "s3cret", "name": "Ada"}
    return TarockSession("192.0.2.1", query, time.time_ns, os.urandom, lambda: 0)


def tiles() -> TilesSession:
    session = TilesSession("192.0.2.1")
    session.receive("LOGI Ada token=s3cret")
    return session


def answered(session: Session[Any], reply: Reply) -> Request | None:
    """What the session asks next."""
    session.asking = None
    session.outbox.clear()
    session.answered(reply)
    return session.asking


@pytest.mark.parametrize("code", TROUBLE)
@pytest.mark.parametrize("come", [mao, tarock, tiles])
def test_whoever_brings_a_token_does_not_come_in_as_somebody_new(
    come: Callable[[], Session[Any]], code: str
) -> None:
    session = come()
    assert isinstance(session.asking, Resume | EnterFrom) and session.asking.token == "s3cret"
    assert answered(session, Refused(code=code, message=SENTENCE)) is None
    assert SENTENCE in (session.closing or "".join(session.outbox))


@pytest.mark.parametrize("code", TROUBLE)
def test_a_tiles_player_whose_new_name_cannot_be_saved_stays(code: str) -> None:
    session = tiles()
    session.name = "Ada"
    answered(session, Refused(code=code, message=SENTENCE))
    assert session.closing is None
    assert session.outbox == [f'+LOGI Ada "{SENTENCE}%"']


@pytest.mark.parametrize("come", [mao, tarock])
def test_a_token_that_nobody_has_is_another_matter(come: Callable[[], Session[Any]]) -> None:
    session = come()
    nobody = Refused(code="unknown_token", message="Nobody has it.")
    assert isinstance(answered(session, nobody), Enter)


def signing_in(packet: Packet) -> CgSession:
    session = CgSession(shared())
    session.state = State.AUTH
    session.receive(packet)
    assert session.asking is not None
    return session


LOGIN = Packet(ids.AUTH, {"username": "ada", "pwd": "correct horse", "create": False})
PRECHECK = Packet(ids.AUTH_PRECHECK, {"username": "ada"})


@pytest.mark.parametrize("code", [*TROUBLE, "something_new"])
def test_cg_says_goodbye_instead_of_wrong_credentials(code: str) -> None:
    session = signing_in(LOGIN)
    assert isinstance(session.asking, SignIn)
    answered(session, Refused(code=code, message=SENTENCE))
    assert session.outbox == [Packet(ids.CLOSECONN, {"reason": SENTENCE})]
    assert session.closing == SENTENCE


@pytest.mark.parametrize("code", TROUBLE)
def test_cg_offers_nobody_a_new_account_who_may_have_one(code: str) -> None:
    session = signing_in(PRECHECK)
    answered(session, Refused(code=code, message=SENTENCE))
    assert session.outbox == [Packet(ids.CLOSECONN, {"reason": SENTENCE})]


def test_a_wrong_password_is_still_one() -> None:
    session = signing_in(LOGIN)
    answered(session, Refused(code="wrong_password", message="That is not it."))
    assert [one.body for one in session.outbox] == [{"status": "wrong_credentials"}]
    assert session.closing is None
