"""Calls and comparisons that the tests of these operations share."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas
from quickstart.models import Collection, Review
from quickstart.tests.factories import make_collection, make_entry, make_skill

API = "/api/quickstart"
SECRET = "walnut"


def get(client: APIClient, path: str, /, **query: Any) -> Any:
    return client.get(f"{API}/{path}?{urlencode(query)}")


def post(client: APIClient, path: str, /, **body: Any) -> Any:
    return client.post(f"{API}/{path}", body, "json")


def ok_json(response: Any) -> Any:
    """The body of a call that must succeed."""
    assert response.status_code == 200, response.content
    return response.json()


def assert_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem of a refused call, without the parts that differ between any two calls."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["code"] == code
    return {name: value for name, value in body.items() if name != "request_id"}


def share(collection: Collection) -> Collection:
    collection.shared = True
    collection.save(update_fields=["shared"])
    return collection


def make_others_collection(personas: Personas, name: str = "vault") -> Collection:
    """A collection of the other account, with an entry and a skill of the same ids as the kitchen's."""
    collection = make_collection(personas.other_account, name, title=SECRET)
    make_entry(collection, entry_id="sourdough", question=f"How do I feed the {SECRET} starter?")
    make_skill(collection, skill_id="skill_sourdough", title=f"{SECRET} care")
    return collection


def add_unpublished(collection: Collection) -> None:
    """Entries and skills that only a curator may see."""
    for review in (Review.DRAFT, Review.RETIRED):
        text = f"How do I feed the {SECRET} starter, {review}?"
        make_entry(collection, entry_id=f"{review}_1", question=text, answer=text, review=review)
        make_skill(collection, skill_id=f"skill_{review}", title=text, review=review)


def assert_resolves_collection(
    personas: Personas, call: Callable[[Mapping[str, str]], Any], *, needs_one: bool = True
) -> None:
    """For an operation on a collection, which `call` may name: none, several, an unknown one, another account's.

    `needs_one`: it refuses to choose among several.
    """
    ok_json(call({}))
    ok_json(call({"collection": "kitchen"}))
    missing = assert_problem(call({"collection": "vault"}), 404, "collection_not_found")
    assert missing["detail"] == "There is no collection 'vault'. There are: kitchen."
    make_others_collection(personas)
    assert assert_problem(call({"collection": "vault"}), 404, "collection_not_found") == missing
    for impossible in ("Kitchen", "kitchen\x00", "../kitchen", "k" * 61):
        assert call({"collection": impossible}).status_code in (400, 404), impossible
    make_collection(personas.account, "garden")
    if needs_one:
        several = assert_problem(call({}), 400, "collection_not_chosen")
        assert several["detail"] == "Say which collection. There are: garden, kitchen."
    else:
        ok_json(call({}))
    Collection.objects.all().delete()
    none = assert_problem(call({}), 400, "collection_not_chosen")
    assert "There is none yet" in none["detail"]
