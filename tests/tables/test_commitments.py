"""No nonce can be chosen by who knows the others: they are all fixed before the first is opened."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from stammtisch.replies import Accepted
from stammtisch.requests import (
    AddBot,
    AllowEntry,
    Configure,
    Disclose,
    Join,
    Kick,
    Leave,
    Ready,
    RemoveBot,
    Unready,
)
from stammtisch.tables import entries as journal
from stammtisch.tables.events import Committed, Left, Started, Unreadied
from stammtisch.tables.fairness import DISCLOSE_WITHIN
from stammtisch.tables.record import InvalidRecord, Line, MatchRecord, read_record, verify
from tests.tables.harness import PEOPLE, TableHarness, code, names_of, settings, who


def nonce_of(name: str, number: int = 1) -> str:
    return hashlib.sha256(f"{name} {number}".encode()).hexdigest()


def hash_of(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()


def sealed(name: str, number: int = 1) -> Ready:
    return Ready(hash=hash_of(nonce_of(name, number)))


def opened(name: str, number: int = 1) -> Disclose:
    return Disclose(nonce=nonce_of(name, number))


def committed(*names: str, of: TableHarness | None = None) -> TableHarness:
    """A table at which everybody is ready, those named by a hash."""
    harness = of or TableHarness(settings(options={"cheats": True}))
    for name in PEOPLE:
        harness.join(name)
    for name in PEOPLE:
        harness.ask(who(name), sealed(name) if name in names else Ready())
    return harness


def readiness(harness: TableHarness) -> list[bool]:
    return [seat.ready for seat in harness.table.state.seat_infos()]


def kinds(harness: TableHarness) -> list[str]:
    return [type(journal.decode(entry.payload)).__name__ for entry in harness.journal.entries]


def test_the_match_begins_when_every_nonce_is_open() -> None:
    harness = committed(*PEOPLE)
    assert not harness.table.state.running
    for name in PEOPLE:
        assert isinstance(harness.ask(who(name), opened(name)), Accepted)
        assert harness.table.state.running is (name == PEOPLE[-1])
    (started,) = [one for one in harness.told("ada") if isinstance(one, Started)]
    assert started.nonces == [nonce_of(name) for name in PEOPLE]
    assert started.nonces_from == ["commitment"] * 4


def test_all_are_told_what_they_are_to_open_and_until_when() -> None:
    harness = committed("ada", "cy")
    news = [one for one in harness.told("ada") if isinstance(one, Committed)]
    hashes = [hash_of(nonce_of("ada")), None, hash_of(nonce_of("cy")), None]
    assert news == [Committed(hashes=hashes, deadline=harness.clock.now() + DISCLOSE_WITHIN)]
    told = harness.join("eve", watch=True).snapshot.disclosing
    assert told is not None and told.waits_for == [0, 2] and told.hashes == hashes


def test_no_nonce_is_in_the_journal_or_in_any_news_before_all_are_fixed() -> None:
    harness = committed("ada", "bo")
    assert not any(nonce_of("ada").encode() in one.payload for one in harness.journal.entries)
    harness.ask(who("ada"), opened("ada"))
    assert nonce_of("ada") not in repr(harness.told("bo"))
    order = kinds(harness)
    assert order.index("Commit") > max(at for at, kind in enumerate(order) if kind == "Ready")
    assert order[-1] == "Disclose"


def test_a_nonce_must_fit_its_hash_and_is_asked_for_only_then() -> None:
    harness = committed("ada", "bo")
    assert code(harness.ask(who("ada"), opened("bo"))) == "other_nonce"
    assert code(harness.ask(who("cy"), opened("cy"))) == "not_asked"
    assert code(harness.ask(who("ada"), Disclose(nonce="no"))) == "bad_nonce"
    harness.ask(who("ada"), opened("ada"))
    assert harness.ask(who("ada"), opened("ada")).events == []  # type: ignore[attr-defined]
    harness.ask(who("bo"), opened("bo"))
    assert code(harness.ask(who("bo"), opened("bo"))) == "not_asked"


def test_a_nonce_that_could_be_found_from_its_hash_is_not_taken() -> None:
    harness = TableHarness()
    harness.join("ada")
    for _ in range(3):
        harness.ask(who("ada"), AddBot(level="random"))
    harness.ask(who("ada"), Ready(hash=hash_of("00ff")))
    assert code(harness.ask(who("ada"), Disclose(nonce="00ff"))) == "bad_nonce"


@pytest.mark.parametrize("hash", ["", "ff", "g" * 64, "A" * 64, "0" * 63 + " "])
def test_a_hash_is_a_hash(hash: str) -> None:
    harness = TableHarness()
    harness.join("ada")
    assert code(harness.ask(who("ada"), Ready(hash=hash))) == "bad_hash"
    assert code(harness.ask(who("ada"), Ready(hash="0" * 64, nonce="00"))) == "bad_message"


def test_before_all_are_ready_one_may_commit_to_another_nonce_and_not_after() -> None:
    harness = TableHarness()
    for name in PEOPLE:
        harness.join(name)
    harness.ask(who("ada"), sealed("ada"))
    harness.ask(who("ada"), sealed("ada", 2))
    for name in PEOPLE[1:]:
        harness.ask(who(name), Ready())
    assert code(harness.ask(who("ada"), sealed("ada", 3))) == "nonce_fixed"
    assert code(harness.ask(who("ada"), opened("ada", 3))) == "other_nonce"
    harness.ask(who("ada"), opened("ada", 2))
    assert harness.table.state.running
    assert names_of(harness.told("bo")).count("Readied") == len(PEOPLE) - 1


@pytest.mark.parametrize("opens", [False, True])
def test_when_all_nonces_are_fixed_only_the_same_ready_is_accepted_again(opens: bool) -> None:
    """Ada and Bo have committed, Cy has sent a nonce in the open, and Di none at all."""
    harness = TableHarness()
    same = {"ada": sealed("ada"), "bo": sealed("bo"), "cy": Ready(nonce="00ff"), "di": Ready()}
    for name, ready in same.items():
        harness.join(name)
        harness.ask(who(name), ready)
    if opens:
        harness.ask(who("ada"), opened("ada"))
    before = harness.table.state.seq
    others = [sealed("di"), sealed("ada", 2), Ready(nonce="0100"), Ready(nonce=opened("ada").nonce)]
    for name, ready in same.items():
        answer = harness.ask(who(name), ready)
        assert isinstance(answer, Accepted) and answer.events == []
        for other in [*others, *(one for one in same.values() if one != ready)]:
            assert code(harness.ask(who(name), other)) == "nonce_fixed"
    assert code(harness.ask(who("cy"), Ready(nonce="nonsense"))) == "bad_nonce"
    assert isinstance(harness.ask(who("cy"), Ready(nonce="00FF")), Accepted)
    assert harness.table.state.seq == before
    for name in ("ada", "bo"):
        harness.ask(who(name), opened(name))
    assert harness.table.state.running
    assert harness.table.state.nonces_from == ["commitment", "commitment", "player", "server"]
    # In the match it changes nothing, whatever was sent.
    assert isinstance(harness.ask(who("ada"), sealed("ada", 2)), Accepted)


# --- who does not open ---------------------------------------------------------------------------


def test_who_does_not_open_in_time_sits_out_and_nobody_s_opened_nonce_is_used() -> None:
    harness = committed("ada", "bo", "cy")
    harness.ask(who("ada"), opened("ada"))
    harness.ask(who("cy"), opened("cy"))
    harness.clock.advance(DISCLOSE_WITHIN)
    told = harness.told("di")
    assert [one.seat for one in told if isinstance(one, Left) and one.late] == [1]
    assert [(one.seat, one.again) for one in told if isinstance(one, Unreadied)] == [
        (0, True),
        (2, True),
    ]
    assert readiness(harness) == [False, False, False, True]
    assert code(harness.ask(who("bo"), Join())) == "late"
    # The others go on: with somebody else, and with nonces that nobody knows.
    harness.ask(who("ada"), AddBot(level="random"))
    for name in ("ada", "cy"):
        harness.ask(who(name), sealed(name, 2))
    for name in ("ada", "cy"):
        harness.ask(who(name), opened(name, 2))
    assert harness.table.state.running
    assert harness.table.state.nonces_from == ["commitment", "server", "commitment", "server"]


def test_who_did_not_open_is_welcome_again_when_somebody_invites_them() -> None:
    harness = committed("ada", "bo")
    harness.ask(who("ada"), opened("ada"))
    harness.clock.advance(DISCLOSE_WITHIN)
    harness.ask(who("di"), AllowEntry(account="account-of-bo"))
    assert harness.join("bo").seat == 1


def test_who_did_not_open_may_play_the_match_after_the_next() -> None:
    harness = committed("ada", "bo")
    harness.ask(who("ada"), opened("ada"))
    harness.clock.advance(DISCLOSE_WITHIN)
    harness.join("eve")
    for name in ("ada", "eve"):
        harness.ask(who(name), Ready())
    assert harness.table.state.running
    harness.win_by_cheating()
    harness.ask(who("eve"), Leave())
    assert harness.join("bo").seat == 1


def test_if_nobody_opens_nobody_loses_a_seat() -> None:
    harness = committed("ada", "bo")
    harness.clock.advance(DISCLOSE_WITHIN)
    assert readiness(harness) == [False, False, True, True]
    for name in ("ada", "bo"):
        harness.ask(who(name), sealed(name))
    for name in ("ada", "bo"):
        harness.ask(who(name), opened(name))
    assert harness.table.state.running


@pytest.mark.parametrize("leave", [True, False])
def test_whoever_leaves_between_the_openings_sits_out(leave: bool) -> None:
    harness = committed("ada")
    harness = committed("ada", "bo", of=TableHarness(settings(), seed=2))
    harness.ask(who("ada"), opened("ada"))
    if leave:
        harness.ask(who("di"), Leave())
    else:
        harness.lose("di")
        assert harness.table.state.disclose_until is not None, "The connection may come back."
        harness.join("di")
        harness.ask(who("bo"), opened("bo"))
        assert harness.table.state.running
        return
    assert readiness(harness) == [False, True, True, False]
    assert code(harness.ask(who("di"), Join())) == "late"


@pytest.mark.parametrize(
    "ask", [Unready(), Configure(name="Ours"), Kick(seat=1), RemoveBot(seat=3)]
)
def test_nothing_that_makes_opened_nonces_worthless_is_done_between(ask: Any) -> None:
    harness = TableHarness()
    for name in PEOPLE[:3]:
        harness.join(name)
    harness.ask(who("ada"), AddBot(level="random"))
    for name in PEOPLE[:3]:
        harness.ask(who(name), sealed(name))
    harness.ask(who("bo"), opened("bo"))
    assert code(harness.ask(who("ada"), ask)) == "disclosing"
    assert code(harness.ask(who("eve"), Join())) == "disclosing"


def test_nobody_is_asked_to_open_while_one_of_them_is_away() -> None:
    harness = TableHarness()
    for name in PEOPLE:
        harness.join(name)
    harness.ask(who("ada"), sealed("ada"))
    harness.lose("ada")
    for name in PEOPLE[1:]:
        harness.ask(who(name), Ready())
    assert harness.table.state.disclose_until is None
    harness.join("ada")
    assert harness.table.state.disclose_until is not None


# --- after a crash -------------------------------------------------------------------------------


def test_after_a_crash_between_hash_and_nonce_the_nonces_are_opened() -> None:
    before = committed("ada", "bo")
    before.ask(who("ada"), opened("ada"))
    after = TableHarness.again(before)
    for name in PEOPLE:
        told = after.join(name).snapshot.disclosing
        assert told is not None and told.waits_for == [1]
    after.clock.advance(DISCLOSE_WITHIN + 5_000)
    after.ask(who("bo"), opened("bo"))
    assert after.table.state.running


def test_after_a_crash_who_does_not_come_back_is_not_waited_for_long() -> None:
    before = committed("ada", "bo")
    before.ask(who("ada"), opened("ada"))
    after = TableHarness.again(before)
    for name in ("ada", "cy", "di"):
        after.join(name)
    after.clock.advance(20_000)
    assert [place.name for place in after.table.state.places] == ["ada", None, "cy", "di"]
    assert readiness(after) == [False, False, True, True]


# --- the record ----------------------------------------------------------------------------------


def played() -> MatchRecord:
    harness = committed("ada", "cy")
    for name in ("ada", "cy"):
        harness.ask(who(name), opened(name))
    harness.win_by_cheating()
    return read_record(harness.record(harness.finished_matches[0]))


RECORD = played()


def forged(change: Callable[[list[dict[str, Any]]], None]) -> MatchRecord:
    payloads = [msgspec.json.decode(line.payload) for line in RECORD.entries]
    change(payloads)
    previous, lines = bytes.fromhex(RECORD.previous), []
    for seq, payload in enumerate(payloads, 1):
        text = msgspec.json.encode(payload)
        previous = hashlib.sha256(previous + text).digest()
        lines.append(Line(seq, text.decode(), previous.hex()))
    return msgspec.structs.replace(RECORD, entries=lines)


def first(payloads: list[dict[str, Any]], kind: str, **fields: Any) -> int:
    return next(
        at
        for at, one in enumerate(payloads)
        if one["kind"] == kind and all(one.get(name) == value for name, value in fields.items())
    )


def moved(kind: str, *, before: str) -> Callable[[list[dict[str, Any]]], None]:
    def change(payloads: list[dict[str, Any]]) -> None:
        entry = payloads.pop(first(payloads, kind))
        entry["at"] = 1000
        payloads.insert(first(payloads, before), entry)

    return change


def changed(kind: str, **fields: Any) -> Callable[[list[dict[str, Any]]], None]:
    return lambda payloads: payloads[first(payloads, kind)].update(fields)


def dropped(kind: str) -> Callable[[list[dict[str, Any]]], None]:
    return lambda payloads: payloads.__delitem__(first(payloads, kind))


def test_the_record_tells_whose_nonces_were_committed_to() -> None:
    assert verify(RECORD).nonces_from == ("commitment", "server", "commitment", "server")
    verify(forged(lambda payloads: None))


FORGERIES: dict[str, Callable[[list[dict[str, Any]]], None]] = {
    "a nonce that does not fit its hash": changed("disclose", nonce=nonce_of("ada", 2)),
    "a nonce too short to be hidden": changed("disclose", nonce="00"),
    "an opening before all are fixed": moved("disclose", before="commit"),
    "all are fixed before all are ready": moved("commit", before="ready"),
    "no moment at which all are fixed": dropped("commit"),
    "two such moments": lambda payloads: payloads.insert(
        first(payloads, "commit"), dict(payloads[first(payloads, "commit")])
    ),
    "a nonce that was never opened": dropped("disclose"),
    "a nonce opened twice": lambda payloads: payloads.insert(
        first(payloads, "disclose"), dict(payloads[first(payloads, "disclose")])
    ),
    "the opening of a seat that committed to nothing": changed("disclose", seat=1),
    "another hash": changed("ready", hash=hash_of(nonce_of("ada", 2))),
    "a hash that is none": changed("ready", hash="00"),
    "neither nonce nor hash": changed("ready", hash=None),
    "both nonce and hash": changed("ready", nonce=nonce_of("ada")),
    "a source that was not": changed("start", nonces_from=["commitment"] * 4),
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_commitment_is_unsound(forgery: Callable[[list[dict[str, Any]]], None]) -> None:
    with pytest.raises(InvalidRecord) as caught:
        verify(forged(forgery))
    assert str(caught.value).endswith(".")


def test_no_nonce_is_chosen_when_the_first_was_opened() -> None:
    def change(payloads: list[dict[str, Any]]) -> None:
        start = first(payloads, "start")
        late = {"kind": "ready", "at": 1000, "seat": 1, "nonce": "00", "by_server": False}
        payloads[start]["nonces_from"][1] = "player"
        payloads.insert(start, late)

    with pytest.raises(
        InvalidRecord, match="Seat 1 chooses a nonce when others are opened already"
    ):
        verify(forged(change))


def with_a_bot() -> MatchRecord:
    harness = TableHarness(settings(options={"cheats": True}))
    for name in PEOPLE[:3]:
        harness.join(name)
    harness.ask(who("ada"), AddBot(level="random"))
    for name in PEOPLE[:3]:
        harness.ask(who(name), Ready())
    while harness.match.mover == 3:
        harness.clock.advance(800)
    harness.win_by_cheating()
    return read_record(harness.record(harness.finished_matches[0]))


@pytest.mark.parametrize("denied", [False, True], ids=["a bot", "a bot said to be none"])
def test_a_bot_has_no_nonce_but_the_house_s(denied: bool) -> None:
    record = with_a_bot()
    payloads = [msgspec.json.decode(line.payload) for line in record.entries]
    for payload in payloads:
        if payload["kind"] == "ready" and payload["seat"] == 3:
            payload["by_server"] = False
        if denied and payload["kind"] == "sit" and payload["seat"] == 3:
            payload["bot"] = None
        payload.pop("nonces_from", None)
    previous, lines = bytes.fromhex(record.previous), []
    for line, payload in zip(record.entries, payloads, strict=True):
        text = msgspec.json.encode(payload)
        previous = hashlib.sha256(previous + text).digest()
        lines.append(Line(line.seq, text.decode(), previous.hex()))
    with pytest.raises(InvalidRecord, match="The bot on seat 3 has another nonce"):
        verify(msgspec.structs.replace(record, entries=lines))
