"""Accusing, admitting, disputing, voting."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from stammtisch.bots.bots import Decision, Reason
from stammtisch.bots.mao.history import Deed
from stammtisch.bots.mao.mind import Mind
from stammtisch.bots.mao.rulebook import said, understood
from stammtisch.games.game import Seat
from stammtisch.games.mao.book import Book, orders
from stammtisch.games.mao.chairman import DISPUTE, OFFENCES, UNSAID
from stammtisch.games.mao.language.rule import Forbidden, NextMust, Say, SayName, card_fits
from stammtisch.games.mao.records import Accept, Accuse, Talk

#: How likely a rule must be for its breach to be admitted at once.
_PLAUSIBLE = 0.3
#: How often in a round one admits, for each rule of an accuser, what one does not understand.
_CREDIT = 2
#: Milliseconds after which a breach is forgotten.
_BYGONE = 40_000
#: What the accuser has said so lately is the reason of what follows.
_ANNOUNCED = 9_000


def answer(mind: Mind) -> Decision:
    """What to do about the open accusation."""
    charge = mind.view.charge
    assert charge is not None
    plea = mind.history.pleas[-1] if mind.history.pleas else None
    spoken = plea is not None and mind.seat in plea.spoke
    if charge.accused == mind.seat:
        if charge.accuser is None or charge.accuser == mind.seat:
            return Decision(Accept(), Reason("chairman_right"))
        if plea is None or (plea.deed is not None and _seems_guilty(mind, plea.deed)):
            return Decision(Accept(), Reason("rule_fits"))
        if not spoken:
            return Decision(Talk(DISPUTE), Reason("no_rule_fits"))
        if _may_know(mind, charge.accuser):
            return Decision(Accept(), Reason("accuser_knows"))
        return Decision(None, Reason("accusation_wrong"))
    if charge.voting and charge.accuser != mind.seat and not spoken:
        guilty = plea is not None and plea.deed is not None and _seems_guilty(mind, plea.deed)
        return Decision(Talk("Guilty" if guilty else "Innocent"), Reason("by_known_rules"))
    return Decision(None, Reason("others_decide"))


def _may_know(mind: Mind, accuser: Seat) -> bool:
    """Whether the accuser may know a rule that one does not. Nobody is believed for ever: each rule
    of his can be broken unawares a few times in a round."""
    history, rules = mind.history, mind.view.rule_counts[accuser]
    if not history.chaired:
        # Everybody may have rules in mind there that nobody has written.
        rules += 1
    believed = sum(
        plea.guilty is True
        and (plea.accuser, plea.accused) == (accuser, mind.seat)
        and (plea.deed is None or plea.deed.round == history.deeds[-1].round)
        for plea in history.pleas
    )
    return believed < rules * _CREDIT


def _seems_guilty(mind: Mind, deed: Deed) -> bool:
    """Whether the deed broke a rule that one knows or suspects."""
    if mind.known.left_unsaid(deed):
        return True
    for duty, chance in mind.lore.words(deed.now):
        if chance >= _PLAUSIBLE and not said(duty, deed, deed.words):
            return True
    if deed.now.happening != "play":
        return False
    if mind.known.wants(deed.seat, deed.now).forbidden:
        return True
    return max(mind.lore.forbidden(deed.now), mind.lore.unspoken(deed.now)) >= _PLAUSIBLE


def call_out(mind: Mind) -> Decision | None:
    """Where no chairman watches: accuse whoever broke a rule of mine. First the reason is said
    aloud, then the accusation follows."""
    found = next(_breaches(mind), None)
    if found is None:
        return None
    seat, reason = found
    clock, text = mind.history.said.get(mind.seat, (-_ANNOUNCED, ""))
    if text == reason and mind.history.clock - clock < _ANNOUNCED:
        return Decision(Accuse(seat, reason), Reason("own_rule_broken"))
    return Decision(Talk(reason), Reason("own_rule_broken"))


def _breaches(mind: Mind) -> Iterator[tuple[int, str]]:
    view, history = mind.view, mind.history
    if history.chaired or not view.own_rules:
        return
    book = _book_of(view.own_rules)
    for deed in reversed(history.deeds):
        if deed.clock < history.clock - _BYGONE or deed.round < history.deeds[-1].round:
            return
        accusable = deed.seat != mind.seat and view.present[deed.seat] and not deed.charges
        if view.mode == "lastChance" and deed.seat != view.winner:
            accusable = False
        if not accusable or history.accused_since(deed, mind.seat):
            continue
        wanted = orders(book.fitting(deed.now), lambda whom: (0,) if whom == "player" else ())
        fitting = book.fitting(deed.after.now) if deed.after is not None else []
        demands = orders(fitting, lambda whom: (0,))
        reason = _breach(mind, deed, [order.duty for order in wanted])
        if any(
            isinstance(order.duty, NextMust) and not card_fits(order.duty.test, deed.card)
            for order in demands
        ):
            reason = OFFENCES["must"]
        if reason is not None and mind.notices(deed):
            yield deed.seat, f"{reason[0].upper()}{reason[1:]}."


@lru_cache(64)
def _book_of(texts: tuple[str, ...]) -> Book:
    return Book((at, rule) for at, text in enumerate(texts) if (rule := understood(text)))


def _breach(mind: Mind, deed: Deed, wanted: list[object]) -> str | None:
    for duty in wanted:
        if isinstance(duty, Forbidden):
            return OFFENCES["forbidden"]
        if isinstance(duty, Say | SayName) and deed.closed and not said(duty, deed, deed.words):
            if mind.traits.tells and isinstance(duty, Say):
                return UNSAID.format(words=duty.phrase)
            return OFFENCES["words"]
    return None
