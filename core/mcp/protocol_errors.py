"""Errors for lines or bodies that are no request: a sentence in place of the SDK's parser output."""

from collections.abc import Mapping
from http import HTTPStatus

from mcp_types import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PARSE_ERROR,
    UNSUPPORTED_PROTOCOL_VERSION,
    ErrorData,
    JSONRPCError,
    RequestId,
)
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from core.mcp.unreadable_requests import describe_fault, request_id

NOT_JSON = ErrorData(
    code=PARSE_ERROR, message="This is not JSON. Nothing was done.", data={"code": "parse_error"}
)
BATCH = ErrorData(
    code=INVALID_REQUEST,
    message="Several requests in one list (a JSON-RPC batch) are not taken: send them one by one. Nothing was done.",
    data={"code": "invalid_request"},
)
NO_MESSAGE = ErrorData(
    code=INVALID_REQUEST,
    message='This is JSON, but no message of JSON-RPC 2.0: {"jsonrpc": "2.0", "id": 1, "method": "tools/list"} is one. '
    "Nothing was done.",
    data={"code": "invalid_request"},
)
NO_ID = ErrorData(
    code=INVALID_REQUEST,
    message="A request has an id, a text or a whole number, under which it is answered. Nothing was done.",
    data={"code": "invalid_request"},
)


def unreadable_error(body: bytes) -> ErrorData:
    """For a body that the parser refused; one that is no text is named by its first wrong byte, counted from 1."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        message = f"The body is not UTF-8: byte {error.start + 1}. Nothing was done."
        return ErrorData(code=PARSE_ERROR, message=message, data=NOT_JSON.data)
    fault = describe_fault(text)
    if fault is None:
        return NOT_JSON
    return ErrorData(code=PARSE_ERROR, message=f"{fault} Nothing was done.", data=NOT_JSON.data)


def too_large_error(limit: int, text_limit: int) -> ErrorData:
    """For a body above `limit` bytes; no argument may have more than `text_limit` of them."""
    return ErrorData(
        code=INVALID_REQUEST,
        message=f"The call has more than {limit:,} bytes, and was not read. A text or stone has at most "
        f"{text_limit:,}: give it in parts. Nothing was done.",
        data={"code": "payload_too_large"},
    )


def problem_error(problem: Mapping[str, object]) -> JSONRPCError:
    """A problem (RFC 9457) as clients of MCP show it: they pass over bodies that are no JSON-RPC."""
    is_ours = problem["status"] == HTTPStatus.SERVICE_UNAVAILABLE
    code = INTERNAL_ERROR if is_ours else INVALID_REQUEST
    return rejection(None, ErrorData(code=code, message=str(problem["detail"]), data=dict(problem)))


def unknown_version_error(version: str) -> ErrorData:
    """For a protocol version that is unknown or newer than this server."""
    versions = list(KNOWN_PROTOCOL_VERSIONS)
    return ErrorData(
        code=UNSUPPORTED_PROTOCOL_VERSION,
        message=f"This server does not know the protocol version {version[:40]!r}. It speaks {', '.join(versions)}.",
        data={"supported": versions, "requested": version[:40]},
    )


def simplify_version_error(error: ErrorData) -> ErrorData:
    """The SDK's own refusal of a version as a sentence; other errors unchanged."""
    if error.code != UNSUPPORTED_PROTOCOL_VERSION or not isinstance(error.data, dict):
        return error
    return error.model_copy(
        update={"message": unknown_version_error(str(error.data.get("requested", ""))).message}
    )


def reject_line(error: Exception) -> JSONRPCError:
    """The response to a line that is no message, under its id if it has one."""
    raw_message: object = None
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":
            line = str(first["input"])
            return rejection(request_id(line), unreadable_error(line.encode(errors="replace")))
        raw_message = first["input"]
    named = raw_message.get("id") if isinstance(raw_message, dict) else None
    return rejection(
        named if isinstance(named, (str, int)) else None,
        BATCH if isinstance(raw_message, list) else NO_MESSAGE,
    )


def rejection(named: RequestId | None, error: ErrorData) -> JSONRPCError:
    """The answer to a request of this id; None where it has none."""
    return JSONRPCError(jsonrpc="2.0", id=named, error=error)
