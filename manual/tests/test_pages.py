"""The manual as pages: everybody reads them, their links lead somewhere, their pictures are there."""

import re
from html.parser import HTMLParser

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve

from manual.read_documents import FOLDER, documents

pytestmark = pytest.mark.django_db
NAMES = list(documents())


class PageLinks(HTMLParser):
    """Ids, links and pictures of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [str(given["id"])] if "id" in given else []
        self.links += [str(given["href"])] if tag == "a" else []
        self.pictures += [given] if tag == "img" else []


def article(client: Client, name: str) -> str:
    html = client.get(f"/manual/{name}").content.decode()
    return html[html.index('<article class="manual">') : html.index("</article>")]


def test_the_list_names_each_document_with_its_first_sentence(client: Client) -> None:
    html = client.get("/manual/").content.decode()
    for document in documents().values():
        assert f'<a href="/manual/{document.name}">{document.title}</a>' in html.replace("&#x27;", "'")
    assert "For whoever keeps notes here and asks them." in html


def test_every_document_of_the_folder_is_served_and_no_other(client: Client) -> None:
    assert set(NAMES) == {path.stem for path in FOLDER.glob("*.md")}
    assert client.get("/manual/0001-embedded-services").status_code == 404
    assert client.get("/manual/README").status_code == 404
    assert client.post("/manual/stones").status_code == 405


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_shown_whole(client: Client, name: str) -> None:
    page = PageLinks(html := article(client, name))
    assert len(page.ids) == len(set(page.ids))
    anchors = [section.anchor for section in documents()[name].sections[1:]]
    assert [each for each in page.ids if each in anchors] == anchors
    # No mark-up is left: neither headings, tables nor fences.
    words = re.sub(r"<pre.*?</pre>|<code.*?</code>", "", html, flags=re.S)
    assert not re.search(r"^#+ |^\|---|```|\]\(", words, re.M)


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(client: Client, name: str) -> None:
    for link in PageLinks(article(client, name)).links:
        path, _, anchor = link.removeprefix("http://testserver").partition("#")
        if path.startswith("https://"):
            continue
        assert resolve(path or "/").view_name != "api-not-found"
        if path.startswith("/manual/") and anchor:
            path = path.removeprefix("/manual/")
            assert anchor in [section.anchor for section in documents()[path].sections], link
        elif not path:
            assert anchor in [section.anchor for section in documents()[name].sections], link


def test_a_link_to_what_is_not_served_is_plain_code(client: Client) -> None:
    html = article(client, "operators")
    assert "ADR 23 <code>docs/adr/0023-packages.md</code>" in html
    assert "stands in <code>.env.example</code>" in html
    assert '<a href="/manual/scaling#connections"' in html


def test_a_link_that_names_a_file_shows_the_title_of_the_document(client: Client) -> None:
    assert re.search(
        r'<a href="/manual/agents#read-cheaply"[^>]*>QA.Stone for agents</a>', article(client, "stones")
    )


def test_the_addresses_are_those_of_this_site(client: Client) -> None:
    assert "http://testserver/mcp" in article(client, "agents")
    assert "127.0.0.1:8000" not in article(client, "messages")


def test_pictures_stand_in_both_themes_with_their_size(client: Client) -> None:
    pictures = PageLinks(article(client, "stones")).pictures
    assert [each["class"] for each in pictures] == ["in-light", "in-dark"] * 2
    for each in pictures:
        file = str(each["src"]).removeprefix("/static/")
        assert finders.find(file) is not None
        assert each["alt"]
        assert int(str(each["width"])) > 600


def test_its_pages_have_the_policy_of_all_others(client: Client) -> None:
    assert "unsafe" not in client.get("/manual/stones")["Content-Security-Policy"]


def test_the_image_has_the_documents() -> None:
    assert (FOLDER.parent / "docs" / "images").is_dir()
    left_out = (FOLDER.parent / ".dockerignore").read_text().split()
    assert not {"docs", "docs/", "*.md", "**/*.md", "**/*.png", "docs/images"} & set(left_out)
    assert "COPY . ." in (FOLDER.parent / "Dockerfile").read_text()
