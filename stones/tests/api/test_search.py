"""GET /api/stones/search."""

from collections.abc import Iterator
from typing import Any

import pytest

from core.llm.model_doubles import FakeEmbedder, use_models
from core.rest.tests.access_assertions import Personas, assert_guarded
from stones import examples
from stones.models import LedgerEntry
from stones.tests.factories import new_account, store, write_levels

URL = "/api/stones/search"
WHOLE = "Staging: the signing key is rotated each May."
NEAR = "The key of staging"


@pytest.fixture(autouse=True)
def embedder() -> Iterator[None]:
    with use_models(embedder=FakeEmbedder()):
        yield


@pytest.fixture
def stored(personas: Personas) -> None:
    for account, content in (
        (personas.account, NEAR),
        (personas.account, WHOLE),
        (personas.account, "Order lunch."),
        (new_account(), f"{WHOLE} Of another account."),
    ):
        write_levels(store(account, content=content))


def lines(personas: Personas, **query: Any) -> list[tuple[str, bool]]:
    response = personas.owner.get(URL, query)
    assert response.status_code == 200, response.content
    return [(item["lod_0"], item["every_word"]) for item in response.json()["items"]]


@pytest.mark.usefixtures("stored")
def test_what_has_every_word_comes_first_then_what_comes_near(personas: Personas) -> None:
    assert lines(personas, q="signing key of staging") == [(WHOLE, True), (NEAR, False)]
    assert lines(personas, q="signing key of staging", limit=1) == [(WHOLE, True)]
    assert lines(personas, q='"key of staging"') == [(NEAR, True)]
    assert lines(personas, q="sourdough windmill") == []
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize(
    ("query", "field"),
    [({}, "q"), ({"q": ""}, "q"), ({"q": "key", "limit": 0}, "limit"), ({"q": "key", "p": 1}, "p")],
)
def test_what_is_wrong_is_named(personas: Personas, query: dict[str, Any], field: str) -> None:
    response = personas.owner.get(URL, query)
    assert (response.status_code, response.json()["errors"][0]["field"]) == (400, field)


def test_the_documented_example(personas: Personas) -> None:
    store(personas.account, content=examples.CONTENT, levels={0: examples.SCAN, 1: examples.DETAIL})
    (found,) = personas.owner.get(URL, {"q": "port"}).json()["items"]
    assert found.keys() == examples.FOUND["items"][0].keys()


def test_it_takes_the_scope(personas: Personas) -> None:
    assert_guarded(personas, "get", f"{URL}?q=key", scope="stones:read")
