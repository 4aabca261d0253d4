from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from stammtisch.net import api, http, ports
from stammtisch.net.http import UNDER_WAY
from stammtisch.net.pages import PATHS
from stammtisch.net.server import Server
from stammtisch.records import HighScore, MatchRow, Rating, ReadOnly
from stammtisch.replies import Entered
from stammtisch.requests import Enter
from stammtisch.store.changes import Archive
from stammtisch.tables.bot_executor import MOST_WAITING, Busy
from stammtisch.tables.replay import play_again
from stammtisch.tables.settings import Settings as TableSettings
from stammtisch.vocabulary import Reply
from tests.lobby.driver import opening
from tests.net.client import PATIENCE, Answer, Client
from tests.net.rooms import HoldingHouse, serving
from tests.tables.test_record import BODY, RECORD


async def get(
    server: Server, path: str, method: str = "GET", token: str = "", **headers: str
) -> Answer:
    client = await Client.connect(server.addresses.web)
    named = {"Host": "play.example:8400"} | ({"Authorization": f"Bearer {token}"} if token else {})
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {said}" for name, said in named.items())]
    client.send("\r\n".join([*lines, "", ""]).encode())
    answer = await client.answer()
    client.close()
    return answer


async def get_json(server: Server, path: str, status: int = 200) -> Any:
    answer = await get(server, path)
    assert answer.status == status, answer
    assert answer.headers["content-type"] == "application/json"
    return json.loads(answer.body)


def house_of(server: Server) -> HoldingHouse:
    app = server.registry.app
    assert isinstance(app, HoldingHouse)
    return app


async def open_table(server: Server, *, private: bool = False) -> str:
    """A guest opens a table of tiles; its id."""
    app = house_of(server)
    peer = app.arrive("192.0.2.7", "table", lambda notice: None)
    replies: asyncio.Queue[Reply] = asyncio.Queue()
    app.ask(peer, Enter(name="anna"), replies.put_nowait)
    await replies.get()
    settings = TableSettings(game="tiles", profile="classic", private=private)
    app.ask(peer, opening(settings), replies.put_nowait)
    reply = await replies.get()
    assert peer.table is not None, reply
    return peer.table


async def archive(
    server: Server, *, private: bool = False, account: str = "a", body: bytes = b'{"seed": "1234"}'
) -> None:
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    match = MatchRow(
        id="m1",
        table="t1",
        game="tiles",
        profile="classic",
        started=1000.0,
        ended=2000.0,
        players=["anna", "bert", "cora", "dora"],
        accounts=[account, "b", "c", "d"],
        private=private,
        outcome="won",
        ranks=[1, 2, 2, 2],
        points=[1, 0, 0, 0],
        body=body,
    )
    score = HighScore(game="tiles", name="anna", at=2000.0, score=4, match="m1")
    rating = Rating(account="bot:hard", game="tiles", mu=27.0, sigma=3.0, played=5)
    server.registry.app.store.submit(Archive(match, 0, [score], [rating]), done.set_result)
    assert await done is None


async def test_alive_and_ready() -> None:
    async with serving() as server:
        assert (await get_json(server, "/healthz"))["status"] == "alive"
        assert await get_json(server, "/readyz") == {"status": "ready"}


async def test_not_ready_without_a_store() -> None:
    async with serving() as server:
        store = server.registry.app.store
        await store.close()
        assert (await get(server, "/readyz")).status == 503
        assert (await get(server, "/healthz")).status == 200
        await store.open()


async def test_not_ready_while_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        app = server.registry.app
        with monkeypatch.context() as full:
            full.setattr(app.store, "submit", lambda *what, **how: None)
            app.writing.failed(ReadOnly("The disk is full."))
            assert await get_json(server, "/readyz", 503) == {"status": "The disk is full."}
            assert (await get(server, "/healthz")).status == 200
        app.heartbeat.beat()
        await app.store.wait()
        assert await get_json(server, "/readyz") == {"status": "ready"}


