"""POST and GET /mcp/helpers."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from core.jobs.tests.job_rows import give_up, run_one
from core.llm.model_doubles import FakeEmbedder, use_models
from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded
from inbox.models import RUN_HELPER, Agent, HelperJob
from inbox.services import create_agent, issue_token
from inbox.services.spawn_helpers import MAX_OPEN
from inbox.tests.api.api_calls import send_stone
from stones.models import Stone
from stones.tests.factories import LONG, store

PATH = "/mcp/helpers"
TASK = "Which port has the export job number 17?"


@pytest.fixture
def stone(personas: Personas) -> Stone:
    return store(personas.account, content=LONG)


def ask(personas: Personas, stone: Stone, key: str = "", **fields: Any) -> Any:
    body = {"border_hash": stone.content.border_hash, "task": TASK} | fields
    headers = {"Idempotency-Key": key} if key else {}
    return personas.owner.post(PATH, body, format="json", headers=headers)


def work(job_id: str) -> None:
    with use_models(embedder=FakeEmbedder()):
        run_one(HelperJob.objects.get(pk=job_id), RUN_HELPER)


def test_a_helper_answers(personas: Personas, stone: Stone) -> None:
    response = ask(personas, stone)
    job = response.json()
    assert response.status_code == 202
    assert (job["state"], job["task"], job["answer_tokens"]) == ("pending", TASK, 600)
    assert (job["tracking_id"], job["finished"], job["error"]) == (None, None, "")
    work(job["id"])
    done = personas.owner.get(f"{PATH}/{job['id']}").json()
    assert (done["state"], done["attempts"], done["used_tokens"], done["model"]) == ("done", 1, 0, "")
    message = personas.owner.get(f"/mcp/inbox/messages/{done['tracking_id']}").json()
    assert message["from_agent"] == "helper"


def test_a_repeated_request_is_the_running_job(personas: Personas, stone: Stone) -> None:
    assert ask(personas, stone).json() == ask(personas, stone).json()
    assert HelperJob.objects.count() == 1


def test_other_options_while_running_are_refused(personas: Personas, stone: Stone) -> None:
    ask(personas, stone)
    response = ask(personas, stone, answer_tokens=200)
    assert (response.status_code, response.json()["code"]) == (409, "helper_under_way")
    assert "answer_tokens=600" in response.json()["detail"]


def test_without_the_scope_of_stones_it_is_one_that_was_sent(personas: Personas, stone: Stone) -> None:
    mira = create_agent(account=personas.account, name="mira")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(agent=mira, scopes=['inbox:send']).text}")
    body = {"border_hash": stone.content.border_hash, "task": TASK}
    assert client.post(PATH, body, format="json").json()["code"] == "missing_scope"
    send_stone(personas.owner, stone.content.border_hash)
    assert client.post(PATH, body, format="json").status_code == 202


def test_under_a_key_the_answer_stays_the_same(personas: Personas, stone: Stone) -> None:
    first = ask(personas, stone, key="k1")
    work(first.json()["id"])
    again = ask(personas, stone, key="k1")
    assert again.json() == first.json()
    assert again["Idempotency-Replayed"] == "true"
    assert ask(personas, stone, key="k1", task="Another?").json()["code"] == "idempotency_key_reused"


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"task": ""}, 400, "invalid_helper_task"),
        ({"task": "a" * 2_001}, 400, "invalid_helper_task"),
        ({"answer_tokens": 99}, 400, "invalid_helper_task"),
        ({"budget_tokens": 999}, 400, "invalid_helper_task"),
        ({"answer_tokens": "600"}, 400, "invalid"),
        ({"answer_tokens": None}, 400, "invalid"),
        ({"task": 5}, 400, "invalid"),
        ({"agent": "mallory"}, 400, "invalid"),
        ({"border_hash": "xyz"}, 400, "invalid_hash"),
        ({"border_hash": "0" * 12}, 404, "stone_not_found"),
        ({"task": f"Use {new_token()}"}, 422, "token_in_content"),
    ],
)
def test_refused(personas: Personas, stone: Stone, fields: dict[str, Any], status: int, code: str) -> None:
    response = ask(personas, stone, **fields)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not HelperJob.objects.exists()


def test_query_parameters_are_refused(personas: Personas, stone: Stone) -> None:
    body = {"border_hash": stone.content.border_hash, "task": TASK}
    assert personas.owner.post(f"{PATH}?agent=koda", body, format="json").status_code == 400
    job = ask(personas, stone).json()
    assert personas.owner.get(f"{PATH}/{job['id']}?x=1").status_code == 400
    assert personas.owner.get(f"{PATH}?x=1").status_code == 400


def test_too_many_at_once(personas: Personas, stone: Stone) -> None:
    for number in range(MAX_OPEN):
        assert ask(personas, stone, task=f"Question {number}?").status_code == 202
    response = ask(personas, stone, task="One more?")
    assert (response.status_code, response.json()["code"]) == (429, "too_many_helpers")


def test_anothers_stone_and_job(personas: Personas, stone: Stone) -> None:
    theirs = store(personas.other_account, content=f"Mallory's.\n\n{LONG}")
    assert ask(personas, theirs).status_code == 404
    job = ask(personas, stone).json()
    for stranger in (personas.stranger, personas.colleague("mira")):
        assert stranger.get(f"{PATH}/{job['id']}").json()["code"] == "helper_not_found"
        assert stranger.post(f"{PATH}/{job['id']}/restart").status_code == 404
        assert stranger.get(PATH).json()["items"] == []


def test_listed_newest_first(personas: Personas, stone: Stone) -> None:
    ids = [ask(personas, stone, task=f"Question {number}?").json()["id"] for number in range(3)]
    page = personas.owner.get(PATH, {"limit": 2}).json()
    assert [job["id"] for job in page["items"]] == [ids[2], ids[1]]
    rest = personas.owner.get(PATH, {"cursor": page["next_cursor"]}).json()
    assert [job["id"] for job in rest["items"]] == [ids[0]]


def test_a_failure_is_reported_and_restarted(personas: Personas, stone: Stone) -> None:
    job_id = ask(personas, stone).json()["id"]
    refused = personas.owner.post(f"{PATH}/{job_id}/restart")
    assert (refused.status_code, refused.json()["code"]) == (409, "helper_not_failed")
    give_up(HelperJob.objects.get(), RUN_HELPER, "It fell.")
    failed = personas.owner.get(f"{PATH}/{job_id}").json()
    assert (failed["state"], failed["error_code"], failed["error"]) == ("failed", "internal", "It fell.")
    message = personas.owner.get(f"/mcp/inbox/messages/{failed['tracking_id']}").json()
    assert message["message_type"] == "helper_failed"
    again = personas.owner.post(f"{PATH}/{job_id}/restart")
    assert (again.status_code, again.json()["state"], again.json()["tracking_id"]) == (202, "pending", None)
    work(job_id)
    assert personas.owner.get(f"{PATH}/{job_id}").json()["state"] == "done"


def test_nobody_else_calls_it(personas: Personas, stone: Stone) -> None:
    job = HelperJob.objects.create(
        account=personas.account,
        agent=Agent.objects.get(account=personas.account, name="koda"),
        stone=stone,
        border_hash=stone.content.border_hash,
        task=TASK,
        answer_tokens=600,
        budget_tokens=12_000,
    )
    assert_guarded(personas, "GET", PATH, scope="inbox:read")
    assert_guarded(personas, "GET", f"{PATH}/{job.pk}", scope="inbox:read")
    assert_guarded(personas, "POST", PATH, scope="inbox:send", body={"border_hash": "0" * 8, "task": "?"})
    assert_guarded(personas, "POST", f"{PATH}/{job.pk}/restart", scope="inbox:send")
