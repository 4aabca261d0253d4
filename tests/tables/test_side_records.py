"""A second kind of record beside the journal takes one declaration: a seat's short status."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from stammtisch.records import OutcomeUnknown, ReadOnly
from stammtisch.replies import Accepted
from stammtisch.requests import Caller, Say
from stammtisch.tables import runner
from stammtisch.tables.encoding import pack, unpack
from stammtisch.tables.side_records import KINDS, SideKind
from stammtisch.tables.state import Step
from stammtisch.vocabulary import DECLARED, Declaration, Request
from tests.tables.harness import TableHarness, code, who


class Status(msgspec.Struct, frozen=True):
    account: str
    text: str


class SetStatus(Request, frozen=True):
    text: str


@pytest.fixture(autouse=True)
def with_status(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = SideKind("status", Status, most=8, key=lambda status: status.account)
    monkeypatch.setitem(KINDS, Status, kind)  # type: ignore[misc]

    def set_status(runner: runner.TableRunner, who: Caller, ask: SetStatus) -> Any:
        step = Step(beside=Status(who.account, ask.text))
        return runner.accepted(step, who), step

    monkeypatch.setitem(runner._HANDLERS, SetStatus, set_status)  # type: ignore[misc]
    declared = Declaration((Accepted,), "server", None, at_table=True, writes=True, reads=False)
    monkeypatch.setitem(DECLARED, SetStatus, declared)  # type: ignore[misc]


def say(harness: TableHarness, name: str, text: str) -> list[Any]:
    return harness.begin(who(name), SetStatus(text))


def statuses(harness: TableHarness) -> list[tuple[str, str]]:
    snapshot = harness.join("eve", watch=True).snapshot
    # Also where the table is in another process.
    assert unpack(pack(snapshot)) == snapshot
    return [(one.account, one.text) for one in snapshot.beside["status"]]


def test_it_is_in_the_snapshot_and_comes_back_after_a_restart_beside_the_chat() -> None:
    harness = TableHarness()
    for name in ("ada", "bo"):
        harness.join(name)
        say(harness, name, "here")
        harness.ask(who(name), Say(text="Hello."))
    say(harness, "ada", "tea")
    for one in (harness, TableHarness.again(harness)):
        assert statuses(one) == [("account-of-bo", "here"), ("account-of-ada", "tea")]
        assert len(one.join("eve", watch=True).snapshot.chat) == 2


def test_nobody_is_answered_before_it_is_durable_and_a_failed_one_is_not_there() -> None:
    harness = TableHarness()
    harness.join("ada")
    harness.journal.by_hand = True
    answers = say(harness, "ada", "tea")
    assert not answers
    harness.journal.fail(ReadOnly("The disk is full."))
    assert code(answers[0]) == "not_saved"
    answers = say(harness, "ada", "coffee")
    assert code(answers[0]) == "cannot_write"
    harness.writing.recovered()
    answers = say(harness, "ada", "cake")
    harness.journal.fail(OutcomeUnknown("The writer has ended."))
    assert code(answers[0]) == "unknown"
    assert statuses(harness) == []


def test_what_could_not_be_replaced_is_still_there() -> None:
    harness = TableHarness()
    harness.join("ada")
    say(harness, "ada", "tea")
    harness.journal.by_hand = True
    for text in ("coffee", "cake"):
        say(harness, "ada", text)
    for _ in range(2):
        harness.journal.fail(ReadOnly("The disk is full."))
    harness.writing.recovered()
    harness.journal.by_hand = False
    assert statuses(harness) == [("account-of-ada", "tea")]
