"""GET /assistant/api/insights and proposals, POST proposals/{id}."""

import pytest
from django.contrib.auth.models import User

from analytics.queries import savings
from assistant.menus import SHIPPED
from assistant.models import MenuChange
from assistant.services.decide_proposals import propose
from assistant.tests.api.test_event_views import event
from assistant.tests.api_pages import Page, signed_in
from assistant.tests.services.test_decide_proposals import prefers_the_brain
from stones.services import read_level
from stones.tests.factories import LONG, store, write_levels


def test_a_week_of_the_ledger(embedded: Page, account: User) -> None:
    stone = store(account, content=LONG)
    write_levels(stone)
    read = embedded.post("level", {"border_hash": stone.content.border_hash, "level": 0}).json()
    loaded = event(1, type="lod_loaded", level=0, tokens=read["tokens"], name="")
    received = event(2, type="qastone_received", glow_channel="task", name="")
    embedded.post("events", {"events": [loaded, received]})
    # What the person opened spends nothing; an agent reads for tokens.
    assert embedded.get("insights").json()["saved"] == 0
    read_level(account=account, border_hash=stone.pk, level=0, reader="agent koda")
    body = embedded.get("insights").json()
    today = stone.created.date()
    counted = savings(account, since=today, until=today)
    assert body == {
        "days": 7,
        "saved": stone.content.tokens - read["tokens"],
        "percent": counted.percent,
        "received": 1,
        "loaded": 1,
    }


def test_nothing_happened(own: Page) -> None:
    assert own.get("insights").json() == {"days": 7, "saved": 0, "percent": None, "received": 0, "loaded": 0}


def test_nothing_of_another_account(own: Page, other: User) -> None:
    signed_in(other).post(
        "events", {"events": [event(1, type="qastone_received", glow_channel="task", name="")]}
    )
    assert own.get("insights").json()["received"] == 0


@pytest.fixture
def change(account: User) -> MenuChange:
    prefers_the_brain(account)
    [change] = propose(account=account, app="qastone")
    return change


def test_proposals_with_their_reasons(own: Page, change: MenuChange) -> None:
    [row] = own.get("proposals").json()["proposals"]
    assert row == {
        "id": change.pk,
        "context": "selection",
        "kind": "reorder",
        "item": "ask-brain",
        "title": "Move “Ask the brain” up in the menu of selected text",
        "reason": "Used 24 times in 30 days, “Copy as stone” above it 3 times.",
        "before": list(SHIPPED["selection"]),
        "after": change.after,
        "decision": "proposed",
    }


def test_applied_with_the_menus_as_they_are_then(own: Page, change: MenuChange) -> None:
    body = own.post(f"proposals/{change.pk}", {"decision": "apply"}).json()
    assert body["decision"] == "applied"
    assert [item["id"] for item in body["menus"]["selection"]] == change.after
    assert own.get("/configs/qastone.json").json()["menus"] == body["menus"]
    body = own.post(f"proposals/{change.pk}", {"decision": "undo"}).json()
    assert [item["id"] for item in body["menus"]["selection"]] == list(SHIPPED["selection"])
    assert own.get("proposals").json() == {"proposals": []}


def test_too_late(own: Page, change: MenuChange) -> None:
    own.post(f"proposals/{change.pk}", {"decision": "dismiss"})
    response = own.post(f"proposals/{change.pk}", {"decision": "apply"})
    assert (response.status_code, response.json()["code"]) == (409, "proposal_decided")


@pytest.mark.parametrize("decision", ["like", "", 1, None], ids=["word", "empty", "number", "null"])
def test_no_decision(own: Page, change: MenuChange, decision: object) -> None:
    assert own.post(f"proposals/{change.pk}", {"decision": decision}).status_code == 400
    assert MenuChange.objects.get().decision == "proposed"


def test_others_decide_nothing(
    own: Page, embedded: Page, visited: Page, other: User, change: MenuChange
) -> None:
    """Nor does a page of another app, whose menus these are not."""
    path = f"proposals/{change.pk}"
    pages = [Page(), visited, signed_in(other), embedded]
    answers = [page.post(path, {"decision": "apply"}) for page in pages]
    assert [each.status_code for each in answers] == [401, 403, 404, 404]
    assert own.post("proposals/%00", {"decision": "apply"}).status_code == 404
    assert [page.get("proposals").status_code for page in pages[:2]] == [401, 403]
    assert [page.get("insights").status_code for page in pages[:2]] == [401, 403]
    assert MenuChange.objects.get().decision == "proposed"
    assert embedded.get("proposals").json() == {"proposals": []}
