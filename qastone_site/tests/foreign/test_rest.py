"""Read, stored, sent, asked for level by level and forwarded, over REST."""

from typing import Any

from asgiref.sync import async_to_sync
from rest_framework.test import APIClient

from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas
from inbox.models import Agent
from inbox.router import QAStoneRouter
from inbox.tests.api.api_calls import get, post, problem_of, send_stone
from qastone_site.tests.foreign.api_calls import arrived
from qastone_site.tests.foreign.foreign_stones import (
    COMPLEX,
    OTHERS,
    SAMPLE,
    OtherStone,
    assert_survived,
    other_stones,
)
from stones.models import Stone


def parsed(client: APIClient, text: str, **context: bool) -> Any:
    response = client.post("/api/parse-qastone", {"text": text, "context": context}, format="json")
    assert response.status_code == 200, response.content
    [stone] = response.json()["stones"]
    return stone


def test_there_are_enough() -> None:
    assert len(OTHERS) >= 20
    assert {other.verdict for other in OTHERS} == {"verified", "not_verifiable"}


@other_stones
def test_read(personas: Personas, other: OtherStone) -> None:
    stone = parsed(personas.owner, other.text)
    assert stone["verdict"] == other.verdict
    header = stone["header"] | stone["header"]["extra"]
    assert {key: header[key] for key in other.claims} == other.claims
    assert [level["content"] for level in stone["levels"]] == list(other.levels)


@other_stones
def test_not_put_into_another(personas: Personas, other: OtherStone) -> None:
    response = personas.owner.post("/api/format-qastone", {"content": other.text}, format="json")
    assert problem_of(response) == (422, "already_a_stone")
    assert response.json()["border_hash"] == other.header.border_hash
    assert "/mcp/inbox/send-stone" in response.json()["detail"]
    assert not Stone.objects.exists()


@other_stones
def test_sent_read_on_and_sent_on(personas: Personas, mira: APIClient, other: OtherStone) -> None:
    sent = send_stone(personas.owner, other.text)
    assert (sent["border_hash"], sent["verdict"], sent["note"]) == (other.own_hash, other.verdict, None)
    if other.verdict == "not_verifiable":
        assert sent["claimed_hash"] == other.header.border_hash
    [row] = get(mira, "messages").json()["messages"]
    assert (row["border_hash"], row["verdict"]) == (other.own_hash, other.verdict)
    copy = assert_survived(row["payload"]["qastone"], other, up_to=1)
    assert parsed(mira, row["payload"]["qastone"])["verdict"] in (other.verdict, "not_verifiable")
    assert copy.header.delivered_lod == (1 if len(other.levels) > 2 else None)
    for name in other.names:
        for level, text in enumerate(other.levels):
            answer = post(mira, "request-lod", border_hash=name, level=level).json()
            assert (answer["border_hash"], answer["content"]) == (other.own_hash, text)
    # The whole of it goes on as it came.
    on = send_stone(mira, other.header.border_hash, to="koda", max_lod=98)
    assert_survived(arrived(personas.owner, on["tracking_id"])["payload"]["qastone"], other)


@other_stones
def test_stored_and_found_by_both_names(personas: Personas, other: OtherStone) -> None:
    router = QAStoneRouter(Agent.objects.get(account=personas.account, name="koda"))
    assert router._store(other.text) == other.own_hash
    assert router._store(other.text) == other.own_hash
    [row] = personas.owner.get("/api/stones").json()["items"]
    assert (row["verdict"], row["lod_count"]) == (other.verdict, len(other.levels))
    for name in other.names:
        stone = personas.owner.get(f"/api/stone/{name}").json()
        assert_survived(stone["qastone"], other)
        assert (stone["border_hash"], stone["claimed"]) == (other.own_hash, stone["claimed"] | other.claims)
        assert stone["claimed_hash"] in (None, other.header.border_hash.lower())
        level = personas.owner.get(f"/api/stone/{name}/lod/0").json()
        assert level["content"] == other.levels[0]
    assert personas.stranger.get(f"/api/stone/{other.header.border_hash}").status_code in (400, 404)


