"""The document's own examples: what is sent, what it does, and what is answered, to the letter."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.games.tarock import records
from stammtisch.replies import Accepted, Refused
from stammtisch.requests import Act
from tests.protocols.tarock.conversation import Guest

EXAMPLES: list[tuple[str, Any, str]] = [
    (
        '{"command":"game.tarock.bid","contract":"two"}',
        records.Bid("two"),
        '{"response":"game.tarock.bid"}',
    ),
    (
        '{"command":"game.tarock.bid","contract":"pass"}',
        records.Bid("pass"),
        '{"response":"game.tarock.bid"}',
    ),
    (
        '{"command":"game.tarock.callking","suit":"H"}',
        records.CallKing("H"),
        '{"response":"game.tarock.callking"}',
    ),
    (
        '{"command":"game.tarock.exchange","picked":1,"cards":["S7","D4"]}',
        records.Exchange(1, ("S7", "D4")),
        '{"response":"game.tarock.exchange"}',
    ),
    (
        '{"command":"game.tarock.announce","bonuses":["trula"]}',
        records.Announce(("trula",)),
        '{"response":"game.tarock.announce"}',
    ),
    (
        '{"command":"game.tarock.play","card":"T9"}',
        records.Play("T9"),
        '{"response":"game.tarock.play"}',
    ),
]

#: The refusals of the rules, and the errors of the document that they are.
ERRORS = [
    ("bid", "invalid_contract", "invalid_contract"),
    ("bid", "must_bid", "must_bid"),
    ("exchange", "invalid_pick", "invalid_pick"),
    ("exchange", "king_pile", "invalid_pick"),
    ("exchange", "not_yours", "invalid_card"),
    ("exchange", "wrong_number", "invalid_card"),
    ("exchange", "never_laid_down", "invalid_card"),
    ("exchange", "low_cards_first", "invalid_card"),
    ("announce", "invalid_bonus", "invalid_bonus"),
    ("play", "no_such_card", "invalid_card"),
    ("play", "not_in_hand", "invalid_card"),
    ("play", "must_follow", "invalid_card"),
    ("play", "must_play_tarok", "invalid_card"),
    ("play", "must_beat", "invalid_card"),
    ("play", "pagat_last", "invalid_card"),
    ("play", "pagat_forced", "invalid_card"),
    ("play", "ultimo_locked", "invalid_card"),
    ("play", "over", "wrong_phase"),
    ("play", "no_match", "not_in_game"),
]


@pytest.mark.parametrize(("text", "action", "response"), EXAMPLES)
def test_an_example_does_what_it_says_and_is_answered(
    text: str, action: Any, response: str
) -> None:
    guest = Guest().sits(2)
    guest.session.receive(text)
    assert guest.session.asking == Act(action=action)
    assert not guest.texts(), "nothing is answered before it is done"
    guest.session.answered(Accepted(seq=9, at=1400, events=[]))
    assert guest.texts() == [response]


@pytest.mark.parametrize(("command", "code", "error"), ERRORS)
def test_a_refusal_has_the_name_that_the_document_gives_it(
    command: str, code: str, error: str
) -> None:
    guest = Guest().sits(2)
    guest.session.receive(next(text for text, _, _ in EXAMPLES if f".{command}" in text))
    guest.session.answered(Refused(code=code, message="So it is."))
    assert guest.texts() == [
        f'{{"response":"game.tarock.{command}","error":"{error}","error_description":"So it is."}}'
    ]


def test_the_response_comes_before_the_events_it_brings_about() -> None:
    guest = Guest().sits(2)
    guest.session.receive(EXAMPLES[0][0])
    made = records.BidMade(2, "two", 3, None)
    guest.session.answered(Accepted(seq=9, at=1400, events=[made]))
    assert guest.texts() == [
        '{"response":"game.tarock.bid"}',
        '{"event":"game.tarock.bid.next","player_id":2,"contract":"two","next_player":3}',
    ]
