"""What follows at a table by itself: a match begins, a deal is dealt, its secret is revealed, the
match ends, the next chapter opens.

Each function looks at a state and says the entry that must come next; `Table` writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stammtisch.tables import entries as journal
from stammtisch.tables.entries import Payload
from stammtisch.tables.fairness import DISCLOSE_WITHIN, commitment_to, server_nonce
from stammtisch.tables.saving import BOT, is_bot
from stammtisch.tables.state import TableState

#: A match without a bound has had all deals that were committed to.
NO_MORE_DEALS = "All deals that were committed to for this match are used up."


def following(state: TableState, wall: float) -> Payload | None:
    """The entry that must follow by itself, if there is one."""
    at = state.at
    if not state.running:
        if state.ended is not None:
            return opening(state, at, wall)
        return starting(state, at, wall)
    match = state.match
    assert match is not None
    over = match.outcome is not None
    if not (over or match.awaits_deal or match.deal_public):
        return None
    if not state.revealed:
        return revealing(state, at)
    if over:
        return journal.End(at=at, wall=wall)
    if not match.awaits_deal:
        return None
    if state.round == state.secrets.rounds:
        return journal.End(at=at, wall=wall, aborted=NO_MORE_DEALS)
    return journal.Deal(at=at, round=state.round + 1)


def starting(state: TableState, at: int, wall: float) -> Payload | None:
    at_once = state.game.starts_when_full and _is_filled_anew(state)
    for seat, place in enumerate(state.places):
        waits = not place.ready and place.bot is None
        if not place.taken or (waits and (not at_once or state.is_away(seat))):
            return None
    if all(place.bot is not None for place in state.places):
        return None
    for seat, place in enumerate(state.places):
        if not place.ready:
            return journal.Ready(at=at, seat=seat, nonce=own_nonce(state, seat), by_server=True)
    sealed = [seat for seat, place in enumerate(state.places) if place.is_sealed]
    if sealed:
        # Whoever is away now could not open theirs in time.
        if state.disclose_until is not None or any(map(state.is_away, sealed)):
            return None
        return journal.Commit(at=at, deadline=at + DISCLOSE_WITHIN)
    return journal.Start(
        at=at,
        match=f"{state.id}-{state.chapter}",
        wall=wall,
        carry=_carry_for_these(state),
        nonces_from=[place.nonce_from for place in state.places],
    )


def _carry_for_these(state: TableState) -> Any:
    """What an adjourned match left, if those who are here go on with it by its rules."""
    carry = state.carry
    if carry is None or carry.rules != state.rules.digest:
        return None
    here = [place.account or "" for place in state.places]
    same = _any_bot(here) == _any_bot(carry.accounts)
    return carry.state if same else None


def _is_filled_anew(state: TableState) -> bool:
    """Has somebody sat down since the last match? Those who have just played say themselves
    when they want to play again."""
    return any(place.since > state.chapter_seq for place in state.places)


def opening(state: TableState, at: int, wall: float) -> journal.Open:
    chapter = state.chapter + 1
    state.next_secrets = state.secrets_of(chapter)
    first = state.next_secrets.of(1)
    return journal.Open(
        at=at,
        wall=wall,
        table=state.id,
        number=state.number,
        chapter=chapter,
        settings=state.settings,
        rules=state.rules.digest,
        rules_version=state.rules.version,
        chairs=[place.chair for place in state.places],
        commitment=commitment_to(first),
        last=state.last,
        previous=state.hash.hex(),
        host=state.host,
        lock=state.lock,
        barred=state.barred,
        carry=state.carry,
        scoreboard=state.scoreboard,
        invites=state.invites,
    )


def own_nonce(state: TableState, seat: int) -> str:
    return server_nonce(state.secrets.of(1), seat).hex()


def revealing(state: TableState, at: int) -> journal.Reveal:
    secret = state.secrets.of(state.round)
    return journal.Reveal(at=at, round=state.round, secret=secret.hex())


def _any_bot(accounts: Sequence[str]) -> list[str]:
    """The same with one word for all bots."""
    return [BOT if is_bot(account) else account for account in accounts]
