from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.bus.local import LocalBus
from stammtisch.replies import NO_TABLE


def test_a_command_reaches_the_table_that_is_hosted_and_its_answer_comes_back() -> None:
    bus = LocalBus(NO_TABLE)

    def handler(who: Any, ask: Any, reply: Callable[[Any], None]) -> None:
        reply((who, "did", ask))

    bus.host("t1", handler)
    answers: list[Any] = []
    bus.ask("t1", "ada", "sit", answers.append)
    assert answers == [("ada", "did", "sit")]


def test_nobody_hosts_a_table_that_is_unknown_or_was_given_up() -> None:
    bus = LocalBus(NO_TABLE)
    answers: list[Any] = []
    bus.ask("t1", "ada", "sit", answers.append)
    bus.host("t1", lambda who, ask, reply: reply(ask))
    bus.unhost("t1")
    bus.ask("t1", "ada", "sit", answers.append)
    assert answers == [NO_TABLE, NO_TABLE]
    bus.unhost("t1")


def test_what_is_meant_for_a_connection_arrives_until_it_is_gone() -> None:
    bus = LocalBus(NO_TABLE)
    heard: list[Any] = []
    bus.deliver("c1", "too early")
    bus.attach("c1", heard.append)
    bus.deliver("c1", "news")
    bus.deliver("c2", "for somebody else")
    bus.detach("c1")
    bus.deliver("c1", "too late")
    bus.detach("c1")
    assert heard == ["news"]
