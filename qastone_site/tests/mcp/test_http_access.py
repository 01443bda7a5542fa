"""The checks before the tools: host, origin, method, token, limit, and JSON-RPC."""

import json
from datetime import timedelta
from typing import Any

import httpx2
import pytest
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from inbox.models import Agent, AgentToken
from inbox.services import close_agent, create_agent, issue_token, revoke_token
from inbox.services.issue_tokens import IssuedToken
from stones.tests.factories import new_account

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
LEGACY = {"MCP-Protocol-Version": "2025-11-25"}
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list"}


@pytest.fixture
def token(transactional_db: None) -> IssuedToken:
    return issue_token(agent=create_agent(account=new_account("ann"), name="koda"))


def post(
    site: str, token: str | None, body: Any = LIST, path: str = "/mcp", **headers: str
) -> httpx2.Response:
    """One POST; names of headers with _ for -."""
    sent = {"Accept": "application/json", "Content-Type": "application/json"} | LEGACY
    sent |= {"Authorization": f"Bearer {token}"} if token is not None else {}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    content = body if isinstance(body, (bytes, str)) else json.dumps(body)
    raw = [(name.encode(), value.encode("latin-1")) for name, value in sent.items()]
    return httpx2.post(f"{site}{path}", content=content, headers=raw, timeout=10, verify=False)


def code(response: httpx2.Response) -> tuple[int, str]:
    assert response.headers["Content-Type"] == "application/json"
    error = response.json()["error"]
    assert error["message"] == error["data"]["detail"]
    return response.status_code, error["data"]["code"]


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_the_address_works_with_and_without_a_slash(site: str, token: IssuedToken, path: str) -> None:
    response = post(site, token.text, path=path)
    assert response.status_code == 200
    assert response.json()["result"]["tools"]


def test_what_lies_under_it_is_djangos(site: str, token: IssuedToken) -> None:
    assert post(site, token.text, path="/mcp/nowhere").json()["code"] == "not_found"
    assert httpx2.get(f"{site}/health").status_code == 200


def test_without_a_valid_token_nothing_opens(site: str, token: IssuedToken) -> None:
    for refused in (None, "x", "\xff", "qas_" + "0" * 36, token.row.sha256):
        response = post(site, refused)
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="qastone"'
        said = response.json()["error"]["message"]
        assert "qas_" in said or "on the page Agents" in said
    assert post(site, None, Authorization="Basic YW5uOnNlY3JldA==").status_code == 401
    assert httpx2.post(f"{site}/mcp?token={token.text}", json=LIST, verify=False).status_code == 401


def test_a_token_is_authenticated_at_each_call(site: str, token: IssuedToken) -> None:
    assert post(site, token.text).status_code == 200
    revoke_token(token=token.row)
    assert post(site, token.text).status_code == 401
    AgentToken.objects.update(revoked=None, expires=timezone.now() - timedelta(seconds=1))
    assert post(site, token.text).status_code == 401
    AgentToken.objects.update(expires=None)
    assert post(site, token.text).status_code == 200
    close_agent(agent=Agent.objects.get())
    assert post(site, token.text).status_code == 401


