"""What one is asked to decide, as a choice: made of what the table says that one may do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stammtisch.games.tarock.records import Announce, Bid, CallKing, ThrowIn, Vote
from stammtisch.games.tarock.view import View
from stammtisch.terminal.dialogs import Choice, Option
from stammtisch.terminal.tarock.tabletop import TarockTop
from stammtisch.terminal.tarock.words import (
    TRULA,
    VOTES,
    bonus_name,
    contract_name,
    deal_told,
    doubling,
    is_tarok,
    king,
    said_words,
    short,
    shorts,
    suit_name,
    t,
    target_name,
)
from stammtisch.terminal.text import wishes_told, within


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
    title = t("bid_title" if may_pass else "bid_forced")
    if view.forehand == top.seat:
        title += f" {t('you_forehand')}"
    return Choice(title, tuple(options), tuple(notes), ("bid", view.deal, len(view.bids)))


def _bid_label(top: TarockTop, action: object) -> str:
    if isinstance(action, ThrowIn):
        return t("throw_in")
    assert isinstance(action, Bid)
    name = contract_name(action.contract)
    if action.contract == "pass":
        return name
    aim = t(f"aim.{action.contract}")
    return t("bid_label", contract=name, value=top.terms(action.contract).value, aim=aim)


def _bids_so_far(top: TarockTop, view: View) -> Iterator[str]:
    newest = {made.seat: made.contract for made in view.bids}
    said = [f"{top.name(at)} {contract_name(bid)}" for at, bid in newest.items() if at != top.seat]
    yield t("bids", said=", ".join(said) or t("nobody_bid"))
    held = view.radli[top.seat or 0]
    if held:
        yield t("radelc_held")


# --- king and talon ------------------------------------------------------------------------------


def _kings(top: TarockTop, view: View) -> Choice:
    options = []
    for action in top.legal:
        assert isinstance(action, CallKing)
        own = "king_own" if f"{action.suit}K" in top.hand else "king_label"
        label = t(own, king=king(action.suit), suit=suit_name(action.suit))
        options.append(Option(label, action))
    return Choice(
        t("call_title"),
        tuple(options),
        (t("call_note"),),
        ("call", view.deal),
    )


def _piles(top: TarockTop, view: View) -> Choice:
    options = [
        Option(shorts(view.piles[pile]) + _brings_king(view, pile), Pick(pile))
        for pile in top.open_piles
    ]
    notes = [t("pile_note", count=top.to_lay)]
    if view.called is not None and any(f"{view.called}K" in pile for pile in view.piles):
        notes.append(t("king_in_talon", king=king(view.called)))
    return Choice(t("pile_title"), tuple(options), tuple(notes), ("talon", view.deal))


def _brings_king(view: View, pile: int) -> str:
    called = view.called is not None and f"{view.called}K" in view.piles[pile]
    return f"  {t('called_king')}" if called else ""


def _laying(top: TarockTop, view: View, pile: int) -> Choice:
    """No options: the cards are chosen in the hand."""
    return Choice(
        t("lay_title", count=top.to_lay, cards=shorts(view.piles[pile])),
        (),
        (
            t("lay_note"),
            t("marked", cards=shorts(top.chosen) or t("none")),
        ),
        ("lay", view.deal, pile),
    )


# --- announcements -------------------------------------------------------------------------------


def _announcing(top: TarockTop, view: View) -> Choice:
    said = top.announcement()
    options = [Option(t("say_option", words=announcement_told(view, said)), said)]
    form = top.announce_form
    for field in () if form is None else form.fields:
        for word in field.of or ():
            mark = "✓" if (field.name, word) in top.saying else "·"
            options.append(
                Option(f"{mark} {_word(view, field.name, word)}", Toggle(field.name, word))
            )
    return Choice(
        t("announce_title"),
        tuple(options),
        tuple(_said_so_far(top, view)),
        ("announce", view.deal, len(view.said)),
    )


def announcement_told(view: View, said: Announce) -> str:
    """What somebody is about to say."""
    words = [_word(view, "bonuses", word) for word in said.bonuses]
    words += [_word(view, "kontra", word) for word in said.kontra]
    return ", ".join(words) or t("nothing")


def _word(view: View, field: str, word: str) -> str:
    if field == "bonuses":
        return bonus_name(word)
    standing = [view.game_factor] if word == "game" else []
    standing += [one.factor for one in view.announced if one.bonus == word]
    # Where both sides have announced it, only the table knows whose it is that is doubled.
    name = doubling(2 * standing[0]) if len(standing) == 1 else t("double")
    return t("kontra_to", kontra=name, target=target_name(word))


def _said_so_far(top: TarockTop, view: View) -> Iterator[str]:
    said = [
        f"{top.name(one.seat)} {', '.join(said_words(one.bonuses, one.kontra)) or t('nothing')}"
        for one in view.said[-4:]
    ]
    if said:
        yield t("so_far", said="; ".join(said))
    form = top.announce_form
    if form is not None and any(field.name == "bonuses" for field in form.fields):
        yield t("announce_note")


# --- after a deal --------------------------------------------------------------------------------


def _votes(top: TarockTop, view: View) -> Choice:
    options = [Option(within(t(f"votes.{choice}")), Vote(choice)) for choice in view.choices]
    row = top.result_row
    told = "" if row is None else deal_told(row, top.name)
    notes = [t("deal_head", deal=view.deal, told=told), *votes_told(top, view)]
    return Choice(t("how_on"), tuple(options), tuple(notes), ("votes", view.deal))


def votes_told(top: TarockTop, view: View) -> list[str]:
    """Who wants what, as far as they have said."""
    wishes = {
        t(f"vote.{vote}"): [top.name(seat) for seat, own in enumerate(view.votes) if own == vote]
        for vote in VOTES
    }
    return [*wishes_told(wishes), t("all_must")]


def cannot_lay(top: TarockTop, card: str) -> str:
    """Why a card is not among those that may be laid down; empty if it is."""
    if card in top.layable:
        return ""
    why = "trula" if card in TRULA else "tarok" if is_tarok(card) else "king"
    return t(f"cannot_lay_{why}", card=short(card))
