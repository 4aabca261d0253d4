"""What every game must keep. Each check is a function of a game, its rules and a seed, and fails
with an `AssertionError`; `docs/adding-a-game.md` says what they are good for."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from stammtisch.bots.bots import Bot, Decision, Uniform, bot_for, bots_of, filled
from stammtisch.bots.playing import Stuck, play_out
from stammtisch.games.game import (
    Deal,
    Event,
    Game,
    Gone,
    Match,
    Observation,
    Refusal,
    Rules,
    Seat,
    Timeout,
)
from stammtisch.tables.encoding import action_from_plain, event_from_plain, to_plain
from tests.contract.insides import attributes, changed, mutable_parts
from tests.contract.strolling import Stroll, moments, strolls, wanderer

Check = Callable[[Game, Rules, int], None]


def _watchers(match: Match) -> tuple[Seat | None, ...]:
    return (*range(match.seats), None)


def _refused(do: Callable[[], Any]) -> Refusal | None:
    try:
        do()
    except Refusal as refusal:
        return refusal
    return None


# --- what may be done --------------------------------------------------------------------------


def check_listed_is_legal(game: Game, rules: Rules, seed: int) -> None:
    for stroll in moments(game, rules, seed):
        match, rng = stroll.match, Random(seed)
        if match.outcome is not None or match.awaits_deal:
            assert match.turn == (), "nobody is awaited before a deal or after the end"
        for seat in range(match.seats):
            observation = match.observation(seat)
            assert observation.view == match.view(seat)
            listed = observation.actions
            assert listed or seat not in match.turn, "whoever is awaited can do something"
            assert match.outcome is None or not listed
            for action in listed:
                assert game.actions[action.type] is type(action)
                match.verify(seat, action)
            for form in observation.forms:
                example = next(one for one in listed if match.number(one) == form.number)
                assert example.type == form.action
                for _ in range(5):
                    action = filled(form, example, rng)
                    match.verify(seat, action)
                    assert match.number(action) == form.number


def check_numbers(game: Game, rules: Rules, seed: int) -> None:
    for stroll in moments(game, rules, seed):
        match = stroll.match
        for seat in range(match.seats):
            observation = match.observation(seat)
            assert (
                len(set(observation.numbers))
                == len(observation.actions)
                == len(observation.numbers)
            )
            for action, number in zip(observation.actions, observation.numbers, strict=True):
                assert type(number) is int and number >= 0
                assert match.number(action) == number
                again = match.action(seat, number)
                assert type(again) is type(action)
                assert match.number(again) == number
            for number in Random(seed).sample(range(max(observation.numbers, default=60) + 9), 9):
                if number not in observation.numbers:
                    _check_unlisted(match, seat, number)


def _check_unlisted(match: Match, seat: Seat, number: int) -> None:
    """It is refused; or a lenient table accepts it, and its number is its own."""
    try:
        action = match.action(seat, number)
    except Refusal:
        return
    match.verify(seat, action)
    assert match.number(action) == number


# --- all or nothing ----------------------------------------------------------------------------

_JUNK: tuple[Any, ...] = (None, True, -1, 3, 10**9, 1.0, 2.5, "", "x", (), (1,), [1], {}, object())


def _junk(kind: type[Any], rng: Random) -> Any:
    """Such a record, with anything at all in its fields."""
    return kind(**{name: _junk_like(hint, rng) for name, hint in _fields(kind)})


#: The fields of each kind of record, and what they are: it takes long to find that out.
_FIELDS: dict[type[Any], list[tuple[str, Any]]] = {}


def _fields(kind: type[Any]) -> list[tuple[str, Any]]:
    if kind not in _FIELDS:
        names = {field.name for field in dataclasses.fields(kind)}
        hints = get_type_hints(kind).items()
        _FIELDS[kind] = [(name, hint) for name, hint in hints if name in names]
    return _FIELDS[kind]


def _junk_like(hint: Any, rng: Random) -> Any:
    if dataclasses.is_dataclass(hint):
        return _junk(hint, rng)  # type: ignore[arg-type]
    if tuple in (get_origin(hint), *(get_origin(one) for one in get_args(hint))):
        return tuple(rng.choice(_JUNK) for _ in range(rng.randint(0, 26)))
    return rng.choice(_JUNK)


def check_refused_changes_nothing(game: Game, rules: Rules, seed: int) -> None:
    """Nor does looking, and asking whether something is legal."""
    rng = Random(seed)
    old: list[Any] = [object(), None, Deal(b"again"), Timeout(), Gone(0), Gone(99)]
    for stroll in moments(game, rules, seed):
        match = stroll.match
        digest, before = match.digest(), match.state()
        for watcher in _watchers(match):
            match.observation(watcher)
        assert match.digest() == digest, "who looks changes nothing"
        kinds = list(game.actions.values())
        tries = [_junk(rng.choice(kinds), rng) for _ in range(30)] + rng.sample(old, 6)
        for seat in range(match.seats):
            tries += rng.sample(listed := match.actions(seat), min(3, len(listed)))
        for action in tries:
            seat = rng.choice((*range(-1, match.seats + 1), None))
            _check_try(game, match, seat, action, before)
        if match.deadline is not None:
            with suppress(Refusal):
                match.apply(None, Timeout(), match.deadline - 1)
                raise AssertionError("nobody's time is over before the deadline")
            assert match.state() == before
        # It takes longer, and knows even 1 from True.
        assert match.digest() == digest, "what is refused changes nothing"
        old += rng.sample(tries, 5)


def _check_try(
    game: Game, match: Match, seat: Seat | None, action: Any, before: tuple[Any, ...]
) -> None:
    refusal = _refused(lambda: match.verify(seat, action))
    assert match.state() == before, "to ask changes nothing"
    if refusal is None:
        # Only the time may still be against it.
        twin = match.copy()
        if _refused(lambda: twin.apply(seat, action, 0)):
            assert twin.digest() == match.digest(), "what is refused changes nothing"
        return
    assert refusal.code in game.refusals, refusal.code
    assert refusal.sentence == game.refusals[refusal.code]
    assert refusal.reason.endswith("."), refusal.reason
    again = _refused(lambda: match.apply(seat, action, 0))
    assert again is not None and again.code == refusal.code
    assert match.state() == before, "what is refused changes nothing"


def check_same_again(game: Game, rules: Rules, seed: int) -> None:
    """The same actions give the same match, the same events, and without listeners the same
    match too."""
    first = game.new(rules, Stroll(game, rules, seed).match.seats)
    quiet = first.copy()
    quiet.quiet = True
    for stroll in itertools.islice(strolls(game, rules, seed, 120), 1, None):
        assert stroll.deed is not None
        assert first.apply(*stroll.deed) == stroll.events
        quiet.apply(*stroll.deed)
    assert first.digest() == stroll.match.digest() == quiet.digest()


# --- state -------------------------------------------------------------------------------------


def check_copy_shares_nothing(game: Game, rules: Rules, seed: int) -> None:
    for stroll in moments(game, rules, seed):
        match = stroll.match
        before = match.digest()
        twin = match.copy()
        assert twin.digest() == before
        own = {id(part): path for path, part in mutable_parts(match, match.derived)}
        shared = {path for path, part in mutable_parts(twin, twin.derived) if id(part) in own}
        assert not shared, f"a copy shares {', '.join(sorted(shared))}"
        other = wanderer(game, twin, stroll.now, seed)
        for _ in range(8):
            if twin.outcome is None:
                other.step()
        assert match.digest() == before, "who plays on in a copy changes the match"


def check_digest_knows_everything(game: Game, rules: Rules, seed: int) -> None:
    for stroll in moments(game, rules, seed, count=4):
        match = stroll.match
        before = match.digest()
        for name, value in attributes(match).items():
            for path, other in changed(value, match.derived, name):
                twin = match.copy()
                try:
                    setattr(twin, name, other)
                    same = twin.digest() == before
                except Exception:
                    # It was looked at, and made no sense.
                    same = False
                assert not same, f"the digest does not know {path}"


# --- secrets -----------------------------------------------------------------------------------


def check_imagined_looks_the_same(game: Game, rules: Rules, seed: int) -> None:
    """And it is made of the view alone, as it comes from JSON, whatever was looked at since."""
    elsewhere = Stroll(game, rules, seed + 1)
    elsewhere.step()
    for stroll in moments(game, rules, seed):
        match = stroll.match
        for watcher in _watchers(match):
            view = match.view(watcher)
            twin = match.resample(watcher, Random(seed))
            seen, digest = twin.observation(watcher), twin.digest()
            assert seen.view == view
            assert seen == match.observation(watcher)
            if match.deal_public:
                for seat in range(match.seats):
                    assert twin.view(seat) == match.view(seat), "something is still secret"
            told = msgspec.convert(msgspec.json.decode(msgspec.json.encode(view)), game.view)
            kind = type(match)
            elsewhere.match.view(None)
            dream = kind.sample_state(rules, match.seats, told, Random(seed))
            assert dream.digest() == digest
            again = kind.sample_state(rules, match.seats, seen.view, Random(seed))
            assert again.digest() == digest, "what is imagined depends on the view alone"
            _check_goes_on(game, dream, stroll.now)


def _check_goes_on(game: Game, dream: Match, now: int) -> None:
    """What is imagined can be played on."""
    stroll = wanderer(game, dream, now, now)
    for seat in dream.turn:
        for action in dream.actions(seat):
            dream.verify(seat, action)
    for _ in range(3):
        if dream.outcome is None:
            stroll.step()


def check_events_keep_secrets(game: Game, rules: Rules, seed: int) -> None:
    """All but the insiders see the same, and what is hidden is not shown to everybody."""
    for stroll in strolls(game, rules, seed, 150):
        seats = range(stroll.match.seats)
        for event in stroll.events:
            assert game.events[event.type] is type(event)
            outside = event.seen_by(None)
            assert set(event.insiders) <= set(seats)
            for seat in seats:
                seen = event.seen_by(seat)
                assert seen == outside or seat in event.insiders
                assert seen.seen_by(seat) == seen
            if outside != event:
                shown = [seat for seat in seats if event.seen_by(seat) == event]
                assert len(shown) < len(seats), f"{event.type} hides from spectators alone"


def check_views_keep_secrets(game: Game, rules: Rules, seed: int) -> None:
    """Nobody can tell from what they see what somebody else holds."""
    stroll = Stroll(game, rules, seed)
    kept = set[tuple[Seat, str, Seat | None]]()
    wanted = set[tuple[Seat, str, Seat | None]]()
    for step in range(60):
        match = stroll.match
        if match.outcome is not None:
            break
        stroll.step()
        if step % 4 or match.awaits_deal:
            continue
        held = [(seat, _hands(match, seat)) for seat in range(match.seats)]
        for other in _watchers(match):
            twin = match.resample(other, Random(seed + step))
            for seat, hands in held:
                names = {(seat, name, other): name for name in hands if seat != other}
                wanted |= names.keys()
                if names.keys() <= kept:
                    continue
                dreamt = twin.view(seat)
                kept |= {key for key, name in names.items() if hands[name] != getattr(dreamt, name)}
    assert not wanted - kept, f"(seat, what, who knows): {sorted(wanted - kept, key=repr)}"


def _hands(match: Match, seat: Seat) -> dict[str, Any]:
    """What the seat sees of its own, and a spectator does not."""
    seen, outside = match.view(seat), match.view(None)
    values = {field.name: getattr(seen, field.name) for field in dataclasses.fields(seen)}
    return {
        name: value
        for name, value in values.items()
        if _is_hand(value) and value != getattr(outside, name)
    }


def _is_hand(value: Any) -> bool:
    """Something like cards on somebody's hand: several numbers."""
    return isinstance(value, tuple) and sum(type(one) is int for one in value) >= _HAND


