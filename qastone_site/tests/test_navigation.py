"""The main navigation: its order, for whom what is in it, and the bar at the bottom of narrow screens."""

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import FloatRect, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page
from stones.tests.factories import new_account

FIRST = ["Overview", "Stones", "Inbox", "Ask"]
REST = ["Brain", "Agents", "Analytics"]
ASIDE = ["Manual", "API docs"]
PHONE = (390, 844)


def names(html: str) -> list[str]:
    nav = html[html.index('<nav class="nav"') : html.index('<details class="menu nav-more"')]
    return re.findall(r"</svg>\s*<span>([^<]+)</span>", nav)


def tabs(account: User) -> list[str]:
    client = Client()
    client.force_login(account)
    html = client.get("/ask/skills/").content.decode()
    tablist = html[html.index('aria-label="Ask"') :].partition("</nav>")[0]
    return re.findall(r">([A-Z][a-z]+)</a>", tablist)


@pytest.mark.django_db
@pytest.mark.parametrize(("is_staff", "first"), [(True, ["Admin"]), (False, [])])
def test_the_order(is_staff: bool, first: list[str]) -> None:
    account = new_account()
    User.objects.filter(pk=account.pk).update(is_staff=is_staff)
    client = Client()
    client.force_login(account)
    assert names(client.get("/").content.decode()) == [*FIRST, *REST, *first, *ASIDE]


@pytest.mark.django_db
def test_curating_is_for_those_who_curate() -> None:
    account = new_account()
    assert tabs(account) == ["Ask", "Answers", "Skills"]
    User.objects.filter(pk=account.pk).update(is_staff=True)
    assert tabs(account) == ["Ask", "Answers", "Skills", "Coverage", "Questions"]


def on_a_phone(page: Page, address: str) -> Locator:
    width, height = PHONE
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    return page.get_by_role("navigation", name="Main")


def box_of(locator: Locator) -> FloatRect:
    box = locator.bounding_box()
    assert box is not None
    return box


@pytest.mark.long
@pytest.mark.browser
def test_a_bar_of_four_on_a_phone(ann_page: Page, live_server: LiveServer) -> None:
    nav = on_a_phone(ann_page, live_server.url)
    expect(nav.get_by_role("link")).to_have_text(FIRST)
    assert box_of(nav)["y"] + box_of(nav)["height"] == PHONE[1]
    assert box_of(ann_page.locator("header.bar"))["height"] <= 64
    expect(ann_page.locator("#search")).to_be_hidden()
    ann_page.get_by_role("link", name="Search everything").click()
    ann_page.wait_for_url("**/search")
    check_page(ann_page, "the search on a phone")


@pytest.mark.long
@pytest.mark.browser
def test_the_assistant_sits_in_the_bar(ann_page: Page, live_server: LiveServer) -> None:
    nav = on_a_phone(ann_page, live_server.url)
    bubble = ann_page.locator("qastone-assistant .bubble")
    expect(bubble).to_be_visible()
    assert box_of(bubble)["y"] >= box_of(nav)["y"]
    for place in (*nav.get_by_role("link").all(), nav.locator("summary")):
        assert box_of(place)["x"] + box_of(place)["width"] <= box_of(bubble)["x"]


@pytest.mark.long
@pytest.mark.browser
def test_more_opens_without_a_script(ann_without_script: Page, live_server: LiveServer) -> None:
    nav = on_a_phone(ann_without_script, live_server.url)
    expect(nav.get_by_role("link", name="Brain")).to_be_hidden()
    nav.get_by_text("More").click()
    expect(nav.get_by_role("link")).to_have_text([*FIRST, *REST, "Admin", *ASIDE])
    nav.get_by_role("link", name="Brain").click()
    ann_without_script.wait_for_url("**/brain/")


STEPS = (
    "inbox:agent-new",
    "brain:note-new",
    "brain:notes-upload",
    "quickstart:upload-entries",
    "quickstart:upload-skills",
)


@pytest.mark.django_db
@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_called_as_the_page_that_it_leads_to(step: str, client: Client) -> None:
    """On every button, and at the place of a list that is empty."""
    client.force_login(new_account())
    title = re.search(r"<h1>(.*?)</h1>", client.get(reverse(step)).content.decode())
    assert title
    button = (
        rf"""<a class="button[^>]*url '{step}' %}}[^>]*>([^<]+)</a>|url_name="{step}" action="([^"]+)\""""
    )
    templates = [path.read_text() for path in (settings.BASE_DIR / "templates").rglob("*.html")]
    found = [
        a or b
        for text in templates
        for a, b in re.findall(button, re.sub(r"{% if .*?%}|{% endif %}", "", text))
    ]
    assert found
    assert set(found) == {title[1]}
