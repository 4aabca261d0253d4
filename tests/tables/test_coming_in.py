"""Who may come in, and for how long: invite codes, passwords, onlookers."""

from __future__ import annotations

from stammtisch.tables.events import Closed, Configured
from stammtisch.tables.replies import Joined
from stammtisch.tables.requests import Caller, Configure, Join, Leave, Say
from tests.tables.sitting import Sitting, code, settings, who

ADA, BO = who("ada"), who("bo")


def seated(*names: str) -> Sitting:
    sitting = Sitting()
    for name in names:
        sitting.join(name)
    return sitting


def test_a_new_password_makes_old_invite_codes_worthless() -> None:
    sitting = seated("ada")
    before = sitting.join("eve", watch=True).invite
    sitting.ask(who("eve"), Leave())
    sitting.ask(ADA, Configure(password="sesame"))
    assert code(sitting.ask(who("eve"), Join(invite=before, watch=True))) == "wrong_password"
    assert sitting.uninvited == [before]
    for table in (sitting, Sitting.again(sitting)):
        assert table.table.invite not in (before, "")
    assert sitting.join("bo", invite=sitting.table.invite).seat == 1


def test_old_codes_stay_worthless_when_the_password_is_taken_away_again() -> None:
    sitting = Sitting(settings(private=True))
    sitting.join("ada", invite=sitting.table.invite)
    codes = [sitting.table.invite]
    for password in ("sesame", None, None):
        sitting.ask(ADA, Configure(password=password))
        codes.append(sitting.table.invite)
    assert len(set(codes)) == 4
    for old in codes[:-1]:
        assert code(sitting.ask(BO, Join(invite=old))) == "unknown_table"
    sitting.ask(ADA, Configure(name="Ours"))
    assert sitting.table.invite == codes[-1], "Only a password makes it anew."


def test_the_new_code_is_told_to_those_with_a_seat_and_nobody_else() -> None:
    sitting = seated("ada", "bo")
    sitting.join("eve", watch=True)
    answer = sitting.ask(ADA, Configure(password="sesame"))
    new = sitting.table.invite
    assert [one.invite for one in answer.events] == [new]  # type: ignore[union-attr]
    (bo,) = [one for one in sitting.told("bo") if isinstance(one, Configured)]
    (eve,) = [one for one in sitting.told("eve") if isinstance(one, Configured)]
    assert (bo.invite, eve.invite) == (new, None)
    assert new not in repr(sitting.heard["eve"])


def test_onlookers_are_seen_out_when_nobody_may_watch_any_more() -> None:
    sitting = seated("ada", "bo")
    sitting.join("eve", watch=True)
    sitting.ask(ADA, Configure(watch=False))
    assert sitting.told("eve") == [Closed(reason="Nobody may watch this table any more.")]
    sitting.heard.clear()
    sitting.ask(BO, Say(text="Alone at last."))
    assert not sitting.heard["eve"] and sitting.heard["ada"]
    assert sitting.runner.info().spectators == 0
    assert code(sitting.ask(who("eve"), Join(watch=True))) == "no_watching"


def from_(name: str, address: str) -> Caller:
    return Caller(name, f"account-of-{name}", name, address)


def test_a_password_cannot_be_guessed_for_ever() -> None:
    sitting = seated("ada")
    sitting.ask(ADA, Configure(password="sesame"))
    eve = from_("eve", "192.0.2.1")
    for guess in range(5):
        assert code(sitting.ask(eve, Join(password=str(guess)))) == "wrong_password"
    assert code(sitting.ask(eve, Join(password="sesame"))) == "too_many_guesses"
    assert sitting.join("bo", password="sesame").seat == 1, "Others are not kept out by that."
    sitting.clock.advance(600_000)
    assert isinstance(sitting.ask(eve, Join(password="sesame")), Joined)


def test_guesses_of_many_accounts_of_one_address_are_counted_together() -> None:
    sitting = seated("ada")
    sitting.ask(ADA, Configure(password="sesame"))
    codes = [
        code(sitting.ask(from_(f"eve{one}", "192.0.2.1"), Join(password="no"))) for one in range(20)
    ]
    assert codes == ["wrong_password"] * 15 + ["too_many_guesses"] * 5
    assert code(sitting.ask(from_("fay", "192.0.2.2"), Join(password="no"))) == "wrong_password"


def test_at_a_private_table_not_even_too_many_guesses_tell_that_it_is_there() -> None:
    sitting = Sitting(settings(private=True))
    sitting.join("ada", invite=sitting.table.invite)
    sitting.ask(ADA, Configure(password="sesame"))
    eve = from_("eve", "192.0.2.1")
    told = {repr(sitting.ask(eve, Join(password=str(guess)))) for guess in range(9)}
    told.add(repr(sitting.ask(eve, Join(password="sesame"))))
    told.add(repr(sitting.ask(eve, Join())))
    assert len(told) == 1 and "unknown_table" in told.pop()
