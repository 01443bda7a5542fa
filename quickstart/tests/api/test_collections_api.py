"""GET /api/quickstart/collections, …/tree and …/coverage: what there is."""

import pytest
from pytest_django import DjangoAssertNumQueries

from core.rest.tests.access_assertions import Personas, assert_guarded
from quickstart.api import examples
from quickstart.api.quickstart_serializers import CollectionLine, TreeBody
from quickstart.models import Collection, Node
from quickstart.services.coverage_reports import record_report, report_coverage
from quickstart.tests.api.api_calls import (
    API,
    SECRET,
    add_unpublished,
    assert_problem,
    assert_resolves_collection,
    get,
    make_others_collection,
    ok_json,
    share,
)
from quickstart.tests.factories import make_collection, make_entry, make_skill
from quickstart.tree_paths import key_of


def grow(collection: Collection, *paths: list[str], note: str = "") -> None:
    """The nodes of these paths, each below the one that has its beginning."""
    by_key: dict[str, Node] = {}
    for position, path in enumerate(paths):
        by_key[key_of(path)] = Node.objects.create(
            account_id=collection.account_id,
            collection=collection,
            parent=by_key.get(key_of(path[:-1])),
            label=path[-1],
            path=path,
            key=key_of(path),
            note=note,
            position=position,
        )


def test_ones_own_and_the_shared_ones(personas: Personas, kitchen: Collection) -> None:
    add_unpublished(kitchen)
    make_others_collection(personas)
    share(make_others_collection(personas, "attic"))
    own, shared = ok_json(get(personas.owner, "collections"))
    assert own == {
        "name": "kitchen",
        "title": "kitchen",
        "description": "",
        "entries": 7,
        "skills": 1,
        "own": True,
        "indexed": False,
        "trust": "untrusted",
    }
    assert (shared["name"], shared["own"], shared["entries"]) == ("attic", False, 1)
    assert own.keys() == examples.COLLECTIONS[0].keys() == CollectionLine().fields.keys()


def test_of_one_name_ones_own(personas: Personas, kitchen: Collection) -> None:
    share(make_others_collection(personas, "kitchen"))
    [line] = ok_json(get(personas.owner, "collections"))
    assert (line["own"], line["entries"]) == (True, 7)


def test_none_is_an_answer(personas: Personas) -> None:
    make_others_collection(personas)
    assert ok_json(get(personas.owner, "collections")) == []


@pytest.mark.parametrize("rows", [1, 4])
def test_queries_do_not_grow_with_collections(
    personas: Personas, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        made = make_collection(personas.account)
        for _ in range(number):
            make_entry(made)
            make_skill(made)
    # The token, the collections.
    get(personas.owner, "collections")
    with django_assert_num_queries(3):
        lines = ok_json(get(personas.owner, "collections"))
    assert sorted(line["entries"] for line in lines) == list(range(rows))
    assert sorted(line["skills"] for line in lines) == list(range(rows))


def test_the_tree(personas: Personas, kitchen: Collection) -> None:
    grow(kitchen, ["Baking"], ["Baking", "Dough"], ["Baking", "Dough", "Rye"], ["Cleaning"], note="often")
    grow(make_others_collection(personas), [SECRET])
    body = ok_json(get(personas.owner, "tree"))
    rye = {"label": "Rye", "note": "often", "children": []}
    baking, cleaning = body["roots"]
    assert baking["children"] == [{"label": "Dough", "note": "often", "children": [rye]}]
    assert cleaning == {"label": "Cleaning", "note": "often", "children": []}
    assert body.keys() == examples.TREE.keys() == TreeBody().fields.keys()
    [example] = examples.TREE["roots"]
    assert baking.keys() == example.keys() == example["children"][0].keys()


def test_no_tree_is_an_answer(personas: Personas, kitchen: Collection) -> None:
    assert ok_json(get(personas.owner, "tree")) == {
        "collection": "kitchen",
        "roots": [],
        "trust": "untrusted",
    }


def test_the_deepest_allowed_tree_is_returned(personas: Personas) -> None:
    """A key has 1,000 characters: no more labels than these."""
    collection = make_collection(personas.account)
    path = [chr(97 + number % 26) for number in range(250)]
    grow(collection, *(path[:depth] for depth in range(1, 251)))
    branch = ok_json(get(personas.owner, "tree"))["roots"][0]
    depth = 1
    while branch["children"]:
        [branch] = branch["children"]
        depth += 1
    assert depth == 250
    assert ok_json(get(personas.owner, "coverage"))["nodes"] == 250


@pytest.mark.parametrize("path", ["tree", "coverage"])
@pytest.mark.parametrize("rows", [1, 5])
def test_queries_do_not_grow_with_nodes(
    personas: Personas, path: str, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    collection = make_collection(personas.account)
    grow(collection, *(["Parts", f"Part {number}"] for number in range(rows)))
    for number in range(rows):
        make_entry(collection, tree_path=["Parts", f"Part {number}"])
        make_skill(collection, tree_path=["Parts", f"Part {number}"])
    # The token, the collection, the nodes; for coverage the entries, the skills, the trend, too.
    get(personas.owner, path)
    with django_assert_num_queries(3 if path == "tree" else 6):
        ok_json(get(personas.owner, path))


def test_coverage(personas: Personas, kitchen: Collection) -> None:
    add_unpublished(kitchen)
    grow(kitchen, ["Kitchen"], ["Baking"], ["Baking", "Dough"], ["Cleaning"], ["Garden"])
    record_report(collection=kitchen, report=report_coverage(collection=kitchen))
    make_entry(kitchen, tree_path=["Nowhere", "Else"])
    body = ok_json(get(personas.owner, "coverage"))
    assert (body["nodes"], body["entries"], body["skills"], body["drafts"]) == (5, 8, 1, 1)
    assert [gap["path"] for gap in body["gaps"] if gap["path"] == ["Garden"]]
    assert SECRET not in str(body)
    assert body.keys() == examples.COVERAGE.keys()
    for several in ("tree", "gaps", "orphans", "levels", "trend"):
        assert body[several][0].keys() == examples.COVERAGE[several][0].keys(), several


@pytest.mark.parametrize("path", ["collections", "tree", "coverage"])
@pytest.mark.parametrize("query", ["level=3", "colection=kitchen"])
def test_wrong_queries(personas: Personas, kitchen: Collection, path: str, query: str) -> None:
    assert_problem(personas.owner.get(f"{API}/{path}?{query}"), 400, "invalid")


@pytest.mark.parametrize("path", ["tree", "coverage"])
def test_its_collection(personas: Personas, kitchen: Collection, path: str) -> None:
    assert_resolves_collection(personas, lambda indexed_kitchen: get(personas.owner, path, **indexed_kitchen))


@pytest.mark.parametrize("path", ["collections", "tree", "coverage"])
def test_nobody_else_reads(personas: Personas, kitchen: Collection, path: str) -> None:
    assert_guarded(personas, "GET", f"{API}/{path}", scope="kb:read")