def test_only_hosts_of_the_site_are_answered(site: str, token: IssuedToken, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["stones.example.org", ".example.net", "127.0.0.1"]
    for host in ("stones.example.org", "stones.example.org:8000", "a.example.net", "127.0.0.1:1"):
        assert post(site, token.text, Host=host).status_code == 200, host
    for host in ("evil.example.org", "stones.example.org.evil.com", "localhost", "example.org", "a b"):
        assert code(post(site, token.text, Host=host)) == (421, "unknown_host"), host


def test_only_pages_of_the_site_may_call(site: str, token: IssuedToken, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://stones.example.org", "https://*.example.net"]
    allowed = ["http://localhost:6274", "https://stones.example.org", "https://a.example.net"]
    for origin in (*allowed, site):
        assert post(site, token.text, Origin=origin).status_code == 200, origin
    refused = [
        "https://evil.example",
        "http://stones.example.org",
        "null",
        "https://stones.example.org.evil.com",
    ]
    for origin in (*refused, "file://", "http://localhost.evil.com", "https://stones.example.org:444"):
        assert code(post(site, token.text, Origin=origin)) == (403, "unknown_origin"), origin
    settings.ALLOWED_HOSTS = ["*"]
    assert code(post(site, token.text, Origin="https://evil.example")) == (403, "unknown_origin")


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS", "HEAD"])
def test_nothing_but_post(site: str, token: IssuedToken, method: str) -> None:
    response = httpx2.request(
        method, f"{site}/mcp", headers={"Authorization": f"Bearer {token.text}"}, verify=False
    )
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"


def test_plain_http_is_refused_where_https_is_demanded(
    site: str, token: IssuedToken, settings: Settings
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert code(post(site, token.text)) == (403, "https_only")
    assert post(site, token.text, X_Forwarded_Proto="https").status_code == 200


@pytest.mark.usefixtures("noon")
def test_an_agent_has_its_calls_a_minute(site: str, token: IssuedToken, settings: Settings) -> None:
    settings.API_CALLS_PER_MINUTE = 2
    assert [post(site, token.text).status_code for _ in range(3)] == [200, 200, 429]
    refused = post(site, token.text)
    assert code(refused) == (429, "throttled")
    assert refused.headers["Retry-After"] == "40"
    other = issue_token(agent=create_agent(account=new_account(), name="mira"))
    assert post(site, other.text).status_code == 200


def test_a_table_that_cannot_be_read_is_no_bad_token(site: str, token: IssuedToken) -> None:
    with connection.cursor() as cursor:
        name = connection.settings_dict["NAME"]
        cursor.execute(f"ALTER DATABASE {name} SET statement_timeout = '300ms'")
        try:
            with connection.cursor() as locking:
                locking.execute("BEGIN; LOCK TABLE inbox_agenttoken IN ACCESS EXCLUSIVE MODE")
                response = post(site, token.text)
                locking.execute("ROLLBACK")
        finally:
            cursor.execute(f"ALTER DATABASE {name} RESET statement_timeout")
    assert code(response) == (503, "database_unavailable")
    assert response.headers["Retry-After"] == "5"


MALFORMED: list[Any] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"[1, 2]",
    b"3",
    b'"tools/list"',
    b"\xff\xfe\x00",
    b"\x00" * 100,
    b"[" * 50_000,
    b'{"jsonrpc": "2.0", "id": ' + b"9" * 10_000 + b', "method": "ping"}',
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\\ud800"}}',
    b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}',
    [LIST],
    [LIST, LIST],
    {},
    {"jsonrpc": "1.0", "id": 1, "method": "tools/list"},
    {"id": 1, "method": "tools/list"},
    {"jsonrpc": "2.0", "id": 1},
    {"jsonrpc": "2.0", "id": None, "method": "tools/list"},
    {"jsonrpc": "2.0", "id": {}, "method": "tools/list"},
    {"jsonrpc": "2.0", "id": [1], "method": "tools/list"},
    {"jsonrpc": "2.0", "id": 1, "method": 5},
    {"jsonrpc": "2.0", "id": 1, "method": ""},
    {"jsonrpc": "2.0", "id": 1, "method": "no/such"},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": []},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": "x"},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call"},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5}},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "inbox", "arguments": []}},
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "inbox", "arguments": {"after": {}}},
    },
    {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "::: not an address"}},
    {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": 5}},
    {"jsonrpc": "2.0", "id": 1, "result": {}},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": "x"}},
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {}}},
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 7}},
]


@pytest.mark.parametrize("headers", [LEGACY, MODERN, {"MCP-Protocol-Version": "1999-01-01"}], ids=str)
def test_what_is_no_json_rpc_is_the_callers_mistake(
    site: str, token: IssuedToken, headers: dict[str, str]
) -> None:
    for body in MALFORMED:
        enveloped = body
        if isinstance(body, dict) and isinstance(body.get("params", {}), dict) and headers is MODERN:
            enveloped = body | {"params": body.get("params", {}) | {"_meta": ENVELOPE}}
        response = post(site, token.text, enveloped, **{k.replace("-", "_"): v for k, v in headers.items()})
        assert response.status_code < 500, (body, response.text)
        assert_no_dump(response)
    assert post(site, token.text).status_code == 200


def assert_no_dump(response: httpx2.Response) -> None:
    """Whatever was sent: a sentence or two, and nothing of a parser's inside."""
    if not response.content or "error" not in response.json():
        return
    message = response.json()["error"]["message"]
    assert len(message) <= 300, message
    for inside in ("\n", "pydantic", "input_value", "validation error"):
        assert inside not in message, message


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28", "1999-01-01", None])
def test_a_batch_is_refused_in_a_sentence(site: str, token: IssuedToken, version: str | None) -> None:
    headers = {"MCP_Protocol_Version": version} if version else {}
    for body in ([LIST], [LIST, LIST], [], b"  \n [1]"):
        response = post(site, token.text, body, **headers)
        assert response.status_code == 400
        answer = response.json()
        assert (answer["jsonrpc"], answer["id"], answer["error"]["code"]) == ("2.0", None, -32600)
        assert answer["error"]["message"].startswith(
            "Several requests in one list (a JSON-RPC batch) are not taken"
        )
        assert int(response.headers["Content-Length"]) == len(response.content)


