"""GET /configs/{app}.json: a person's own configuration, and an app's for its pages."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from assistant.models import App
from assistant.services.manage_apps import create_app
from assistant.services.save_settings import save_assistant_settings
from assistant.tests.settings.conftest import ASSISTANT, CLIPBOARD, with_channel
from clipboard.services import save_clipboard_settings

ORIGIN = "https://notes.example.org"


@pytest.fixture
def app(ann: User) -> App:
    return create_app(account=ann, name="notes", origin=ORIGIN)


@pytest.mark.parametrize("name", ["ai-assistant", "qastone"])
def test_this_sites_own(person: Client, ann: User, name: str) -> None:
    response = person.get(f"/configs/{name}.json")
    body = response.json()
    menus, mark = body.pop("menus"), body.pop("account")
    assert body == {"qastone": ASSISTANT, "app": "qastone", "site": "http://testserver", "enabled": True}
    assert [item["id"] for item in menus["selection"]][:1] == ["copy-as-stone"]
    assert response["Cache-Control"] == "private, no-cache"
    assert person.get("/configs/qastone.json").json()["account"] == mark


def test_the_account_mark_differs_by_account(person: Client, mallory: User) -> None:
    other = Client()
    other.force_login(mallory)
    marks = [each.get("/configs/qastone.json").json()["account"] for each in (person, other)]
    assert len(set(marks)) == 2
    assert str(mallory.pk) not in marks


def test_a_change_holds_from_the_next_call_on(person: Client, ann: User) -> None:
    save_assistant_settings(ann, enabled=False, channels=with_channel("task", color="#000000"))
    body = person.get("/configs/ai-assistant.json").json()
    assert (body["enabled"], body["qastone"]["enabled"]) == (False, False)
    assert body["qastone"]["channels"] == with_channel("task", color="#000000")


def test_the_clipboards(person: Client, ann: User, mallory: User) -> None:
    save_clipboard_settings(ann, ttl_days=7)
    save_clipboard_settings(mallory, ttl_days=8)
    for name in ("clipboard", "cnp"):
        assert person.get(f"/configs/{name}.json").json() == {"qastone": CLIPBOARD | {"ttlDays": 7}}


def test_an_apps_pages_read_their_configuration_with_the_key(client: Client, ann: User, app: App) -> None:
    save_assistant_settings(ann, default_max_lod=3)
    response = client.get("/configs/notes.json", {"key": app.key}, headers={"Origin": ORIGIN})
    body = response.json()
    assert body["qastone"] == ASSISTANT | {"defaultMaxLod": 3}
    assert (body["app"], body["site"], body["enabled"]) == ("notes", "http://testserver", True)
    assert set(body["menus"]) >= {"selection", "stone"}
    assert response["Access-Control-Allow-Origin"] == ORIGIN
    assert "Access-Control-Allow-Credentials" not in response


def test_a_person_may_read_the_configuration_of_their_app(person: Client, app: App, mallory: User) -> None:
    assert person.get("/configs/notes.json").json()["app"] == "notes"
    person.force_login(mallory)
    assert person.get("/configs/notes.json").status_code == 404


@pytest.mark.parametrize("name", ["ai-assistant", "qastone"])
def test_an_apps_pages_need_not_know_its_name(client: Client, ann: User, app: App, name: str) -> None:
    by_name, named = (
        client.get(f"/configs/{each}.json", {"key": app.key}, headers={"Origin": ORIGIN}).json()
        for each in (name, "notes")
    )
    assert by_name == named


@pytest.mark.parametrize("name", ["clipboard", "cnp", "wiki"])
def test_a_key_opens_its_apps_alone(client: Client, app: App, name: str) -> None:
    response = client.get(f"/configs/{name}.json", {"key": app.key}, headers={"Origin": ORIGIN})
    assert (response.status_code, response.json()["code"]) == (404, "app_not_found")


@pytest.mark.parametrize("origin", ["", "https://evil.example.org"])
def test_a_key_opens_nothing_from_elsewhere(client: Client, app: App, origin: str) -> None:
    headers = {"Origin": origin} if origin else {}
    response = client.get("/configs/notes.json", {"key": app.key}, headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "unknown_key")
    assert "Access-Control-Allow-Origin" not in response


@pytest.mark.parametrize("name", ["ai-assistant", "clipboard", "notes"])
def test_without_authentication_there_is_no_configuration(client: Client, app: App, name: str) -> None:
    response = client.get(f"/configs/{name}.json")
    assert (response.status_code, response.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize("name", ["wiki", "a%00b", "x" * 300])
def test_there_is_no_such_configuration(person: Client, ann: User, name: str) -> None:
    assert person.get(f"/configs/{name}.json").status_code == 404


def test_it_is_read_and_not_written(person: Client, ann: User) -> None:
    assert person.post("/configs/ai-assistant.json").status_code == 405
    assert person.get("/configs/ai-assistant.json", {"colour": "red"}).status_code == 400
