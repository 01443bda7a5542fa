"""The first-run set-up: open once, for whoever holds the code."""

import html
import re

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings
from pytest_httpserver import HTTPServer

from inbox.models import Agent, Delivery
from qastone_site.accounts.first_setup import new_setup_code, seed_account, setup_is_open
from stones.models import Stone

pytestmark = pytest.mark.django_db

STEP = re.compile(r'aria-current="step">([^<]+)<')
ANN = {"username": "ann", "password": "correct horse 9"}


def test_the_code_makes_the_owner_with_a_token_that_works(client: Client) -> None:
    code = new_setup_code()
    response = client.post("/setup", {"code": code, **ANN})
    assert response.status_code == 200
    owner = User.objects.get()
    assert (owner.username, owner.is_superuser, owner.check_password(ANN["password"])) == ("ann", True, True)
    token = re.search(rb"qas_[0-9A-Za-z]{36}", response.content)
    assert token is not None
    page = html.unescape(response.content.decode())
    command = "claude mcp add --scope project --transport http qastone http://testserver/mcp --header "
    assert (
        f"export QASTONE_TOKEN={token[0].decode()}\n{command}'Authorization: Bearer ${{QASTONE_TOKEN}}'"
        in page
    )
    answer = Client().get("/api/stones", headers={"Authorization": f"Bearer {token[0].decode()}"})
    assert answer.status_code == 200
    assert b"qas_" not in client.get("/setup", follow=True).content, "the token is shown once"
    sessions = [session.get_decoded() for session in Session.objects.all()]
    assert "qas_" not in str(sessions), "its text is kept nowhere"


def test_the_form_stands_before_the_picture_and_says_where_the_code_is_from(client: Client) -> None:
    page = client.get("/setup").content.decode()
    assert page.index('name="code"') < page.index('class="example')
    assert "The server printed it when it started" in page


def test_the_second_step_can_wait_and_the_third_is_a_step(client: Client) -> None:
    page = client.post("/setup", {"code": new_setup_code(), **ANN}).content.decode()
    assert page.count('href="/paste?setup"') == 1
    later = page.index('href="/paste?setup">Continue')
    assert page.index('id="token"') < later < page.index("curl "), "beside the token"
    assert "you can create another at any time" in page
    assert STEP.findall(page) == ["First agent"]
    assert STEP.findall(client.get("/paste?setup").content.decode()) == ["First stone"]
    assert STEP.findall(client.post("/paste?setup", {"text": "A text."}).content.decode()) == ["First stone"]
    assert STEP.findall(client.get("/paste").content.decode()) == []


def test_a_model_of_this_machine_is_offered_to_the_owner(
    client: Client, settings: Settings, httpserver: HTTPServer
) -> None:
    cache.clear()
    settings.LOCAL_MODEL_PORTS = {"lm_studio": httpserver.port}
    httpserver.expect_request("/v1/models").respond_with_json({"data": [{"id": "qwen3"}, {"id": "<b>"}]})
    assert b"qwen3" not in client.get("/setup").content
    page = client.post("/setup", {"code": new_setup_code(), **ANN}).content.decode()
    cache.clear()
    assert "LM Studio has <strong>qwen3</strong>. It is not used yet." in page
    assert "LLM_MODEL=qwen3" in page
    assert "<b>" not in page


def test_set_up_claims_the_demonstration(client: Client) -> None:
    call_command("seed_demo")
    assert setup_is_open()
    client.post("/setup", {"code": new_setup_code(), **ANN})
    assert not setup_is_open()
    assert set(Stone.objects.values_list("account__username", flat=True)) == {"ann"}


@pytest.mark.parametrize("code", ["", "aaaa-bbbb-cccc", "x" * 41])
def test_a_wrong_code_opens_nothing(client: Client, code: str) -> None:
    new_setup_code()
    response = client.post("/setup", {"code": code, **ANN})
    assert response.status_code == 422
    assert not User.objects.exists()
    assert not Agent.objects.exists()


def test_a_name_with_a_space_is_refused_while_it_is_typed(client: Client) -> None:
    page = client.get("/setup").content.decode()
    pattern = re.search(r'name="username"[^>]* pattern="([^"]+)"', page)
    assert pattern is not None
    assert "Letters, digits and @ . + - _ without spaces." in page
    answer = client.post("/setup", {"code": new_setup_code(), **ANN, "username": "ann lee"})
    assert answer.status_code == 422
    assert "and no spaces" in answer.content.decode()
    assert not User.objects.exists()


def test_guessing_the_code_ends(client: Client) -> None:
    code = new_setup_code()
    codes = [client.post("/setup", {"code": f"guess {n}", **ANN}).status_code for n in range(9)]
    assert codes == [422] * 7 + [429] * 2
    refused = client.post("/setup", {"code": code, **ANN})
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 800
    assert b"qas_" in Client(REMOTE_ADDR="192.0.2.7").post("/setup", {"code": code, **ANN}).content


def test_the_code_may_be_typed_loosely(client: Client) -> None:
    code = new_setup_code().upper().replace("-", " ")
    assert b"qas_" in client.post("/setup", {"code": code, **ANN}).content


def test_a_new_code_ends_the_old_one(client: Client) -> None:
    old = new_setup_code()
    new_setup_code()
    assert client.post("/setup", {"code": old, **ANN}).status_code == 422


def test_a_weak_password_is_refused_and_nothing_made(client: Client) -> None:
    response = client.post("/setup", {"code": new_setup_code(), "username": "ann", "password": "password"})
    assert response.status_code == 422
    assert not User.objects.exists()


def test_set_up_closes(client: Client) -> None:
    code = new_setup_code()
    client.post("/setup", {"code": code, **ANN})
    stranger = Client()
    response = stranger.post("/setup", {"code": code, "username": "eve", "password": "correct horse 9"})
    assert (response.status_code, response["Location"]) == (302, "/sign-in")
    assert User.objects.count() == 1
    page = stranger.get("/setup", follow=True).content.decode()
    assert "This site is set up already: sign in." in page
    assert "This site is set up already." in client.get("/setup", follow=True).content.decode()
    with pytest.raises(
        CommandError, match=r"is set up.*Forgotten password:\n  .*/manage\.py changepassword NAME"
    ):
        call_command("setup_code")


def test_nobody_can_sign_in_to_the_seeded_account(client: Client) -> None:
    seed_account()
    assert client.get("/sign-in")["Location"] == "/setup"
    assert client.post("/sign-in", {"username": "owner", "password": ""}).status_code != 302


def test_the_seed_is_safe_to_repeat() -> None:
    call_command("seed_demo")
    first = Stone.objects.count()
    call_command("seed_demo")
    assert Stone.objects.count() == first == 4
    assert Delivery.objects.count() == 4