async def test_what_cannot_be_answered_is_our_fault_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as server:
        monkeypatch.setattr(server.registry.app.lobby, "page", lambda *page: 1 / 0)
        assert (await get_json(server, "/api/tables", 500))["code"] == "our_fault"
        assert "ZeroDivisionError" in caplog.text
        store = server.registry.app.store
        await store.close()
        assert (await get_json(server, "/api/matches", 503))["code"] == "stopping"
        await store.open()


async def test_public_tables_are_listed_and_private_ones_are_not() -> None:
    async with serving() as server:
        assert await get_json(server, "/api/tables") == []
        public = await open_table(server)
        private = await open_table(server, private=True)
        listed = await get_json(server, "/api/tables?game=tiles")
        assert [table["id"] for table in listed] == [public]
        one = await get_json(server, f"/api/tables/{public}")
        assert one["seats"][0]["name"] == "anna"
        missing = await get_json(server, f"/api/tables/{private}", 404)
        assert missing["code"] == "unknown_table"


async def test_games_tell_their_profiles_and_options() -> None:
    async with serving() as server:
        games = {game["name"]: game for game in await get_json(server, "/api/games")}
        tiles = games["tiles"]
        assert tiles["most_seats"] == 4
        options = {option["name"]: option for option in tiles["options"]}
        assert options["cheats"]["default"] is False
        assert all(option["meaning"] for option in tiles["options"])
        for profile in tiles["profiles"]:
            assert set(profile["options"]) == set(options)


async def test_the_names_of_a_games_cards_are_told_in_each_language() -> None:
    async with serving() as server:
        path = "/api/games/doppelkopf/words"
        english = await get_json(server, path)
        german = await get_json(server, f"{path}?language=de")
        assert english["cards"].keys() == german["cards"].keys()
        assert "queen of clubs" in english["cards"].values()
        assert "Kreuz Dame" in german["cards"].values()
        assert "hand" in english["card_fields"]
        assert (await get(server, "/api/games/chess/words")).status == 404
        assert (await get(server, f"{path}?language=fr")).status == 400


async def test_matches_scores_and_ratings() -> None:
    async with serving() as server:
        await archive(server)
        (match,) = await get_json(server, "/api/matches?game=tiles&limit=5")
        assert (match["id"], match["players"][0], match["outcome"]) == ("m1", "anna", "won")
        assert "body" not in match
        assert await get_json(server, "/api/matches/m1") == match
        assert await get_json(server, "/api/matches?before=1999") == []
        assert await get_json(server, "/api/matches?account=nobody") == []
        (score,) = await get_json(server, "/api/scores/tiles")
        assert score == {"name": "anna", "at": 2000.0, "score": 4, "match": "m1"}
        (rated,) = await get_json(server, "/api/ratings/tiles")
        assert (rated["mu"], rated["played"]) == (27.0, 5)


async def test_the_record_of_a_match_is_a_file() -> None:
    async with serving() as server:
        await archive(server)
        answer = await get(server, "/api/matches/m1/record")
        assert answer.body == b'{"seed": "1234"}'
        assert answer.headers["content-disposition"] == 'attachment; filename="tiles-m1.json"'


async def a_guest(server: Server) -> tuple[str, str]:
    """An account and its token."""
    app = house_of(server)
    peer = app.arrive("192.0.2.7", "table", lambda notice: None)
    replies: asyncio.Queue[Reply] = asyncio.Queue()
    app.ask(peer, Enter(name="anna"), replies.put_nowait)
    entered = await replies.get()
    assert isinstance(entered, Entered) and entered.token is not None
    return entered.account, entered.token


