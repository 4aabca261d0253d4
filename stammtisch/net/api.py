"""The REST interface: what the server shows to programs that only want to read, and what its
administrators can do.

Each route is one row of `ROUTES`, with its parameters and the type of its answer: requests are read
and the OpenAPI document is made by the same rows.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec
from aiohttp import web
from msgspec import Meta

from stammtisch.app import PATIENCE, SILENT, App
from stammtisch.games.game import Game, GameWords, Name, Refusal, Value
from stammtisch.games.games import GAMES
from stammtisch.games.mao.cards import check_text
from stammtisch.games.mao.language.rule import LANGUAGE
from stammtisch.games.mao.language.say import SAID_IN
from stammtisch.games.mao.language.understand import read_rule
from stammtisch.games.mao.rules import RULE_CAP
from stammtisch.i18n import Language, Words
from stammtisch.i18n.texts import is_part
from stammtisch.lobby.admin_commands import AdminCommand, Administered, People
from stammtisch.lobby.archive import Shown
from stammtisch.net.admin_socket import read_command
from stammtisch.net.http import ApiError, Reviews, answer, best_coding
from stammtisch.records import CANNOT_WRITE, HighScore, MatchRow, ReadOnly
from stammtisch.replies import Advice, RatedPlayer, Shared, TableInfo, Tables
from stammtisch.tables.fairness import MOST_DEALS
from stammtisch.tables.record import InvalidRecord
from stammtisch.tables.replay import Replay, advised, replayed
from stammtisch.tables.settings import OptionInfo, options_of

#: How many rows a list has at most.
MOST = 200
#: Larger numbers are not exact everywhere: JavaScript's end here.
LARGEST = 2**53 - 1
_LAST_SEAT = max(game.seats[-1] for game in GAMES.values()) - 1


class ProfileInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A named set of rules: the value of every option.

    options: The value of every option.
    """

    name: str
    options: dict[str, Value]


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here, and by which rules.

    version: Goes up when the same options come to mean something else.
    fewest_seats: So many players it needs.
    most_seats: So many can play.
    profiles: The named sets of rules.
    options: All options of the game's rules, with their limits.
    """

    name: str
    version: int
    fewest_seats: int
    most_seats: int
    profiles: list[ProfileInfo]
    options: list[OptionInfo]


class BoardWords(msgspec.Struct, frozen=True, kw_only=True):
    """What a board that knows nothing of a game calls what stands in its records.

    cards: Each card as records write it, and its name.
    card_fields: The fields that hold cards, alone or in lists of any depth.
    fields: The names of fields and of kinds of action; those that are missing are read as they
        stand.
    """

    cards: dict[str, str]
    card_fields: list[str]
    fields: dict[str, str]


class MatchInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match. Its full record is at `/api/matches/{id}/record`.

    id: The id of the match.
    table: The id of the table.
    started: Seconds since 1970.
    ended: Seconds since 1970.
    players: The names of the players, seat by seat.
    outcome: "won", "draw", "adjourned" or "aborted".
    """

    id: str
    table: str
    game: str
    profile: str
    started: float
    ended: float
    players: list[str]
    outcome: str
    ranks: list[int]
    points: list[int]


class ScoreInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the high scores.

    at: Seconds since 1970.
    score: The points; few are good.
    match: Null where it was played at a private table.
    """

    name: str
    at: float
    score: int
    match: str | None


class RuleReading(msgspec.Struct, frozen=True, kw_only=True):
    """What the chairman of a Mao table would make of a text: a rule, or a question.

    text: The rule in the rule language, as it is to be written when its author agrees.
    language: The version of the rule language that it is in.
    plain: The rule in plain words, with the question whether that is right.
    question: Why there is no rule, and what would help, in the tongue of the text.
    """

    text: str | None
    language: int
    plain: str | None
    question: str | None


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a request may say, in its path (if the route's path names it) or in its query."""

    name: str
    #: With its bounds, as msgspec knows them.
    type: Any
    meaning: str
    #: What holds if a query does not say it.
    default: Any = None
    #: Status and code for what it cannot be.
    refused: tuple[int, str] = (400, "bad_number")

    def read(self, request: web.Request) -> Any:
        text = request.match_info.get(self.name, request.query.get(self.name))
        if text is None:
            return self.default
        try:
            return msgspec.convert(text, self.type, strict=False)
        except msgspec.ValidationError:
            must = f"{self.name} must be {_wanted(self.schema)}, not {text[:40]!r}."
            raise ApiError(*self.refused, must) from None

    @property
    def schema(self) -> dict[str, Any]:
        default = {} if self.default is None else {"default": self.default}
        return {**msgspec.json.schema(self.type), **default}