def test_the_router_as_the_specification_calls_it(personas: Personas, mira: APIClient) -> None:
    router = QAStoneRouter(Agent.objects.get(account=personas.account, name="koda"))
    sent = async_to_sync(router.route_stone)(SAMPLE.text, "mira")
    assert (sent["border_hash"], sent["delivered_lod"]) == (SAMPLE.own_hash, 1)
    assert async_to_sync(router.request_higher_lod)("f7a3b2c1", 3) == SAMPLE.levels[3]


def test_the_sample_comes_out_as_it_went_in(personas: Personas, mira: APIClient) -> None:
    sent = send_stone(personas.owner, SAMPLE.text, max_lod=3)
    body = arrived(mira, sent["tracking_id"])["payload"]["qastone"]
    lines = [line for line in body.split("\n") if not line.startswith("claimed_by: ")]
    assert "\n".join(lines) == SAMPLE.text


def test_a_name_that_two_texts_claim_is_refused_with_both(personas: Personas, mira: APIClient) -> None:
    other = SAMPLE.text.replace("Create GitHub repo", "Delete GitHub repo").replace("[Full", "[Another")
    hashes = {send_stone(personas.owner, text)["border_hash"] for text in (SAMPLE.text, other)}
    response = post(mira, "request-lod", border_hash="f7a3b2c1", level=0)
    assert problem_of(response) == (409, "ambiguous_hash")
    assert {name[:8] for name in response.json()["candidates"]} == hashes


def test_nobody_takes_a_name_of_ours_by_claiming_it(personas: Personas, mira: APIClient) -> None:
    own = personas.owner.post("/api/format-qastone", {"content": "The one that is meant."}, format="json")
    name = own.json()["border_hash"]
    send_stone(personas.owner, SAMPLE.text.replace("f7a3b2c1", name))
    answer = post(mira, "request-lod", border_hash=name, level=0).json()
    assert (answer["border_hash"], answer["content"]) == (name, "The one that is meant.")


def test_one_of_ours_that_was_changed_is_refused_as_before(personas: Personas, mira: APIClient) -> None:
    made = personas.owner.post("/api/format-qastone", {"content": "Pay 10 to Ann."}, format="json").json()
    changed = made["qastone"].replace("Pay 10", "Pay 90")
    assert parsed(personas.owner, changed)["verdict"] == "mismatch"
    # None of them sends its caller to another one.
    for response in (
        post(personas.owner, "send-stone", recipient="mira", stone=changed),
        post(personas.owner, "send", recipient="mira", payload=changed),
        personas.owner.post("/api/format-qastone", {"content": changed}, format="json"),
    ):
        assert problem_of(response) == (422, "not_a_stone")
        assert "does not match its hash" in response.json()["detail"]
        assert "with a line of your own before it" in response.json()["detail"]
    quoted = post(personas.owner, "send", recipient="mira", payload=f"Is this genuine?\n{changed}")
    assert quoted.status_code == 201


def test_a_token_in_its_header_is_refused(personas: Personas, mira: APIClient) -> None:
    text = SAMPLE.text.replace("lod_count", f"note: {new_token()}\nlod_count")
    response = post(personas.owner, "send-stone", recipient="mira", stone=text)
    assert response.status_code == 422
    assert not Stone.objects.exists()


def test_the_specification_s_second_flow(personas: Personas, mira: APIClient) -> None:
    """A complex decision arrives as complex: LOD-2 is read, a helper reads the rest."""
    sent = send_stone(personas.owner, COMPLEX.text, max_lod=3)
    copy = arrived(mira, sent["tracking_id"])["payload"]["qastone"]
    stone = parsed(mira, copy)
    assert (stone["header"]["fortune"], stone["complexity"]) == ("architecture:complex", "complex")
    assert (stone["assessment"]["level"], stone["assessment"]["spawn_helper"]) == (2, True)
    helper = {"border_hash": stone["header"]["border_hash"], "task": "What does a claim cost?"}
    job = mira.post("/mcp/helpers", helper, format="json")
    assert job.status_code == 202, job.content
    assert job.json()["border_hash"] == COMPLEX.own_hash


def test_needs_full_context(personas: Personas) -> None:
    assert parsed(personas.owner, SAMPLE.text)["assessment"]["level"] == 0
    assert parsed(personas.owner, SAMPLE.text, needs_full_context=True)["assessment"]["level"] == 2
