"""POST /api/format-qastone."""

import json
import re
from typing import Any

import pytest
from django.test import override_settings
from pytest_django import DjangoAssertNumQueries, Settings

from core.rest.tests.access_assertions import Personas, assert_guarded
from stones import examples
from stones.format import parse
from stones.models import Content, Stone
from stones.queries import assemble
from stones.services import stone_text
from stones.tests.factories import LONG, SAID, SHORT, store, write_levels

URL = "/api/format-qastone"
# The specification's own body, every field of it (API Contracts).
SPECIFIED = {"content": LONG, "glow_channel": "task", "stone_type": "handoff", "generate_lods": True}


def post(personas: Personas, **body: Any) -> Any:
    # ASCII, so that half a character can be sent: JSON can say it, UTF-8 cannot.
    return personas.owner.generic("POST", URL, json.dumps({"content": SHORT} | body), "application/json")


def test_the_specifications_body(personas: Personas) -> None:
    response = personas.owner.post(URL, SPECIFIED, format="json")
    body = response.json()
    assert response.status_code == 201
    stone = parse(body["qastone"])
    assert (stone.levels[-1], stone.header.border_hash) == (LONG, body["border_hash"])
    assert (body["lod_count"], body["status"]) == (4, "generating")
    assert response["Location"] == f"/api/stone/{body['border_hash']}"


def test_the_content_alone_is_enough(personas: Personas) -> None:
    body = post(personas).json()
    assert (body["glow_channel"], body["stone_type"], body["lod_count"]) == ("task", "handoff", 1)


def test_tokens_tell_each_price(personas: Personas) -> None:
    tokens = post(
        personas, content=examples.CONTENT, levels={"0": examples.SCAN, "1": examples.DETAIL}
    ).json()["tokens"]
    assert tokens == examples.FORMATTED["tokens"]


def test_a_long_text_without_a_sentence_says_how_to_give_one(personas: Personas) -> None:
    hint = post(personas, content=LONG).json()["hint"]
    assert hint.startswith("LOD-0 is an extract: nobody has said what matters.")
    [address] = re.findall(r"PUT (\S+) \{", hint)
    bettered = personas.owner.put(address, {"summary": SAID}, "json")
    assert (bettered.status_code, bettered.json()["hint"]) == (200, None)
    # Not where there is nothing to better, or somebody has said it.
    assert post(personas, content=SHORT).json()["hint"] is None
    assert post(personas, content=f"{LONG}\n\nAnd more.", summary=SAID).json()["hint"] is None
    assert post(personas, content=f"{LONG}\n\nAs it came.", levels={"0": "Said."}).json()["hint"] is None


def test_the_same_again_is_the_same_stone(personas: Personas) -> None:
    first, second = post(personas), post(personas)
    assert (first.status_code, second.status_code) == (201, 200)
    # It is kept as long as if it were new.
    renewed = second.json()["expires"]
    assert first.json()["expires"] <= renewed
    assert first.json() | {"expires": renewed} == second.json()
    assert Stone.objects.count() == 1


def test_other_words_for_a_stone_that_has_some_are_not_dropped_silently(personas: Personas) -> None:
    first, again = post(personas, content=LONG, summary=SAID), post(personas, content=LONG, summary=SAID)
    other = post(personas, content=LONG, summary=f"Note. {SAID}").json()
    assert (first.json()["hint"], again.json()["hint"]) == (None, None)
    [address] = re.findall(r"yours were not used. Change them: PUT (\S+) \{", other["hint"])
    answer = personas.owner.put(address, {"summary": SAID}, "json")
    assert (answer.status_code, answer.json()["hint"]) == (200, None)


def test_words_for_a_text_that_is_no_longer_are_not_dropped_silently(personas: Personas) -> None:
    answer = post(personas, content="Deploy done now.", summary="The deploy is done now.").json()
    assert (
        answer["hint"] == "The text is no longer than your words, which were not used: it is its own LOD-0."
    )
    assert post(personas, content="Deploy done now.").json()["hint"] is None


def test_the_sender_is_the_tokens_agent(personas: Personas) -> None:
    body = post(personas).json()
    assert (body["source_agent"], body["source_claimed"]) == ("koda", False)
    assert not post(personas, source_agent="koda").json()["source_claimed"]


def test_another_sender_is_claimed(personas: Personas) -> None:
    body = post(personas, source_agent="prax").json()
    assert (body["source_agent"], body["claimed_source"], body["source_claimed"]) == ("koda", "prax", True)
    header = parse(body["qastone"]).header
    assert (header.source_agent, header.extra) == ("prax", (("claimed_by", "koda"),))


@pytest.mark.parametrize("levels", [{"0": " Scan.\n", "2": "Deep."}, [" Scan.\n", "Detail.", "Deep."]])
def test_levels_of_the_author_are_kept_byte_for_byte(personas: Personas, levels: Any) -> None:
    body = post(personas, content=LONG, levels=levels).json()
    stone = parse(body["qastone"])
    given = dict(enumerate(levels)) if isinstance(levels, list) else levels
    assert {int(number): stone.levels[int(number)] for number in given} == {int(n): given[n] for n in given}


