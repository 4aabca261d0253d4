from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.games.tiles.records import Cheated, Dealt, Drawn, Emptied, PutDown, Status, Won
from stammtisch.protocols.tiles.handlers import COMMANDS
from stammtisch.protocols.tiles.lines import decode, encode, rack_text
from stammtisch.protocols.tiles.session import SILENCE, TilesSession
from stammtisch.records import HighScore
from stammtisch.replies import ChatMessage, Goodbye, Players, Refused, Scores, Tables, Talked
from stammtisch.requests import (
    Act,
    AskPlayers,
    AskScores,
    AskTables,
    EnterFrom,
    JoinNumber,
    Leave,
    Ready,
    Say,
)
from stammtisch.tables.events import (
    AnyEvent,
    Closed,
    Ended,
    EventBatch,
    Left,
    Opened,
    Readied,
    Renamed,
    Said,
    Sat,
)
from stammtisch.vocabulary import Notice, Reply, Request
from tests.properties import tried
from tests.protocols.tiles.house_script import (
    TABLE,
    Client,
    accepted,
    at_table,
    entered,
    info,
    rack,
    seated,
    seats,
    tile,
    view,
)


def test_ping_is_sent_at_once_and_with_every_tick() -> None:
    session = TilesSession("192.0.2.1", now=5)
    assert session.outbox == ["PING"]
    session.tick(1005)
    assert session.outbox == ["PING", "PING"]


def test_ping_is_answered_in_any_state() -> None:
    assert Client().gets("PING") == ["+PING"]
    assert seated().gets('"PING%"') == ["+PING"]


def closed_at(session: TilesSession, now: int) -> bool:
    session.tick(now)
    return session.closing is not None


def test_silence_of_fifteen_seconds_ends_the_connection() -> None:
    session = TilesSession("192.0.2.1", now=0)
    assert not closed_at(session, SILENCE - 1)
    assert closed_at(session, SILENCE)
    assert session.outbox[-1] == 'PING "Nothing was heard for 15 seconds.%"'


@pytest.mark.parametrize("line", ["+PING", "", "no command"])
def test_any_line_breaks_the_silence(line: str) -> None:
    session = TilesSession("192.0.2.1", now=0)
    session.tick(SILENCE - 1)
    session.receive(line)
    assert not closed_at(session, SILENCE)
    assert not closed_at(session, 2 * SILENCE - 1)
    assert closed_at(session, 2 * SILENCE)


def test_nothing_is_done_once_the_connection_is_to_close() -> None:
    client = Client()
    client.gets("LOGO")
    assert client.gets("PING") == []
    client.session.tick(1000)
    assert client.taken() == []


def test_what_is_no_command_gets_no_answer() -> None:
    client = seated()
    for line in ("", "   ", "HELO", "ping", "+STRT", "+NAMS", "+X", '"open', "STRT x 1", "\t"):
        assert client.gets(line) == []
    assert client.session.closing is None


def test_goodbye_is_said_in_the_chat_and_ends_the_connection() -> None:
    client = seated()
    assert client.told(Goodbye(reason="The house closes.")) == [
        'CATS b "The house closes.%" server'
    ]
    assert client.session.closing == "The house closes."


def test_news_of_another_table_is_not_told() -> None:
    news = Said(name="P1", text="hi", at=0.0)
    client = seated()
    assert client.told(EventBatch("another", 3, 0, [news])) == []
    assert client.told(EventBatch(TABLE, 3, 0, [news])) == ["CATS l hi P1"]


def test_line_breaks_from_other_protocols_become_blanks() -> None:
    client = seated()
    assert client.hears(Said(name="web", text="two\r\nlines", at=0.0)) == [
        'CATS l "two lines%" web'
    ]


# --- whatever comes ----------------------------------------------------------------------------

#: Tokens and lines that get somewhere, and such that do not.
TOKENS = st.one_of(
    st.sampled_from(
        [*"bflmorewt", "7", "+0007", "99999999999", "token=x", "unpaced", "1:RED", "0:BLUE", "P1"]
    ),
    st.just(rack_text(rack("1:RED"))),
    st.text(max_size=8).filter(lambda text: "\r" not in text and "\n" not in text),
)
LINES = st.one_of(
    st.builds(
        lambda name, rest: encode([name, *rest]),
        st.sampled_from(list(COMMANDS)),
        st.lists(TOKENS, max_size=4),
    ),
    st.sampled_from(list(COMMANDS)).map(lambda name: name + ' "'),
    st.text(max_size=20),
)

