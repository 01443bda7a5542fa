"""Every page of the site, with one thing of every kind on it: in both themes, wide and narrow, nothing is amiss."""

import pytest
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from core.pages.tests.page_checks import check_page, save_screenshots
from qastone_site.tests.access.access_rows import Row
from qastone_site.tests.access.access_world import World
from qastone_site.tests.every_page.addresses import AREAS, PUBLIC_PAGES, pages

pytestmark = pytest.mark.browser


def visit(page: Page, row: Row, address: str, complaints: list[str]) -> None:
    page.goto(address)
    check_page(page, row.name)
    save_screenshots(page, row.name.replace(":", "-"))
    assert complaints == [], row.name


@pytest.mark.every_case
@pytest.mark.parametrize("area", AREAS)
def test_every_page_looks_right(
    ann_page: Page, live_server: LiveServer, world: World, complaints: list[str], area: str
) -> None:
    client = Client()
    client.force_login(world.owner)
    for row, path, _ in pages(AREAS[area], world, client):
        visit(ann_page, row, live_server.url + path, complaints)


def test_public_pages_look_right(
    page: Page, live_server: LiveServer, world: World, complaints: list[str]
) -> None:
    for row, path, _ in pages(PUBLIC_PAGES, world, Client()):
        visit(page, row, live_server.url + path, complaints)
