"""The page that describes the API: it draws itself, under its own policy and from our own files."""

import re

import pytest
from django.urls import reverse
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


@pytest.mark.long
def test_what_most_need_comes_first_and_deleting_an_account_last(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/api/docs")
    expect(page.get_by_text("/api/format-qastone")).to_be_visible()
    tags = page.locator(".opblock-tag").evaluate_all("all => all.map(each => each.dataset.tag)")
    assert (tags[:2], tags[-1]) == (["stones", "inbox"], "account")
    first = page.locator(".opblock").first
    expect(first).not_to_have_class(re.compile("opblock-delete"))
    agents = page.get_by_role("link", name="Agents", exact=True)
    expect(agents).to_have_attribute("href", reverse("inbox:agents"))
    expect(page.get_by_role("link", name="Back to the site")).to_have_attribute("href", reverse("home"))


def test_it_is_dark_where_the_theme_is(page: Page, live_server: LiveServer) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{live_server.url}/api/docs")
    expect(page.locator("body")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(page.locator("html")).to_have_css("background-color", "rgb(28, 32, 34)")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).not_to_have_class("dark-mode")
    page.context.add_cookies([{"name": "theme", "value": "dark", "url": live_server.url}])
    page.reload()
    expect(page.locator("html")).to_have_class("dark-mode")
