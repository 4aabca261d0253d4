"""What happens at a table of Mao, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stammtisch.cli.terminal.news import Name, list_of, news_told
from stammtisch.games.mao import records as game
from stammtisch.games.mao.card import Card, card_name
from stammtisch.games.mao.language.lexer import RuleError
from stammtisch.games.mao.language.parse import parse
from stammtisch.games.mao.language.rule import Again, Draw, Reverse, Skip
from stammtisch.games.mao.limits import BREACHES

#: Before what the chairman says.
CHAIRMAN = "Chairman: "


def sentence(event: Any, name: Name, pile: int) -> str | None:
    """A sentence on the event, or None if it is not worth one; `pile` cards lie there after it."""
    if isinstance(event, game.Moved):
        return moved(event, name, pile)
    say = _SENTENCES.get(type(event))
    return news_told(event) if say is None else say(event, name)


def whom(seat: int | None, name: Name) -> str:
    """Somebody within a sentence."""
    if seat is None:
        return "the chairman"
    who = name(seat)
    return "you" if who == "You" else who


def themselves(who: str) -> str:
    return "yourself" if who == "You" else "themselves"


# --- cards ---------------------------------------------------------------------------------------

#: What a card did, by where it came from, where it went, and why.
_MOVES: dict[tuple[str, str, str], str] = {
    ("hand", "pile", "player"): "played {the card}",
    ("hand", "deck", "player"): "threw {the card} away",
    ("deck", "hand", "player"): "drew {the card}",
    ("deck", "hand", "penalty"): "took {the card} as a penalty",
    ("deck", "hand", "rule"): "had to draw {the card}",
    ("deck", "pile", "player"): "turned {the card} over from the deck onto the pile",
    ("pile", "hand", "player"): "took {the card} from the pile",
    ("pile", "hand", "return"): "took {the card} back",
    ("pile", "deck", "player"): "threw {the card} away from the pile",
    ("pile", "pile", "player"): "moved {the card} within the pile",
}


def moved(event: game.Moved, name: Name, pile: int) -> str:
    source, target = event.source.place, event.target.place
    does = _MOVES.get((source, target, event.cause), "moved {the card}")
    if (source, target) == ("hand", "pile") and event.target.index != pile - 1:
        does = "put {the card} into the pile"
    card = "a card" if event.card is None else f"the {card_name(event.card)}"
    return f"{name(event.seat)} {does.replace('{the card}', card)}."


# --- all else ------------------------------------------------------------------------------------


def accusation(
    accuser: int | None, accused: int, reason: str | None, card: Card | None, name: Name
) -> str:
    who = "The chairman" if accuser is None else name(accuser)
    target = themselves(who) if accuser == accused else whom(accused, name)
    why = f": {reason.rstrip('.')}" if reason else ", and gave no reason"
    return f"{who} accused {target}{over(card)}{why}."


def over(card: Card | None) -> str:
    """The card that an accusation is about, within a sentence."""
    return "" if card is None else f" over the {card_name(card)}"


_ACCEPTED = {
    "accused": "{who} admitted it.",
    "time": "{who} said nothing, which counts as admitting it.",
    "vote": "The others found {whom} guilty.",
}


def _accepted(event: game.Accepted, name: Name) -> str:
    return _ACCEPTED[event.by].format(who=name(event.accused), whom=whom(event.accused, name))


def rule_written(event: game.RuleWritten, name: Name) -> str:
    who = name(event.seat)
    if event.text is None:
        return f"{who} wrote a secret rule."
    sentences = [f"{who} wrote the rule “{event.text}”."]
    if event.understood is not None:
        sentences.append(
            "The chairman enforces it."
            if event.understood
            else "The chairman does not understand it: people must enforce it."
        )
    if event.complaint:
        sentences.append(event.complaint)
    return " ".join(sentences)


def _order(event: game.PointOfOrder, name: Name) -> str:
    if event.open:
        who = "Somebody" if event.seat is None else name(event.seat)
        return f"{who} called a point of order: all clocks stand still."
    return "The point of order is over."


def _finale(event: game.Finale, name: Name) -> str:
    return " ".join(["The rules were:", *(rule_told(rule, name) for rule in event.rules)])


#: What a rule does to the game, and nobody can fail to do.
_DONE_BY_CHAIRMAN = (Draw, Skip, Reverse, Again)


def uncounted(rule: game.RuleTold) -> str | None:
    """Why nobody knows whether people kept the rule; None if the chairman counted that."""
    if rule.understood is None:
        return "nobody counted who kept it"
    if not rule.understood:
        return "the chairman did not understand it, and counted nothing"
    try:
        duties = parse(rule.text).duties
    except RuleError:
        return None
    if all(isinstance(duty, _DONE_BY_CHAIRMAN) for duty in duties):
        return "the chairman did it himself: there was nothing to break"
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
    return f" (the last {BREACHES} times; earlier ones were not kept)"


def rule_told(rule: game.RuleTold, name: Name) -> str:
    """A rule as the finale tells it, in sentences."""
    words = f"“{rule.text}” by {whom(rule.author, name)}, after round {rule.round}"
    if rule.broken:
        counts = [f"{name(seat)} ({len(all_)}×)" for seat, all_ in breaches_by_seat(rule).items()]
        words += f", broken by {list_of(counts)}{newest_only(rule)}"
    elif (why := uncounted(rule)) is not None:
        words += f"; {why}"
    else:
        words += ", never broken"
    if rule.found is not None:
        words += f", found out first by {whom(rule.found, name)}"
    return f"{words}."


def _talked(event: game.Talked, name: Name) -> str:
    who = CHAIRMAN if event.seat is None else f"{name(event.seat)}: "
    return f"{who}“{event.text}”"


_SENTENCES: dict[type, Callable[[Any, Name], str | None]] = {
    game.RoundStarted: lambda event, name: (
        f"Round {event.round}: the cards are dealt, "
        f"and the {card_name(event.discard[-1])} begins the pile."
    ),
    game.Talked: _talked,
    game.LastChance: lambda event, name: (
        f"{name(event.seat)} got rid of the last card: ten seconds to find something against it!"
    ),
    game.Accused: lambda event, name: accusation(
        event.accuser, event.accused, event.reason, event.card, name
    ),
    game.Accepted: _accepted,
    game.Cancelled: lambda event, name: "The accusation is off.",
    game.VoteCalled: lambda event, name: (
        f"{list_of([name(seat) for seat in event.voters])} decide: guilty or innocent?"
    ),
    game.RoundOver: lambda event, name: f"{name(event.seat)} won the round.",
    game.RuleWritten: rule_written,
    game.RulesRevealed: lambda event, name: (
        f"{name(event.seat)} had written: " + "; ".join(f"“{rule}”" for rule in event.rules) + "."
    ),
    game.WinnerLeft: lambda event, name: "Whose last chance it was is gone: play goes on.",
    game.PlayerGone: lambda event, name: f"{name(event.seat)} left for good, with all cards.",
    game.PointOfOrder: _order,
    game.Finale: lambda event, name: _finale(event, name) if event.rules else None,
    game.MatchOver: lambda event, name: (
        "The match is over. Rounds won: "
        + list_of([f"{name(seat)} {points}" for seat, points in enumerate(event.points)])
        + "."
    ),
}
