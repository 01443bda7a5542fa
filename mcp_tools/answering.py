"""A tool is called: its text, or an error result in plain words from which the model can go on."""

from collections.abc import Callable, Mapping
from typing import Any

import structlog
from mcp_types import CallToolResult, TextContent

from mcp_tools.caller import Caller
from mcp_tools.exceptions import DatabaseUnavailable, Unforeseen
from mcp_tools.tool import McpTool
from rest.exceptions import ProductError
from rest.problems import is_database_away

log = structlog.get_logger(__name__)


def answer(tool: McpTool, caller: Caller, given: Mapping[str, Any]) -> CallToolResult:
    """Call a tool. Every error is a result that says what to do; ours go into the log, none with a traceback out."""
    try:
        return _result(guarded(tool.name, tool.call, caller, given))
    except ProductError as error:
        return _result(words_of(error), is_error=True)


def guarded(what: str, function: Callable[..., str], *args: Any) -> str:
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


def _result(text: str, *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=is_error)