async def test_a_match_of_a_private_table_is_unknown_to_all_but_its_players() -> None:
    async with serving() as server:
        account, token = await a_guest(server)
        _, other = await a_guest(server)
        await archive(server, private=True, account=account)
        assert await get_json(server, "/api/matches") == []
        (score,) = await get_json(server, "/api/scores/tiles")
        assert score["match"] is None
        for path in ("/api/matches/{}", "/api/matches/{}/record", "/api/matches/{}/share"):
            for who in (other,) if path.endswith("share") else ("", other, "nonsense"):
                there = await get(server, path.format("m1"), token=who)
                nowhere = await get(server, path.format("m9"), token=who)
                assert there.status == nowhere.status == 404
                assert there.body == nowhere.body.replace(b"m9", b"m1")
            assert (await get(server, path.format("m1"), token=token)).status == 200
        for path in ("/api/matches/{}/replay", "/api/matches/{}/advice/3"):
            there = await get(server, path.format("m1"), token=other)
            nowhere = await get(server, path.format("m9"), token=other)
            assert there.status == nowhere.status == 404
            assert there.body == nowhere.body.replace(b"m9", b"m1")
            # This archive's body is no record, which is told to who may know of it.
            assert (await get(server, path.format("m1"), token=token)).status == 409
        shared = json.loads((await get(server, "/api/matches/m1/share", token=token)).body)
        link = f"/api/matches/m1/record?share={shared['share']}"
        assert (await get(server, link)).body == b'{"seed": "1234"}'
        assert (await get(server, link[:-1])).status == 404


async def test_who_looks_at_a_match_is_told_if_its_table_waits_for_the_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server:
        _, token = await a_guest(server)
        monkeypatch.setattr(api, "PATIENCE", 0.05)
        bus = house_of(server).bus
        bus.host("t", lambda who, ask, reply: None)
        answer = await get(server, "/api/matches/t-1/replay", token=token)
        assert (answer.status, json.loads(answer.body)["code"]) == (503, "cannot_write")


@pytest.mark.parametrize(
    ("path", "method", "status", "code"),
    [
        ("/nowhere", "GET", 404, "not_found"),
        ("/healthz", "POST", 405, "bad_method"),
        ("/api/matches/none", "GET", 404, "unknown_match"),
        ("/api/matches/none/record", "GET", 404, "unknown_match"),
        ("/api/matches/none/replay", "GET", 404, "unknown_match"),
        ("/api/matches/none/advice/3", "GET", 404, "unknown_match"),
        ("/api/scores/chess", "GET", 404, "unknown_game"),
        ("/api/ratings/chess", "GET", 404, "unknown_game"),
        ("/api/tables?game=chess", "GET", 404, "unknown_game"),
        ("/api/matches?limit=many", "GET", 400, "bad_number"),
        ("/api/matches?limit=201", "GET", 400, "bad_number"),
        ("/api/matches?limit=-1", "GET", 400, "bad_number"),
        ("/api/matches?limit=0", "GET", 400, "bad_number"),
        ("/api/matches?limit=2.9", "GET", 400, "bad_number"),
        ("/api/matches?limit=", "GET", 400, "bad_number"),
        ("/api/matches?game=chess", "GET", 404, "unknown_game"),
        (f"/api/matches?account={'x' * 101}", "GET", 400, "bad_account"),
        ("/api/tables?limit=0", "GET", 400, "bad_number"),
        ("/api/tables?after=-1", "GET", 400, "bad_number"),
        ("/api/matches/none/replay?round=x", "GET", 400, "bad_number"),
        ("/api/matches/none/replay?round=1e9", "GET", 400, "bad_number"),
        ("/api/matches/none/replay?seat=8", "GET", 400, "bad_number"),
        ("/api/matches/none/advice/x", "GET", 404, "no_such_step"),
        ("/api/matches/none/share", "GET", 401, "no_token"),
        ("/api/matches?before=nan", "GET", 400, "bad_number"),
        (f"/api/mao/rule?text={'x' * 201}", "GET", 400, "bad_length"),
        ("/api/mao/rule?text=x&words=fr", "GET", 400, "no_such_tongue"),
    ],
)
async def test_errors_are_a_code_and_a_sentence(
    path: str, method: str, status: int, code: str
) -> None:
    async with serving() as server:
        answer = await get(server, path, method)
        assert answer.status == status
        error = json.loads(answer.body)
        assert error["code"] == code
        assert error["message"].endswith(".")
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_answers_are_compressed_for_those_who_want_that() -> None:
    async with serving() as server:
        for path in ("/api/games", "/api/openapi.json", "/api/asyncapi.json", "/about", "/metrics"):
            plain = await get(server, path)
            packed = await get(server, path, Accept_Encoding="br, gzip")
            refused = await get(server, path, Accept_Encoding="gzip;q=0")
            assert packed.headers["content-encoding"] == "gzip", path
            assert len(packed.body) < len(plain.body) / 2
            if path != "/metrics":
                assert gzip.decompress(packed.body) == plain.body
            for answer in (plain, packed, refused):
                assert answer.headers["vary"] == "Accept-Encoding"
            for answer in (plain, refused):
                assert "content-encoding" not in answer.headers
        small = await get(server, "/healthz", Accept_Encoding="gzip")
        assert "content-encoding" not in small.headers


