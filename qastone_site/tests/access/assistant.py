"""The rows of the assistant."""

from assistant.models import OWN_APP
from brain.services.request_brain_answer import BRAIN_ANSWER
from qastone_site.tests.access.access_rows import AGENTS, Make, Row, nothing, page
from qastone_site.tests.access.access_world import APP_KEY, APP_ORIGIN, TEXT, World
from stones.format import content_sha256

HASH = content_sha256(TEXT)[:8]


def person(
    method: str,
    name: str,
    ok: int = 200,
    *,
    foreign: int = 200,
    args: Make = nothing,
    body: Make = nothing,
    shared: int | None = None,
    **query: str,
) -> Row:
    """What the assistant calls. Agents' tokens are no grants, and no key of an app is in the address."""
    expected = dict.fromkeys(("anonymous", *AGENTS), 401) | {"owner": ok, "other account": foreign}
    expected |= {} if shared is None else {"member": shared}
    return Row(method, f"assistant-api:{name}", expected, "", args, body, query)


def panel_answer(world: World) -> dict[str, str]:
    """One that the person asked for in this site's own panel."""
    return {"answer_id": world.written(BRAIN_ANSWER, f"assistant {OWN_APP}").pk}


SETTINGS: list[Row] = [
    page("GET", "assistant:settings", foreign=200),
    page(
        "POST",
        "assistant:settings",
        302,
        foreign=302,
        body=lambda _: {"part": "assistant", "action": "restore"},
    ),
    person("GET", "config", args=lambda _: {"app": "clipboard"}),
]
CALLS: list[Row] = [
    person("POST", "events", 202, foreign=202, body=lambda _: {"events": []}),
    person("POST", "level", foreign=404, shared=200, body=lambda _: {"border_hash": HASH, "level": 0}),
    person("POST", "stone", 201, foreign=201, body=lambda _: {"content": "The server has port 7892."}),
    person("POST", "send", 201, foreign=404, body=lambda _: {"recipient": "prax", "stone": HASH}),
    person("GET", "agents"),
    person("POST", "chat", body=lambda _: {"message": "Which port has job 7?"}),
    person("POST", "query", body=lambda _: {"question": "Which port has job 7?"}),
    person("GET", "written-answer", 202, foreign=404, args=panel_answer),
    person("GET", "written-events", foreign=404, args=panel_answer),
    person("POST", "written-stop", foreign=404, args=panel_answer),
    person("POST", "note", 201, foreign=201, body=lambda _: {"body": "The server has port 7892."}),
    person(
        "POST",
        "helper",
        202,
        foreign=404,
        shared=202,
        body=lambda _: {"border_hash": HASH, "task": "Which port?"},
    ),
    person("GET", "helper-job", foreign=404, args=lambda world: {"job_id": world.helper.pk}),
    person("GET", "helper-price", foreign=404, shared=200, border_hash=HASH),
    person("GET", "inbox"),
    person("GET", "unread"),
    person("POST", "acknowledge", foreign=404, body=lambda world: {"message_id": world.letter.pk}),
    person("GET", "insights"),
    person("GET", "proposals"),
    person(
        "POST",
        "proposal",
        foreign=404,
        args=lambda world: {"proposal_id": world.menu_change.pk},
        body=lambda _: {"decision": "dismiss"},
    ),
]

NOT_SIGNED_IN = dict.fromkeys(("anonymous", *AGENTS), 401)
CONNECT = [
    Row(
        method,
        "assistant:connect",
        NOT_SIGNED_IN | {"owner": 200, "other account": 404},
        body=lambda _: {"key": APP_KEY, "origin": APP_ORIGIN},
        query={"key": APP_KEY, "origin": APP_ORIGIN},
        is_form=True,
    )
    for method in ("GET", "POST")
]
APPS = [
    page("GET", "assistant:apps", foreign=200),
    page(
        "POST",
        "assistant:apps",
        302,
        foreign=302,
        body=lambda _: {"name": "wiki", "origin": "https://wiki.example.org"},
    ),
    page("GET", "assistant:app-delete", args=lambda world: {"app_id": world.app.pk}),
    page("POST", "assistant:app-delete", 302, args=lambda world: {"app_id": world.app.pk}),
    page("POST", "assistant:app-end-connections", 302, args=lambda world: {"app_id": world.app.pk}),
    page("GET", "assistant:menus", foreign=200),
    page(
        "POST",
        "assistant:menu-decide",
        302,
        args=lambda world: {"change_id": world.menu_change.pk},
        body=lambda _: {"decision": "apply"},
    ),
    page("POST", "assistant:menus-restore", 302, foreign=302, body=lambda _: {"app": "qastone"}),
]
ASSISTANT: list[Row] = [*SETTINGS, *CALLS, *CONNECT, *APPS]
