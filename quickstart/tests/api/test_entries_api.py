"""GET /api/quickstart/entries."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from core.rest.tests.access_assertions import Personas, assert_guarded
from quickstart.api import examples
from quickstart.api.quickstart_serializers import EntryBody
from quickstart.models import Collection
from quickstart.tests.api.api_calls import (
    API,
    add_unpublished,
    assert_problem,
    assert_resolves_collection,
    get,
    make_others_collection,
    ok_json,
    share,
)
from quickstart.tests.factories import make_collection, make_entry


def items(personas: Personas, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ok_json(get(personas.owner, "entries", **query))["items"]
    return found


def ids(personas: Personas, **query: Any) -> set[str]:
    return {item["id"] for item in items(personas, **query)}


def test_the_published_ones_in_the_specifications_fields(personas: Personas, kitchen: Collection) -> None:
    add_unpublished(kitchen)
    found = items(personas)
    assert [item["id"] for item in found][-2:] == ["baking", "about"]
    assert len(found) == 7
    [sourdough] = [item for item in found if item["id"] == "sourdough"]
    assert sourdough["question_variants"] == ["refresh the sour dough culture", "starter feeding schedule"]
    assert sourdough["prerequisites"] == ["baking"]
    assert sourdough["verify_command"] == "scale --check starter"
    assert sourdough["tokens"] > 5


def test_the_documented_example(personas: Personas) -> None:
    fields = {name: value for name, value in examples.ENTRY.items() if name not in ("tokens", "trust")}
    fields["entry_id"], fields["variants"] = fields.pop("id"), fields.pop("question_variants")
    make_entry(make_collection(personas.account), **fields)
    [found] = items(personas)
    assert found == examples.ENTRY
    assert found.keys() == EntryBody().fields.keys()


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"level": 0}, {"about"}),
        ({"level": 4}, {"rye"}),
        ({"level": 2}, set()),
        ({"tag": "bread"}, {"loaf"}),
        ({"tag": "brea"}, set()),
        ({"path": "Baking/Dough"}, {"sourdough", "rye", "pizza"}),
        ({"path": "baking / doughs / Rye"}, {"rye"}),
        ({"path": "Baking › Dough › Rye"}, {"rye"}),
        ({"path": "Bak"}, set()),
        ({"path": "Shop › Farm/Market"}, {"loaf"}),
        ({"path": "%"}, set()),
        ({"q": "stone oven"}, {"baking", "book_oven"}),
        ({"q": "resting doughs"}, {"pizza"}),
        ({"q": "the"}, set()),
        ({"q": "starter", "level": 3}, {"sourdough"}),
        ({"q": "nowhere"}, set()),
    ],
)
def test_filters(personas: Personas, kitchen: Collection, query: dict[str, Any], expected: set[str]) -> None:
    make_entry(
        kitchen,
        entry_id="loaf",
        question="Where are loaves sold?",
        answer="At the market.",
        tags=["bread", "shop"],
        tree_path=["Shop", "Farm/Market"],
        level=1,
    )
    add_unpublished(kitchen)
    assert ids(personas, **query) == expected


@pytest.mark.parametrize("words", ["'", '"', "-", ":*", "a & | !", "\\", "%", "(((", "é" * 500, "<->"])
def test_no_words_break_the_search(personas: Personas, kitchen: Collection, words: str) -> None:
    assert items(personas, q=words) is not None


def test_words_are_searched_in_this_collection(personas: Personas, kitchen: Collection) -> None:
    make_others_collection(personas)
    assert ids(personas, q="walnut starter") == set()


def test_pages_follow_each_other(personas: Personas, kitchen: Collection) -> None:
    item_ids: list[str] = []
    cursor: str | None = None
    while True:
        page = ok_json(get(personas.owner, "entries", limit=3, **({"cursor": cursor} if cursor else {})))
        assert len(page["items"]) == (3 if len(item_ids) < 6 else 1)
        item_ids += [item["id"] for item in page["items"]]
        if (cursor := page["next_cursor"]) is None:
            break
    assert len(item_ids) == len(set(item_ids)) == 7


@pytest.mark.parametrize("rows", [1, 4])
def test_queries_do_not_grow_with_rows(
    personas: Personas, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    collection = make_collection(personas.account)
    for number in range(rows):
        make_entry(collection, variants=[f"variant {number}", f"another {number}"])
    # The token, the collection, its entries, their variants.
    get(personas.owner, "entries")
    with django_assert_num_queries(4):
        assert len(items(personas)) == rows


WRONG = ["limit=0", "limit=101", "limit=all", "cursor=x", "cursor=djI6MDFLRg", "cursor=djE6QUJD"]
WRONG += ["level=5", "level=-1", "level=low", "level=", "q=", "q=%00", "q=" + "w" * 501, "tag=", "tag=%00"]
WRONG += ["path=", "path=/", "path=%20/%20", "path=" + "a" * 1_001, "collection=", "colection=kitchen"]


@pytest.mark.parametrize("query", WRONG)
def test_wrong_queries(personas: Personas, kitchen: Collection, query: str) -> None:
    response = personas.owner.get(f"{API}/entries?{query}")
    assert response.status_code == 400, response.content
    assert response["Content-Type"] == "application/problem+json"


def test_an_unknown_parameter_lists_the_known_ones(personas: Personas, kitchen: Collection) -> None:
    problem = assert_problem(get(personas.owner, "entries", tags="bread"), 400, "invalid")
    assert problem["detail"] == "tags: Unknown. There are: collection, q, path, level, tag, limit, cursor."


def test_its_collection(personas: Personas, kitchen: Collection) -> None:
    assert_resolves_collection(
        personas, lambda indexed_kitchen: get(personas.owner, "entries", **indexed_kitchen)
    )


def test_a_shared_collection_is_read_by_all(personas: Personas, kitchen: Collection) -> None:
    assert_problem(get(personas.stranger, "entries", collection="kitchen"), 404, "collection_not_found")
    share(kitchen)
    assert len(ok_json(get(personas.stranger, "entries", collection="kitchen"))["items"]) == 7


def test_ones_own_goes_before_a_shared_one(personas: Personas, kitchen: Collection) -> None:
    share(kitchen)
    make_entry(make_collection(personas.other_account, "kitchen"), entry_id="mine")
    found = ok_json(get(personas.stranger, "entries", collection="kitchen"))["items"]
    assert [item["id"] for item in found] == ["mine"]


def test_nobody_else_lists(personas: Personas, kitchen: Collection) -> None:
    assert_guarded(personas, "GET", f"{API}/entries", scope="kb:read")