async def test_the_documents_are_not_sent_to_who_has_them() -> None:
    async with serving() as server:
        first = await get(server, "/api/asyncapi.json")
        again = await get(server, "/api/asyncapi.json", If_None_Match=first.headers["etag"])
        assert (again.status, again.body) == (304, b"")


async def test_what_can_be_got_can_be_asked_for_its_head() -> None:
    async with serving(ports.WEBSOCKET_ROUTES) as server:
        table = await open_table(server)
        await archive(server, body=BODY)
        names = {"{id}": "m1", "{game}": "tiles", "{seq}": "3", "{invite}": "x", "{match}": "m1"}
        names |= {"{table}": table, "{path:.+}": "index.html"}
        paths = [route.path for route in api.ROUTES if route.method == "GET"]
        paths += ["/healthz", "/readyz", "/metrics", "/api/openapi.json", "/api/asyncapi.json"]
        paths += ["/lobbies", "/about", "/plain/page.css", *PATHS]
        for path in paths:
            real = path.replace("/tables/{id}", f"/tables/{table}")
            for mark, name in names.items():
                real = real.replace(mark, name)
            got = await get(server, real)
            client = await Client.connect(server.addresses.web)
            client.send(f"HEAD {real} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            first, *lines = (await client.end()).decode().split("\r\n")
            assert first.split(" ")[1] == str(got.status), real
            assert lines[-2:] == ["", ""], "There is no body."
            head = {name.lower() for name in (line.partition(":")[0] for line in lines[:-2])}
            assert head >= set(got.headers), real


async def test_a_whole_number_may_be_written_with_a_point_or_an_exponent() -> None:
    async with serving() as server:
        await archive(server)
        for limit in ("51", "51.0", "5e1"):
            assert len(await get_json(server, f"/api/matches?limit={limit}")) == 1


async def test_nothing_ended_before_the_beginning_of_time() -> None:
    async with serving() as server:
        await archive(server)
        assert await get_json(server, "/api/matches?before=0") == []


async def test_a_rule_of_mao_is_said_back_before_it_is_written() -> None:
    async with serving() as server:
        path = "/api/mao/rule?text=Wer%20Herz%20spielt,%20zieht%20eine%20Karte."
        told = await get_json(server, path)
        assert told == {
            "text": "WENN Herz DANN ziehe eine Karte",
            "language": 2,
            "plain": "Also: wer ein Herz spielt, zieht 1 Karte. Richtig?",
            "question": None,
        }
        assert (await get_json(server, f"{path}&words=sl"))["plain"].startswith("Torej: kdor")
        asked = await get_json(server, "/api/mao/rule?text=Kings.")
        assert (asked["text"], asked["plain"]) == (None, None)
        assert asked["question"].startswith("And what is to be done then?")


MOVE = next(step for step in play_again(RECORD, 1).seen_by(None).steps if step.action is not None)
#: What other processes have to compute.
COMPUTED = (
    "/api/matches/m1/replay?seat=0",
    f"/api/matches/m1/advice/{MOVE.seq}",
    "/api/mao/rule?text=Kings.",
    "/api/matches/m1",
    "/api/matches/m1/record",
)


class SlowWorker:
    """Notes what it is to do, and does it when it may."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.jobs: list[str] = []
        self.came: asyncio.Queue[str] = asyncio.Queue()
        self.go_on = asyncio.Event()

    async def wait_for(self, count: int) -> list[str]:
        async with asyncio.timeout(PATIENCE):
            return [await self.came.get() for _ in range(count)]

    async def work(self, job: Callable[..., Any], *about: Any) -> Any:
        if len(self.jobs) == self.most:
            raise Busy
        self.jobs.append(job.__name__)
        self.came.put_nowait(job.__name__)
        await self.go_on.wait()
        return job(*about)


async def test_when_too_much_waits_to_be_computed_it_is_said_when_to_come_again() -> None:
    async with serving() as server:
        await archive(server, body=BODY)
        worker = house_of(server).worker = SlowWorker(3)
        waiting = [asyncio.create_task(get(server, path)) for path in COMPUTED[:3]]
        assert sorted(await worker.wait_for(3)) == ["advised", "read_rule", "replayed"]
        for path in COMPUTED[:3]:
            full = await get(server, path)
            assert (full.status, json.loads(full.body)["code"]) == (503, "busy")
            assert int(full.headers["retry-after"]) >= 1
        assert server.registry.counters.refused["busy"] == 3
        worker.go_on.set()
        assert [(await one).status for one in waiting] == [200] * 3


async def test_what_one_address_has_under_way_leaves_room_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving(spare_loopback=False) as server:
        worker = house_of(server).worker = SlowWorker(MOST_WAITING)
        path = COMPUTED[2]
        waiting = [asyncio.create_task(get(server, path)) for _ in range(UNDER_WAY)]
        await worker.wait_for(UNDER_WAY)
        assert (await get(server, path)).status == 503
        monkeypatch.setattr(http, "address_of", lambda request, settings: "192.0.2.7")
        other = asyncio.create_task(get(server, path))
        await worker.wait_for(1)
        worker.go_on.set()
        assert [one.status for one in await asyncio.gather(other, *waiting)] == [200] * (
            UNDER_WAY + 1
        )


@pytest.mark.parametrize("path", COMPUTED)
async def test_an_address_that_has_too_much_computed_is_told_how_long_to_wait(path: str) -> None:
    # Three at once, and then one a minute.
    async with serving(reviews=1, spare_loopback=False) as server:
        await archive(server, body=BODY)
        assert [(await get(server, path)).status for _ in range(3)] == [200] * 3
        refused = await get(server, path)
        assert (refused.status, json.loads(refused.body)["code"]) == (429, "too_often")
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert server.registry.counters.refused["reviews"] == 1
        # What costs nothing goes on.
        assert (await get(server, "/api/games")).status == 200


async def test_a_deal_is_shown_as_it_was_whatever_the_coding() -> None:
    async with serving() as server:
        await archive(server, body=BODY)
        shown = msgspec.json.encode(play_again(RECORD, 1).seen_by(0))
        for accepted, coded in (("gzip, deflate, br", True), ("gzip;q=0", False), ("*", True)):
            client = await Client.connect(server.addresses.web)
            client.send(
                f"GET {COMPUTED[0]} HTTP/1.1\r\nHost: x\r\n"
                f"Accept-Encoding: {accepted}\r\n\r\n".encode()
            )
            answer = await client.answer()
            assert (answer.headers.get("content-encoding") == "gzip") is coded
            assert (gzip.decompress(answer.body) if coded else answer.body) == shown
            client.close()
        assert (await get(server, COMPUTED[0])).body == shown


async def test_answers_are_as_the_openapi_document_says() -> None:
    async with serving() as server:
        _, token = await a_guest(server)
        table = await open_table(server)
        await archive(server, body=BODY)
        document = await get_json(server, "/api/openapi.json")
        assert document["openapi"].startswith("3.1")
        move = next(
            step for step in play_again(RECORD, 1).seen_by(None).steps if step.action is not None
        )
        names = {"{id}": "m1", "{game}": "tiles", "{seq}": str(move.seq)}
        for path, operations in document["paths"].items():
            real = path.replace("/tables/{id}", f"/tables/{table}")
            for mark, name in names.items():
                real = real.replace(mark, name)
            if "get" not in operations:
                continue
            ok = operations["get"]["responses"]["200"]["content"]["application/json"]["schema"]
            schema = {**ok, "components": document["components"]}
            if not path.endswith("/share"):  # for players only
                jsonschema_rs.validate(schema, await get_json(server, real))
            if "404" in operations["get"]["responses"] and "{" in path:
                error = operations["get"]["responses"]["404"]["content"]["application/json"]
                nowhere = await get(server, re.sub(r"{\w+}", "none", path), token=token)
                assert nowhere.status == 404
                missing = json.loads(nowhere.body)
                components = {"components": document["components"]}
                jsonschema_rs.validate({**error["schema"], **components}, missing)
                with pytest.raises(jsonschema_rs.ValidationError):
                    jsonschema_rs.validate({**error["schema"], **components}, {"code": 1})


async def test_only_administrators_do_deeds_and_the_document_says_how() -> None:
    async with serving() as server:
        document = await get_json(server, "/api/openapi.json")
        route = document["paths"]["/api/admin"]["post"]
        components = {"components": document["components"]}
        body = {**route["requestBody"]["content"]["application/json"]["schema"], **components}
        jsonschema_rs.validate(body, {"type": "ban", "name": "mallory"})
        with pytest.raises(jsonschema_rs.ValidationError):
            jsonschema_rs.validate(body, {"type": "frobnicate"})
        command = b'{"type":"list_people"}'
        client = await Client.connect(server.addresses.web)
        client.send(
            b"POST /api/admin HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nobody\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(command), command)
        )
        answer = await client.answer()
        assert answer.status == 403
        refused = route["responses"]["403"]["content"]["application/json"]["schema"]
        jsonschema_rs.validate({**refused, **components}, json.loads(answer.body))


async def test_the_plain_page_shows_the_addresses_as_the_visitor_sees_them() -> None:
    async with serving() as server:
        answer = await get(server, "/about")
        page = answer.body.decode()
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "ws://play.example:8400/parrot" in page
        assert f"tcp://play.example:{server.addresses.streams['tiles']}" in page
        assert "Tiles" in page


async def test_behind_a_believed_proxy_with_tls_the_addresses_are_secure() -> None:
    async with serving(proxies=("127.0.0.1",)) as server:
        page = (await get(server, "/about", X_Forwarded_Proto="https")).body.decode()
        assert "wss://play.example:8400/parrot" in page
        plain = (await get(server, "/about", X_Forwarded_Proto="http")).body.decode()
        assert "ws://play.example:8400/parrot" in plain
    async with serving() as server:
        page = (await get(server, "/about", X_Forwarded_Proto="https")).body.decode()
        assert "wss://" not in page, "Anybody can say so."


async def test_a_host_header_cannot_put_anything_into_the_page() -> None:
    async with serving(names=("*",)) as server:
        client = await Client.connect(server.addresses.web)
        client.send(b"GET /about HTTP/1.1\r\nHost: <script>x</script>\r\n\r\n")
        assert b"<script>x" not in (await client.answer()).body


async def test_the_plain_page_loads_nothing_from_elsewhere() -> None:
    async with serving() as server:
        answer = await get(server, "/about")
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        page = answer.body.decode()
        loaded = re.findall(r'(?:src|rel="(?:icon|stylesheet)" href)="([^"]+)"', page)
        assert len(loaded) == 4
        for path in loaded:
            assert path.startswith("/plain/")
            part = await get(server, path)
            assert part.status == 200
            assert b"http://" not in part.body.replace(b"http://www.w3.org/2000/svg", b"")
        assert "style=" not in page
        assert "onclick" not in page


async def test_metrics_count_connections_and_tables() -> None:
    async with serving() as server:
        await open_table(server)
        client = await Client.websocket(server.addresses.web)
        client.say("players")
        assert await client.text() == "Players"
        answer = await get(server, "/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = answer.body.decode().splitlines()
        assert 'stammtisch_connections{protocol="table"} 1.0' in lines
        assert 'stammtisch_requests_total{request="AskPlayers"} 1.0' in lines
        assert "stammtisch_tables 1.0" in lines
        assert "stammtisch_seats 1.0" in lines


async def test_metrics_are_for_this_machine_only() -> None:
    async with serving() as server:
        assert (await get(server, "/metrics")).status == 200
        # Through a proxy on this machine that nobody has named.
        answer = await get(server, "/metrics", X_Forwarded_For="203.0.113.9")
        assert answer.status == 403
        assert json.loads(answer.body)["code"] == "operators_only"
    async with serving(proxies=("127.0.0.1",)) as server:
        assert (await get(server, "/metrics", X_Forwarded_For="203.0.113.9")).status == 403
        assert (await get(server, "/metrics", X_Forwarded_For="127.0.0.1")).status == 200
        for named in ("203.0.113.9, 127.0.0.1", "203.0.113.9:80", "[2001:db8::1]:443", "unknown"):
            assert (await get(server, "/metrics", X_Forwarded_For=named)).status == 403, named


async def test_with_a_token_metrics_are_for_whoever_brings_it() -> None:
    async with serving(metrics_token="sesame") as server:
        assert (await get(server, "/metrics")).status == 403
        assert (await get(server, "/metrics", Authorization="Bearer sesam")).status == 403
        assert (await get(server, "/metrics", Authorization="Bearer sesame")).status == 200


async def test_metrics_do_not_tell_how_long_a_message_was() -> None:
    shown = []
    for tile in ("1y", "10orange"):
        async with serving() as server:
            client = await Client.websocket(server.addresses.web)
            client.say(tile)
            assert await client.text() == tile
            shown.append((await get(server, "/metrics")).body)
    assert shown[0] == shown[1]


async def test_tables_come_in_pages_and_link_to_the_next() -> None:
    async with serving() as server:
        lobby = server.registry.app.lobby
        settings = TableSettings(game="tiles", profile="classic")
        ids = [lobby.open_table(settings) for _ in range(5)]
        path, found = "/api/tables?game=tiles&limit=2", []
        while path:
            answer = await get(server, path)
            page = [table["id"] for table in json.loads(answer.body)]
            assert len(page) <= 2
            found += page
            link = re.fullmatch('<(.+)>; rel="next"', answer.headers.get("link", ""))
            path = link[1] if link else ""
        assert found == ids


async def test_an_address_can_ask_only_so_often() -> None:
    async with serving(requests=18, proxies=("127.0.0.1",)) as server:
        for address in ("203.0.113.9", "203.0.113.10"):
            for _ in range(3):
                answer = await get(server, "/api/games", X_Forwarded_For=address)
                assert answer.status == 200
            answer = await get(server, "/api/games", X_Forwarded_For=address)
            assert answer.status == 429
            assert json.loads(answer.body)["code"] == "too_often"
            assert 1 <= int(answer.headers["retry-after"]) <= 4
            assert answer.headers["x-content-type-options"] == "nosniff"
        for _ in range(9):
            assert (await get(server, "/api/games")).status == 200, "This machine is spared."
