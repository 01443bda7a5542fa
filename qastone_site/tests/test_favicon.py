"""Browsers that show a plain file ask for an icon at the address that they know, and find it."""

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Page
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer


def test_the_icon_is_where_browsers_look(client: Client, settings: Settings) -> None:
    response = client.get("/favicon.ico")
    path = "icons/favicon.svg"
    assert (response.status_code, response.headers["Location"]) == (302, f"{settings.STATIC_URL}{path}")
    assert finders.find(path)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_browser_can_show_it(page: Page, live_server: LiveServer, complaints: list[str]) -> None:
    page.goto(f"{live_server.url}/health")  # names no icon itself
    width = page.evaluate(
        "async () => { const icon = new Image(); icon.src = '/favicon.ico'; await icon.decode(); return icon.width }"
    )
    assert width > 0
    assert complaints == []
