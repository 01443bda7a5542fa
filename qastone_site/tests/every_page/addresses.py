"""Which addresses of the site are pages, recognised by their answers, so that none can be forgotten."""

from collections.abc import Iterator
from itertools import groupby
from typing import TypeGuard
from urllib.parse import urlencode

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from qastone_site.tests.access.access_rows import Row
from qastone_site.tests.access.access_world import World
from qastone_site.tests.access.test_matrix import BY_NAME, declared

NOT_OURS = {
    "api-docs": "Swagger's own page; only what of it is served, and that it asks nobody else, is ours"
}
DOCTYPE = b"<!doctype html>"

# Those of the URLconf, not of the table: an address without a row is a KeyError here.
READ = [BY_NAME[name] for name in sorted(declared()) if name.startswith("GET ")]
OWNER_PAGES = [row for row in READ if row.expected["owner"] == 200 and row.name not in NOT_OURS]
PUBLIC_PAGES = [row for row in READ if row.expected["owner"] != 200 and row.expected["anonymous"] == 200]
"""What only who is not signed in gets to see."""


def area(row: Row) -> str:
    """The app that a page is of, as its addresses are named; `-api` is what scripts of its pages ask."""
    return row.name.split(":")[0].removesuffix("-api") if ":" in row.name else "site"


AREAS = {name: list(rows) for name, rows in groupby(sorted(OWNER_PAGES, key=area), key=area)}


def address(row: Row, world: World) -> str:
    query = f"?{urlencode(row.query)}" if row.query else ""
    return reverse(row.name, kwargs=row.args(world) or {}) + query


def is_page(answer: HttpResponseBase) -> TypeGuard[HttpResponse]:
    """A whole page: neither a part of one (no doctype), nor JSON or text, nor a file to keep."""
    if answer.status_code != 200 or not isinstance(answer, HttpResponse):
        return False
    is_html = answer["Content-Type"].startswith("text/html") and "Content-Disposition" not in answer
    return is_html and answer.content.lstrip()[:15].lower() == DOCTYPE


def pages(rows: list[Row], world: World, client: Client) -> Iterator[tuple[Row, str, HttpResponse]]:
    """Each of `rows` that is a page, its address and its answer.

    Asked when it is its turn: to be read changes what some of them show.
    """
    for row in rows:
        where = address(row, world)
        answer = client.get(where)
        if is_page(answer):
            yield row, where, answer
