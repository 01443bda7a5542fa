"""The page Apps: an origin is checked, a key is given, and deleting it asks first."""

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from assistant.models import App
from assistant.tests.api_pages import Page, app_of, connected, signed_in

PATH = "/assistant/apps"


@pytest.fixture
def client(account: User) -> Client:
    return signed_in(account).client


def text_of(client: Client) -> str:
    return unescape(client.get(PATH).content.decode())


def test_none_yet(client: Client) -> None:
    assert "No app yet" in text_of(client)


def test_a_new_app_with_its_script_tag(client: Client, account: User) -> None:
    response = client.post(PATH, {"name": "notes", "origin": " HTTPS://Notes.Example.org:443/ "})
    app = App.objects.get()
    assert (response.status_code, response["Location"]) == (302, "/assistant/apps#app-notes")
    assert (app.account, app.name, app.origin) == (account, "notes", "https://notes.example.org")
    tag = f'<script type="module" src="http://testserver/static/assistant/widget.js?key={app.key}"></script>'
    assert tag in text_of(client)


@pytest.mark.parametrize(
    ("name", "origin", "message"),
    [
        ("", "https://a.example", "This field is required."),
        ("Notes", "https://a.example", "A name has 1 to 40 lower-case letters"),
        ("qastone", "https://a.example", "names this site's own pages"),
        ("clipboard", "https://a.example", "names this site's own pages"),
        ("wiki", "notes.example.org", "is no origin"),
        ("wiki", "https://a.example/notes", "is no origin"),
        ("wiki", "http://a.example", "Use https"),
        ("wiki", "http://testserver", "Use https"),
        ("wiki", "https://notes.example.org", "is the app 'notes' already"),
        ("notes", "https://a.example", "There is an app 'notes' already"),
    ],
)
def test_refused_with_what_to_mend(
    client: Client, account: User, name: str, origin: str, message: str
) -> None:
    app_of(account)
    response = client.post(PATH, {"name": name, "origin": origin})
    page = unescape(response.content.decode())
    assert response.status_code in (409, 422)
    assert message in page
    assert f'value="{origin}"' in page
    assert App.objects.count() == 1


def test_this_site_needs_no_app(client: Client) -> None:
    response = client.post(PATH, {"name": "own", "origin": "https://testserver"}, secure=True)
    assert "That is this site itself" in unescape(response.content.decode())
    assert not App.objects.exists()


def test_deleting_asks_first(client: Client, app: App) -> None:
    path = f"/assistant/apps/{app.pk}/delete"
    assert "Delete the app notes?" in unescape(client.get(path).content.decode())
    assert App.objects.exists()
    assert client.post(path)["Location"] == PATH
    assert not App.objects.exists()
    assert client.post(path).status_code == 404


def test_ending_the_connections_of_one_app(client: Client, app: App, embedded: Page) -> None:
    path = f"/assistant/apps/{app.pk}/end-connections"
    assert f'action="{path}"' in text_of(client)
    assert embedded.get("unread").status_code == 200
    response = client.post(path)
    assert (response.status_code, response["Location"]) == (302, "/assistant/apps#app-notes")
    assert "The connections of notes are ended" in text_of(client)
    assert embedded.get("unread").json()["code"] == "grant_refused"
    app.refresh_from_db()
    assert connected(app).get("unread").status_code == 200


def test_connections_are_ended_by_the_person_alone(
    account: User, client: Client, app: App, embedded: Page, other: User
) -> None:
    path = f"/assistant/apps/{app.pk}/end-connections"
    assert client.get(path).status_code == 405
    assert signed_in(other).client.post(path).status_code == 404
    assert signed_in(account, enforce_csrf=True).client.post(path).status_code == 403
    # Nor by a page that is connected: the window promised it the assistant alone.
    assert embedded.client.post(path, headers=embedded.headers)["Location"].startswith("/sign-in")
    assert embedded.get("unread").status_code == 200


def test_anothers_is_not_there(client: Client, other: User) -> None:
    theirs = app_of(other, name="theirs", origin="https://evil.example")
    assert "evil.example" not in text_of(client)
    path = f"/assistant/apps/{theirs.pk}/delete"
    assert (client.get(path).status_code, client.post(path).status_code) == (404, 404)
    assert App.objects.exists()


@pytest.mark.parametrize("path", [PATH, "/assistant/menus", "/assistant/apps/x/delete"])
def test_it_needs_a_session(embedded: Page, path: str) -> None:
    response = embedded.get(path)
    assert (response.status_code, response["Location"]) == (302, f"/sign-in?next={path}")
