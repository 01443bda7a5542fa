"""POST /assistant/api/helper, GET helper-price: starting a helper, with its price before."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from assistant.tests.api_pages import Page, signed_in
from core.jobs.tests.job_rows import run_one
from core.llm.model_doubles import FakeChat, use_models
from inbox.models import RUN_HELPER, Delivery, HelperJob
from inbox.services.spawn_helpers import default_budget
from stones.models import Stone
from stones.tests.factories import LONG, store, write_levels

TASK = "Which port has the export job number 17?"


@pytest.fixture
def stone(account: User) -> Stone:
    stone = store(account, content=LONG)
    write_levels(stone)
    return stone


def helper_body(stone: Stone, **fields: Any) -> dict[str, Any]:
    return {"border_hash": stone.content.border_hash, "task": TASK} | fields


def test_a_helper_sets_out_for_the_person(embedded: Page, stone: Stone) -> None:
    response = embedded.post("helper", helper_body(stone))
    job = HelperJob.objects.get()
    assert response.status_code == 202
    assert response.json() == {
        "job_id": job.pk,
        "url": f"/inbox/helpers/{job.pk}",
        "budget": job.budget_tokens,
    }
    assert (job.agent.kind, job.agent.account, job.task) == ("person", stone.account, TASK)


def test_how_far_it_is(embedded: Page, stone: Stone) -> None:
    job_id = embedded.post("helper", helper_body(stone)).json()["job_id"]
    found = {
        "job_id": job_id,
        "state": "pending",
        "border_hash": stone.content.border_hash,
        "task": TASK,
        "glow_channel": stone.glow_channel,
        "scan": "",
        "answer_tokens": 0,
        "tokens": 0,
        "url": f"/inbox/helpers/{job_id}",
        "trust": "untrusted",
    }
    assert embedded.get(f"helper/{job_id}").json() == found
    run_one(HelperJob.objects.get(pk=job_id), RUN_HELPER)
    job = HelperJob.objects.get()
    assert job.answer is not None
    assert embedded.get(f"helper/{job_id}").json() == found | {
        "state": "done",
        "scan": job.answer.scan,
        "answer_tokens": job.answer.lod_tokens[-1],
        "url": f"/inbox/{job.answer.pk}",
    }
    assert Delivery.objects.get(message=job.answer).state == "queued"


@pytest.mark.parametrize("job_id", ["01M7GD2GPCM8Z0AV0P1P1RZ9A5", "x", "é"])
def test_a_helper_that_there_is_not(own: Page, job_id: str) -> None:
    response = own.get(f"helper/{job_id}")
    assert (response.status_code, response.json()["code"]) == (404, "helper_not_found")


def test_a_repeated_request_is_the_same_job(own: Page, stone: Stone) -> None:
    first, second = (own.post("helper", helper_body(stone)).json() for _ in range(2))
    assert first == second


def test_its_price(own: Page, stone: Stone) -> None:
    price = {
        "border_hash": stone.content.border_hash,
        "tokens": stone.content.tokens,
        "budget": default_budget(stone.content.tokens),
        "answer_tokens": 600,
    }
    for chat, has_model in ((None, False), (FakeChat([]), True)):
        with use_models(chat=chat):
            body = own.get("helper-price", border_hash=stone.content.border_hash).json()
        assert body == price | {"has_model": has_model}
    assert own.post("helper", helper_body(stone)).json()["budget"] == price["budget"]


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"task": " "}, 400, "invalid_helper_task"),
        ({"task": "x" * 2_001}, 400, "invalid_helper_task"),
        ({"border_hash": "0" * 8}, 404, "stone_not_found"),
        ({"border_hash": "é"}, 400, "invalid_hash"),
        ({"task": None}, 400, "invalid"),
        ({"budget_tokens": 1_000}, 400, "invalid"),
    ],
    ids=["blank", "long", "unknown", "no hash", "null", "unknown field"],
)
def test_refused(own: Page, stone: Stone, fields: dict[str, Any], status: int, code: str) -> None:
    response = own.post("helper", helper_body(stone, **fields))
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not HelperJob.objects.exists()


def test_a_price_refused(own: Page) -> None:
    assert own.get("helper-price").status_code == 400
    assert own.get("helper-price", border_hash="0" * 8).status_code == 404
    assert own.get("helper-price", border_hash="0" * 8, task="x").status_code == 400


def test_others_ask_for_none(visited: Page, other: User, stone: Stone) -> None:
    pages = [visited, Page(), signed_in(other)]
    assert [page.post("helper", helper_body(stone)).status_code for page in pages] == [403, 401, 404]
    queries = [page.get("helper-price", border_hash=stone.content.border_hash) for page in pages[1:]]
    assert [each.status_code for each in queries] == [401, 404]
    assert not HelperJob.objects.exists()
