"""GET /api/quickstart/entries/{entry_id}."""

from urllib.parse import quote

import pytest

from core.rest.tests.access_assertions import Personas, assert_guarded
from quickstart.models import Collection, Entry
from quickstart.tests.api.api_calls import (
    API,
    add_unpublished,
    assert_problem,
    assert_resolves_collection,
    get,
    make_others_collection,
    ok_json,
)
from quickstart.tests.factories import make_entry


def test_an_entry(personas: Personas, kitchen: Collection) -> None:
    found = ok_json(get(personas.owner, "entries/rye"))
    assert found["answer"] == "Rye ferments faster: feed it twice a day."
    assert found == next(
        item for item in ok_json(get(personas.owner, "entries"))["items"] if item["id"] == "rye"
    )


def test_what_is_there_already_is_not_sent_again(personas: Personas, kitchen: Collection) -> None:
    first = get(personas.owner, "entries/rye")
    again = personas.owner.get(f"{API}/entries/rye", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == "private, no-cache"
    Entry.objects.filter(entry_id="rye").update(answer="Twice a day.")
    changed = personas.owner.get(f"{API}/entries/rye", headers={"If-None-Match": first["ETag"]})
    assert ok_json(changed)["answer"] == "Twice a day."


@pytest.mark.parametrize("entry_id", ["a/b", "a b", "100%", "ö", "q?a", "x#y", "entries"])
def test_any_id_can_be_requested(personas: Personas, kitchen: Collection, entry_id: str) -> None:
    make_entry(kitchen, entry_id=entry_id)
    for address in {quote(entry_id), quote(entry_id, safe="")}:
        assert ok_json(get(personas.owner, f"entries/{address}"))["id"] == entry_id


@pytest.mark.parametrize("name", ["nothing", "RYE", "rye%00", "%00", "%ED%A0%80", "x" * 300, "rye/"])
def test_what_is_not_there(personas: Personas, kitchen: Collection, name: str) -> None:
    assert_problem(get(personas.owner, f"entries/{name}"), 404, "entry_not_found")


def test_a_misspelt_id_gets_similar_ids(personas: Personas, kitchen: Collection) -> None:
    problem = assert_problem(get(personas.owner, "entries/sourdoug"), 404, "entry_not_found")
    assert problem["detail"] == "There is no entry 'sourdoug' in kitchen. Most like it: sourdough."


def test_what_is_not_published_is_not_there(personas: Personas, kitchen: Collection) -> None:
    missing = assert_problem(get(personas.owner, "entries/draft_1"), 404, "entry_not_found")
    add_unpublished(kitchen)
    for name in ("draft_1", "retired_1"):
        problem = assert_problem(get(personas.owner, f"entries/{name}"), 404, "entry_not_found")
        assert problem["detail"] == missing["detail"].replace("draft_1", name)


def test_ids_are_those_of_the_collection(personas: Personas, kitchen: Collection) -> None:
    make_others_collection(personas)
    assert "walnut" in ok_json(get(personas.stranger, "entries/sourdough"))["question"]
    assert "walnut" not in ok_json(get(personas.owner, "entries/sourdough"))["question"]
    assert_problem(get(personas.stranger, "entries/rye", collection="kitchen"), 404, "collection_not_found")


@pytest.mark.parametrize("query", ["level=3", "collection=", "colection=kitchen"])
def test_wrong_queries(personas: Personas, kitchen: Collection, query: str) -> None:
    assert_problem(personas.owner.get(f"{API}/entries/rye?{query}"), 400, "invalid")


def test_its_collection(personas: Personas, kitchen: Collection) -> None:
    assert_resolves_collection(
        personas, lambda indexed_kitchen: get(personas.owner, "entries/rye", **indexed_kitchen)
    )


def test_nobody_else_reads(personas: Personas, kitchen: Collection) -> None:
    assert_guarded(personas, "GET", f"{API}/entries/rye", scope="kb:read")