_HAND = 4


def check_no_leak(game: Game, rules: Rules, seed: int) -> None:
    """Swap what a seat cannot know, and go on in the same way. It is told the same, and sees and
    may do the same; or else something was shown, and then its view shows it, too."""
    stroll = Stroll(game, rules, seed)
    rng = Random(seed)
    watcher = rng.choice(_watchers(stroll.match))
    twin = stroll.match.copy()
    for step in range(120):
        if stroll.match.outcome is not None:
            return
        if not stroll.step() or stroll.deed is None:
            continue
        events = _told(twin, stroll.deed, watcher)
        shown = [event.seen_by(watcher) for event in stroll.events]
        real, dreamt = stroll.match.observation(watcher), twin.observation(watcher)
        same = real.view == dreamt.view
        if events == shown:
            assert same, "the view shows what nobody was told"
            assert real == dreamt
        elif events is not None:
            assert not same, f"told and not in the view: {shown} and {events}"
        if events != shown or step % 12 == 0:
            twin = stroll.match.resample(watcher, rng)


def _told(twin: Match, deed: Any, watcher: Seat | None) -> list[Event] | None:
    """What the watcher is told if it happens there, too; None if it cannot."""
    seat, action, at = deed
    if seat is not None and seat != watcher:
        # What was chosen is the seat's own business, if it is not told.
        for form in twin.observation(seat).forms:
            if form.action == action.type:
                action = filled(form, action, Random(at))
    if isinstance(action, Timeout) and (twin.deadline is None or twin.deadline > at):
        return None
    try:
        return [event.seen_by(watcher) for event in twin.apply(seat, action, at)]
    except Refusal:
        return None


