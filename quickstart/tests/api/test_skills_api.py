"""GET /api/quickstart/skills and /api/quickstart/skills/{skill_id}."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from core.llm import count_tokens
from core.rest.tests.access_assertions import Personas, assert_guarded
from quickstart.api import examples
from quickstart.api.quickstart_serializers import SkillBody, SkillLine
from quickstart.models import Collection, Skill
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
from quickstart.tests.factories import make_collection, make_skill
from quickstart.tests.kitchen_collection import SKILL


def ids(personas: Personas, **query: Any) -> list[str]:
    return [item["skill_id"] for item in ok_json(get(personas.owner, "skills", **query))["items"]]


def test_the_published_ones_without_their_texts(personas: Personas, kitchen: Collection) -> None:
    add_unpublished(kitchen)
    [line] = ok_json(get(personas.owner, "skills"))["items"]
    assert {name: value for name, value in SKILL.items() if name != "body"} | {"trust": "untrusted"} == {
        name: value for name, value in line.items() if name != "parent"
    }


def test_the_documented_examples(personas: Personas) -> None:
    expected = {name: value for name, value in examples.SKILL_LINE.items() if name not in ("parent", "trust")}
    make_skill(make_collection(personas.account), **expected)
    [line] = ok_json(get(personas.owner, "skills"))["items"]
    assert line == examples.SKILL_LINE
    assert line.keys() == SkillLine().fields.keys()
    body = ok_json(get(personas.owner, f"skills/{line['skill_id']}"))
    assert body.keys() == examples.SKILL.keys() == SkillBody().fields.keys()


def test_a_skill_with_its_text(personas: Personas, kitchen: Collection) -> None:
    parent = Skill.objects.get()
    make_skill(kitchen, skill_id="skill_rye", parent=parent, body="# Rye\n\nTwice a day.\n")
    found = ok_json(get(personas.owner, "skills/skill_rye"))
    assert (found["body"], found["parent"]) == ("# Rye\n\nTwice a day.\n", "skill_sourdough")
    assert found["tokens"] == count_tokens(found["body"])
    assert len(found["body_hash"]) == 64


@pytest.mark.parametrize(
    "name",
    ["skill_sourdough", "skill_sourdough.md", "skills/skill_sourdough.md", "skills%2Fskill_sourdough.md"],
)
def test_by_id_or_file(personas: Personas, kitchen: Collection, name: str) -> None:
    assert ok_json(get(personas.owner, f"skills/{name}"))["skill_id"] == "skill_sourdough"


def test_what_is_there_already_is_not_sent_again(personas: Personas, kitchen: Collection) -> None:
    first = get(personas.owner, "skills/skill_sourdough")
    again = personas.owner.get(f"{API}/skills/skill_sourdough", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Skill.objects.update(title="Care")
    changed = personas.owner.get(f"{API}/skills/skill_sourdough", headers={"If-None-Match": first["ETag"]})
    assert ok_json(changed)["title"] == "Care"


@pytest.mark.parametrize(
    "name", ["skill_nothing", "skill_sourdough%00", "%00", "x/skill_other.md", "x" * 999]
)
def test_what_is_not_there(personas: Personas, kitchen: Collection, name: str) -> None:
    assert_problem(get(personas.owner, f"skills/{name}"), 404, "skill_not_found")


def test_a_misspelt_name_gets_similar_names(personas: Personas, kitchen: Collection) -> None:
    add_unpublished(kitchen)
    make_skill(kitchen, skill_id="skill_sour dough now")
    problem = assert_problem(get(personas.owner, "skills/skill_sour_dough.md"), 404, "skill_not_found")
    assert problem["detail"].endswith("in kitchen. Most like it: skill_sourdough.")


def test_what_is_not_published_is_not_there(personas: Personas, kitchen: Collection) -> None:
    add_unpublished(kitchen)
    for name in ("skill_draft", "skill_retired"):
        assert_problem(get(personas.owner, f"skills/{name}"), 404, "skill_not_found")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"q": "sourdough"}, ["skill_sourdough"]),
        ({"q": "revive"}, ["skill_sourdough"]),
        ({"q": "pizza"}, []),
        ({"path": "Work"}, ["skill_ladder"]),
        ({"path": "baking/dough"}, ["skill_sourdough"]),
        ({"q": "sourdough", "path": "Work"}, []),
    ],
)
def test_filters(personas: Personas, kitchen: Collection, query: dict[str, Any], expected: list[str]) -> None:
    make_skill(kitchen, skill_id="skill_ladder", tree_path=["Work", "Ladders"])
    assert ids(personas, **query) == expected


def test_pages_follow_each_other(personas: Personas) -> None:
    collection = make_collection(personas.account)
    skill_ids = [make_skill(collection).skill_id for _ in range(3)]
    first = ok_json(get(personas.owner, "skills", limit=2))
    rest = ok_json(get(personas.owner, "skills", limit=2, cursor=first["next_cursor"]))
    listed = [item["skill_id"] for item in first["items"] + rest["items"]]
    assert listed == skill_ids[::-1]
    assert rest["next_cursor"] is None


@pytest.mark.parametrize("rows", [1, 4])
def test_queries_do_not_grow_with_rows(
    personas: Personas, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    collection = make_collection(personas.account)
    parent = None
    for number in range(rows):
        parent = make_skill(collection, triggers=[f"do {number}"], parent=parent)
    # The token, the collection, its skills, their triggers.
    get(personas.owner, "skills")
    with django_assert_num_queries(4):
        assert len(ids(personas)) == rows


@pytest.mark.parametrize("query", ["level=3", "limit=0", "cursor=x", "q=", "path=/", "colection=kitchen"])
def test_wrong_queries(personas: Personas, kitchen: Collection, query: str) -> None:
    assert personas.owner.get(f"{API}/skills?{query}").status_code == 400


@pytest.mark.parametrize("path", ["skills", "skills/skill_sourdough"])
def test_its_collection(personas: Personas, kitchen: Collection, path: str) -> None:
    assert_resolves_collection(personas, lambda indexed_kitchen: get(personas.owner, path, **indexed_kitchen))


def test_a_shared_skill_is_read_by_all(personas: Personas, kitchen: Collection) -> None:
    make_others_collection(personas)
    share(kitchen)
    found = ok_json(get(personas.stranger, "skills/skill_sourdough", collection="kitchen"))
    assert found["title"] == "Sourdough care"


@pytest.mark.parametrize("path", ["skills", "skills/skill_sourdough"])
def test_nobody_else_reads(personas: Personas, kitchen: Collection, path: str) -> None:
    assert_guarded(personas, "GET", f"{API}/{path}", scope="kb:read")