def _wanted(schema: dict[str, Any]) -> str:
    """A parameter's schema in words."""
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum']))}"
    if schema["type"] == "string":
        return f"a text of {schema.get('minLength', 0)} to {schema['maxLength']} characters"
    kind = "whole number" if schema["type"] == "integer" else "number"
    return f"a {kind} from {schema['minimum']:,} to {schema['maximum']:,}"


NO_TOKEN = "This needs the token of an account: Authorization: Bearer TOKEN."

#: May a request bring the token of an account, must it, or would nobody look at it?
Token = Literal["may", "must", "unused"]


@dataclass(frozen=True, slots=True)
class Route:
    path: str
    meaning: str
    answer: Any
    #: Takes the parameters by their names.
    handler: Callable[..., Awaitable[web.Response]]
    parameters: tuple[Parameter, ...] = ()
    method: str = "GET"
    #: What the body must be, for `POST`.
    body: Any = None
    token: Token = "unused"
    #: The answer may have to be computed by other processes, for which there are limits.
    computed: bool = False
    #: What else may be answered, beside what follows from the above and what all requests share.
    problems: Mapping[int, str] = field(default_factory=dict)

    async def serve(self, api: Api, request: web.Request) -> web.Response:
        if self.token == "must" and _token(request) is None:
            raise ApiError(401, "no_token", NO_TOKEN)
        said = {parameter.name: parameter.read(request) for parameter in self.parameters}
        if not self.computed:
            return await self.handler(api, request, **said)
        with api.reviews.counted(request):
            return await self.handler(api, request, **said)


class Api:
    """The handlers, with the server they ask."""

    def __init__(self, app: App, reviews: Reviews) -> None:
        self._app = app
        self.reviews = reviews

    async def tables(
        self, request: web.Request, game: str | None, limit: int, after: int
    ) -> web.Response:
        with _refused_as(503):
            tables, more = await self._app.listing.page(game, after, limit)
        response = answer(tables)
        if more is not None:
            # RFC 8288: where the next page is.
            query = {**request.query, "after": str(more)}
            response.headers["Link"] = f'<{request.url.with_query(query).relative()}>; rel="next"'
        return response

    async def table(self, request: web.Request, id: str) -> web.Response:
        table = self._app.lobby.public(id)
        if table is None:
            raise ApiError(404, "unknown_table", f"There is no public table {id}.")
        return answer(table)

    async def games(self, request: web.Request) -> web.Response:
        return answer([game_info(game) for game in GAMES.values()])

    async def words(self, request: web.Request, game: str, language: Language) -> web.Response:
        return answer(board_words(GAMES[game], language))

    async def matches(
        self,
        request: web.Request,
        game: str | None,
        account: str | None,
        limit: int,
        before: float | None,
    ) -> web.Response:
        rows = await self._app.store.matches(game=game, account=account, limit=limit, before=before)
        return answer([match_info(row) for row in rows])

    async def match(self, request: web.Request, id: str, share: str | None) -> web.Response:
        row = await self._app.matches.match(id, _token(request), share)
        if row is None:
            # Also of those that were played at private tables, by others.
            raise ApiError(404, "unknown_match", f"There is no finished match {id}.")
        return answer(match_info(row))

    async def record(self, request: web.Request, id: str, share: str | None) -> web.Response:
        shown = await self._shown(request, id, share)
        name = f"{shown.game}-{shown.match}.json"
        return web.Response(
            body=shown.body,
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def _shown(self, request: web.Request, id: str, share: str | None) -> Shown:
        """A finished match; or of one that is on, the deals that lie open to who asks."""
        library = self._app.matches
        try:
            async with asyncio.timeout(PATIENCE):
                shown = await library.shown(id, _token(request), share)
        except TimeoutError:
            raise ApiError(503, CANNOT_WRITE, SILENT) from None
        if shown is None:
            raise ApiError(404, "unknown_match", f"There is no finished match {id}.")
        return shown

    async def share(self, request: web.Request, id: str) -> web.Response:
        try:
            return answer(await self._app.matches.share_for(id, _token(request)))
        except Refusal as refusal:
            status = 401 if refusal.code == "unknown_token" else 404
            raise ApiError(status, refusal.code, refusal.reason) from None

    async def replay(
        self, request: web.Request, id: str, share: str | None, round: int, seat: int | None
    ) -> web.Response:
        seen = await self._shown(request, id, share)
        with _unsound():
            # Views of one deal are much alike: compressed, a tenth is left of them.
            small = best_coding(request, ("gzip",)) is not None
            body = await self._app.worker.work(replayed, seen.body, round, seat, small)
        head = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if small else {})
        return web.Response(body=body, content_type="application/json", headers=head)

    async def advice(
        self, request: web.Request, id: str, seq: int, share: str | None
    ) -> web.Response:
        shown = await self._shown(request, id, share)
        seed = int.from_bytes(os.urandom(8), "big")
        with _unsound():
            thought = await self._app.worker.work(advised, shown.body, seq, seed)
        return answer(Advice(seq=seq, **thought._asdict()))

    async def scores(self, request: web.Request, game: str, limit: int) -> web.Response:
        return answer([score_info(row) for row in await self._app.store.high_scores(game, limit)])

    async def mao_rule(self, request: web.Request, text: str, words: str | None) -> web.Response:
        with _refused_as(400):
            check_text(text, 0, RULE_CAP)
        read = await self._app.worker.work(read_rule, text, words)
        return answer(RuleReading(language=LANGUAGE, **read._asdict()))

    async def ratings(self, request: web.Request, game: str, limit: int) -> web.Response:
        return answer(await self._app.queries.best_rated(game, limit))

    async def administer(self, request: web.Request) -> web.Response:
        with _refused_as(403):
            # Nothing is read from somebody who may not do it.
            by = await self._app.administrator(_token(request))
        with _refused_as(400):
            command = read_command(await request.read())
        with _refused_as(409):
            try:
                return answer(await self._app.administer(command, by))
            except ReadOnly as error:
                raise ApiError(503, "cannot_write", str(error)) from None