# --- plain values ------------------------------------------------------------------------------


def _there_and_back(record: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(to_plain(record)))


def check_json(game: Game, rules: Rules, seed: int) -> None:
    for stroll in strolls(game, rules, seed, 80):
        match = stroll.match
        if stroll.deed is not None and stroll.deed[0] is not None:
            action = stroll.deed[1]
            assert action_from_plain(game, _there_and_back(action)) == action
        for event in stroll.events:
            # All others see the same as a spectator (`check_events_keep_secrets`).
            for watcher in (*event.insiders, None):
                seen = event.seen_by(watcher)
                assert event_from_plain(game, _there_and_back(seen)) == seen
        for watcher in _watchers(match):
            view = match.view(watcher)
            assert msgspec.convert(_there_and_back(view), game.view) == view
    for seat in range(match.seats):
        for action in match.actions(seat):
            assert action_from_plain(game, _there_and_back(action)) == action


# --- the end -----------------------------------------------------------------------------------

#: So often bots may be asked in a match, and so many deals it may have.
MOST_ASKED = 30_000
MOST_DEALS = 200


class _Counted:
    """A bot that is not asked for ever."""

    def __init__(self, bot: Bot) -> None:
        self.level = bot.level
        self._bot = bot
        self._asked: Iterator[int] = itertools.count()

    def choose(self, observation: Observation, rng: Random) -> Decision:
        assert next(self._asked) < MOST_ASKED, "the match does not end"
        return self._bot.choose(observation, rng)


