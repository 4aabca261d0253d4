from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.fabric.local import LocalFabric
from stammtisch.tables.answers import NO_TABLE


def test_a_command_reaches_the_table_that_is_hosted_and_its_answer_comes_back() -> None:
    fabric = LocalFabric(NO_TABLE)

    def handler(who: Any, ask: Any, reply: Callable[[Any], None]) -> None:
        reply((who, "did", ask))

    fabric.host("t1", handler)
    answers: list[Any] = []
    fabric.ask("t1", "ada", "sit", answers.append)
    assert answers == [("ada", "did", "sit")]


def test_nobody_hosts_a_table_that_is_unknown_or_was_given_up() -> None:
    fabric = LocalFabric(NO_TABLE)
    answers: list[Any] = []
    fabric.ask("t1", "ada", "sit", answers.append)
    fabric.host("t1", lambda who, ask, reply: reply(ask))
    fabric.unhost("t1")
    fabric.ask("t1", "ada", "sit", answers.append)
    assert answers == [NO_TABLE, NO_TABLE]
    fabric.unhost("t1")


def test_what_is_meant_for_a_connection_arrives_until_it_is_gone() -> None:
    fabric = LocalFabric(NO_TABLE)
    heard: list[Any] = []
    fabric.deliver("c1", "too early")
    fabric.attach("c1", heard.append)
    fabric.deliver("c1", "news")
    fabric.deliver("c2", "for somebody else")
    fabric.detach("c1")
    fabric.deliver("c1", "too late")
    fabric.detach("c1")
    assert heard == ["news"]
