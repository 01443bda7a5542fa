"""A tool is called: its text, or an error result in plain words from which the model can go on."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import structlog
from mcp_types import CallToolResult, TextContent

from mcp_tools.caller import Caller
from mcp_tools.exceptions import DatabaseUnavailable, Unforeseen
from mcp_tools.output import ToolAnswer, Wait
from mcp_tools.tool import McpTool
from rest.exceptions import ProductError
from rest.problems import is_database_away

T = TypeVar("T")
log = structlog.get_logger(__name__)


class Called(NamedTuple):
    """The result of a call, and for what its caller would wait."""

    result: CallToolResult
    wait: Wait | None


def answer(tool: McpTool, caller: Caller, given: Mapping[str, Any]) -> CallToolResult:
    """Call a tool. Every error is a result that says what to do; ours go into the log, none with a traceback out."""
    return call(tool, caller, given).result


def call(tool: McpTool, caller: Caller, given: Mapping[str, Any]) -> Called:
    """The same, with what a wait would be for."""
    try:
        found = guarded(tool.name, tool.call, caller, given)
    except ProductError as error:
        text = TextContent(type="text", text=words_of(error))
        return Called(CallToolResult(content=[text], is_error=True), None)
    return Called(_result(found), found.wait)


def guarded(what: str, function: Callable[..., T], *args: Any) -> T:
    """Call it. Raises ProductError alone: DatabaseUnavailable or Unforeseen for what nobody foresaw."""
    try:
        return function(*args)
    except ProductError:
        raise
    except Exception as error:  # the outermost place: whatever it is, the caller gets an answer
        if is_database_away(error):
            log.error("database_unavailable", call=what, reason=str(error).strip())
            raise DatabaseUnavailable("The database does not answer. Try again in some seconds.") from error
        log.exception("tool_failed", call=what)
        request_id = structlog.contextvars.get_contextvars().get("request_id", "none")
        raise Unforeseen(
            f"Something went wrong here, and it is in the log (request {request_id}). Try again once."
        ) from error


def words_of(error: ProductError) -> str:
    """An error for a model: what happened, what it may choose from, the stable code."""
    # What is more than a list of names stands in the message, for people and models alike.
    extra = "".join(f" {name}: {_listed(value)}." for name, value in error.extra.items() if _is_told(value))
    return f"{error.message}{extra} [{error.code}]"


def _is_told(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(each, (str, int)) for each in value)
    return isinstance(value, (str, int))


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _result(found: ToolAnswer) -> CallToolResult:
    content = [TextContent(type="text", text=found.text)]
    return CallToolResult(content=list(content), structured_content=found.data.fields())
