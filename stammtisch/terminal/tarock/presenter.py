"""What Tarock tells the screens: the auction and what follows it, the table, and the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from stammtisch.games.game import Action, Match
from stammtisch.games.tarock.board import TALON
from stammtisch.games.tarock.cards import NAMES, names_of
from stammtisch.games.tarock.match import TarockMatch
from stammtisch.games.tarock.records import (
    Announce,
    Bid,
    CallKing,
    Item,
    Result,
    ThrowIn,
    Trick,
    Vote,
)
from stammtisch.games.tarock.view import View
from stammtisch.terminal.dialogs import Choice, Option
from stammtisch.terminal.replay import Look
from stammtisch.terminal.tarock.tabletop import TarockTop
from stammtisch.terminal.tarock.words import (
    TRULA,
    VOTES,
    bonus_name,
    contract_name,
    contract_told,
    deal_told,
    doubling,
    face,
    inline,
    is_tarok,
    item_name,
    king,
    radli_of,
    said_words,
    sentence,
    short,
    shorts,
    spoken,
    spread,
    suit_name,
    t,
    target_name,
    worth,
)
from stammtisch.terminal.text import cut, heading, tricks_of, whom, within
from stammtisch.terminal.tricks import board
from stammtisch.terminal.tricks.board import Held
from stammtisch.terminal.tricks.dialogs import (
    FAINT,
    HEAD,
    name_in_column,
    numbers_row,
    signed,
    tinted,
    totals_rows,
    tricks_table,
)
from stammtisch.terminal.tricks.presenter import Canvas, ToldRow, TrickPresenter

_QUIET = Style(color="#9aa0ad")
_SIDE = Style(color="#ffb454", bold=True)
_TAKEN = Style(color="#7bd14b", bold=True)
#: Phases in which somebody is waited for, who does something that has a name.
_DOING = ("bidding", "calling", "exchange", "announcing", "play")
#: The keys of the votes.
_VOTE_KEYS = {"continue": "Enter", "adjourn": "d", "end": "e"}


@dataclass(frozen=True, slots=True)
class Pick:
    """Look at the hand with that pile, before taking it."""

    pile: int


@dataclass(frozen=True, slots=True)
class Toggle:
    """Mark a word to be said, or take the mark away."""

    field: str
    word: str


class TarockPresenter(TrickPresenter[TarockTop, Result]):
    t, face, short = t, staticmethod(face), staticmethod(short)
    clockwise = False
    #: The Pagat's name needs them.
    chip = 7
    votes = VOTES
    agreed = "all_must"
    side_name, side_row, side_rows = 14, (10, 10, 5), 5

    @property
    def _view(self) -> View:
        view = self.top.view
        assert view is not None
        return view

    # --- cards -----------------------------------------------------------------------------------

    def described(self, card: str) -> str:
        how = "described_tarok" if card in TRULA else "described"
        return t(how, card=spoken(card), worth=worth(card))

    # --- what is to be decided -------------------------------------------------------------------

    def choice(self) -> Choice | None:
        top, view = self.top, self.top.view
        if view is None or not top.running or top.seat is None:
            return None
        if view.phase == "scored":
            return self._votes(view)
        if not top.my_turn:
            return None
        match view.phase:
            case "bidding":
                return self._auction(view)
            case "calling":
                return self._kings(view)
            case "exchange":
                pile = top.picking
                return self._piles(view) if pile is None else self._laying(view, pile)
            case "announcing":
                return self._announcing(view)
            case _:
                return None

    def _auction(self, view: View) -> Choice:
        top = self.top
        title = t("bid_title" if Bid("pass") in top.legal else "bid_forced")
        if view.forehand == top.seat:
            title += f" {t('you_forehand')}"
        newest = {made.seat: made.contract for made in view.bids if made.seat != top.seat}
        said = [f"{top.name(at)} {contract_name(bid)}" for at, bid in newest.items()]
        notes = [t("bids", said=", ".join(said) or t("nobody_bid"))]
        if view.radli[top.seat or 0]:
            notes.append(t("radelc_held"))
        options = [Option(self._bid_label(action), action) for action in top.legal]
        return Choice(title, tuple(options), tuple(notes), ("bid", view.deal, len(view.bids)))

    def _bid_label(self, action: Action) -> str:
        if isinstance(action, ThrowIn):
            return t("throw_in")
        assert isinstance(action, Bid)
        name = contract_name(action.contract)
        if action.contract == "pass":
            return name
        value, aim = self.top.terms(action.contract).value, t(f"aim.{action.contract}")
        return t("bid_label", contract=name, value=value, aim=aim)

    def _kings(self, view: View) -> Choice:
        options = []
        for action in self.top.legal:
            assert isinstance(action, CallKing)
            own = "king_own" if f"{action.suit}K" in self.top.hand else "king_label"
            label = t(own, king=king(action.suit), suit=suit_name(action.suit))
            options.append(Option(label, action))
        return Choice(t("call_title"), tuple(options), (t("call_note"),), ("call", view.deal))

    def _piles(self, view: View) -> Choice:
        notes = [t("pile_note", count=self.top.to_lay)]
        called = None if view.called is None else f"{view.called}K"
        if view.called is not None and any(called in pile for pile in view.piles):
            notes.append(t("king_in_talon", king=king(view.called)))
        options = []
        for pile in self.top.open_piles:
            brings = f"  {t('called_king')}" if called in view.piles[pile] else ""
            options.append(Option(shorts(view.piles[pile]) + brings, Pick(pile)))
        return Choice(t("pile_title"), tuple(options), tuple(notes), ("talon", view.deal))

    def _laying(self, view: View, pile: int) -> Choice:
        """No options: the cards are chosen in the hand."""
        title = t("lay_title", count=self.top.to_lay, cards=shorts(view.piles[pile]))
        marked = t("marked", cards=shorts(self.top.chosen) or t("none"))
        return Choice(title, (), (t("lay_note"), marked), ("lay", view.deal, pile))

    def cannot_lay(self, card: str) -> str:
        """Why a card is not among those that may be laid down; empty if it is."""
        if card in self.top.layable:
            return ""
        why = "trula" if card in TRULA else "tarok" if is_tarok(card) else "king"
        return t(f"cannot_lay_{why}", card=short(card))

    def _announcing(self, view: View) -> Choice:
        top, form = self.top, self.top.announce_form
        said = top.announcement()
        options = [Option(t("say_option", words=self.announcement_told(said)), said)]
        for field in () if form is None else form.fields:
            for word in field.of or ():
                mark = "✓" if (field.name, word) in top.saying else "·"
                label = f"{mark} {self._word(field.name, word)}"
                options.append(Option(label, Toggle(field.name, word)))
        told = [
            f"{top.name(one.seat)} {', '.join(said_words(one.bonuses, one.kontra)) or t('nothing')}"
            for one in view.said[-4:]
        ]
        notes = [t("so_far", said="; ".join(told))] if told else []
        if form is not None and any(field.name == "bonuses" for field in form.fields):
            notes.append(t("announce_note"))
        subject = ("announce", view.deal, len(view.said))
        return Choice(t("announce_title"), tuple(options), tuple(notes), subject)

    def announcement_told(self, said: Announce) -> str:
        """What somebody is about to say."""
        told = [self._word("bonuses", word) for word in said.bonuses]
        told += [self._word("kontra", word) for word in said.kontra]
        return ", ".join(told) or t("nothing")

    def _word(self, field: str, word: str) -> str:
        if field == "bonuses":
            return bonus_name(word)
        view = self._view
        standing = [view.game_factor] if word == "game" else []
        standing += [one.factor for one in view.announced if one.bonus == word]
        # Where both sides have announced it, only the table knows whose it is that is doubled.
        name = doubling(2 * standing[0]) if len(standing) == 1 else t("double")
        return t("kontra_to", kontra=name, target=target_name(word))

    def _votes(self, view: View) -> Choice:
        options = [Option(within(t(f"votes.{choice}")), Vote(choice)) for choice in view.choices]
        row = self.top.result_row
        told = "" if row is None else deal_told(row, self.top.name)
        notes = [t("deal_head", deal=view.deal, told=told), *self.votes_told()]
        return Choice(t("how_on"), tuple(options), tuple(notes), ("votes", view.deal))

    # --- the lines around the table --------------------------------------------------------------

    def heading(self) -> list[str]:
        """The deal, its contract and the player's side, as far as there are such."""
        top, view = self.top, self.top.view
        if view is None or not (view.deal or view.contract):
            return []
        of = "heading_deal_of" if top.rules.deals else "heading_deal"
        parts = [t(of, deal=view.deal, deals=top.rules.deals)]
        if view.contract is not None and view.declarer is not None:
            parts.append(contract_told(view.contract, view.declarer, top.name))
        if top.seat is not None and top.role(top.seat) == "partner":
            parts.append(t("you_partner"))
        return parts

    def turn(self, choice: Choice | None) -> str:
        view = self.top.view
        if view is None or view.phase == "dealing":
            return t("dealing")
        if view.phase == "scored":
            return t("vote_please") + self.top.time_left("next_deal_in", t)
        return self._awaited(view, choice) + self.top.time_left()

    def _awaited(self, view: View, choice: Choice | None) -> str:
        top = self.top
        if choice is not None:
            if not choice.options:
                return t("lay_marked", count=top.to_lay, marked=len(top.marked))
            return t("answer_please")
        if top.my_turn:
            lead = "lead_next" if view.tricks else "lead_first"
            return t("turn_is", wanted=t(lead if view.trick is None else "play_card"))
        if view.mover is not None and view.phase in _DOING:
            return t(f"doing.{view.phase}", name=top.name(view.mover))
        return ""

    def special(self, width: int) -> Text:
        """The open hand of a beggar; else what is special about the deal."""
        if self.top.view is None or not self.top.running:
            return Text()
        told = self._open_hand() or Text(" · ".join(self.facts()), "#9aa0ad")
        told.truncate(width, overflow="ellipsis")
        return told

    # --- the table -------------------------------------------------------------------------------

    def marks(self, seat: int) -> Iterator[tuple[str, Style]]:
        """Their part in the contract, their radli."""
        role = self.top.role(seat)
        if role:
            yield t(f"role.{role}"), _SIDE
        if self._view.radli[seat]:
            yield f"○{self._view.radli[seat]}", _QUIET

    def does(self, seat: int) -> list[str]:
        """What they bid, announced, won or want."""
        view = self._view
        match view.phase:
            case "bidding":
                bids = [made.contract for made in view.bids if made.seat == seat]
                forehand = [t("forehand")] if seat == view.forehand else []
                said = [t("quoted", word=contract_name(bids[-1]))] if bids else []
                return [*forehand, *said]
            case "announcing":
                told = [one for one in view.said if one.seat == seat]
                if not told:
                    return []
                return [", ".join(said_words(told[-1].bonuses, told[-1].kontra)) or t("nothing")]
            case "play":
                won = tricks_of(self.top.tricks_won(seat))
                if view.contract != "klop":
                    return [won]
                return [t("tricks_points", tricks=won, points=self.top.points_won(seat))]
            case "scored":
                return [self.wish_of(seat)]
            case _:
                return []

    def shouts(self, seat: int) -> list[str]:
        view = self._view
        if view.phase != "play":
            return []
        return [bonus_name(one.bonus) for one in view.announced if one.seat == seat]

    def laid(self, trick: Trick) -> list[tuple[int, str]]:
        return [((trick.leader + at) % 4, card) for at, card in enumerate(trick.cards)]

    def gift(self, trick: Trick) -> str | None:
        return trick.gift

    def trick_told(self, trick: Trick) -> str:
        done = len(self._view.tricks)
        if trick.winner is None:
            return t("trick_running", trick=done + 1)
        how = "trick_taken" if trick.gift is None else "trick_taken_gift"
        gift = "" if trick.gift is None else short(trick.gift)
        return t(how, name=self.top.name(trick.winner), trick=done, card=gift)

    def trick_title(self, trick: Trick) -> str:
        assert trick.winner is not None
        return t("trick_head", trick=len(self._view.tricks), name=self.top.name(trick.winner))

    def lay_between(self, canvas: Canvas) -> None:
        """The talon, edges at the taken pile, and what the table has come to."""
        view = self.top.view
        if view is None or not self.top.running:
            return
        talon = Text()
        for at, pile in enumerate(view.piles):
            left, right = ("▐", "▌") if at == view.picked else (" ", " ")
            talon.append(" " if at else "").append(left, _TAKEN)
            talon.append_text(inline(pile, faint=view.picked not in (None, at)))
            talon.append(right, _TAKEN)
        below = canvas.height // 2 + 1
        canvas.middle(below, talon)
        canvas.middle(below + 1, Text(self._before_tricks(view), _QUIET))

    def _before_tricks(self, view: View) -> str:
        name = self.top.name
        if view.contract is None:
            bids = [made for made in view.bids if made.contract != "pass"]
            if not bids:
                return t("no_bid")
            contract = contract_name(bids[-1].contract)
            return t("high_bid", contract=contract, name=name(bids[-1].seat))
        if view.picked is not None and view.declarer is not None:
            cards = shorts(view.piles[view.picked])
            return t("took", name=name(view.declarer), cards=cards)
        return t("the_talon") if view.piles else ""

    # --- beside the table ------------------------------------------------------------------------

    @property
    def points(self) -> Sequence[int]:
        return self._view.totals

    def beside_points(self, seat: int) -> str:
        held = self._view.radli[seat]
        return f" ○{held}" if held else ""

    def title(self) -> str:
        return heading(contract_name(self._view.contract))

    def facts(self) -> Iterator[str]:
        view, name = self._view, self.top.name
        if view.declarer is None or view.contract is None:
            return
        if view.called is not None:
            yield self._sides(view, view.declarer, view.called)
        elif view.contract != "klop" and not self.top.terms(view.contract).calls:
            yield t("alone_against_three", name=name(view.declarer))
        if view.game_factor > 1:
            yield t("fact_kontra", kontra=doubling(view.game_factor), factor=view.game_factor)
        for one in view.announced:
            times = f" ×{one.factor}" if one.factor > 1 else ""
            yield f"{name(one.seat)}: {bonus_name(one.bonus)}{times}"
        if view.radli[view.declarer] and view.phase != "scored" and view.contract != "klop":
            yield t("fact_radelc", name=whom(view.declarer, name))
        if view.shown:
            yield t("fact_shown", cards=shorts(view.shown))

    def _sides(self, view: View, declarer: int, suit: str) -> str:
        called = t("king_is_called", king=king(suit))
        if not view.partner_known:
            return t("partner_unknown", called=called)
        if view.partner is None:
            alone = "you_alone" if declarer == self.top.seat else "plays_alone"
            return t(alone, called=called, name=self.top.name(declarer))
        name, partner = whom(declarer, self.top.name), whom(view.partner, self.top.name)
        return t("plays_with", called=called, name=name, partner=partner)

    def beside(self) -> list[Text]:
        return [self._talon(self._view)] if self._view.piles else []

    def _talon(self, view: View) -> Text:
        """Its piles as they were shown."""
        told = Text(t("talon_head"), "bold")
        for at, pile in enumerate(view.piles):
            told.append("\n ").append_text(inline(pile, faint=view.picked not in (None, at)))
            if at == view.picked and view.declarer is not None:
                taken = t("taken_by", name=whom(view.declarer, self.top.name))
                told.append(f"  {taken}", FAINT)
        if view.discarded:
            told.append(f"\n {t('you_laid')} ", FAINT)
            told.append_text(inline(view.discarded, faint=True))
        return told

    def look(self) -> Text:
        """The last trick, the talon, a beggar's hand."""
        talon = [] if self.top.view is None else self.beside()
        shown = self._open_hand()
        parts = [board.last_trick(self), *talon, *([shown] if shown else [])]
        return Text("\n\n").join(parts)

    def _open_hand(self) -> Text:
        """The hand of an open beggar, in a line."""
        view = self.top.view
        if view is None or not view.open_hand or view.declarer in (None, self.top.seat):
            return Text()
        assert view.declarer is not None
        told = Text(f"{t('open_of', name=self.top.name(view.declarer))} ", FAINT)
        return told.append_text(inline(spread(view.open_hand)))

    # --- the score -------------------------------------------------------------------------------

    def told_row(self, row: Result) -> ToldRow:
        return ToldRow(row.deal, contract_name(row.contract), row.scores, row.totals)

    def sheet_head(self) -> str:
        return f"{t('head_contract'):<13}{t('head_of'):<10}{t('head_points'):<7}"

    def sheet_row(self, row: Result) -> str:
        """Contract, declarer and card points."""
        contract = cut(contract_name(row.contract), 12)
        who = "" if row.won is None else name_in_column(self.top, row.declarer)
        points = "" if row.points is None else f"{row.points:>3} {'✓' if row.won else '✗'}"
        return f"{contract:<13}{who:<10}{points:<7}"

    def round_words(self, row: Result) -> Text:
        told = contract_told(row.contract, row.declarer, self.top.name)
        if row.called is not None:
            called = king(row.called)
            if row.partner is None:
                told = t("called_alone", told=told, king=called)
            else:
                partner = whom(row.partner, self.top.name)
                told = t("called_with", told=told, king=called, name=partner)
        words = Text().append(f"{t('deal_head', deal=row.deal, told=told)}\n", HEAD)
        words.append(f"{deal_told(row, self.top.name)}\n", "bold")
        for item in row.items:
            words.append_text(self._item(row, item)).append("\n")
        return words

    def _item(self, row: Result, item: Item) -> Text:
        about = [t("announced")] if item.announced else []
        if item.factor > 1:
            about.append(f"{doubling(item.factor)} ×{item.factor}")
        if item.name in ("klop", "klop_full", "klop_empty") and item.seat is not None:
            about.append(t("card_points", points=row.piles[item.seat]))
        who = "" if item.seat is None else f": {self.top.name(item.seat)}"
        line = Text(f"  {cut(item_name(item.name, row.contract) + who, 30):<30}")
        line.append(*tinted(f"{signed(item.value):>5}", item.value))
        return line.append(f"  {', '.join(about)}", FAINT)

    def totals(self, row: Result) -> Text:
        told = totals_rows(self.top, t("deal_row"), row.scores, row.totals)
        if any(row.radli):
            told.append("\n").append_text(numbers_row(t("radli_row"), row.radli, FAINT))
        return told

    def _deals_played(self) -> Text:
        """How many deals have been played, of how many."""
        deals = self.top.rules.deals
        if not self.rows or not deals:
            return Text()
        return Text(t("deals_played", played=self.rows[-1].deal, deals=deals), FAINT)

    def standing(self) -> Text:
        """How many deals are left, who has radli."""
        radli = () if self.top.view is None else self.top.view.radli
        held = [f"{self.top.name(seat)} {count}" for seat, count in enumerate(radli) if count]
        told = t("radli_held", held=", ".join(held)) if held else ""
        return Text(" · ").join(part for part in (self._deals_played(), Text(told, FAINT)) if part)

    def after_match(self, row: Result) -> str:
        if self.points == row.totals:
            return ""
        left = ", ".join(f"{self.top.name(seat)} {one}" for seat, one in enumerate(self.points))
        return t("radli_paid_totals", totals=left)

    @property
    def reviewed(self) -> Sequence[Result]:
        return self.rows

    def review(self, reviewed: Result) -> Text:
        told = self.round_words(reviewed).append(f"\n{t('hands_dealt')}\n", "bold")
        for seat, hand in enumerate(reviewed.hands):
            told.append(f" {self.top.name(seat)[:11]:<12}").append_text(inline(spread(hand)))
            told.append(f" {_part(reviewed, seat)}\n", FAINT)
        told.append_text(_dealt_talon(reviewed))
        return told.append_text(tricks_table(self, self.top.finished.get(reviewed.deal, ())))

    # --- how to go on ----------------------------------------------------------------------------

    def round_keys(self) -> str:
        choices = () if self.top.view is None else self.top.view.choices
        votes = [f"{_VOTE_KEYS[one]} {t(f'vote_key.{one}')}" for one in choices]
        return "   ".join([*votes, t("sheet_keys")])

    def is_over(self) -> bool:
        return self.top.view is None or not self.top.view.over

    def awaits_votes(self, row: Result) -> bool:
        """Nobody has dealt again yet."""
        view = self.top.view
        return view is not None and view.phase == "scored" and view.deal == row.deal

    def votes_now(self) -> Mapping[str, Vote]:
        return {choice: Vote(choice) for choice in self._view.choices}

    def pause(self, row: Result) -> Text:
        if not self.awaits_votes(row):
            return Text(t("next_begun"), "bold #ffd34d")
        left = self.top.time_left("next_deal_in", t).strip()
        before = Text(f"{left}  " if left else "", FAINT)
        return before.append_text(self._deals_played())


