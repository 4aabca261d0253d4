"""What happens at a table of Mao, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.games.mao import records as game
from stammtisch.games.mao.cards import Card
from stammtisch.games.mao.chairman import DISPUTE
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Again, Draw, Reverse, Skip
from stammtisch.games.mao.language.words import RuleError
from stammtisch.games.mao.rules import BREACHES
from stammtisch.terminal.mao.hand import card_told, t
from stammtisch.terminal.text import Name, court_told, list_of, news_told, within


def sentence(event: Any, name: Name, pile: int) -> str | None:
    """A sentence on the event, or None if it is not worth one; `pile` cards lie there after it."""
    if isinstance(event, game.Moved):
        return moved(event, name, pile)
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name)


def whom(seat: int | None, name: Name) -> str:
    """Somebody within a sentence."""
    if seat is None:
        return t("chairman")
    who = name(seat)
    return within(who) if who == t("you") else who


def accused_name(seat: int, name: Name) -> str:
    """Whom an accusation is against."""
    return t("you_accused") if name(seat) == t("you") else name(seat)


def themselves(who: str) -> str:
    return t("yourself" if who == t("you") else "themselves")


def accuser_of(seat: int | None, name: Name) -> str:
    return t("the_chairman_begins") if seat is None else name(seat)


# --- cards ---------------------------------------------------------------------------------------


def moved(event: game.Moved, name: Name, pile: int) -> str:
    """What a card did, by where it came from, where it went, and why."""
    source, target = event.source.place, event.target.place
    who = name(event.seat)
    card = t("a_card") if event.card is None else t("the_card", card=card_told(event.card))
    if (source, target) == ("hand", "pile") and event.target.index != pile - 1:
        return t("put_into", who=who, card=card)
    does = t.find(f"moved.{source}.{target}.{event.cause}", who=who, card=card)
    return does or t("moved", who=who, card=card)


# --- all else ------------------------------------------------------------------------------------


def accusation(
    accuser: int | None, accused: int, reason: str | None, card: Card | None, name: Name
) -> str:
    who = accuser_of(accuser, name)
    target = themselves(who) if accuser == accused else accused_name(accused, name)
    if not reason:
        return t("accused_why", who=who, accused=target, over=over(card))
    why = court_told(reason).rstrip(".")
    return t("accused", who=who, accused=target, over=over(card), reason=why)


def over(card: Card | None) -> str:
    """The card that an accusation is about, within a sentence."""
    return "" if card is None else t("over_card", card=card_told(card))


def _accepted(event: game.Accepted, name: Name) -> str:
    accused = event.accused
    return t(f"accepted.{event.by}", who=name(accused), whom=whom(accused, name))


def rule_written(event: game.RuleWritten, name: Name) -> str:
    who = name(event.seat)
    if event.text is None:
        return t("wrote_secret", who=who)
    sentences = [t("wrote_text", who=who, text=event.text)]
    if event.understood is not None:
        sentences.append(t("enforced" if event.understood else "not_enforced"))
    if event.complaint:
        sentences.append(event.complaint)
    return " ".join(sentences)


def _order(event: game.PointOfOrder, name: Name) -> str:
    if event.open:
        who = t("somebody") if event.seat is None else name(event.seat)
        return t("order_called", who=who)
    return t("order_over")


def _finale(event: game.Finale, name: Name) -> str:
    return " ".join([t("rules_were"), *(rule_told(rule, name) for rule in event.rules)])


#: What a rule does to the game, and nobody can fail to do.
_DONE_BY_CHAIRMAN = (Draw, Skip, Reverse, Again)


def uncounted(rule: game.RuleTold) -> str | None:
    """Why nobody knows whether people kept the rule; None if the chairman counted that."""
    if rule.understood is None:
        return t("uncounted")
    if not rule.understood:
        return t("not_understood_uncounted")
    try:
        duties = parse(rule.text).duties
    except RuleError:
        return None
    if all(isinstance(duty, _DONE_BY_CHAIRMAN) for duty in duties):
        return t("done_by_chairman")
    return None


def breaches_by_seat(rule: game.RuleTold) -> dict[int, list[game.Breach]]:
    breaches: dict[int, list[game.Breach]] = {}
    for breach in rule.broken:
        breaches.setdefault(breach.seat, []).append(breach)
    return breaches


def newest_only(rule: game.RuleTold) -> str:
    """A remark, if there may have been more breaches than were kept."""
    if len(rule.broken) < BREACHES:
        return ""
    return f" {t('newest_only', count=BREACHES)}"


def rule_told(rule: game.RuleTold, name: Name) -> str:
    """A rule as the finale tells it, in sentences."""
    author = whom(rule.author, name)
    words = t("rule_line", text=rule.text, author=author, round=rule.round)
    if rule.broken:
        counts = [f"{name(seat)} ({len(all_)}×)" for seat, all_ in breaches_by_seat(rule).items()]
        words += f", {t('rule_broken', names=list_of(counts))}{newest_only(rule)}"
    elif (why := uncounted(rule)) is not None:
        words += f"; {why}"
    else:
        words += f", {t('rule_unbroken')}"
    if rule.found is not None:
        words += f", {t('rule_found', name=whom(rule.found, name))}"
    return f"{words}."


def _talked(event: game.Talked, name: Name) -> str:
    who = t("chairman_says") if event.seat is None else f"{name(event.seat)}:"
    return f"{who} {t('quoted', text=said(event.seat, event.text))}"


def said(seat: int | None, text: str) -> str:
    """What the chairman says is told, and what bots say at court; all other words are moves."""
    at_court = seat is None or text == DISPUTE or text.startswith("Failure ")
    return court_told(text) if at_court else text


_SENTENCES: dict[type, Callable[[Any, Name], str | None]] = {
    game.RoundStarted: lambda event, name: t(
        "round_started", round=event.round, card=card_told(event.discard[-1])
    ),
    game.Talked: _talked,
    game.LastChance: lambda event, name: t("last_card_gone", who=name(event.seat)),
    game.Accused: lambda event, name: accusation(
        event.accuser, event.accused, event.reason, event.card, name
    ),
    game.Accepted: _accepted,
    game.Cancelled: lambda event, name: t("cancelled"),
    game.VoteCalled: lambda event, name: t(
        "vote_called", names=list_of([name(seat) for seat in event.voters])
    ),
    game.RoundOver: lambda event, name: t("round_won", who=name(event.seat)),
    game.RuleWritten: rule_written,
    game.RulesRevealed: lambda event, name: t(
        "had_written",
        who=name(event.seat),
        rules="; ".join(t("quoted", text=rule) for rule in event.rules),
    ),
    game.WinnerLeft: lambda event, name: t("winner_left"),
    game.PlayerGone: lambda event, name: t("gone_for_good", who=name(event.seat)),
    game.PointOfOrder: _order,
    game.Finale: lambda event, name: _finale(event, name) if event.rules else None,
    game.MatchOver: lambda event, name: t(
        "match_over",
        totals=list_of([f"{name(seat)} {points}" for seat, points in enumerate(event.points)]),
    ),
}
