"""The documents about the server itself."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

from aiohttp.test_utils import make_mocked_request
from openapi_spec_validator import OpenAPIV31SpecValidator

from stammtisch.net.api import ROUTES
from stammtisch.net.openapi import Document, openapi

NOBODY = make_mocked_request("GET", "/api/openapi.json")


class Making:
    """A document that is made when the test says so, and how often it was begun."""

    def __init__(self) -> None:
        self.begun = 0
        self.go_on = threading.Event()

    def __call__(self) -> dict[str, Any]:
        self.begun += 1
        self.go_on.wait()
        return {"openapi": "3.1.0"}


async def test_it_is_made_once_and_not_before_somebody_asks() -> None:
    making = Making()
    document = Document(making)
    assert making.begun == 0
    asked = [asyncio.create_task(document.show(NOBODY)) for _ in range(3)]
    making.go_on.set()
    answers = [*await asyncio.gather(*asked), await document.show(NOBODY)]
    assert {bytes(cast(bytes, answer.body)) for answer in answers} == {b'{"openapi":"3.1.0"}'}
    assert making.begun == 1


async def test_whoever_leaves_takes_it_from_nobody() -> None:
    making = Making()
    document = Document(making)
    leaving, staying = (asyncio.create_task(document.show(NOBODY)) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()
    making.go_on.set()
    assert (await staying).status == 200


def test_openapis_own_validator_finds_no_fault_in_the_document() -> None:
    """AsyncAPI's parser reads the other document in `web/tests/documents.test.ts`."""
    assert list(OpenAPIV31SpecValidator(openapi(ROUTES, "1.0")).iter_errors()) == []


def test_every_operation_says_what_it_takes_and_what_may_happen() -> None:
    document = openapi(ROUTES, "1.0")
    assert document["servers"] == [{"url": "/"}]
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for operations in document["paths"].values():
        for operation in operations.values():
            assert {"200", "429", "503"} <= operation["responses"].keys()
            if operation["security"] == [{"token": []}]:
                assert "401" in operation["responses"]
            for parameter in operation["parameters"]:
                schema = parameter["schema"]
                bounded = {"minimum", "maximum"} <= schema.keys()
                assert bounded or "maxLength" in schema or "enum" in schema, parameter
