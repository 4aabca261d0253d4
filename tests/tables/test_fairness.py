"""Deals that nobody can choose, computed twice: by the house, and from its documentation alone."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.games.stream import Stream
from stammtisch.games.tiles.tile import name
from stammtisch.requests import AddBot, Ready
from stammtisch.tables import entries as journal
from stammtisch.tables import fairness
from stammtisch.tables.events import Opened, Revealed, Started
from tests.tables import fair_deals
from tests.tables.harness import PEOPLE, TableHarness, settings, who

EXAMPLE = fair_deals.example()


def secret(round: int) -> bytes:
    return bytes.fromhex(EXAMPLE[f"secret({round})"])


def test_the_example_of_the_documentation_follows_from_the_documentation() -> None:
    assert fair_deals.sha(secret(3)) == secret(2)
    assert fair_deals.sha(secret(2)) == secret(1)
    for number in (1, 2, 3):
        assert fair_deals.keeps(EXAMPLE["commitment"], secret(number), number)
    nonces = [bytes.fromhex(EXAMPLE[f"nonce of seat {seat}"]) for seat in range(4)]
    assert fair_deals.seal(EXAMPLE["nonce of seat 0"]) == EXAMPLE["hash of it"]
    assert nonces[2:] == [fair_deals.server_nonce(secret(1), seat) for seat in (2, 3)]
    for number in (1, 2):
        assert fair_deals.seed(secret(number), number, nonces).hex() == EXAMPLE[f"seed({number})"]
    seed = bytes.fromhex(EXAMPLE["seed(1)"])
    numbers = fair_deals.Numbers(seed)
    words = [str(numbers.word()) for _ in range(4)]
    assert " ".join(words) == EXAMPLE["first words of seed(1)"]
    starter, held, main = fair_deals.deal(seed)
    assert str(starter) == EXAMPLE["starter"]
    for seat, tiles in enumerate(held):
        assert " ".join(tiles) == EXAMPLE[f"seat {seat}"]
    assert " ".join(main[:5]) == EXAMPLE["drawn first from the main stack"]


def test_the_house_computes_what_the_documentation_says() -> None:
    rng = Random(1)
    for _ in range(50):
        rounds = rng.randrange(1, 9)
        chain = fairness.Secrets(rng.randbytes(32), rng.randrange(1, 100), rounds)
        secrets = [chain.of(number) for number in range(1, rounds + 1)]
        commitment = fairness.commitment_to(secrets[0])
        nonces = [rng.randbytes(rng.randrange(1, 65)) for _ in range(rng.randrange(3, 7))]
        for number, one in enumerate(secrets, 1):
            assert fair_deals.keeps(commitment, one, number)
            assert fairness.keeps_commitment(commitment, one, number)
            assert not fairness.keeps_commitment(commitment, one, number + 1)
            assert fairness.seed_of(one, number, nonces) == fair_deals.seed(one, number, nonces)
        for seat in range(4):
            given = fairness.server_nonce(secrets[0], seat)
            assert given == fair_deals.server_nonce(secrets[0], seat)
            assert fairness.seal_of(given) == fair_deals.seal(given.hex())
        seed = rng.randbytes(32)
        ours, theirs = Stream(seed), fair_deals.Numbers(seed)
        bounds = [rng.randrange(1, 2**32) for _ in range(30)]
        assert [ours.below(k) for k in bounds] == [theirs.below(k) for k in bounds]


def test_a_real_deal_can_be_dealt_again_from_what_was_published() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    commitment = harness.join("ada").snapshot.commitment
    harness.join("eve", watch=True)
    for _ in range(3):
        harness.ask(who("ada"), AddBot(level="random"))
    harness.ask(who("ada"), Ready(nonce="c0ffee"))
    racks = [[name(tile) for tile in harness.match.held(seat)] for seat in range(4)]
    main = [name(tile) for tile in reversed(harness.match.main)]
    mover = harness.match.mover
    harness.ask(who("ada"), AddBot(level="random"))
    while harness.match.mover != 0:
        harness.clock.advance(800)
    harness.win_by_cheating()
    told = harness.told("eve")
    (started,) = [one for one in told if isinstance(one, Started)]
    (revealed,) = [one for one in told if isinstance(one, Revealed)]
    opened = told[-1]
    assert isinstance(opened, Opened)

    assert started.commitment == commitment != opened.commitment
    secret = bytes.fromhex(revealed.secret)
    assert fair_deals.keeps(commitment, secret, revealed.round)
    nonces = [bytes.fromhex(nonce) for nonce in started.nonces]
    assert nonces[0] == bytes.fromhex("c0ffee")
    assert nonces[1:] == [fair_deals.server_nonce(secret, seat) for seat in (1, 2, 3)]
    seed = fair_deals.seed(secret, 1, nonces)
    assert fair_deals.deal(seed) == (mover, racks, main)


def test_the_secret_is_in_the_journal_only_after_the_last_move() -> None:
    harness = TableHarness(settings(options={"cheats": True}))
    harness.start()
    harness.move()
    secret = fairness.Secrets(harness.row.secret, 1, 1).of(1).hex()
    assert not any(secret.encode() in entry.payload for entry in harness.journal.entries)
    harness.win_by_cheating()
    kinds = [type(journal.decode(entry.payload)).__name__ for entry in harness.journal.entries]
    assert kinds[-4:] == ["Act", "Reveal", "End", "Open"]
    assert secret.encode() in harness.journal.entries[-3].payload


@pytest.mark.parametrize("changed", range(4))
def test_every_player_s_nonce_changes_the_deal(changed: int) -> None:
    deals = set()
    for nonce in ("aa", "ab"):
        harness = TableHarness()
        for name_ in PEOPLE:
            harness.join(name_)
        for seat, name_ in enumerate(PEOPLE):
            harness.ask(who(name_), Ready(nonce=nonce if seat == changed else "00"))
        deals.add(harness.match.digest())
    assert len(deals) == 2
