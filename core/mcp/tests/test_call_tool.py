"""Every error becomes an answer; only unforeseen ones are logged with a traceback, which never reaches the caller."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
import structlog
from django.db import InterfaceError, OperationalError, connection, transaction
from mcp_types import TextContent
from structlog.testing import capture_logs

from core.mcp.call_tool import call_tool
from core.mcp.caller import Caller
from core.mcp.tool import tool
from core.mcp.tool_output import Output, ToolAnswer
from core.rest.exceptions import ProductError

CALLER = Caller(account=None, agent=None, scopes=frozenset({"stones:read"}))  # type: ignore[arg-type]  # not looked at


class Ambiguous(ProductError):
    code = "ambiguous"


ERRORS: dict[str, Exception] = {
    "ours": Ambiguous("Two stones.", candidates=["aa", "bb"]),
    "down": OperationalError("connection to 10.0.0.7 refused"),
    "cut": InterfaceError("cursor already closed"),
    "bug": ZeroDivisionError("secret 42"),
}


@dataclass
class Refusals:
    """Records them as a token does; the database may be down."""

    scopes: list[Sequence[str]] = field(default_factory=list)
    error: Exception | None = None

    def record(self, missing: Sequence[str]) -> None:
        self.scopes.append(missing)
        if self.error:
            raise self.error


class Done(Output):
    done: bool
    note: str | None = None


@tool("stones:read", title="Fail", output=Done)
def fail(caller: Caller, how: str) -> ToolAnswer:
    """Fail."""
    if how in ERRORS:
        raise ERRORS[how]
    return ToolAnswer("done", Done(done=True))


def call_tool_result(how: str) -> tuple[bool, str]:
    result = call_tool(fail, CALLER, {"how": how})
    [content] = result.content
    assert isinstance(content, TextContent)
    assert result.structured_content == (None if result.is_error else {"done": True})
    return bool(result.is_error), content.text


def test_a_good_call_is_its_text() -> None:
    assert call_tool_result("well") == (False, "done")


def test_a_product_error_has_its_code_and_choices() -> None:
    assert call_tool_result("ours") == (True, "Two stones. candidates: aa, bb. [ambiguous]")


@pytest.mark.parametrize("error", [None, OperationalError("down")])
def test_a_refusal_for_want_of_a_scope_is_recorded(error: Exception | None) -> None:
    refusals = Refusals(error=error)
    caller = replace(CALLER, scopes=frozenset({"kb:read"}), record_refusal=refusals.record)
    result = call_tool(fail, caller, {"how": "well"})
    assert result.meta == {"code": "missing_scope"}
    assert refusals.scopes == [("stones:read",)]
    call_tool(fail, replace(caller, scopes=CALLER.scopes), {"how": "ours"})
    assert refusals.scopes == [("stones:read",)]


@pytest.mark.parametrize("how", ["down", "cut"])
def test_an_unavailable_database_asks_for_a_retry(how: str) -> None:
    with capture_logs() as logs:
        is_error, text = call_tool_result(how)
    assert is_error
    assert text == "The database does not answer. Try again in some seconds. [database_unavailable]"
    assert [entry["event"] for entry in logs] == ["database_unavailable"]


@pytest.mark.django_db
def test_a_limit_of_the_database_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OperationalError) as raised, connection.cursor() as cursor, transaction.atomic():
        cursor.execute("DO $$ BEGIN RAISE SQLSTATE '54000'; END $$")
    monkeypatch.setitem(ERRORS, "limit", raised.value)
    assert "it is in the log" in call_tool_result("limit")[1]


def test_an_unexpected_error_reveals_only_the_request_id() -> None:
    with structlog.contextvars.bound_contextvars(request_id="r-1"), capture_logs() as logs:
        is_error, text = call_tool_result("bug")
    assert is_error
    assert "r-1" in text
    assert "secret" not in text
    assert [(entry["event"], entry["exc_info"]) for entry in logs] == [("tool_failed", True)]
