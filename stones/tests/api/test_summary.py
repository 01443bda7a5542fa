"""PUT /api/stone/{border_hash}/summary, and the same words beside a content that is given."""

import pytest

from core.rest.tests.access_assertions import Personas, assert_guarded
from stones import examples
from stones.models import BY_PERSON, Stone
from stones.tests.factories import WARNED, WARNED_HALF, WARNED_SUMMARY, WARNED_WRONG, store


@pytest.fixture
def stone(personas: Personas) -> Stone:
    return store(personas.account, content=WARNED)


def url_of(stone: Stone) -> str:
    return f"/api/stone/{stone.content.border_hash}/summary"


def test_the_words_stand(personas: Personas, stone: Stone) -> None:
    response = personas.owner.put(url_of(stone), {"summary": WARNED_SUMMARY}, format="json")
    assert (response.status_code, response.json()["left_out"]) == (200, [])
    level = personas.owner.get(f"/api/stone/{stone.pk}/lod/0").json()
    assert (level["content"], level["origin"]) == (WARNED_SUMMARY, "sender")
    [line] = personas.owner.get("/api/stones").json()["items"]
    assert (line["lod_0"], line["lod_0_origin"]) == (WARNED_SUMMARY, "sender")


def test_what_they_leave_out_is_told(personas: Personas, stone: Stone) -> None:
    body = personas.owner.put(url_of(stone), {"summary": WARNED_HALF}, format="json").json()
    assert any("merge" in each and "(line 3)" in each for each in body["left_out"])


def test_what_the_text_does_not_say_is_refused(personas: Personas, stone: Stone) -> None:
    response = personas.owner.put(url_of(stone), {"summary": WARNED_WRONG}, format="json")
    body = response.json()
    assert (response.status_code, body["code"]) == (422, "summary_refused")
    assert "77b0d2e" in body["faults"][0]["message"]
    assert body["detail"].endswith("Nothing was changed: mend the words and try again.")


@pytest.mark.parametrize("body", [{}, {"summary": None}, {"summary": 7}, {"summary": "x", "levels": []}])
def test_wrong_bodies(personas: Personas, stone: Stone, body: dict[str, object]) -> None:
    assert personas.owner.put(url_of(stone), body, format="json").status_code == 400


def test_the_documented_example(personas: Personas) -> None:
    stored_stone = store(
        personas.account, content=examples.CONTENT, levels={0: "A repo.", 1: "A repo for ztgi-ui."}
    )
    body = personas.owner.put(url_of(stored_stone), examples.REWORD, format="json").json()
    changing = {"id", "created", "expires", "qastone"}
    assert {k: v for k, v in body.items() if k not in changing} == {
        k: v for k, v in examples.FORMATTED.items() if k not in changing
    }


def test_only_their_own_and_with_the_scope(personas: Personas, stone: Stone) -> None:
    for scope in ("stones:write", "stones:read"):
        assert_guarded(personas, "PUT", url_of(stone), scope=scope, body={"summary": WARNED_SUMMARY})


def test_not_another_agent_s(personas: Personas) -> None:
    theirs = store(personas.account, content=WARNED, source_agent="mira")
    response = personas.owner.put(
        f"/api/stone/{theirs.pk}/summary", {"summary": WARNED_SUMMARY}, format="json"
    )
    assert (response.status_code, response.json()["code"]) == (403, "summary_of_another_agent")
    assert "mira, which stored this stone" in response.json()["detail"]


def test_beside_a_content(personas: Personas) -> None:
    given = {"content": WARNED, "summary": WARNED_HALF, "detail": None}
    body = personas.owner.post("/api/format-qastone", given, format="json").json()
    assert any("merge" in each for each in body["left_out"])
    again = personas.owner.post("/api/format-qastone", given, format="json")
    assert (again.status_code, again.json()["left_out"]) == (200, body["left_out"])
    refused = personas.owner.post("/api/format-qastone", given | {"summary": WARNED_WRONG}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "summary_refused")
    # Without any, as ever: REST goes on without them.
    plain = personas.owner.post("/api/format-qastone", {"content": f"{WARNED} Later."}, format="json")
    assert (plain.status_code, plain.json()["left_out"]) == (201, [])


def test_an_agent_named_as_a_person_s_stones_has_no_word_in_them(personas: Personas) -> None:
    """No agent is given such a name; one of an older release may have it."""
    personas.account.agents.update(name=BY_PERSON)
    theirs = store(personas.account, content=WARNED, source_agent=BY_PERSON)
    response = personas.owner.put(
        f"/api/stone/{theirs.pk}/summary", {"summary": WARNED_SUMMARY}, format="json"
    )
    assert (response.status_code, response.json()["code"]) == (403, "summary_of_another_agent")
