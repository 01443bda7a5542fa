"""Every operation × every kind of caller. An operation without a row fails."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from qastone_site.tests.access.access_rows import PRINCIPALS, Row
from qastone_site.tests.access.access_world import CANARY, DRAFT, World, snapshot
from qastone_site.tests.access.callers import Callers
from qastone_site.tests.access.site_rows import ROWS
from qastone_site.tests.access.test_scope_guard import ALL

REST_METHODS = ("get", "post", "put", "patch", "delete")
# Those who may, last: what they do changes what the others would find.
ALLOWED = ("member", "read-only agent", "agent", "owner")
REFUSED_FIRST = [*sorted(set(PRINCIPALS) - set(ALLOWED)), *ALLOWED]
BY_NAME = {str(row): row for row in ROWS}


def names(patterns: Any, space: str = "") -> Iterator[tuple[int, str]]:
    """The name by which `reverse` finds each operation, under the operation's id."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from names(pattern.url_patterns, inner)
        else:
            yield id(pattern), f"{space}{pattern.name}"


NAMES = dict(names(get_resolver().url_patterns))


def methods(pattern: URLPattern) -> set[str]:
    """Those that the operation answers; HEAD and OPTIONS go with GET."""
    view = getattr(pattern.callback, "view_class", None)
    if view is not None:
        options = getattr(pattern.callback, "view_initkwargs", {})
        answered = options.get("http_method_names", view.http_method_names)
        return {name.upper() for name in REST_METHODS if name in answered and hasattr(view, name)}
    assert pattern.callback is not None
    allowed = pattern.callback(RequestFactory().options("/")).headers["Allow"]
    return set(re.split(r",\s*", allowed)) - {"HEAD", "OPTIONS"}


def declared() -> set[str]:
    return {
        f"{method} {NAMES[id(pattern)]}"
        for pattern in ALL.values()
        for method in methods(pattern)
        if pattern.name != "api-not-found"  # every other address, and nothing is there
    }


def test_every_operation_has_a_row_and_every_row_an_operation() -> None:
    assert set(BY_NAME) == declared()


def call(world: World, row: Row, who: str, callers: Callers) -> HttpResponseBase:
    address = reverse(row.name, kwargs=row.args(world) or {})
    client, body = callers.client(world, row, who), row.body(world)
    if row.method == "GET":
        return client.get(address, row.query)
    send = getattr(client, row.method.lower())
    options = {} if row.is_form else {"content_type": "application/json"}
    response: HttpResponseBase = send(address, body or {}, **options)
    return response


def text_of(response: HttpResponseBase) -> str:
    content: bytes = getattr(response, "content", b"") or b""
    return content.decode(errors="replace")


@pytest.mark.every_case
@pytest.mark.parametrize("operation", sorted(BY_NAME))
def test_everybody_is_answered_as_the_row_says(world: World, callers: Callers, operation: str) -> None:
    row, answered = BY_NAME[operation], {}
    refused = [who for who in REFUSED_FIRST if row.expected[who] in (401, 403, 404) or who == "anonymous"]

    def answer(who: str) -> None:
        response = call(world, row, who, callers)
        answered[who] = response.status_code
        assert DRAFT not in text_of(response), who
        if who not in ("owner", "agent", "read-only agent") and not (who == "member" and row.is_shared):
            assert CANARY not in text_of(response), who

    before = snapshot(world)
    for who in refused:
        answer(who)
    assert snapshot(world) == before, f"one of {refused} was refused, and something changed"
    for who in REFUSED_FIRST:
        if who not in refused:
            answer(who)
    assert answered == dict(row.expected)


@pytest.mark.every_case
@pytest.mark.parametrize(
    "operation",
    sorted(
        name
        for name, row in BY_NAME.items()
        if row.expected.get("agent of another account") == 404 and row.scope
    ),
)
def test_what_is_anothers_looks_like_what_is_not_there(
    world: World, callers: Callers, operation: str
) -> None:
    """The same answer before it was made and after: nobody learns by asking that something is there."""
    row = BY_NAME[operation]
    theirs = problem(call(world, row, "agent of another account", callers))
    address = reverse(row.name, kwargs=row.args(world) or {})
    forget(world)
    client = Client(headers={"Authorization": f"Bearer {world.token(world.thief)}"})
    body = json.dumps(row.body(world) or {})
    missing = client.generic(
        row.method,
        address,
        "" if row.method == "GET" else body,
        "application/json",
        QUERY_STRING="&".join(f"{k}={v}" for k, v in row.query.items()),
    )
    assert problem(missing) == theirs


def forget(world: World) -> None:
    """Delete all that is the first account's."""
    world.owner.delete()


def problem(response: HttpResponseBase) -> Any:
    body = json.loads(text_of(response))
    body.pop("request_id", None)
    return response.status_code, body