@contextmanager
def _unsound() -> Iterator[None]:
    """Answer what a record cannot tell."""
    try:
        yield
    except Refusal as refusal:
        raise ApiError(404, refusal.code, refusal.reason) from None
    except InvalidRecord as fault:
        raise ApiError(409, "unsound", str(fault)) from None


@contextmanager
def _refused_as(status: int) -> Iterator[None]:
    """Answer with this status what is refused inside."""
    try:
        yield
    except Refusal as refusal:
        raise ApiError(status, refusal.code, refusal.reason) from None


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


def board_words(game: Game, language: Language) -> BoardWords:
    words = Words(language, *filter(is_part, ("common", game.name)))
    known = game.words or GameWords()

    def named(names: Mapping[Any, Name]) -> dict[str, str]:
        return {str(of): words.name(one.key, one.text, one.blanks) for of, one in names.items()}

    return BoardWords(
        cards=named(known.cards),
        card_fields=sorted(known.card_fields),
        fields=named(known.fields),
    )


def match_info(row: MatchRow) -> MatchInfo:
    return MatchInfo(**{name: getattr(row, name) for name in MatchInfo.__struct_fields__})


def score_info(row: HighScore) -> ScoreInfo:
    return ScoreInfo(name=row.name, at=row.at, score=row.score, match=row.match)


def _one_of(words: Iterable[str]) -> Any:
    """The type of a parameter that is one of these."""
    return Literal[tuple(words)]


#: Longer than anything that has a name here.
_Name = Annotated[str, Meta(max_length=100)]
_UNKNOWN_GAME = (404, "unknown_game")
_GAME = Parameter(
    "game", _one_of(GAMES), "which game, as `/api/games` names them", refused=_UNKNOWN_GAME
)
_ONLY_GAME = Parameter(
    "game", _one_of(GAMES), "only of this game, as `/api/games` names it", refused=_UNKNOWN_GAME
)
_LANGUAGE = Parameter(
    "language", Language, "the language of the names", "en", refused=(400, "bad_language")
)
_TABLE = Parameter(
    "id",
    _Name,
    "the `id` of a table",
    refused=(404, "unknown_table"),
)
_MATCH = Parameter(
    "id",
    _Name,
    "the `id` of a match",
    refused=(404, "unknown_match"),
)
_SHARE = Parameter(
    "share",
    _Name,
    "the share code of a match at a private table; a player's token does instead",
    refused=(404, "unknown_match"),
)
_LIMIT = Parameter("limit", Annotated[int, Meta(ge=1, le=MOST)], "how many at most", 50)
_SEQ = Parameter(
    "seq",
    Annotated[int, Meta(ge=1, le=LARGEST)],
    "the `seq` of a step in its replay",
    refused=(404, "no_such_step"),
)

_NO_MATCH = {404: "There is no such match, or not for you."}
_UNSOUND = {409: "The match's record does not prove what it says."}

