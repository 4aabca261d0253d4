"""The record of a match proves that it was dealt and played as it says, or it is `Unsound`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from stammtisch.requests import Leave
from stammtisch.tables.record import InvalidRecord, Line, MatchRecord, moments, read_record, verify
from tests.tables.harness import TableHarness, settings, who
from tests.tables.strolling import stroll


def won() -> bytes:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    for _ in range(4):
        harness.move()
    harness.win_by_cheating()
    return harness.record(harness.finished_matches[0])


BODY = won()
RECORD = read_record(BODY)


def test_a_sound_record_proves_players_moves_and_outcome() -> None:
    proof = verify(RECORD)
    assert proof.players == ["ada", "bo", "cy", "di"]
    assert (proof.game, proof.profile, proof.rounds) == ("tiles", "classic", 1)
    assert proof.moves == 4 + 2 or proof.moves == 4 + 3
    assert proof.outcome.kind == "won" and not proof.outcome.counts


@pytest.mark.parametrize("leaver", ["bot", "wait", "end"])
@pytest.mark.parametrize("seed", range(4))
def test_every_match_of_a_random_evening_is_sound(leaver: str, seed: int) -> None:
    options = {"cheats": True, "turn_clock": 30}
    harness = TableHarness(settings(leaver=leaver, options=options, fill_after=20), seed=seed)
    for _ in stroll(harness, Random(seed), 300):
        pass
    assert len(harness.finished_matches) == harness.table.state.chapter - 1
    for finished in harness.finished_matches:
        proof = verify(read_record(harness.record(finished)))
        assert proof.outcome == finished.outcome
        assert proof.players == finished.names


def test_a_whole_match_to_the_empty_stack_is_sound_and_can_be_replayed() -> None:
    harness = TableHarness()
    harness.start()
    harness.play_out()
    record = read_record(harness.record(harness.finished_matches[0]))
    assert verify(record).outcome.kind == "draw"
    steps = list(moments(record))
    assert [step.seq for step in steps] == [line.seq for line in record.entries]
    last = steps[-1].match
    assert last is not None and last.digest() == harness.match.digest()


def test_a_match_that_was_broken_off_is_sound() -> None:
    harness = TableHarness(settings(leaver="end"))
    harness.start()
    harness.move()
    harness.ask(who("ada"), Leave())
    proof = verify(read_record(harness.record(harness.finished_matches[0])))
    assert proof.outcome.kind == "aborted" and proof.moves == 1


# --- what does not hold --------------------------------------------------------------------------


def check(changed: bytes) -> None:
    verify(read_record(changed))


def test_any_flipped_bit_of_the_file_is_noticed() -> None:
    rng = Random(1)
    for _ in range(1500):
        damaged = bytearray(BODY)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        with pytest.raises(InvalidRecord):
            check(bytes(damaged))


def test_a_missing_doubled_or_moved_entry_is_noticed() -> None:
    lines = RECORD.entries
    for at in range(len(lines) - 1):
        for other in (
            lines[:at] + lines[at + 1 :],
            lines[: at + 1] + lines[at:],
            [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],
        ):
            with pytest.raises(InvalidRecord):
                verify(msgspec.structs.replace(RECORD, entries=other))
    with pytest.raises(InvalidRecord, match="ends before the match does"):
        verify(msgspec.structs.replace(RECORD, entries=lines[:-1]))


def forged(change: Callable[[list[dict[str, Any]]], None]) -> MatchRecord:
    """The record with changed payloads and a chain of hashes that fits them."""
    payloads = [msgspec.json.decode(line.payload) for line in RECORD.entries]
    change(payloads)
    previous, lines = bytes.fromhex(RECORD.previous), []
    for seq, payload in enumerate(payloads, 1):
        text = msgspec.json.encode(payload)
        previous = hashlib.sha256(previous + text).digest()
        lines.append(Line(seq, text.decode(), previous.hex()))
    return msgspec.structs.replace(RECORD, entries=lines)


def of_kind(payloads: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(payload for payload in payloads if payload["kind"] == kind)


def flipped(text: str, bit: int) -> str:
    damaged = bytearray.fromhex(text)
    damaged[bit // 8 % len(damaged)] ^= 1 << bit % 8
    return damaged.hex()


def test_a_record_that_is_written_anew_without_change_is_sound() -> None:
    verify(forged(lambda payloads: None))


@pytest.mark.parametrize(
    ("kind", "field"), [("reveal", "secret"), ("ready", "nonce"), ("open", "commitment")]
)
def test_any_other_secret_nonce_or_commitment_does_not_fit(kind: str, field: str) -> None:
    size = len(of_kind([msgspec.json.decode(one.payload) for one in RECORD.entries], kind)[field])
    for bit in range(size * 4):

        def change(payloads: list[dict[str, Any]], bit: int = bit) -> None:
            entry = of_kind(payloads, kind)
            entry[field] = flipped(entry[field], bit)

        with pytest.raises(InvalidRecord):
            verify(forged(change))


def test_another_seed_would_be_another_deal() -> None:
    """A house that deals with a secret of its liking cannot keep its commitment."""

    def change(payloads: list[dict[str, Any]]) -> None:
        of_kind(payloads, "reveal")["secret"] = hashlib.sha256(b"a better deal").hexdigest()

    with pytest.raises(InvalidRecord, match=r"(committed to|another nonce)"):
        verify(forged(change))


def test_the_house_cannot_choose_its_nonces() -> None:
    def change(payloads: list[dict[str, Any]]) -> None:
        of_kind(payloads, "ready")["nonce"] = "00" * 16

    with pytest.raises(InvalidRecord, match="another nonce than it must"):
        verify(forged(change))


def forge(**fields: Any) -> Callable[[list[dict[str, Any]]], None]:
    """Change fields of the first entry of a kind."""
    kind = fields.pop("kind")
    return lambda payloads: of_kind(payloads, kind).update(fields)


def drop(kind: str) -> Callable[[list[dict[str, Any]]], None]:
    return lambda payloads: payloads.remove(of_kind(payloads, kind))


def insert(place: int, **entry: Any) -> Callable[[list[dict[str, Any]]], None]:
    return lambda payloads: payloads.insert(place, {"at": 1000, **entry})


FORGERIES: dict[str, Callable[[list[dict[str, Any]]], None]] = {
    "an illegal move": forge(kind="act", action={"type": "draw", "stack": "main"}),
    "no move at all": forge(kind="act", action={"type": "fly"}),
    "a seat that is not there": forge(kind="act", seat=4),
    "a seat below the first": forge(kind="sit", seat=-1),
    "other rules": forge(kind="open", rules="00" * 32),
    "rules that are none": forge(kind="open", settings={"game": "tiles", "profile": "none"}),
    "another table": forge(kind="open", table="other"),
    "a chair too few": lambda payloads: of_kind(payloads, "open")["chairs"].pop(),
    "another match": forge(kind="start", match="table1-2"),
    "another round": forge(kind="deal", round=2),
    "the secret of another round": forge(kind="reveal", round=2),
    "a commitment that is no number": forge(kind="open", commitment="größer"),
    "a secret that is no number": forge(kind="reveal", secret="more"),
    "a nonce that is no number": forge(kind="ready", nonce="often"),
    "a nonce that is too long": forge(kind="ready", nonce="00" * 70_000),
    "no secret": drop("reveal"),
    "no deal": drop("deal"),
    "no start": drop("start"),
    "somebody who is not ready": drop("ready"),
    "no end": drop("end"),
    "two openings": lambda payloads: payloads.insert(1, dict(payloads[0])),
    "a nonce in the middle of the match": insert(12, kind="ready", seat=0, nonce="00"),
    "time that runs backwards": insert(5, kind="rename", seat=0, name="ada", at=0),
    "a match that is not over": lambda payloads: payloads.__delitem__(slice(-4, -2)),
    "something after the end": lambda payloads: payloads.append(
        {"kind": "rename", "at": 10**9, "seat": 0, "name": "ada"}
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_record_is_unsound(forgery: Callable[[list[dict[str, Any]]], None]) -> None:
    with pytest.raises(InvalidRecord) as caught:
        verify(forged(forgery))
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("field", ["match", "table", "game", "previous"])
def test_a_head_that_does_not_fit_is_unsound(field: str) -> None:
    other = "00" * 32 if field == "previous" else "other"
    with pytest.raises(InvalidRecord):
        verify(msgspec.structs.replace(RECORD, **{field: other}))


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"\xff", BODY[:-1], b'{"format":"other"}'])
def test_what_is_no_record_is_unsound(text: bytes) -> None:
    with pytest.raises(InvalidRecord, match=r"^This is no record of a match: .*\.$"):
        read_record(text)
