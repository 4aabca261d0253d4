"""Every request is declared once, and what follows from the declaration holds."""

from __future__ import annotations

import types
from typing import Any, get_args

import pytest

from stammtisch import requests
from stammtisch.accounts.limits import WORDS
from stammtisch.tables.handlers import HANDLERS
from stammtisch.vocabulary import DECLARED, Reach, Request, handlers_in, handles, tag_of
from tests.lobby.driver import harness

#: Its session answers it.
BY_OTHERS = {requests.Ping}


def test_every_class_of_a_request_is_declared() -> None:
    kinds = {one for one in vars(requests).values() if isinstance(one, type)}
    written = {kind for kind in kinds if issubclass(kind, Request) and kind is not Request}
    assert written == {kind for kind in DECLARED if kind.__module__ == requests.__name__}
    assert len({tag_of(kind) for kind in written}) == len(written)


async def test_every_request_has_one_handler() -> None:
    async with harness() as one:
        app = one.app
        here = set(app._at_once) | set(app._with_time)
    for kind, said in DECLARED.items():
        if kind.__module__ != requests.__name__ or kind in BY_OTHERS:
            continue
        at_table = said.at_table or said.sender == "server"
        assert (kind in HANDLERS) if at_table else (kind in here), kind
        assert not (at_table and kind in here), kind
    assert here | HANDLERS.keys() <= DECLARED.keys()


def test_what_only_reads_is_never_refused_for_want_of_a_disk() -> None:
    assert not [kind for kind, said in DECLARED.items() if said.reads and said.writes]
    assert requests.Act in DECLARED and DECLARED[requests.Act].writes


def test_rates_are_kinds_that_have_a_limit() -> None:
    for kind, said in DECLARED.items():
        assert said.rate is None or callable(said.rate) or said.rate in WORDS, kind
    by_what_is_said: Any = DECLARED[requests.Say].rate
    for reach in get_args(Reach):
        assert by_what_is_said(requests.Say(text="hi", reach=reach)) in WORDS


def test_two_handlers_of_one_request_are_noticed() -> None:
    module = types.ModuleType("of_the_test")

    @handles(requests.Leave)
    def leave() -> None: ...

    @handles(requests.Leave, requests.Ready)
    def other() -> None: ...

    vars(module).update(leave=leave)
    assert handlers_in(module) == {requests.Leave: leave}
    vars(module).update(other=other)
    with pytest.raises(TypeError, match="two handlers answer Leave"):
        handlers_in(module)