def check_ends(game: Game, rules: Rules, seed: int) -> None:
    match = game.new(rules, Random(seed).choice(game.seats))
    # Where people say when it ends, the game's own bot might play on for ever.
    bot = _Counted(Uniform() if game.length else bot_for(game.name, "random"))
    most = MOST_DEALS if game.rounds is None else game.rounds
    try:
        play_out(match, [bot] * match.seats, seed.to_bytes(8, "big"), most)
    except Stuck as stuck:
        raise AssertionError(str(stuck)) from None
    outcome = match.outcome
    assert outcome is not None
    assert outcome.kind in ("won", "draw", "adjourned", "aborted")
    assert len(outcome.ranks) == len(outcome.points) == match.seats
    assert min(outcome.ranks) == 1
    assert (match.turn, match.awaits_deal, match.deadline) == ((), False, None)
    assert all(match.actions(seat) == [] for seat in range(match.seats))
    assert _refused(lambda: match.apply(None, Deal(b"more")))
    carry = match.carried()
    if carry is not None:
        again = game.new(rules, match.seats, msgspec.json.decode(msgspec.json.encode(carry)))
        assert again.awaits_deal and again.outcome is None


# --- the rules ---------------------------------------------------------------------------------


def check_options(game: Game, rules: Rules, seed: int) -> None:
    kind = type(rules)
    options = {option.name: option for option in kind.options()}
    assert game.rules is kind and rules.game == game.name
    assert game.usual_profile in kind.profiles
    for option in options.values():
        assert option.check(option.default) == option.default
        assert option.meaning.endswith("."), option.name
        for name, wanted in option.needs.items():
            assert name in options and name != option.name, f"{option.name} needs {name}"
            assert all(options[name].check(value) == value for value in wanted)
    for name, value in rules.values().items():
        assert options[name].check(value) == value
    assert not list(rules.contradictions())
    assert kind.named(rules.profile, rules.changes()) == rules
    assert _refused(lambda: kind.named(rules.profile, {"no such option": 1}))


# --- the words ---------------------------------------------------------------------------------


def check_words(game: Game, rules: Rules, seed: int) -> None:
    """A generic board has a name for every card of which anybody is told."""
    assert set(bots_of(game.name)) == set(game.all_levels)
    assert {game.usual_level, game.best_level} <= set(game.all_levels)
    if game.words is None:
        return
    kind = type(next(iter(game.words.cards)))
    met: set[str] = set()
    for stroll in strolls(game, rules, seed, 40):
        done = [] if stroll.deed is None else [stroll.deed[1]]
        for record in (*done, *stroll.events, stroll.match.view(0)):
            for name, value in _named_values(to_plain(record)):
                if name in game.words.card_fields:
                    # A field of the same name may count cards that have words for names.
                    cards = [one for one in _single(value) if type(one) is kind]
                    assert set(cards) <= set(game.words.cards), f"{name}: {cards}"
                    met.update([name] if cards else [])
    assert met, "none of these fields ever holds a card"


def _named_values(plain: Any) -> Iterator[tuple[str, Any]]:
    """All fields of a record and of the records in it."""
    if isinstance(plain, dict):
        yield from plain.items()
        for value in plain.values():
            yield from _named_values(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _named_values(value)


def _single(value: Any) -> Iterator[Any]:
    """The cards of a field, in however many tuples they are."""
    if isinstance(value, list | tuple):
        for part in value:
            yield from _single(part)
    elif value is not None:
        yield value


CHECKS: tuple[Check, ...] = (
    check_listed_is_legal,
    check_numbers,
    check_refused_changes_nothing,
    check_same_again,
    check_copy_shares_nothing,
    check_digest_knows_everything,
    check_imagined_looks_the_same,
    check_events_keep_secrets,
    check_views_keep_secrets,
    check_no_leak,
    check_json,
    check_ends,
    check_options,
    check_words,
)