def _part(row: Result, seat: int) -> str:
    if row.won is None:
        return ""
    if seat == row.declarer:
        return t("role.declarer")
    return t("role.partner") if seat == row.partner else ""


def _dealt_talon(row: Result) -> Text:
    size = len(row.discarded) or TALON
    words = Text(f" {t('talon_row'):<12}")
    for at in range(0, TALON, size):
        taken = row.picked == at // size
        words.append("  " if at else "")
        words.append_text(inline(row.talon[at : at + size], faint=not taken))
        words.append(" ★" if taken else "", "#7bd14b")
    if row.discarded:
        words.append(f"\n {t('laid_row'):<12}").append_text(inline(spread(row.discarded)))
    return words.append("\n")


# --- a match with all hands open -----------------------------------------------------------------


def scene(match: Match, names: Sequence[str]) -> Text:
    """Everybody's cards, side, tricks and points, the trick on the table, and the talon."""
    assert isinstance(match, TarockMatch)
    view, trick = match.view(None), match.view(None).trick
    cards = () if trick is None else trick.cards
    places = {(trick.leader + at) % 4: card for at, card in enumerate(cards) if trick}

    def held(seat: int) -> Held:
        laid = inline([places[seat]]) if seat in places else None
        return Held(inline(_held(match, seat)), laid, _facts(match, view, seat))

    told = t("scene_deal", deal=view.deal, contract=contract_name(view.contract))
    if view.called is not None:
        told += f", {t('king_is_called', king=king(view.called))}"
    below = [Text(f"\n  {told}{f', ×{view.game_factor}' if view.game_factor > 1 else ''}", _QUIET)]
    if match.talon:
        talon = Text(f"  {t('talon_row')} ", _QUIET)
        below.append(talon.append_text(inline(NAMES[card] for card in match.talon)))
    if match.discarded:
        laid = Text(f"  {t('laid_row')} ", _QUIET)
        below.append(laid.append_text(inline(spread(names_of(match.discarded)))))
    return board.scene(match, names, held, below)


def _held(match: TarockMatch, seat: int) -> tuple[str, ...]:
    return spread(names_of(match.held(seat)))


def _facts(match: TarockMatch, view: View, seat: int) -> str:
    parts = []
    if view.contract not in (None, "klop"):
        if seat == match.declarer:
            parts.append(t("role.declarer"))
        elif seat == match.partner:
            parts.append(t("role.partner"))
    parts.append(tricks_of(sum(trick.winner == seat for trick in view.tricks)))
    parts += [bonus_name(one.bonus) for one in view.announced if one.seat == seat]
    if view.radli[seat]:
        parts.append(radli_of(view.radli[seat]))
    return ", ".join([*parts, t("scene_points", points=view.totals[seat])])


def hand(match: Match, seat: int) -> str:
    """A seat's cards in plain text."""
    assert isinstance(match, TarockMatch)
    return shorts(_held(match, seat))


LOOK = Look(lambda match, event, name: sentence(event, name), scene, hand)
