"""Copies without their source, of other writers' stones and of ours, and copies that somebody edited."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas
from inbox.models import Message
from inbox.tests.api.api_calls import get, post, problem_of, send_stone
from qastone_site.tests.foreign.api_calls import arrived
from qastone_site.tests.foreign.foreign_stones import OTHERS, SAMPLE, OtherStone
from stones.format import dump, parse, truncate
from stones.models import Stone

SCAN = dump(truncate(parse(SAMPLE.text), 1))
LONGER = [other for other in OTHERS if len(other.levels) > 2]


@pytest.mark.parametrize("other", LONGER, ids=lambda other: other.name)
def test_a_truncated_copy_is_sent_up_to_its_last_level(
    personas: Personas, mira: APIClient, other: OtherStone
) -> None:
    copy = dump(truncate(parse(other.text), 1))
    sent = send_stone(personas.owner, copy, max_lod=3)
    assert (sent["delivered_lod"], sent["verdict"]) == (1, "not_verifiable")
    assert "who gets it can read no further" in sent["note"]
    assert not Stone.objects.exists()
    assert arrived(mira, sent["tracking_id"])["payload"]["qastone"] == copy
    for level in (0, 1):
        read = get(mira, f"messages/{sent['tracking_id']}/lod/{level}")
        assert read.json()["content"] == other.levels[level]
    assert problem_of(get(mira, f"messages/{sent['tracking_id']}/lod/2"))[0] == 404


@pytest.mark.parametrize("arguments", [{}, {"max_lod": 0}], ids=["as by default", "less"])
def test_what_nothing_else_holds_is_delivered(
    personas: Personas, mira: APIClient, arguments: dict[str, Any]
) -> None:
    copy = dump(truncate(parse(SAMPLE.text), 2))
    sent = send_stone(personas.owner, copy, **arguments)
    assert (sent["delivered_lod"], sent["omissions"], sent["warnings"]) == (2, {}, [])
    assert "LOD-0 to LOD-2" in sent["note"]
    assert f"also those above LOD-{arguments.get('max_lod', 1)}" in sent["note"]
    for level in range(3):
        read = get(mira, f"messages/{sent['tracking_id']}/lod/{level}").json()
        assert (read["content"], read["origin"]) == (SAMPLE.levels[level], "author")
    problem = get(mira, f"messages/{sent['tracking_id']}/lod/3").json()
    assert problem["detail"] == "The message has LOD-0 to LOD-2, no LOD-3: its source was not sent."


def test_a_count_that_is_too_high_loses_no_level(personas: Personas, mira: APIClient) -> None:
    """By the header its source is missing; only its sender knows whether the header is wrong."""
    text = SAMPLE.text.replace("lod_count: 4", "lod_count: 6")
    sent = send_stone(personas.owner, text)
    line = text.split("\n").index("lod_count: 6") + 1
    assert (sent["stone_id"], sent["delivered_lod"]) == (None, 3)
    assert sent["warnings"] == [f"line {line}: the header announces 6 levels, 4 are here"]
    assert "if no level is missing, write lod_count: 4." in sent["note"]
    assert get(mira, f"messages/{sent['tracking_id']}/lod/3").json()["content"] == SAMPLE.levels[3]
    # As the note says.
    assert send_stone(personas.owner, SAMPLE.text)["stone_id"]


def test_levels_that_were_announced_and_are_missing(personas: Personas, mira: APIClient) -> None:
    """Cut off by hand: no delivered_lod says so."""
    send_stone(personas.owner, SAMPLE.text[: SAMPLE.text.index("─\nLOD-2")], max_lod=3)
    copy = parse(Message.objects.get().body)
    assert (copy.levels, copy.header.delivered_lod) == (SAMPLE.levels[:2], 1)


def test_a_copy_resolves_to_the_stored_stone(personas: Personas, mira: APIClient) -> None:
    send_stone(personas.owner, SAMPLE.text)
    sent = send_stone(personas.owner, SCAN, max_lod=3)
    assert (sent["border_hash"], sent["delivered_lod"], sent["note"]) == (SAMPLE.own_hash, 3, None)


def test_to_whom_may_not_look_nothing_is_stored(personas: Personas, mira: APIClient) -> None:
    """A copy reads and stores nothing, so that no scope of stones is needed; nor is told what is stored here."""
    stored = send_stone(personas.owner, SAMPLE.text)
    sent = send_stone(personas.with_scopes(["inbox:send"]), SCAN, max_lod=3)
    assert (stored["delivered_lod"], sent["delivered_lod"]) == (1, 1)
    assert "is not stored here" in sent["note"]
    assert arrived(mira, sent["tracking_id"])["payload"]["qastone"] == SCAN


def test_an_edited_copy_is_not_replaced_by_what_is_stored(personas: Personas, mira: APIClient) -> None:
    send_stone(personas.owner, SAMPLE.text)
    edited = SCAN.replace("Needs own repo", "Needs no repo")
    sent = send_stone(personas.owner, edited, max_lod=3)
    assert f"LOD-1 of this copy is not that of {SAMPLE.own_hash}" in sent["note"]
    assert arrived(mira, sent["tracking_id"])["payload"]["qastone"] == edited
    level = get(mira, f"messages/{sent['tracking_id']}/lod/1").json()
    assert "Needs no repo" in level["content"]
    # By its name what is stored is found, as it is.
    stored = post(mira, "request-lod", border_hash="f7a3b2c1", level=1).json()["content"]
    assert stored == SAMPLE.levels[1]


def test_an_edited_copy_of_ours(personas: Personas, mira: APIClient) -> None:
    content = "\n".join(
        f"Step {number}: look at machine {number} and write down what it says." for number in range(90)
    )
    made = personas.owner.post("/api/format-qastone", {"content": content}, format="json").json()
    scan = personas.owner.get(f"/api/stone/{made['border_hash']}?max_lod=0").json()["qastone"]
    same = send_stone(personas.owner, scan, max_lod=3)
    assert (same["delivered_lod"], same["verdict"], same["note"]) == (3, "verified", None)
    edited = send_stone(personas.owner, scan.replace("LOD-0: ", "LOD-0: Never "), max_lod=3)
    assert (edited["delivered_lod"], edited["verdict"]) == (0, "not_verifiable")
    assert edited["note"].startswith("LOD-0 of this copy is not that of")


def test_a_copy_is_not_stored(personas: Personas) -> None:
    response = personas.owner.post("/api/format-qastone", {"content": SCAN}, format="json")
    assert problem_of(response) == (422, "already_a_stone")
    detail = response.json()["detail"]
    assert "2 of 4 levels" in detail
    assert "can be sent but not stored: ask for the whole stone. Then: Send it" in detail


def test_advice_on_a_count_that_is_too_high(personas: Personas) -> None:
    text = SAMPLE.text.replace("lod_count: 4", "lod_count: 6")
    detail = personas.owner.post("/api/format-qastone", {"content": text}, format="json").json()["detail"]
    assert "if no level is missing, write lod_count: 4. Then: Send it as it is" in detail
    whole = personas.owner.post("/api/format-qastone", {"content": SAMPLE.text}, format="json").json()
    assert "not stored:" not in whole["detail"]
