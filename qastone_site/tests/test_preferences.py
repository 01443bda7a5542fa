"""POST /preferences: what a browser prefers, without JavaScript."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_theme_is_remembered_and_the_page_comes_back_in_it(client: Client) -> None:
    response = client.post("/preferences", {"theme": "dark", "next": "/sign-in"})
    assert (response.status_code, response["Location"]) == (302, "/sign-in")
    assert client.cookies["theme"].value == "dark"
    page = client.get("/setup").content.decode()
    assert '<html lang="en" data-theme="dark">' in page
    assert 'value="dark" aria-pressed="true"' in page


def test_the_default_needs_no_cookie(client: Client) -> None:
    client.post("/preferences", {"theme": "dark"})
    client.post("/preferences", {"theme": "auto"})
    assert client.cookies["theme"].value == ""


@pytest.mark.parametrize(
    "where", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "evil", ""]
)
def test_it_leads_nowhere_else(client: Client, where: str) -> None:
    assert client.post("/preferences", {"theme": "dark", "next": where})["Location"] == "/"


def test_what_is_unknown_is_left_alone(client: Client) -> None:
    client.post("/preferences", {"theme": "purple", "shortcuts": "off", "other": "x"})
    assert set(client.cookies) == {"shortcuts"}


def test_it_takes_a_post(client: Client) -> None:
    assert client.get("/preferences").status_code == 405


def test_the_density_of_lists_is_remembered(client: Client) -> None:
    client.force_login(User.objects.create_user("ann"))
    client.post("/preferences", {"density": "compact", "next": "/stones/"})
    assert 'data-density="compact"' in client.get("/stones/").content.decode()
    client.post("/preferences", {"density": "comfortable"})
    assert "data-density" not in client.get("/stones/").content.decode()
