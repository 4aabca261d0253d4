"""Who may come in, and for how long: invite codes, passwords, onlookers."""

from __future__ import annotations

from stammtisch.replies import Joined
from stammtisch.requests import Caller, Configure, Join, Leave, Say
from stammtisch.tables.events import Closed, Configured
from tests.tables.harness import TableHarness, code, settings, who

ADA, BO = who("ada"), who("bo")


def seated(*names: str) -> TableHarness:
    harness = TableHarness()
    for name in names:
        harness.join(name)
    return harness


def test_a_new_password_makes_old_invite_codes_worthless() -> None:
    harness = seated("ada")
    before = harness.join("eve", watch=True).invite
    harness.ask(who("eve"), Leave())
    harness.ask(ADA, Configure(password="sesame"))
    assert code(harness.ask(who("eve"), Join(invite=before, watch=True))) == "wrong_password"
    assert harness.uninvited == [before]
    for table in (harness, TableHarness.again(harness)):
        assert table.table.state.invite not in (before, "")
    assert harness.join("bo", invite=harness.table.state.invite).seat == 1


def test_old_codes_stay_worthless_when_the_password_is_taken_away_again() -> None:
    harness = TableHarness(settings(private=True))
    harness.join("ada", invite=harness.table.state.invite)
    codes = [harness.table.state.invite]
    for password in ("sesame", None, None):
        harness.ask(ADA, Configure(password=password))
        codes.append(harness.table.state.invite)
    assert len(set(codes)) == 4
    for old in codes[:-1]:
        assert code(harness.ask(BO, Join(invite=old))) == "unknown_table"
    harness.ask(ADA, Configure(name="Ours"))
    assert harness.table.state.invite == codes[-1], "Only a password makes it anew."


def test_the_new_code_is_told_to_those_with_a_seat_and_nobody_else() -> None:
    harness = seated("ada", "bo")
    harness.join("eve", watch=True)
    answer = harness.ask(ADA, Configure(password="sesame"))
    new = harness.table.state.invite
    assert [one.invite for one in answer.events] == [new]  # type: ignore[attr-defined]
    (bo,) = [one for one in harness.told("bo") if isinstance(one, Configured)]
    (eve,) = [one for one in harness.told("eve") if isinstance(one, Configured)]
    assert (bo.invite, eve.invite) == (new, None)
    assert new not in repr(harness.heard["eve"])


def test_onlookers_are_seen_out_when_nobody_may_watch_any_more() -> None:
    harness = seated("ada", "bo")
    harness.join("eve", watch=True)
    harness.ask(ADA, Configure(watch=False))
    assert harness.told("eve") == [Closed(reason="Nobody may watch this table any more.")]
    harness.heard.clear()
    harness.ask(BO, Say(text="Alone at last."))
    assert not harness.heard["eve"] and harness.heard["ada"]
    assert harness.runner.info().spectators == 0
    assert code(harness.ask(who("eve"), Join(watch=True))) == "no_watching"


def from_(name: str, address: str) -> Caller:
    return Caller(name, f"account-of-{name}", name, address)


def test_a_password_cannot_be_guessed_for_ever() -> None:
    harness = seated("ada")
    harness.ask(ADA, Configure(password="sesame"))
    eve = from_("eve", "192.0.2.1")
    for guess in range(5):
        assert code(harness.ask(eve, Join(password=str(guess)))) == "wrong_password"
    assert code(harness.ask(eve, Join(password="sesame"))) == "too_many_guesses"
    assert harness.join("bo", password="sesame").seat == 1, "Others are not kept out by that."
    harness.clock.advance(600_000)
    assert isinstance(harness.ask(eve, Join(password="sesame")), Joined)


def test_guesses_of_many_accounts_of_one_address_are_counted_together() -> None:
    harness = seated("ada")
    harness.ask(ADA, Configure(password="sesame"))
    codes = [
        code(harness.ask(from_(f"eve{one}", "192.0.2.1"), Join(password="no"))) for one in range(20)
    ]
    assert codes == ["wrong_password"] * 15 + ["too_many_guesses"] * 5
    assert code(harness.ask(from_("fay", "192.0.2.2"), Join(password="no"))) == "wrong_password"


def test_at_a_private_table_not_even_too_many_guesses_tell_that_it_is_there() -> None:
    harness = TableHarness(settings(private=True))
    harness.join("ada", invite=harness.table.state.invite)
    harness.ask(ADA, Configure(password="sesame"))
    eve = from_("eve", "192.0.2.1")
    told = {repr(harness.ask(eve, Join(password=str(guess)))) for guess in range(9)}
    told.add(repr(harness.ask(eve, Join(password="sesame"))))
    told.add(repr(harness.ask(eve, Join())))
    assert len(told) == 1 and "unknown_table" in told.pop()
