"""The page or its region: by the header that htmx sends, and nowhere else in the product."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import RequestFactory

from core.pages.fragments import is_for_region, is_htmx, render_page

HTMX_HEADER = re.compile(r"""headers(?:\.get\(|\[)["']HX-(?:Request|Target)|request\.htmx""")


@pytest.mark.parametrize(
    ("headers", "start"),
    [
        ({}, "<!doctype html>"),
        ({"HX-Request": "true"}, "<!doctype html>"),
        ({"HX-Request": "true", "HX-Target": "another"}, "<!doctype html>"),
        ({"HX-Request": "true", "HX-Target": "skills"}, "<title>Skills"),
    ],
)
def test_htmx_gets_the_region_that_it_targets(headers: dict[str, str], start: str) -> None:
    request = RequestFactory().get("/", headers=headers)
    regions = {"skills": "quickstart/_skills.html"}
    response = render_page(request, "error.html", {"is_bare": True}, regions=regions, status=422)
    assert response.content.decode().lstrip().startswith(start)
    assert response.status_code == 422
    assert response["Vary"] == "HX-Request, HX-Target"


def test_what_htmx_sends_is_known_without_a_region() -> None:
    request = RequestFactory().get("/", headers={"HX-Request": "true", "HX-Target": "stone"})
    assert is_htmx(request)
    assert is_for_region(request, "stone")
    assert not is_htmx(RequestFactory().get("/"))


def test_nothing_else_reads_the_headers_of_htmx() -> None:
    root = Path(settings.BASE_DIR)
    code = [file for package in root.glob("*/__init__.py") for file in package.parent.rglob("*.py")]
    readers = [
        str(file.relative_to(root))
        for file in [*code, *(root / "templates").rglob("*.html")]
        if "tests" not in file.parts and HTMX_HEADER.search(file.read_text())
    ]
    assert readers == ["core/pages/fragments.py"]
