"""GET /api/stone/{border_hash}/lod/{level}."""

from itertools import repeat

import pytest
from pytest_django import DjangoAssertNumQueries

from core.llm import CouldNotAsk, ErrorKind, SettingsWrong, count_tokens
from core.llm.model_doubles import FakeChat
from core.rest.tests.access_assertions import Personas, assert_guarded
from stones import examples
from stones.models import Content, LedgerEntry, Level, LevelOrigin, Stone
from stones.tests.factories import LONG, SHORT, WARNED, WARNED_HALF, store, write_levels


@pytest.fixture
def stone(personas: Personas) -> Stone:
    stone = store(personas.account, content=LONG)
    write_levels(stone)
    return stone


def url_of(stone: Stone, level: object) -> str:
    return f"/api/stone/{stone.content.border_hash}/lod/{level}"


def test_each_level_names_the_price_of_the_next(personas: Personas, stone: Stone) -> None:
    bodies = [personas.owner.get(url_of(stone, level)).json() for level in range(4)]
    assert [body["level"] for body in bodies] == [0, 1, 2, 3]
    assert [body["tokens"] for body in bodies] == [count_tokens(body["content"]) for body in bodies]
    assert [body["next_level"] for body in bodies] == [1, 2, 3, None]
    assert [body["next_tokens"] for body in bodies] == [*(body["tokens"] for body in bodies[1:]), None]
    assert [body["origin"] for body in bodies] == ["extract", "extract", "extract", "source"]
    assert bodies[3]["content"] == LONG


def test_the_documented_example(personas: Personas) -> None:
    stone = store(personas.account, content=examples.CONTENT, levels={0: examples.SCAN, 1: examples.DETAIL})
    assert personas.owner.get(url_of(stone, 0)).json() == examples.LEVEL


def test_a_read_goes_into_the_ledger(personas: Personas, stone: Stone) -> None:
    body = personas.owner.get(url_of(stone, 1)).json()
    read = LedgerEntry.objects.get()
    assert (read.reader.name, read.kind, read.level, read.tokens) == (
        "agent koda",
        "level",
        1,
        body["tokens"],
    )
    assert read.paste_tokens == count_tokens(LONG)


def test_a_copy_that_still_holds_is_not_sent_or_recorded(personas: Personas, stone: Stone) -> None:
    first = personas.owner.get(url_of(stone, 0))
    assert first["ETag"].startswith('"')
    for tag in (first["ETag"], f"W/{first['ETag']}", f'"other", {first["ETag"]}', "*"):
        again = personas.owner.get(url_of(stone, 0), HTTP_IF_NONE_MATCH=tag)
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert LedgerEntry.objects.count() == 1


def test_another_copy_is_sent_anew(personas: Personas, stone: Stone) -> None:
    tags = [personas.owner.get(url_of(stone, level))["ETag"] for level in range(4)]
    assert len(set(tags)) == 4
    assert personas.owner.get(url_of(stone, 0), HTTP_IF_NONE_MATCH=tags[1]).status_code == 200


@pytest.mark.parametrize("changed", [{"text": "Another sentence."}, {"tokens": 7}])
def test_a_changed_level_has_another_tag(
    personas: Personas, stone: Stone, changed: dict[str, object]
) -> None:
    tag = personas.owner.get(url_of(stone, 0))["ETag"]
    Level.objects.filter(number=0).update(**changed)
    assert personas.owner.get(url_of(stone, 0), HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_the_source_is_not_loaded_for_its_tag(
    personas: Personas, stone: Stone, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag = personas.owner.get(url_of(stone, 3))["ETag"]
    with django_assert_num_queries(2) as queries:
        assert personas.owner.get(url_of(stone, 3), HTTP_IF_NONE_MATCH=tag).status_code == 304
    assert not any('"stones_content"."text",' in query["sql"] for query in queries.captured_queries)


def test_while_levels_are_written(personas: Personas) -> None:
    stone = store(personas.account, content=LONG)
    bodies = [personas.owner.get(url_of(stone, level)).json() for level in range(4)]
    assert [body["state"] for body in bodies] == ["generating", "generating", "generating", "ready"]
    assert [body["origin"] for body in bodies] == ["provisional", "provisional", "provisional", "source"]
    assert all(body["content"] for body in bodies)


def test_when_they_could_not_be_written(personas: Personas) -> None:
    stone = store(personas.account, content=LONG)
    error = SettingsWrong("The key is refused.", kind=ErrorKind.WRONG_KEY)
    write_levels(stone, chat=FakeChat(repeat(error)))
    body = personas.owner.get(url_of(stone, 0)).json()
    assert (body["state"], body["origin"], body["reason"]) == ("failed", "extract", "The key is refused.")
    assert Level.objects.filter(origin=LevelOrigin.PROVISIONAL).count() == 0


def test_while_another_attempt_waits(personas: Personas) -> None:
    stone = store(personas.account, content=LONG)
    error = CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)
    write_levels(stone, chat=FakeChat(repeat(error)))
    assert personas.owner.get(url_of(stone, 0)).json()["state"] == "generating"


def test_a_stone_of_one_level(personas: Personas) -> None:
    body = personas.owner.get(url_of(store(personas.account, content=SHORT), 0)).json()
    assert (body["content"], body["next_level"], body["origin"]) == (SHORT, None, "source")


@pytest.mark.parametrize("level", ["4", "9999", "99999999999999999999", "-1", "one", "0x1", "٣", "1.0"])
def test_levels_that_are_none(personas: Personas, stone: Stone, level: str) -> None:
    response = personas.owner.get(url_of(stone, level))
    assert (response.status_code, response.json()["code"]) == (404, "level_not_found")
    assert LedgerEntry.objects.count() == 0


def test_anothers_level_is_as_if_it_never_was(personas: Personas, stone: Stone) -> None:
    theirs = personas.stranger.get(url_of(stone, 0)).json()
    Content.objects.all().delete()
    never = personas.stranger.get(url_of(stone, 0)).json()
    assert theirs["status"] == 404
    assert {**theirs, "request_id": ""} == {**never, "request_id": ""}


def test_unknown_parameters(personas: Personas, stone: Stone) -> None:
    assert personas.owner.get(f"{url_of(stone, 0)}?level=1").status_code == 400


def test_nobody_else_reads(personas: Personas, stone: Stone) -> None:
    assert_guarded(personas, "GET", url_of(stone, 0), scope="stones:read")
    assert LedgerEntry.objects.count() == 0


def test_queries(personas: Personas, stone: Stone, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    personas.owner.get(url_of(stone, 0))
    # The token, the stone with its levels, the ledger.
    with django_assert_num_queries(3):
        personas.owner.get(url_of(stone, 0))


def test_a_level_that_came_unchecked_tells_what_its_source_does_not_say(personas: Personas) -> None:
    wrong = "Merge now, before Ana has reviewed it."
    stone = store(personas.account, content=WARNED, levels={0: wrong, 1: WARNED_HALF})
    (warning,) = personas.owner.get(url_of(stone, 0)).json()["warnings"]
    assert warning.startswith("LOD-0: ")
    assert "turns round" in warning
    for level in (1, 2):
        assert "warnings" not in personas.owner.get(url_of(stone, level)).json()
