"""The page that describes the API: it draws itself, under its own policy and from our own files."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.browser


def test_the_operations_are_shown(page: Page, live_server: LiveServer, complaints: list[str]) -> None:
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto(f"{live_server.url}/api/docs")
    expect(page.get_by_text("/api/format-qastone")).to_be_visible()
    assert hosts == {live_server.url.split("/")[2]}
    assert complaints == []
