"""Every page says what it is: one first heading, a title that no other page has, and its language."""

from html.parser import HTMLParser

import pytest
from django.http import HttpResponse
from django.test import Client

from qastone_site.tests.access.access_world import World
from qastone_site.tests.every_page.addresses import OWNER_PAGES, PUBLIC_PAGES, is_page, pages


class Head(HTMLParser):
    """What a page is called."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.lang, self.title, self.headings = "", "", 0
        self._is_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # An svg has a <title>, too: the page's own is the first.
        self._is_title = tag == "title" and not self.title
        self.headings += tag == "h1"
        if tag == "html":
            self.lang = dict(attrs).get("lang") or ""

    def handle_endtag(self, tag: str) -> None:
        self._is_title = False

    def handle_data(self, data: str) -> None:
        if self._is_title:
            self.title += " ".join(data.split())


def test_every_page_has_a_head_of_its_own(world: World) -> None:
    client = Client()
    client.force_login(world.owner)
    titles: dict[str, str] = {}
    for _, path, answer in [*pages(OWNER_PAGES, world, client), *pages(PUBLIC_PAGES, world, Client())]:
        head = Head(answer.text)
        assert head.headings == 1, path
        assert head.lang == "en", path
        assert head.title.endswith(" · QA.Stone"), path
        assert titles.setdefault(head.title, path) == path, f"{path}: {head.title} is the title of another"
    # As many as there were when this was written; fewer means that pages were not taken for pages.
    assert len(titles) >= 49


PAGE = "\n<!DOCTYPE html><html lang='en'><title>A page</title>"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (HttpResponse(PAGE), True),
        (HttpResponse(PAGE, status=404), False),
        (HttpResponse(PAGE, content_type="text/plain"), False),
        (HttpResponse(PAGE, headers={"Content-Disposition": "attachment"}), False),
        (HttpResponse("<section>A part</section>"), False),
        (HttpResponse("{}", content_type="application/json"), False),
        (HttpResponse(status=302, headers={"Location": "/"}), False),
    ],
)
def test_pages_are_recognised_by_their_answer(answer: HttpResponse, expected: bool) -> None:
    assert is_page(answer) is expected
