"""Names that nobody can check: a stone is not verified by being stored or sent, whatever its header calls it."""

import re

import pytest
from rest_framework.test import APIClient

from core.rest.tests.access_assertions import Personas
from inbox.models import Agent
from inbox.router import QAStoneRouter
from inbox.tests.api.api_calls import get, post, send_stone
from qastone_site.tests.foreign.api_calls import arrived
from qastone_site.tests.foreign.foreign_stones import SAMPLE
from stones.format import content_sha256, parse

OURS = SAMPLE.own_hash
# Seven digits, one digit that happens to be the first of ours, too many, and what no header may hold.
NAMES = ["f7a3b2c", OURS[0], OURS[:7], "0" * 65, "f7a3\u202eb2c1", "f7a3\x00b2c1", "f7─a3§b2c1", "stone one"]

every_name = pytest.mark.parametrize("name", NAMES, ids=ascii)
every_rule = pytest.mark.parametrize("rule", ["", "esc: 1\n"], ids=["foreign", "ours"])


def named(name: str, rule: str) -> str:
    return SAMPLE.text.replace("border_hash: f7a3b2c1\n", f"border_hash: {name}\n{rule}")


@every_rule
@every_name
def test_stored(personas: Personas, name: str, rule: str) -> None:
    text = named(name, rule)
    owner = personas.owner
    pasted = owner.post("/api/parse-qastone", {"text": text}, format="json").json()["stones"][0]
    assert pasted["verdict"] == "not_verifiable"
    QAStoneRouter(Agent.objects.get(account=personas.account, name="koda"))._store(text)
    stone = owner.get(f"/api/stone/{OURS}").json()
    assert (stone["verdict"], stone["border_hash"]) == ("not_verifiable", OURS)
    [row] = owner.get("/api/stones").json()["items"]
    assert row["verdict"] == "not_verifiable"
    if len(name) <= 64 and name.isprintable() and not set("─§") & set(name):
        assert stone["claimed"]["border_hash"] == name
        assert stone["claimed_hash"] == name
    parse(stone["qastone"])


@every_rule
@every_name
def test_sent(personas: Personas, mira: APIClient, name: str, rule: str) -> None:
    sent = send_stone(personas.owner, named(name, rule), max_lod=3)
    assert (sent["border_hash"], sent["verdict"]) == (OURS, "not_verifiable")
    assert arrived(mira, sent["tracking_id"])["verdict"] == "not_verifiable"
    assert get(mira, "messages").json()["messages"][0]["verdict"] == "not_verifiable"
    assert post(mira, "request-lod", border_hash=OURS, level=1).json()["content"] == SAMPLE.levels[1]


@pytest.mark.parametrize("digits", [8, 12, 64])
@every_rule
def test_one_that_is_checked_stays_verified(
    personas: Personas, mira: APIClient, digits: int, rule: str
) -> None:
    sha256 = content_sha256(SAMPLE.levels[-1])
    for name in (sha256[:digits], sha256[:digits].upper()):
        sent = send_stone(personas.owner, named(name, rule))
        assert (sent["border_hash"], sent["verdict"], sent["claimed_hash"]) == (OURS, "verified", None)


@every_rule
@pytest.mark.parametrize("character", ["\u2066", "\x0b", "\u2028", "─"], ids=ascii)
def test_what_no_header_may_hold_is_kept_escaped(
    personas: Personas, mira: APIClient, rule: str, character: str
) -> None:
    escaped = f"an\\u{ord(character):04x}na"
    header = f"{rule}desk: no{character}rth\n─\nLOD-0"
    text = named(OURS, "").replace("─\nLOD-0", header, 1)
    text = re.sub("source_agent: .*", f"source_agent: an{character}na", text)
    sent = send_stone(personas.owner, text, max_lod=3)
    stone = personas.owner.get(f"/api/stone/{sent['stone_id']}").json()
    assert stone["claimed_source"] == stone["claimed"]["source_agent"] == escaped
    assert stone["claimed"]["desk"] == f"no\\u{ord(character):04x}rth"
    assert f"desk: no\\u{ord(character):04x}rth\n" in stone["qastone"]
    assert f"source_agent: {escaped}\n" in stone["qastone"]
    # What was read is the same stone as what is read back.
    assert send_stone(personas.owner, text)["stone_id"] == sent["stone_id"]
