"""The rows of the clipboard."""

from typing import Any

from qastone_site.tests.access.access_rows import Row, page, rest
from qastone_site.tests.access.access_world import CANARY, World


def copied(world: World) -> dict[str, Any]:
    return {"name": world.copied.pk}


CLIPBOARD: list[Row] = [
    rest("GET", "clipboard-api:copies", "clipboard:read", foreign=200, q=CANARY),
    rest(
        "POST",
        "clipboard-api:copies",
        "clipboard:write",
        201,
        foreign=201,
        body=lambda _: {"content": "Something that was copied."},
    ),
    rest("GET", "clipboard-api:export", "clipboard:read", foreign=200),
    rest("GET", "clipboard-api:copy", "clipboard:read", args=copied),
    rest("DELETE", "clipboard-api:copy", "clipboard:write", 204, args=copied),
    rest("GET", "clipboard-api:chain", "clipboard:read", args=copied),
    rest("GET", "clipboard-api:chain-drawn", "clipboard:read", args=copied),
    rest("POST", "clipboard-api:copy-stone", ("clipboard:write", "stones:write"), args=copied),
    rest("PUT", "clipboard-api:copy-pin", "clipboard:write", args=copied),
    rest("DELETE", "clipboard-api:copy-pin", "clipboard:write", 204, args=copied),
    page("GET", "clipboard:list", foreign=200),
    page(
        "POST", "clipboard:list", 302, foreign=302, body=lambda _: {"content": "Something that was copied."}
    ),
    page("GET", "clipboard:updates", foreign=204),
    page("GET", "clipboard:export", foreign=200),
    page(
        "POST",
        "clipboard:chosen",
        302,
        foreign=302,
        body=lambda world: {"chosen": world.copied.pk, "action": "delete"},
    ),
    page("POST", "clipboard:pause", 302, foreign=302),
    page("GET", "clipboard:entry", args=copied),
    page("POST", "clipboard:stone", 302, args=copied),
    page("POST", "clipboard:pin", 302, args=copied),
    page("GET", "clipboard:delete", args=copied),
    page("POST", "clipboard:delete", 302, args=copied),
]
