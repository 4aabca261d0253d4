"""What one is asked to decide, as a choice: made of what the table says that one may do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stammtisch.cli.tarock.faces import SUIT_WORDS, TRULA, is_tarok, king, short, shorts
from stammtisch.cli.tarock.names import (
    AIMS,
    BONUS_NAMES,
    KONTRA_NAMES,
    TARGET_NAMES,
    VOTE_LABELS,
    VOTE_NAMES,
    cards_of,
    contract_name,
    said_words,
)
from stammtisch.cli.tarock.tabletop import TarockTop
from stammtisch.cli.tarock.words import deal_told
from stammtisch.cli.terminal.choosing import Choice, Option
from stammtisch.cli.terminal.news import list_of
from stammtisch.games.tarock.records import Announce, Bid, CallKing, ThrowIn, Vote
from stammtisch.games.tarock.view import View


@dataclass(frozen=True, slots=True)
class Pick:
    """Look at the hand with that pile, before taking it."""

    pile: int


@dataclass(frozen=True, slots=True)
class Toggle:
    """Mark a word to be said, or take the mark away."""

    field: str
    word: str


def choice_now(top: TarockTop) -> Choice | None:
    """What the player has to decide, unless it is which card to play."""
    view = top.view
    if view is None or not top.running or top.seat is None:
        return None
    if view.phase == "scored":
        return _votes(top, view)
    if not top.my_turn:
        return None
    match view.phase:
        case "bidding":
            return _auction(top, view)
        case "calling":
            return _kings(top, view)
        case "exchange":
            return _piles(top, view) if top.picking is None else _laying(top, view, top.picking)
        case "announcing":
            return _announcing(top, view)
        case _:
            return None


# --- the auction ---------------------------------------------------------------------------------


def _auction(top: TarockTop, view: View) -> Choice:
    options = [Option(_bid_label(top, action), action) for action in top.legal]
    notes = list(_bids_so_far(top, view))
    may_pass = Bid("pass") in top.legal
    title = "What do you bid?" if may_pass else "All others have passed: what do you play?"
    if view.forehand == top.seat:
        title += " You are forehand."
    return Choice(title, tuple(options), tuple(notes), ("bid", view.deal, len(view.bids)))


def _bid_label(top: TarockTop, action: object) -> str:
    if isinstance(action, ThrowIn):
        return "no tarok: a new deal, please"
    assert isinstance(action, Bid)
    name = contract_name(action.contract)
    if action.contract == "pass":
        return name
    return f"{name}, {top.terms(action.contract).value}: {AIMS[action.contract]}"


def _bids_so_far(top: TarockTop, view: View) -> Iterator[str]:
    newest = {made.seat: made.contract for made in view.bids}
    said = [f"{top.name(at)} {contract_name(bid)}" for at, bid in newest.items() if at != top.seat]
    yield f"{', '.join(said) or 'Nobody has bid yet'}."
    held = view.radli[top.seat or 0]
    if held:
        yield "You have a radelc: what you declare counts twice."


# --- king and talon ------------------------------------------------------------------------------


def _kings(top: TarockTop, view: View) -> Choice:
    options = []
    for action in top.legal:
        assert isinstance(action, CallKing)
        held = f"{action.suit}K" in top.hand
        own = ": your own, you would play alone" if held else ""
        label = f"{king(action.suit)} {SUIT_WORDS[action.suit]}{own}"
        options.append(Option(label, action))
    return Choice(
        "Which king do you call?",
        tuple(options),
        ("Who has it plays with you, and does not say so.",),
        ("call", view.deal),
    )


def _piles(top: TarockTop, view: View) -> Choice:
    options = [
        Option(shorts(view.piles[pile]) + _brings_king(view, pile), Pick(pile))
        for pile in top.open_piles
    ]
    number = cards_of(top.to_lay)
    notes = [f"The talon lies open. You take one pile and lay {number} down for it."]
    if view.called is not None and any(f"{view.called}K" in pile for pile in view.piles):
        notes.append(f"{king(view.called)} lies in the talon: you play alone.")
    return Choice("Which pile do you take?", tuple(options), tuple(notes), ("talon", view.deal))


def _brings_king(view: View, pile: int) -> str:
    called = view.called is not None and f"{view.called}K" in view.piles[pile]
    return "  (the called king)" if called else ""


def _laying(top: TarockTop, view: View, pile: int) -> Choice:
    """No options: the cards are chosen in the hand."""
    return Choice(
        f"Lay {cards_of(top.to_lay)} down for {shorts(view.piles[pile])}.",
        (),
        (
            "Space or its key marks a card, Enter lays them down, Esc chooses another pile.",
            f"Marked: {shorts(top.chosen) or 'none'}",
        ),
        ("lay", view.deal, pile),
    )


# --- announcements -------------------------------------------------------------------------------


def _announcing(top: TarockTop, view: View) -> Choice:
    said = top.announcement()
    options = [Option(f"say: {announcement_told(view, said)}", said)]
    form = top.announce_form
    for field in () if form is None else form.fields:
        for word in field.of or ():
            mark = "✓" if (field.name, word) in top.saying else "·"
            options.append(
                Option(f"{mark} {_word(view, field.name, word)}", Toggle(field.name, word))
            )
    return Choice(
        "Do you announce anything?",
        tuple(options),
        tuple(_said_so_far(top, view)),
        ("announce", view.deal, len(view.said)),
    )


def announcement_told(view: View, said: Announce) -> str:
    """What somebody is about to say."""
    words = [_word(view, "bonuses", word) for word in said.bonuses]
    words += [_word(view, "kontra", word) for word in said.kontra]
    return ", ".join(words) or "nothing"


def _word(view: View, field: str, word: str) -> str:
    if field == "bonuses":
        return BONUS_NAMES[word]
    standing = [view.game_factor] if word == "game" else []
    standing += [one.factor for one in view.announced if one.bonus == word]
    # Where both sides have announced it, only the table knows whose it is that is doubled.
    name = KONTRA_NAMES[2 * standing[0]] if len(standing) == 1 else "double"
    return f"{name} to {TARGET_NAMES[word]}"


def _said_so_far(top: TarockTop, view: View) -> Iterator[str]:
    said = [
        f"{top.name(one.seat)} {', '.join(said_words(one.bonuses, one.kontra)) or 'nothing'}"
        for one in view.said[-4:]
    ]
    if said:
        yield f"So far: {'; '.join(said)}."
    form = top.announce_form
    if form is not None and any(field.name == "bonuses" for field in form.fields):
        yield "What is announced counts twice, and costs as much if it fails."


# --- after a deal --------------------------------------------------------------------------------


def _votes(top: TarockTop, view: View) -> Choice:
    options = [Option(VOTE_LABELS[choice], Vote(choice)) for choice in view.choices]
    row = top.result_row
    told = "" if row is None else deal_told(row, top.name)
    notes = [f"Deal {view.deal}: {told}", *votes_told(top, view)]
    return Choice("How shall it go on?", tuple(options), tuple(notes), ("votes", view.deal))


def votes_told(top: TarockTop, view: View) -> list[str]:
    """Who wants what, as far as they have said."""
    wishes = []
    for vote, wish in VOTE_NAMES.items():
        names = [top.name(seat) for seat, own in enumerate(view.votes) if own == vote]
        if names:
            verb = "want" if len(names) > 1 or names == ["You"] else "wants"
            wishes.append(f"{list_of(names)} {verb} {wish}.")
    return [*wishes, "To adjourn or end, all four must want it; else the next deal comes."]


def cannot_lay(top: TarockTop, card: str) -> str:
    """Why a card is not among those that may be laid down; empty if it is."""
    if card in top.layable:
        return ""
    why = "taroks only if nothing else is left" if is_tarok(card) else "kings never are"
    if card in TRULA:
        why = "Pagat, Mond and Skis never are"
    return f"{short(card)} cannot be laid down: {why}."