def test_history_makes_the_content_the_deepest_summary(personas: Personas) -> None:
    body = post(personas, history="First we talked about the weather.").json()
    levels = parse(body["qastone"]).levels
    assert levels[2:] == (SHORT, f"{SHORT}\n\nFirst we talked about the weather.")


def test_without_generated_levels(personas: Personas) -> None:
    body = post(personas, content=LONG, generate_lods=False).json()
    assert (body["lod_count"], body["status"]) == (2, "absent")


def test_time_to_live(personas: Personas) -> None:
    body = post(personas, ttl_days=2).json()
    stone = Stone.objects.get()
    assert stone.expires is not None
    assert (stone.expires - stone.created).days == 2
    assert body["expires"] > body["created"]


def test_null_means_not_given(personas: Personas) -> None:
    names = ("glow_channel", "stone_type", "source_agent", "levels", "history", "ttl_days")
    assert post(personas, **dict.fromkeys(names)).status_code == 201


def test_wait_returns_when_levels_are_written(personas: Personas) -> None:
    write_levels(store(personas.account, content=LONG))
    response = personas.owner.post(f"{URL}?wait=20", SPECIFIED, format="json")
    assert response.json()["status"] == "ready"


def test_wait_gives_up_in_time(personas: Personas) -> None:
    response = personas.owner.post(f"{URL}?wait=0.1", SPECIFIED, format="json")
    assert (response.status_code, response.json()["status"]) == (201, "generating")


def test_queries_do_not_grow_with_levels(
    personas: Personas, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    post(personas)
    with django_assert_max_num_queries(24):
        post(personas, content=LONG)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"generate_lods": False},
        {"levels": {"0": "Said."}},
        {"summary": SAID},
        {"glow_channel": "data", "levels": {"1": "Said more."}},
    ],
)
@pytest.mark.parametrize("before", [None, {"generate_lods": False}, {"levels": {"0": "Before."}}])
def test_the_answer_has_the_levels_that_a_read_finds(
    personas: Personas, body: dict[str, Any], before: dict[str, Any] | None
) -> None:
    if before is not None:
        post(personas, content=LONG, glow_channel="query", **before)
    answered = post(personas, content=LONG, **body).json()
    read = personas.owner.get(f"/api/stone/{answered['id']}").json()
    assert (read["qastone"], read["tokens"]) == (answered["qastone"], answered["tokens"])
    assert (read["status"], read["lod_count"]) == (answered["status"], answered["lod_count"])


