"""The pages of helpers: the form with its price, the job as it goes on, starting it again."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.jobs.models import Job
from core.jobs.tests.job_rows import give_up, run_one
from core.llm.model_doubles import FakeChat, FakeEmbedder, use_models
from inbox.models import RUN_HELPER, Agent, AgentKind, HelperJob
from inbox.services import create_agent, site_agent
from inbox.services.spawn_helpers import spawn_helper
from stones.models import Stone
from stones.tests.factories import LONG, store

TASK = "Which port has the export job number 17?"


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("olga", password="correct horse 9")


@pytest.fixture
def olga(owner: User, client: Client) -> Client:
    """Her browser, signed in."""
    client.force_login(owner)
    return client


@pytest.fixture
def stone(owner: User) -> Stone:
    return store(owner, content=LONG)


@pytest.fixture
def koda(owner: User) -> Agent:
    return create_agent(account=owner, name="koda")


def fields(stone: Stone, /, **changed: str) -> dict[str, str]:
    return {
        "text": stone.content.border_hash,
        "task": TASK,
        "answer_tokens": "400",
        "agent": "olga",
    } | changed


def work(job: HelperJob) -> None:
    with use_models(embedder=FakeEmbedder()):
        run_one(job, RUN_HELPER)


def test_the_page_of_a_stone_leads_here(olga: Client, stone: Stone) -> None:
    page = olga.get(f"/stones/{stone.content.border_hash}").content.decode()
    assert f"/inbox/helpers/new?stone={stone.content.border_hash}" in page


def test_the_form_has_the_price(olga: Client, stone: Stone) -> None:
    page = olga.get("/inbox/helpers/new", {"stone": stone.content.border_hash}).content.decode()
    assert f"costs {stone.content.tokens:,} tokens; a helper answers with about 600" in page
    assert "No model is configured" in page
    with use_models(chat=FakeChat()):
        page = olga.get("/inbox/helpers/new", {"stone": stone.content.border_hash}).content.decode()
    assert "A model reads it, using at most 12,000 tokens." in page


def test_without_a_stone_there_is_a_form_too(olga: Client) -> None:
    assert olga.get("/inbox/helpers/new").status_code == 200
    assert olga.get("/inbox/helpers/new?stone=zz").status_code == 200


def test_a_helper_answers(olga: Client, stone: Stone, owner: User) -> None:
    response = olga.post("/inbox/helpers/new", fields(stone))
    job = HelperJob.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/inbox/helpers/{job.pk}")
    assert (job.agent, job.answer_tokens) == (site_agent(owner, AgentKind.PERSON), 400)
    page = olga.get(f"/inbox/helpers/{job.pk}").content.decode()
    assert "Waiting for a worker" in page
    after = page.partition("updates?after=")[2].partition('"')[0]
    assert olga.get(f"/inbox/helpers/{job.pk}/updates?after={after}").status_code == 204
    work(job)
    job.refresh_from_db()
    region = olga.get(f"/inbox/helpers/{job.pk}/updates?after={after}").content.decode()
    assert "It has quoted passages" in region
    assert "No model is configured on this site, so nothing has read the text." in region
    assert "data-poll" not in region
    assert f'href="/inbox/{job.answer_id}"' in region
    assert olga.get(f"/inbox/{job.answer_id}").status_code == 200
    assert "Attempts" in region
    Job.objects.all().delete()  # as those that are done are
    region = olga.get(f"/inbox/helpers/{job.pk}").content.decode()
    assert ("It has quoted passages" in region, "Attempts" in region) == (True, False)


def test_what_a_model_wrote_is_an_answer(olga: Client, stone: Stone) -> None:
    olga.post("/inbox/helpers/new", fields(stone))
    job = HelperJob.objects.get()
    work(job)
    HelperJob.objects.update(model="some-model")
    region = olga.get(f"/inbox/helpers/{job.pk}").content.decode()
    assert "It has answered" in " ".join(region.split())
    assert "No model" not in region
    assert ">answered" in olga.get("/inbox/helpers/").content.decode()
    HelperJob.objects.update(model="")
    assert ">quoted passages" in olga.get("/inbox/helpers/").content.decode()


@pytest.mark.parametrize("has_stone", [True, False])
def test_the_form_says_before_what_comes_without_a_model(olga: Client, stone: Stone, has_stone: bool) -> None:
    query = {"stone": stone.content.border_hash} if has_stone else {}
    says = "A helper reads all of it" if not has_stone else "A model reads it"
    page = olga.get("/inbox/helpers/new", query).content.decode()
    assert ("No model is configured" in page, says in page) == (True, False)
    with use_models(chat=FakeChat()):
        page = olga.get("/inbox/helpers/new", query).content.decode()
    assert ("No model is configured" in page, says in page) == (False, True)


def test_the_answer_may_go_to_an_agent(olga: Client, stone: Stone, koda: Agent) -> None:
    olga.post("/inbox/helpers/new", fields(stone, agent="koda"))
    assert HelperJob.objects.get().agent == koda


@pytest.mark.parametrize(
    ("changed", "status", "message"),
    [
        ({"task": ""}, 422, "This field is required"),
        ({"task": "a" * 2_001}, 422, "2000 characters"),
        ({"text": ""}, 422, "Name a stone, choose one"),
        ({"text": f"{'0' * 12} {'1' * 12}"}, 422, "A helper reads one stone"),
        ({"text": "§QASTONE§\nnonsense"}, 422, "line"),
        ({"text": "0" * 12}, 404, "There is no stone"),
        ({"agent": "mallory"}, 422, "Select a valid choice"),
        ({"answer_tokens": "7"}, 422, "Select a valid choice"),
    ],
)
def test_refused(olga: Client, stone: Stone, changed: dict[str, str], status: int, message: str) -> None:
    response = olga.post("/inbox/helpers/new", fields(stone, **changed))
    page = response.content.decode()
    assert (response.status_code, message in page) == (status, True)
    assert 'role="alert"' in page
    assert not HelperJob.objects.exists()


def test_other_options_while_running_are_refused(olga: Client, stone: Stone) -> None:
    olga.post("/inbox/helpers/new", fields(stone))
    response = olga.post("/inbox/helpers/new", fields(stone, answer_tokens="200"))
    assert response.status_code == 409
    assert "already under way with answer_tokens=400" in response.content.decode()


def test_a_failure_is_reported_and_restarted(olga: Client, stone: Stone, koda: Agent) -> None:
    job = spawn_helper(agent=koda, border_hash=stone.content.border_hash, task=TASK)
    give_up(job, RUN_HELPER, "It fell <b>down</b>.")
    page = olga.get(f"/inbox/helpers/{job.pk}").content.decode()
    assert "It could not answer" in page
    assert "It fell &lt;b&gt;down&lt;/b&gt;." in page
    assert olga.post(f"/inbox/helpers/{job.pk}/restart")["Location"] == f"/inbox/helpers/{job.pk}"
    work(job)
    assert "It has quoted passages" in olga.get(f"/inbox/helpers/{job.pk}").content.decode()
    assert olga.post(f"/inbox/helpers/{job.pk}/restart").status_code == 409


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_list(olga: Client, stone: Stone, koda: Agent, count: int) -> None:
    for number in range(count):
        spawn_helper(agent=koda, border_hash=stone.content.border_hash, task=f"Question {number}?")
    page = olga.get("/inbox/helpers/").content.decode()
    assert page.count("Question ") == count
    assert ("No helpers yet" in page) is (count == 0)


def test_nothing_of_another_account(olga: Client) -> None:
    mallory = User.objects.create_user("mallory", password="correct horse 9")
    theirs = store(mallory, content=f"Mallory's.\n\n{LONG}")
    agent = create_agent(account=mallory, name="mallet")
    job = spawn_helper(agent=agent, border_hash=theirs.content.border_hash, task=TASK)
    assert olga.get(f"/inbox/helpers/{job.pk}").status_code == 404
    assert olga.get(f"/inbox/helpers/{job.pk}/updates").status_code == 404
    assert olga.post(f"/inbox/helpers/{job.pk}/restart").status_code == 404
    assert TASK not in olga.get("/inbox/helpers/").content.decode()
    page = olga.get("/inbox/helpers/new", {"stone": theirs.content.border_hash}).content.decode()
    assert "a helper answers with about" not in page
    assert "There is no stone" in page
    assert olga.post("/inbox/helpers/new", fields(theirs)).status_code == 404
    assert olga.post("/inbox/helpers/new", fields(theirs, agent="mallet")).status_code == 422


def test_anonymous_visitors_are_redirected_to_sign_in(client: Client, db: None) -> None:
    for path in ("/inbox/helpers/", "/inbox/helpers/new", f"/inbox/helpers/{'0' * 26}"):
        assert client.get(path)["Location"] == f"/sign-in?next={path}"
    assert client.post(f"/inbox/helpers/{'0' * 26}/restart").status_code == 302
