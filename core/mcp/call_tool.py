"""Call a tool: its answer, or an error result that tells the model what to do next."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import structlog
from django.db import InterfaceError, OperationalError
from mcp_types import CallToolResult, TextContent

from core.mcp.caller import Caller
from core.mcp.exceptions import ToolDatabaseUnavailable, UnexpectedToolError
from core.mcp.tool import McpTool
from core.mcp.tool_output import ToolAnswer, Wait
from core.rest.agent_tokens import hide_tokens
from core.rest.exceptions import ProductError
from core.rest.problems import is_database_unavailable

T = TypeVar("T")
log = structlog.get_logger(__name__)


class CallOutcome(NamedTuple):
    """The result of a call, and what its caller would wait for."""

    result: CallToolResult
    wait: Wait | None


def call_tool(tool: McpTool, caller: Caller, arguments: Mapping[str, Any]) -> CallToolResult:
    """Every error becomes a result; unexpected ones are logged and reach the caller without a traceback."""
    return call_tool_or_wait(tool, caller, arguments).result


def call_tool_or_wait(tool: McpTool, caller: Caller, arguments: Mapping[str, Any]) -> CallOutcome:
    """The same, with what a wait would be for."""
    try:
        tool_answer = call_guarded(tool.name, tool.call, caller, arguments)
    except ProductError as error:
        text = TextContent(type="text", text=error_text(error))
        # Not among the fields, which would be an answer's: clients check them against the tool's schema.
        result = CallToolResult(content=[text], is_error=True, _meta={"code": error.code})
        return CallOutcome(result, None)
    return CallOutcome(_as_result(tool_answer), tool_answer.wait)


def call_guarded(
    operation: str, function: Callable[..., T], caller: Caller, arguments: Mapping[str, Any]
) -> T:
    """Call it. Raises ProductError only: ToolDatabaseUnavailable or UnexpectedToolError for unforeseen errors."""
    try:
        return function(caller, arguments)
    except ProductError as error:
        if error.missing_scopes and caller.record_refusal:
            # The answer does not depend on it.
            with suppress(OperationalError, InterfaceError):
                caller.record_refusal(error.missing_scopes)
        raise
    except Exception as error:  # the outermost place: the caller gets an answer in any case
        if is_database_unavailable(error):
            log.error("database_unavailable", call=operation, reason=str(error).strip())
            raise ToolDatabaseUnavailable(
                "The database does not answer. Try again in some seconds."
            ) from error
        log.exception("tool_failed", call=operation)
        request_id = structlog.contextvars.get_contextvars().get("request_id", "none")
        raise UnexpectedToolError(
            f"Something went wrong here, and it is in the log (request {request_id}). Try again once."
        ) from error


def error_text(error: ProductError) -> str:
    """An error for a model: the message, the choices it has, the stable code. No token in it is repeated."""
    # Anything but a list of names is in the message already.
    extra = "".join(
        f" {name}: {_join_values(value)}." for name, value in error.extra.items() if _is_printable(value)
    )
    return f"{hide_tokens(f'{error.message}{extra}')} [{error.code}]"


def _is_printable(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(isinstance(each, (str, int)) for each in value)
    return isinstance(value, (str, int))


def _join_values(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _as_result(tool_answer: ToolAnswer) -> CallToolResult:
    content = [TextContent(type="text", text=tool_answer.text)]
    return CallToolResult(content=list(content), structured_content=tool_answer.data.fields())