RED_1 = tile("1:RED")
FOUR = seats("P0", "P1", "(P2)", "")
EVENTS: list[AnyEvent] = [
    Sat(seat=0, name="P0", seats=FOUR),
    Left(seat=1, name="P1", seats=FOUR),
    Left(seat=0, name="P0", seats=FOUR),
    Renamed(seat=1, name="a\nb", seats=seats("P0", "a\nb")),
    Readied(seat=1, seats=FOUR),
    Opened(commitment="", seats=FOUR),
    Said(name="P1", text="", at=0.0),
    Dealt((rack("1:RED"), None, None, None), 0),
    Drawn(0, "main", RED_1, 4),
    Drawn(1, "main", None, 4),
    PutDown(0, RED_1),
    PutDown(1, RED_1),
    Status((RED_1, None, None, None), 3),
    Cheated(0, rack("0:RED")),
    Cheated(1, None),
    Won(0, RED_1, rack(), 1),
    Won(3, RED_1, rack(), 1),
    Emptied(),
    Ended(match="m", outcome="aborted", winners=[], ranks=[], points=[], reason="So\nthere."),
    Closed(reason="The table is closed."),
]
SCORE = HighScore(game="tiles", name="g 0", at=0.0, score=3, match="m")
REFUSED = Refused(code="running", message="No\nsuch luck.")
REPLIES: list[Reply] = [
    REFUSED,
    entered("P0"),
    Players(names=[]),
    Players(names=["P0", "P 1"]),
    Tables(tables=[info(1, ["", None]), info(-2, ["P0"] * 4), info(3, phase="over")]),
    Scores(scores=[SCORE]),
    at_table(0, ["P0", "P1"], sees=view(0, rack("1:RED"))),
    at_table(0, ["P0", "P1"], created=True, events=[]),
    accepted(),
    accepted(*EVENTS),
    Talked(),
    Talked(heard=False),
]
#: Which of them fits a request.
FITTING: dict[type, list[Reply]] = {
    EnterFrom: REPLIES[1:2],
    AskPlayers: REPLIES[2:4],
    AskTables: REPLIES[4:5],
    AskScores: REPLIES[5:6],
    JoinNumber: REPLIES[6:8],
    Leave: [accepted()],
    Ready: [accepted(), accepted(EVENTS[4], EVENTS[7], EVENTS[12])],
    Act: [accepted(event, EVENTS[12]) for event in EVENTS[8:17]],
    Say: [accepted(EVENTS[6]), *REPLIES[10:]],
}
NOTICES: list[Notice] = [
    *(EventBatch(TABLE, 3, 0, [event]) for event in EVENTS),
    ChatMessage(reach="person", text="\r", sender=""),
]


@tried(150)
@given(st.data())
def test_whatever_comes_the_session_lives_and_sends_only_lines(data: st.DataObject) -> None:
    session = TilesSession("192.0.2.1")
    asked: Request | None = None
    for _ in range(data.draw(st.integers(1, 40))):
        # A line may come only while no request is under way; the house may speak at any time.
        step = data.draw(st.sampled_from(["house", "line", "line", "line"]))
        if step == "house":
            session.notified(data.draw(st.sampled_from(NOTICES)))
        elif asked is None:
            session.receive(data.draw(LINES))
        else:
            fitting = FITTING[type(asked)]
            replies = fitting if data.draw(st.integers(0, 4)) else REPLIES
            asked = None
            session.answered(data.draw(st.sampled_from(replies)))
        if session.asking is not None:
            assert asked is None
            asked, session.asking = session.asking, None
    for line in session.outbox:
        assert line.strip()
        assert "\n" not in line and "\r" not in line
        assert_sizes(line)


SIZES = {
    "STRT": (24, 1),
    "+WINC": (24,),
    "STAT": (4, 1),
    "+RSTA": (4, 1),
    "NAMS": (4,),
    "+RNAM": (4,),
}


def assert_sizes(line: str) -> None:
    """The original client takes the sizes of these lists for granted."""
    name, *arguments = decode(line)
    for size, argument in zip(SIZES.get(name, ()), arguments, strict=False):
        assert len(decode(argument)) == size
    assert len(arguments) >= len(SIZES.get(name, ()))


@tried(100)
@given(LINES)
def test_every_request_a_line_makes_is_one_the_table_of_replies_knows(line: str) -> None:
    client = seated()
    client.session.receive(line)
    asking = client.session.asking
    assert asking is None or type(asking) in FITTING
    # One thing or the other: an answer at once, or a request.
    assert not (asking and client.session.outbox)