def test_what_is_not_json_is_refused_in_a_sentence(site: str, token: IssuedToken) -> None:
    for version in ("2025-11-25", "2026-07-28"):
        for body in (b"{", b"no json", b"[1,"):
            response = post(site, token.text, body, MCP_Protocol_Version=version)
            assert (response.status_code, response.json()["error"]["code"]) == (400, -32700)
            assert response.json()["error"]["message"] == "This is not JSON. Nothing was done."
    response = post(site, token.text, b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}')
    assert response.json()["error"] == {
        "code": -32700,
        "message": "The body is not UTF-8: byte 40. Nothing was done.",
        "data": {"code": "parse_error"},
    }
    response = post(site, token.text, {"jsonrpc": "2.0", "id": 1})
    assert response.json()["error"]["message"].startswith("This is JSON, but no message of JSON-RPC 2.0")


def call_body(arguments: str) -> bytes:
    """A call of `send` under the id 7, which stands last."""
    params = f'{{"name": "send", "arguments": {arguments}}}'
    return f'{{"jsonrpc": "2.0", "method": "tools/call", "params": {params}, "id": 7}}'.encode()


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (
            '{"id": 5, "text": "One.\\nTwo \\ud83d."}',
            "params.arguments.text: line 2 has the character U+D83D. Take it out.",
        ),
        (
            f'{{"text": {"[" * 500}{"]" * 500}}}',
            "The JSON is nested too deeply: at most 200 levels are read.",
        ),
        (
            f'{{"text": {"[" * 9_000}{"]" * 9_000}}}',
            "The JSON is nested too deeply: at most 200 levels are read.",
        ),
    ],
    ids=["half of a character", "deep", "deeper"],
)
def test_what_cannot_be_read_is_answered_under_its_id(
    site: str, token: IssuedToken, arguments: str, wrong: str
) -> None:
    response = post(site, token.text, call_body(arguments))
    answer = response.json()
    assert (response.status_code, answer["id"], answer["error"]["code"]) == (400, 7, -32700)
    assert answer["error"]["message"] == f"{wrong} Nothing was done."
    assert answer["error"]["data"] == {"code": "parse_error"}


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("number", [None, {}, [1], 1.5, True])
def test_a_request_without_a_valid_id_is_refused(
    site: str, token: IssuedToken, number: Any, version: str
) -> None:
    response = post(site, token.text, LIST | {"id": number}, MCP_Protocol_Version=version)
    answer = response.json()
    assert (response.status_code, answer["id"], answer["error"]["code"]) == (400, None, -32600)


def test_a_notification_is_not_answered(site: str, token: IssuedToken) -> None:
    for body in (
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
    ):
        response = post(site, token.text, body)
        assert (response.status_code, response.content) == (202, b"")


@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_another_type_is_told_what_to_send(site: str, token: IssuedToken, version: str) -> None:
    for media_type in ("text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""):
        response = post(site, token.text, Content_Type=media_type, MCP_Protocol_Version=version)
        assert code(response) == (415, "unsupported_media_type")
        assert "Content-Type: application/json" in response.json()["error"]["message"]
    assert post(site, token.text, Content_Type="application/json; charset=utf-8").status_code == 200


@pytest.mark.parametrize(
    ("params", "wrong"),
    [
        ({"name": "read", "arguments": []}, "params.arguments: must be a JSON object, as {}"),
        ({"nam": "read"}, "params.name: is needed"),
        ({"name": 5}, "params.name: must be a text"),
    ],
)
def test_wrong_parameters_are_named(
    site: str, token: IssuedToken, params: dict[str, Any], wrong: str
) -> None:
    response = post(site, token.text, LIST | {"method": "tools/call", "params": params})
    error = response.json()["error"]
    assert error["code"] == -32602
    assert error["message"] == f"tools/call was not understood: {wrong}. Nothing was done."


def test_an_unknown_version_is_refused_in_a_sentence(site: str, token: IssuedToken) -> None:
    enveloped = LIST | {
        "params": {"_meta": ENVELOPE | {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}}
    }
    for body in (LIST, enveloped):
        response = post(site, token.text, body, MCP_Protocol_Version="2031-01-01", Mcp_Method="tools/list")
        error = response.json()["error"]
        assert (response.status_code, error["code"]) == (400, -32022)
        assert error["message"] == (
            "This server does not know the protocol version '2031-01-01'. It speaks 2024-11-05, 2025-03-26, "
            "2025-06-18, 2025-11-25, 2026-07-28."
        )
        assert error["data"]["requested"] == "2031-01-01"
        assert "2026-07-28" in error["data"]["supported"]


def test_whoever_asks_for_an_unknown_version_is_offered_one_that_there_is(
    site: str, token: IssuedToken
) -> None:
    hello = {"protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    response = post(site, token.text, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
    assert response.json()["result"]["protocolVersion"] == "2025-11-25"


def test_too_much_is_refused_unread(site: str, token: IssuedToken, settings: Settings) -> None:
    response = post(site, token.text, b" " * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1))
    assert (response.status_code, response.headers["Content-Type"]) == (413, "application/json")
    assert "A text or stone has at most 1,000,000: give it in parts" in response.json()["error"]["message"]
