"""The journal is the truth: a table is the fold of its journal, wherever that ends."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import msgspec
import pytest

from stammtisch.games.game import Refusal
from stammtisch.games.tiles.records import Draw
from stammtisch.records import Entry
from stammtisch.requests import Act, Leave, Ready
from stammtisch.tables import entries as journal
from stammtisch.tables import state
from stammtisch.tables.events import Revealed
from stammtisch.tables.state import CorruptJournal, TableState
from stammtisch.tables.table import StepFailed, Table
from tests.tables.harness import PEOPLE, TableHarness, names_of, settings, who
from tests.tables.strolling import stroll


def facts(table: Table) -> dict[str, Any]:
    """All that a table is, beside who is connected. A match that is over is only looked at."""
    match = table.state.match if table.state.running else None
    return {
        "journal": (table.state.seq, table.state.hash, table.state.at, table.state.chapter),
        "phase": (table.state.phase, table.state.last, table.state.commitment),
        "seats": table.state.places,
        "match": None if match is None else (table.state.match_id, match.digest(), match.deadline),
        "settings": (table.state.settings, table.state.number, table.state.rules.digest),
        "nonces": (
            table.state.disclose_until,
            table.state.late,
            table.state.nonces_from if match else None,
        ),
    }


def restored(harness: TableHarness, entries: list[Entry] | None = None) -> Table:
    stored = harness.journal.entries if entries is None else entries
    return Table.restored(harness.row, stored, os.urandom)[0]


@pytest.mark.parametrize("leaver", ["bot", "wait", "end"])
@pytest.mark.parametrize("seed", range(4))
def test_a_table_is_the_fold_of_its_journal_after_every_step(leaver: str, seed: int) -> None:
    options = {"cheats": True, "turn_clock": 30}
    harness = TableHarness(settings(leaver=leaver, options=options, fill_after=20), seed=seed)
    after: dict[int, dict[str, Any]] = {}
    for _ in stroll(harness, Random(seed), 220):
        after[harness.table.state.seq] = facts(restored(harness))
        assert facts(harness.table) == after[harness.table.state.seq]
        if harness.is_abandoned:
            break
    # And again at every prefix that was durable on the way, now along the whole journal.
    first, *others = harness.journal.entries
    table = restored(harness, [first])
    for entry in others:
        table.state.fold_stored(entry)
        if entry.seq in after:
            assert facts(table) == after[entry.seq]


def test_strolls_go_everywhere() -> None:
    """The test above says something only if all kinds of entries, and rematches, are in it."""
    kinds, chapters = set(), 0
    for seed in range(16):
        harness = TableHarness(
            settings(options={"cheats": True, "turn_clock": 30}, fill_after=20), seed=seed
        )
        for _ in stroll(harness, Random(seed), 220):
            pass
        kinds |= {type(journal.decode(entry.payload)) for entry in harness.journal.entries}
        chapters = max(chapters, harness.table.state.chapter)
    # What is written as `Acted` is read as `Act`.
    assert kinds == set(TableState._FOLDS) - {journal.Out, journal.Load, journal.Acted}
    assert chapters >= 3


def test_every_prefix_of_a_journal_can_be_folded_and_goes_on_to_the_whole() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    harness.move()
    harness.win_by_cheating()
    entries = harness.journal.entries
    for length in range(1, len(entries) + 1):
        table, steps = Table.restored(harness.row, entries[:length], os.urandom)
        assert (table.state.seq, table.state.hash) == (
            entries[length - 1].seq,
            entries[length - 1].hash,
        )
        assert [step.entries for step in steps] == [[entry] for entry in entries[:length]]


def a_journal() -> TableHarness:
    harness = TableHarness()
    harness.start()
    for _ in range(5):
        harness.move()
    return harness


def test_a_journal_with_any_bit_flipped_is_refused() -> None:
    harness = a_journal()
    entries = harness.journal.entries
    rng = Random(3)
    for at, entry in enumerate(entries):
        for field in ("payload", "hash"):
            for _ in range(12):
                damaged = bytearray(getattr(entry, field))
                damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
                other = msgspec.structs.replace(entry, **{field: bytes(damaged)})
                with pytest.raises(CorruptJournal):
                    restored(harness, [*entries[:at], other, *entries[at + 1 :]])


def test_a_journal_with_an_entry_missing_doubled_or_moved_is_refused() -> None:
    harness = a_journal()
    entries = harness.journal.entries
    for at in range(len(entries) - 1):
        for other in (
            entries[:at] + entries[at + 1 :],
            entries[: at + 1] + entries[at:],
            [*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]],
        ):
            with pytest.raises(CorruptJournal):
                restored(harness, other)
            numbered = [
                msgspec.structs.replace(entry, seq=seq) for seq, entry in enumerate(other, 1)
            ]
            with pytest.raises(CorruptJournal):
                restored(harness, numbered)


def test_an_entry_that_was_exchanged_with_a_fitting_hash_breaks_the_chain_after_it() -> None:
    harness = a_journal()
    entries = harness.journal.entries
    sit = journal.decode(entries[1].payload)
    assert isinstance(sit, journal.Sit)
    forged = journal.chained(entries[0].hash, 2, msgspec.structs.replace(sit, name="mallory"))
    with pytest.raises(CorruptJournal, match="Entry 3 of table table1 is not what was written"):
        restored(harness, [entries[0], forged, *entries[2:]])


def test_an_illegal_move_with_a_fitting_hash_is_refused() -> None:
    harness = a_journal()
    entries = harness.journal.entries
    act = journal.Act(at=10**6, seat=harness.match.mover ^ 1, action={"type": "cheat"})
    forged = journal.chained(entries[-1].hash, len(entries) + 1, act)
    with pytest.raises(CorruptJournal, match="cannot be read after"):
        restored(harness, [*entries, forged])


def test_the_journal_or_the_secret_of_another_table_is_refused() -> None:
    harness, other = a_journal(), TableHarness(seed=2)
    with pytest.raises(CorruptJournal, match="does not begin with its opening"):
        Table.restored(other.row, harness.journal.entries, os.urandom)
    row = msgspec.structs.replace(harness.row, secret=other.row.secret)
    with pytest.raises(CorruptJournal, match="has not the secret"):
        Table.restored(row, harness.journal.entries, os.urandom)


def test_a_table_without_a_journal_is_damaged() -> None:
    with pytest.raises(CorruptJournal):
        restored(TableHarness(), [])


def test_a_table_comes_back_from_its_last_chapter_alone() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    harness.win_by_cheating()
    (finished,) = harness.finished_matches
    kept = [one for one in harness.journal.entries if one.seq >= finished.first_seq_to_keep]
    assert kept[0].payload.startswith(b'{"kind":"open"')
    for name in PEOPLE:
        harness.ask(who(name), Ready())
    harness.move()
    kept = [one for one in harness.journal.entries if one.seq >= finished.first_seq_to_keep]
    assert facts(restored(harness, kept)) == facts(harness.table)
    assert harness.table.state.chapter == 2 and harness.table.state.running


def test_what_finished_names_the_whole_chapter_also_after_a_restart() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    harness.win_by_cheating()
    (finished,) = harness.finished_matches
    _, steps = Table.restored(harness.row, harness.journal.entries, os.urandom)
    (again,) = [step.finished for step in steps if step.finished is not None]
    assert again == finished
    assert finished.first_seq == 1
    assert finished.entries == harness.journal.entries[: finished.first_seq_to_keep - 1]


def test_what_finished_does_not_hold_more_entries_than_memory_should(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(state, "MOST_ENTRIES", 10)
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    harness.win_by_cheating()
    (finished,) = harness.finished_matches
    assert finished.entries is None
    # The next chapter begins with nothing.
    assert harness.table.state.chapter_entries is not None


def test_the_secret_of_a_match_is_not_told_before_its_end_even_after_one_was_broken_off() -> None:
    harness = TableHarness(settings(leaver="end"))
    harness.start()
    harness.join("eve", watch=True)
    harness.ask(who("ada"), Leave())
    assert names_of(harness.told("eve"))[-4:] == ["Left", "Revealed", "Ended", "Opened"]
    before = len(harness.told("eve"))
    harness.join("ada")
    for name in PEOPLE:
        harness.ask(who(name), Ready())
    assert harness.table.state.running
    since = harness.told("eve")[before:]
    assert "Dealt" in names_of(since) and not any(isinstance(one, Revealed) for one in since)


def test_time_does_not_run_backwards() -> None:
    harness = a_journal()
    before = facts(harness.table)
    with pytest.raises(StepFailed) as broken:
        harness.table.rename(0, "late", harness.table.state.at - 1, 0.0)
    assert "backwards" in str(broken.value.__cause__)
    assert facts(harness.table) == before


def test_a_nonce_is_one_to_64_bytes_in_hexadecimal() -> None:
    harness = TableHarness()
    harness.join("ada")
    for nonce in ("", "xyz", "abc", "00" * 65):
        with pytest.raises(Refusal, match=r"A nonce is 1 to 64 bytes in hexadecimal\."):
            harness.table.ready(0, nonce, harness.clock.now(), 0.0)
    harness.table.ready(0, "00" * 64, harness.clock.now(), 0.0)
    assert harness.table.state.places[0].nonce == bytes(64)


def test_a_newcomer_in_a_match_keeps_the_seat_s_nonce() -> None:
    """Every deal of a match uses the nonces it was started with."""
    harness = TableHarness()
    harness.start()
    nonces = [place.nonce for place in harness.table.state.places]
    harness.ask(who("bo"), Leave())
    joined = harness.join("eve")
    assert joined.seat == 1 and not joined.back
    assert [place.nonce for place in harness.table.state.places] == nonces
    assert harness.runner.info().seats[1].ready


def test_nothing_is_played_before_the_match() -> None:
    harness = TableHarness()
    harness.join("ada")
    answer = harness.ask(who("ada"), Act(action=Draw("main")))
    assert getattr(answer, "code", "") == "no_match"