def test_a_new_stones_levels_are_not_asked_for(
    personas: Personas, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(24) as queries:
        post(personas, content=LONG, generate_lods=False)
    # What the agent made under that name is not asked for either: it made this one.
    read = [each["sql"] for each in queries if "SELECT" in each["sql"] and "stones_" in each["sql"]]
    assert len(read) == 1, read
    assert "SELECT DISTINCT stones_content.sha256" in read[0]


REFUSED: dict[str, tuple[dict[str, Any], int, str]] = {
    "no content": ({"content": None}, 400, "invalid"),
    "content is a number": ({"content": 5}, 400, "invalid"),
    "empty content": ({"content": " \n\t"}, 400, "content_not_text"),
    "NUL": ({"content": "a\nb\x00c"}, 400, "content_not_text"),
    "lone surrogate": ({"content": "a\ud800"}, 400, "content_not_text"),
    "unknown channel": ({"glow_channel": "tsk"}, 400, "invalid_header"),
    "a channel of the prototype": ({"glow_channel": "__proto__"}, 400, "invalid_header"),
    "unknown type": ({"stone_type": "note"}, 400, "invalid_header"),
    "two lines of sender": ({"source_agent": "koda\nfortune: x"}, 400, "invalid_header"),
    "a mark as sender": ({"source_agent": "─"}, 400, "invalid_header"),
    "a sender that turns the line": ({"source_agent": "koda\u202e"}, 400, "invalid_header"),
    "empty sender": ({"source_agent": " "}, 400, "invalid_header"),
    "long sender": ({"source_agent": "k" * 101}, 400, "invalid_header"),
    "no days": ({"ttl_days": 0}, 400, "invalid"),
    "too many days": ({"ttl_days": 3651}, 400, "invalid"),
    "days as text": ({"ttl_days": "30"}, 400, "invalid"),
    "a flag as text": ({"generate_lods": "yes"}, 400, "invalid"),
    "the source as level": ({"levels": {"3": "x"}}, 400, "invalid"),
    "four levels": ({"levels": ["a", "b", "c", "d"]}, 400, "invalid"),
    "a level that is no text": ({"levels": {"0": 5}}, 400, "invalid"),
    "levels as text": ({"levels": "LOD-0"}, 400, "invalid"),
    "an empty level": ({"levels": {"0": ""}}, 400, "content_not_text"),
    "unknown field": ({"channel": "task"}, 400, "invalid"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_store_nothing(personas: Personas, name: str) -> None:
    body, status, code = REFUSED[name]
    response = post(personas, **body)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response["Content-Type"] == "application/problem+json"
    assert Content.objects.count() == 0


def test_a_refusal_says_what_would_be_right(personas: Personas) -> None:
    refused = post(personas, channel="task").json()
    assert refused["errors"][0]["field"] == "channel"
    assert "glow_channel" in refused["detail"]
    assert "one of task, context" in post(personas, glow_channel="tsk").json()["detail"]
    assert "line 2" in post(personas, content="a\n\x00").json()["detail"]


def test_a_history_that_is_no_text_says_so(personas: Personas) -> None:
    assert "line 1 has the character U+0000" in post(personas, history="\x00").json()["detail"]


def test_of_a_cut_stone_the_end_is_missed(personas: Personas) -> None:
    cut = stone_text(assemble(store(personas.account, content=LONG))).rsplit("\n", 3)[0]
    refused = post(personas, content=cut).json()
    assert "the end mark is missing: copy the whole stone again" in refused["detail"]


@pytest.mark.parametrize("field", ["content", "history", "levels"])
def test_too_large(personas: Personas, settings: Settings, field: str) -> None:
    settings.STONE_MAX_BYTES = 1_000
    large = "ü" * 501
    response = post(personas, **{field: [large] if field == "levels" else large})
    assert (response.status_code, response.json()["limit"]) == (413, 1_000)
    assert Content.objects.count() == 0


def test_content_and_history_together_are_too_large(personas: Personas, settings: Settings) -> None:
    settings.STONE_MAX_BYTES = 1_000
    assert post(personas, content="a" * 600, history="b" * 600).status_code == 413


def test_the_largest_content_is_stored_whole(personas: Personas, settings: Settings) -> None:
    settings.STONE_MAX_BYTES = 100_000
    content = "\x01\\" * 50_000  # every character is escaped in JSON
    assert parse(post(personas, content=content).json()["qastone"]).levels[-1] == content


def test_body_larger_than_any_content(personas: Personas) -> None:
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=2_000):
        response = post(personas, content="a" * 3_000)
    assert (response.status_code, response.json()["code"]) == (413, "payload_too_large")


WRONG_BODIES = {
    "not JSON": (b"{content", 400),
    "cut off": (b'{"content": "a', 400),
    "not UTF-8": (b'{"content": "\xff"}', 400),
    "a list": (b"[]", 400),
    "a duplicate name": (b'{"content": "a", "content": "b"}', 400),
    "NaN": (b'{"content": "a", "ttl_days": NaN}', 400),
    "a number of 5000 digits": (b'{"content": "a", "ttl_days": ' + b"9" * 5000 + b"}", 400),
    "nested 100,000 deep": (b"[" * 100_000, 400),
    "nothing": (b"", 400),
}


@pytest.mark.parametrize("name", WRONG_BODIES)
def test_malformed_bodies(personas: Personas, name: str) -> None:
    body, status = WRONG_BODIES[name]
    response = personas.owner.generic("POST", URL, body, "application/json")  # type: ignore[arg-type]  # bytes do
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("content_type", "headers"),
    [
        ("text/plain", {}),
        ("application/x-www-form-urlencoded", {}),
        ("application/json; charset=zlib", {}),
        ("application/json", {"HTTP_CONTENT_ENCODING": "gzip"}),
    ],
)
def test_other_content_types(personas: Personas, content_type: str, headers: dict[str, str]) -> None:
    response = personas.owner.generic("POST", URL, json.dumps({"content": SHORT}), content_type, **headers)  # type: ignore[arg-type]
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


def test_a_body_in_chunks(personas: Personas) -> None:
    request = {"REQUEST_METHOD": "POST", "PATH_INFO": URL, "HTTP_TRANSFER_ENCODING": "chunked"}
    response = personas.owner.request(**request, CONTENT_TYPE="application/json")
    assert (response.status_code, response.json()["code"]) == (411, "length_required")


@pytest.mark.parametrize("query", ["wait=-1", "wait=26", "wait=soon", "wait=nan", "waits=1"])
def test_wrong_queries(personas: Personas, query: str) -> None:
    response = personas.owner.post(f"{URL}?{query}", {"content": SHORT}, format="json")
    assert (response.status_code, Content.objects.count()) == (400, 0)


def test_other_accounts_have_their_own(personas: Personas) -> None:
    post(personas)
    response = personas.stranger.post(URL, {"content": SHORT}, format="json")
    assert response.status_code == 201
    assert Content.objects.filter(account=personas.other_account).count() == 1


def test_nobody_else_writes(personas: Personas) -> None:
    assert_guarded(personas, "POST", URL, scope="stones:write", body={"content": SHORT})
    assert Content.objects.count() == 0


def test_other_methods(personas: Personas) -> None:
    assert {personas.owner.generic(method, URL).status_code for method in ("GET", "PUT", "HEAD")} == {405}
