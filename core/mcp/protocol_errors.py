"""Errors for lines or bodies that are no request: a sentence in place of the SDK's parser output."""

from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    UNSUPPORTED_PROTOCOL_VERSION,
    ErrorData,
    JSONRPCError,
    RequestId,
)
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS
from pydantic import ValidationError

NOT_JSON = ErrorData(code=PARSE_ERROR, message="This is not JSON. Nothing was done.")
BATCH = ErrorData(
    code=INVALID_REQUEST,
    message="Several requests in one list (a JSON-RPC batch) are not taken: send them one by one. Nothing was done.",
)
NO_MESSAGE = ErrorData(
    code=INVALID_REQUEST,
    message='This is JSON, but no message of JSON-RPC 2.0: {"jsonrpc": "2.0", "id": 1, "method": "tools/list"} is one. '
    "Nothing was done.",
)


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
            return _answer(None, NOT_JSON)
        raw_message = first["input"]
    request_id = raw_message.get("id") if isinstance(raw_message, dict) else None
    return _answer(
        request_id if isinstance(request_id, (str, int)) else None,
        BATCH if isinstance(raw_message, list) else NO_MESSAGE,
    )


def _answer(request_id: RequestId | None, error: ErrorData) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=request_id, error=error)
