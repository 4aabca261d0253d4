"""The REST interface: what the house shows to programs that only want to read, and what its
administrators can do.

Each route is one row of `ROUTES`, with the type of its answer; the handlers and the OpenAPI
document are both made from that table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from aiohttp import web

from stammtisch.games.game import Game, Refusal, Value
from stammtisch.games.games import GAMES, game_named
from stammtisch.games.mao.language.rule import LANGUAGE
from stammtisch.games.mao.limits import RULE_CAP
from stammtisch.games.mao.phrasing.understanding import Understood, understand
from stammtisch.games.mao.phrasing.voices import VOICES
from stammtisch.games.mao.text import check_text
from stammtisch.house.deeds import Deed
from stammtisch.house.house import PATIENCE, SILENT, House
from stammtisch.house.library import Shown
from stammtisch.house.requests import Advice, RatedPlayer, Shared
from stammtisch.protocols.table.messages import Administered, People, Tables
from stammtisch.records import CANNOT_WRITE, CannotWrite, HighScore, MatchRow
from stammtisch.server.answers import Problem, answer
from stammtisch.server.office import read_deed, told
from stammtisch.tables.answers import TableInfo
from stammtisch.tables.describing import OptionInfo, options_of
from stammtisch.tables.record import Unsound
from stammtisch.tables.replay import Replay

#: How many rows a list has at most.
MOST = 200


class ProfileInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A named set of rules: the value of every option."""

    name: str
    options: dict[str, Value]


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    version: int
    fewest_seats: int
    most_seats: int
    profiles: list[ProfileInfo]
    options: list[OptionInfo]


class MatchInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match. Its full record is at `/api/matches/{id}/record`."""

    id: str
    table: str
    game: str
    profile: str
    #: Seconds since 1970.
    started: float
    ended: float
    players: list[str]
    #: "won", "draw", "adjourned" or "aborted".
    outcome: str
    ranks: list[int]
    points: list[int]


class ScoreInfo(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    #: Seconds since 1970.
    at: float
    score: int
    #: Null where it was played at a private table.
    match: str | None


class RuleReading(msgspec.Struct, frozen=True, kw_only=True):
    """What the chairman of a Mao table would make of a text: a rule, or a question."""

    #: The rule in the rule language, as it is to be written when its author agrees.
    text: str | None
    #: The version of the rule language that it is in.
    language: int
    #: The rule in plain words, with the question whether that is right.
    plain: str | None
    #: Why there is no rule, and what would help, in the tongue of the text.
    question: str | None


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: type
    meaning: str


@dataclass(frozen=True, slots=True)
class Route:
    path: str
    meaning: str
    answer: Any
    handler: Callable[[Api, web.Request], Awaitable[web.Response]]
    query: tuple[Parameter, ...] = ()
    #: Can what the path names be missing?
    may_miss: bool = False
    method: str = "GET"
    #: What the body must be, for `POST`.
    body: Any = None


#: Rules of Mao that may wait to be read.
TO_READ = 8


class Api:
    """The handlers, with the house they ask."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._reading = asyncio.Lock()
        self._to_read = 0

    async def tables(self, request: web.Request) -> web.Response:
        game = request.query.get("game")
        if game is not None:
            _game(game)
        limit = int(_number(request, "limit", 50, most=MOST)) or 1
        after = int(_number(request, "after", 0))
        try:
            tables, more = await self._house.lister.page(game, after, limit)
        except Refusal as refusal:
            raise Problem(503, refusal.code, refusal.reason) from None
        response = answer(tables)
        if more is not None:
            # RFC 8288: where the next page is.
            query = {**request.query, "after": str(more)}
            response.headers["Link"] = f'<{request.url.with_query(query).relative()}>; rel="next"'
        return response

    async def table(self, request: web.Request) -> web.Response:
        wanted = request.match_info["id"]
        table = self._house.lobby.public(wanted)
        if table is None:
            raise Problem(404, "unknown_table", f"There is no public table {wanted}.")
        return answer(table)

    async def games(self, request: web.Request) -> web.Response:
        return answer([game_info(game) for game in GAMES.values()])

    async def matches(self, request: web.Request) -> web.Response:
        rows = await self._house.store.matches(
            game=request.query.get("game"),
            account=request.query.get("account"),
            limit=int(_number(request, "limit", 50, most=MOST)),
            before=_number(request, "before", 0) or None,
        )
        return answer([match_info(row) for row in rows])

    async def match(self, request: web.Request) -> web.Response:
        return answer(match_info(await self._match(request)))

    async def record(self, request: web.Request) -> web.Response:
        shown = await self._shown(request)
        name = f"{shown.game}-{shown.match}.json"
        return web.Response(
            body=shown.body,
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def _match(self, request: web.Request) -> MatchRow:
        wanted = request.match_info["id"]
        row = await self._house.library.match(wanted, _token(request), request.query.get("share"))
        if row is None:
            # Also of those that were played at private tables, by others.
            raise Problem(404, "unknown_match", f"There is no finished match {wanted}.")
        return row

    async def _shown(self, request: web.Request) -> Shown:
        """A finished match; or of one that is on, the deals that lie open to who asks."""
        wanted = request.match_info["id"]
        library = self._house.library
        try:
            async with asyncio.timeout(PATIENCE):
                shown = await library.shown(wanted, _token(request), request.query.get("share"))
        except TimeoutError:
            raise Problem(503, CANNOT_WRITE, SILENT) from None
        if shown is None:
            raise Problem(404, "unknown_match", f"There is no finished match {wanted}.")
        return shown

    async def share(self, request: web.Request) -> web.Response:
        wanted = request.match_info["id"]
        try:
            return answer(await self._house.library.share_for(wanted, _token(request)))
        except Refusal:
            raise Problem(404, "unknown_match", f"There is no finished match {wanted}.") from None

    async def replay(self, request: web.Request) -> web.Response:
        seen = await self._shown(request)
        deal = int(_number(request, "round", 1))
        seat = request.query.get("seat")
        eyes = None if seat is None else int(_number(request, "seat", 0))
        try:
            shown = await self._house.reviewer.replay(seen, deal, eyes)
        except Refusal as refusal:
            raise Problem(404, refusal.code, refusal.reason) from None
        except Unsound as fault:
            raise Problem(409, "unsound", str(fault)) from None
        response = answer(shown)
        # Views of one deal are much alike: a tenth is left of them.
        response.enable_compression()
        return response

    async def advice(self, request: web.Request) -> web.Response:
        shown = await self._shown(request)
        try:
            seq = int(request.match_info["seq"])
            return answer(await self._house.reviewer.advise(shown, seq))
        except ValueError:
            raise Problem(404, "no_such_step", "A step has a number.") from None
        except Refusal as refusal:
            raise Problem(404, refusal.code, refusal.reason) from None
        except Unsound as fault:
            raise Problem(409, "unsound", str(fault)) from None

    async def scores(self, request: web.Request) -> web.Response:
        game = _game(request.match_info["game"])
        limit = int(_number(request, "limit", 50, most=MOST))
        return answer([score_info(row) for row in await self._house.store.high_scores(game, limit)])

    async def mao_rule(self, request: web.Request) -> web.Response:
        text = request.query.get("text", "")
        words = request.query.get("words")
        try:
            check_text(text, 0, RULE_CAP)
        except Refusal as refusal:
            raise Problem(400, refusal.code, refusal.reason) from None
        if words is not None and words not in VOICES:
            raise Problem(400, "no_such_tongue", "Rules are said back in en, de or sl.")
        understood = await self._understood(text)
        return answer(
            RuleReading(
                text=understood.text,
                language=LANGUAGE,
                plain=understood.said_back(words),
                question=understood.question,
            )
        )

    async def _understood(self, text: str) -> Understood:
        """A long text has many ways to be read, which takes the tables' time: one by one."""
        if self._to_read == TO_READ:
            raise Problem(503, "busy", "Many rules are being read just now; try again in a moment.")
        self._to_read += 1
        try:
            async with self._reading:
                return await asyncio.to_thread(understand, text)
        finally:
            self._to_read -= 1

    async def ratings(self, request: web.Request) -> web.Response:
        game = _game(request.match_info["game"])
        limit = int(_number(request, "limit", 50, most=MOST))
        return answer(await self._house.desk.best_rated(game, limit))

    async def administer(self, request: web.Request) -> web.Response:
        try:
            # Nothing is read from somebody who may not do it.
            by = await self._house.administrator(_token(request))
            deed = read_deed(await request.read())
            return answer(told(await self._house.administer(deed, by)))
        except Refusal as refusal:
            status = _ADMIN_STATUS.get(refusal.code, 409)
            raise Problem(status, refusal.code, refusal.reason) from None
        except CannotWrite as error:
            raise Problem(503, "cannot_write", str(error)) from None


#: What status a refusal of a deed has, if not 409.
_ADMIN_STATUS = {"not_admin": 403, "bad_message": 400}


def _token(request: web.Request) -> str | None:
    """Who asks, if that is said: `Authorization: Bearer TOKEN`."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def game_info(game: Game) -> GameInfo:
    rules = game.rules
    return GameInfo(
        name=game.name,
        version=rules.version,
        fewest_seats=game.seats[0],
        most_seats=game.seats[-1],
        profiles=[
            ProfileInfo(name=name, options=rules.named(name).values()) for name in rules.profiles
        ],
        options=options_of(game),
    )


def match_info(row: MatchRow) -> MatchInfo:
    return MatchInfo(**{name: getattr(row, name) for name in MatchInfo.__struct_fields__})


def score_info(row: HighScore) -> ScoreInfo:
    return ScoreInfo(name=row.name, at=row.at, score=row.score, match=row.match)


def _game(name: str) -> str:
    try:
        return game_named(name).name
    except Refusal as refusal:
        raise Problem(404, refusal.code, refusal.reason) from None


def _number(request: web.Request, name: str, default: float, most: float | None = None) -> float:
    text = request.query.get(name)
    if text is None:
        return default
    try:
        number = msgspec.convert(text, float, strict=False)
    except msgspec.ValidationError:
        raise Problem(400, "bad_number", f"{name} must be a number, not {text!r}.") from None
    if not 0 <= number < (most + 1 if most else float("inf")):
        limit = f" and at most {most:g}" if most else ""
        raise Problem(400, "bad_number", f"{name} must be at least 0{limit}, not {text}.")
    return number


_GAME = Parameter("game", str, "only of this game")
_SHARE = Parameter(
    "share", str, "the share code; or a player's token as `Authorization: Bearer` (private tables)"
)
_LIMIT = Parameter("limit", int, f"how many at most, up to {MOST}; 50 unless said")

ROUTES: tuple[Route, ...] = (
    Route(
        "/api/tables",
        "The public tables, oldest first, a page at a time: the header `Link` names the next one.",
        list[TableInfo],
        Api.tables,
        (_GAME, _LIMIT, Parameter("after", int, "where the page begins, as `Link` says it")),
    ),
    Route("/api/tables/{id}", "One public table.", TableInfo, Api.table, may_miss=True),
    Route("/api/games", "The games with their profiles and options.", list[GameInfo], Api.games),
    Route(
        "/api/matches",
        "Finished matches, newest first.",
        list[MatchInfo],
        Api.matches,
        (
            _GAME,
            Parameter("account", str, "only with this account at the table"),
            _LIMIT,
            Parameter("before", float, "only those that ended before (seconds since 1970)"),
        ),
    ),
    Route(
        "/api/matches/{id}", "One finished match.", MatchInfo, Api.match, (_SHARE,), may_miss=True
    ),
    Route(
        "/api/matches/{id}/record",
        "The whole record of a match, as `stammtisch verify` reads it; of one that is on, the "
        "entries up to the last deal that lies open.",
        dict[str, Any],
        Api.record,
        (_SHARE,),
        may_miss=True,
    ),
    Route(
        "/api/matches/{id}/share",
        "A code with which anybody may see the match, for who had a seat in it.",
        Shared,
        Api.share,
        may_miss=True,
    ),
    Route(
        "/api/matches/{id}/replay",
        "One deal of a match, step by step, as a seat saw it; of one that is on, a deal that lies "
        "open.",
        Replay,
        Api.replay,
        (
            _SHARE,
            Parameter("round", int, "which deal; 1, the first, unless said, and 0 is the last"),
            Parameter("seat", int, "with whose eyes; an onlooker's unless said"),
        ),
        may_miss=True,
    ),
    Route(
        "/api/matches/{id}/advice/{seq}",
        "What a good bot would have done instead of that step, and why.",
        Advice,
        Api.advice,
        (_SHARE,),
        may_miss=True,
    ),
    Route(
        "/api/scores/{game}",
        "The high scores, best (lowest) first.",
        list[ScoreInfo],
        Api.scores,
        (_LIMIT,),
        may_miss=True,
    ),
    Route(
        "/api/admin",
        "Do something as an administrator of the house, with one's token as "
        "`Authorization: Bearer`: the same deeds as `administer` of `/table`.",
        Administered | People | Tables,
        Api.administer,
        method="POST",
        body=Deed,
    ),
    Route(
        "/api/mao/rule",
        "What a chairman makes of a rule in somebody's own words. Nothing is written down.",
        RuleReading,
        Api.mao_rule,
        (
            Parameter("text", str, "the rule, in English or German"),
            Parameter("words", str, "en, de or sl: how to say it back; the text's own unless said"),
        ),
    ),
    Route(
        "/api/ratings/{game}",
        "The strongest players, best first.",
        list[RatedPlayer],
        Api.ratings,
        (_LIMIT,),
        may_miss=True,
    ),
)
