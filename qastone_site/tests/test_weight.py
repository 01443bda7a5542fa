"""What a browser loads for a page, as it is served: at most 60 kB of JavaScript and 20 kB of CSS."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from assistant.tests.js_modules import loaded
from core.pages.tests.page_checks import Weigh

SCRIPTS = 60_000
STYLES = 20_000
"""Bytes, compressed; with htmx, the assistant and what is for printing."""
# Those that bring a script or styles of their own, and one that does not.
PAGES = [
    "/",
    "/paste",
    "/clipboard/",
    "/inbox/",
    "/ask/coverage/",
    "/brain/",
    "/analytics/",
    "/assistant/settings",
    "/assistant/apps",
    "/status",
    "/manual/stones",
]


def loads(page: str, collected: Path) -> tuple[set[str], set[str]]:
    """The names of a page's scripts, with all that they import, and of its styles."""
    html = re.sub(r"<!--.*?-->", "", page, flags=re.DOTALL)
    scripts: set[str] = set()
    for tag in re.findall(r"<script\b[^>]*\bsrc=[^>]*>", html):
        name = named(tag, "src")
        scripts |= loaded(collected, name) if 'type="module"' in tag else {name}
    styles = re.findall(r'<link\b[^>]*rel="stylesheet"[^>]*>', html)
    return scripts, {named(tag, "href") for tag in styles}


def named(tag: str, attribute: str) -> str:
    """The file's name; an address that is not one of our static files fails the test."""
    found = re.search(rf"""\b{attribute}=["']?/static/([^"'\s>]+)""", tag)
    assert found, tag
    return found[1]


def test_each_page_is_within_its_budgets(ann: User, collected: Path, weigh: Weigh) -> None:
    client = Client()
    client.force_login(ann)
    loaded: set[str] = set()
    for address in PAGES:
        answer = client.get(address)
        assert answer.status_code == 200, address
        scripts, styles = loads(answer.content.decode(), collected)
        assert "assistant/widget.js" in scripts, address
        assert 20_000 < sum(map(weigh, scripts)) <= SCRIPTS, address
        assert 10_000 < sum(map(weigh, styles)) <= STYLES, address
        loaded |= scripts | styles
    own = {path.relative_to(collected).as_posix() for path in (collected / "css").glob("*.css")}
    # A file of styles that no page here has would be weighed by nobody.
    assert {name for name in own if not re.search(r"\.[0-9a-f]{12}\.css$", name)} <= loaded


@pytest.mark.parametrize("tag", ['<script src="https://elsewhere.example/x.js">', "<script src=x.js>"])
def test_a_script_from_elsewhere_is_no_script_of_ours(tag: str, collected: Path) -> None:
    with pytest.raises(AssertionError):
        loads(tag, collected)