ROUTES: tuple[Route, ...] = (
    Route(
        "/api/tables",
        "The public tables, oldest first, a page at a time: the header `Link` names the next one.",
        list[TableInfo],
        Api.tables,
        (
            _ONLY_GAME,
            _LIMIT,
            Parameter(
                "after",
                Annotated[int, Meta(ge=0, le=LARGEST)],
                "where the page begins, as `Link` says it",
                0,
            ),
        ),
    ),
    Route(
        "/api/tables/{id}",
        "One public table.",
        TableInfo,
        Api.table,
        (_TABLE,),
        problems={404: "There is no such public table."},
    ),
    Route("/api/games", "The games with their profiles and options.", list[GameInfo], Api.games),
    Route(
        "/api/games/{game}/words",
        "The names of a game's cards and fields, for boards that know nothing of the game.",
        BoardWords,
        Api.words,
        (_GAME, _LANGUAGE),
    ),
    Route(
        "/api/matches",
        "Finished matches, newest first.",
        list[MatchInfo],
        Api.matches,
        (
            _ONLY_GAME,
            Parameter(
                "account",
                _Name,
                "only with this account at the table",
                refused=(400, "bad_account"),
            ),
            _LIMIT,
            Parameter(
                "before",
                Annotated[float, Meta(ge=0, le=LARGEST)],
                "only those that ended before (seconds since 1970)",
            ),
        ),
    ),
    Route(
        "/api/matches/{id}",
        "One finished match.",
        MatchInfo,
        Api.match,
        (_MATCH, _SHARE),
        token="may",
        computed=True,
        problems=_NO_MATCH,
    ),
    Route(
        "/api/matches/{id}/record",
        "The whole record of a match, as `stammtisch verify` reads it; of one that is on, the "
        "entries up to the last deal that lies open.",
        dict[str, Any],
        Api.record,
        (_MATCH, _SHARE),
        token="may",
        computed=True,
        problems=_NO_MATCH,
    ),
    Route(
        "/api/matches/{id}/share",
        "A code with which anybody may see the match, for who had a seat in it.",
        Shared,
        Api.share,
        (_MATCH,),
        token="must",
        computed=True,
        problems=_NO_MATCH,
    ),
    Route(
        "/api/matches/{id}/replay",
        "One deal of a match, step by step, as a seat saw it; of one that is on, a deal that lies "
        "open.",
        Replay,
        Api.replay,
        (
            _MATCH,
            _SHARE,
            Parameter(
                "round",
                Annotated[int, Meta(ge=0, le=MOST_DEALS)],
                "which deal; 1 is the first, and 0 is the last",
                1,
            ),
            Parameter(
                "seat",
                Annotated[int, Meta(ge=0, le=_LAST_SEAT)],
                "with whose eyes; an onlooker's unless said",
            ),
        ),
        token="may",
        computed=True,
        problems={404: "There is no such match, round or seat, or not for you.", **_UNSOUND},
    ),
    Route(
        "/api/matches/{id}/advice/{seq}",
        "What a good bot would have done instead of that step, and why.",
        Advice,
        Api.advice,
        (_MATCH, _SEQ, _SHARE),
        token="may",
        computed=True,
        problems={404: "There is no such match or step, or not for you.", **_UNSOUND},
    ),
    Route(
        "/api/scores/{game}",
        "The high scores, best (lowest) first.",
        list[ScoreInfo],
        Api.scores,
        (_GAME, _LIMIT),
    ),
    Route(
        "/api/admin",
        "Do something as an administrator of the server: the same commands as `administer` of "
        "`/table`.",
        Administered | People | Tables,
        Api.administer,
        method="POST",
        body=AdminCommand,
        token="must",
        problems={403: "You are not an administrator.", 409: "It cannot be done."},
    ),
    Route(
        "/api/mao/rule",
        "What a chairman makes of a rule in somebody's own words. Nothing is written down.",
        RuleReading,
        Api.mao_rule,
        (
            Parameter(
                "text",
                Annotated[str, Meta(max_length=RULE_CAP)],
                "the rule, in English or German",
                "",
                refused=(400, "bad_length"),
            ),
            Parameter(
                "words",
                _one_of(SAID_IN),
                "how to say it back; in the text's own tongue unless said",
                refused=(400, "no_such_tongue"),
            ),
        ),
        computed=True,
    ),
    Route(
        "/api/ratings/{game}",
        "The strongest players, best first.",
        list[RatedPlayer],
        Api.ratings,
        (_GAME, _LIMIT),
    ),
)
