"""The SDK's server for handlers that may still be loading; imports the SDK alone, so that it can answer `initialize`
before that.

The low-level server, because it sends what we give it: MCPServer repeats every answer as structured content and
configures the process's logging.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
)
from pydantic import ValidationError

Context = ServerRequestContext[Any, Any]
# The lists change only with a release.
LISTS = CacheHint(ttl_ms=3_600_000, scope="public")


class Handlers(Protocol):
    """The request handlers; `core.mcp.tool_server.ToolServer` implements them."""

    async def list_tools(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListToolsResult: ...

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult: ...

    async def list_prompts(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListPromptsResult: ...

    async def get_prompt(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult: ...

    async def list_resources(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult: ...

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult: ...

    async def read_resource(
        self, context: Context, params: ReadResourceRequestParams
    ) -> ReadResourceResult: ...


def sdk_server(
    loaded: Callable[[], Awaitable[Handlers]], *, name: str, title: str, version: str, instructions: str
) -> "Server[Any]":
    """Each request waits for `loaded`, `initialize` does not. Raises what `loaded` raises."""

    def handler(method: str) -> Any:
        async def handle(context: Context, params: Any) -> Any:
            return await getattr(await loaded(), method)(context, params)

        return handle

    server: Server[Any] = Server(
        name,
        title=title,
        version=version,
        instructions=instructions,
        cache_hints={
            "tools/list": LISTS,
            "prompts/list": LISTS,
            "resources/templates/list": LISTS,
            "resources/list": LISTS,
        },
        on_list_tools=handler("list_tools"),
        on_call_tool=handler("call_tool"),
        on_list_prompts=handler("list_prompts"),
        on_get_prompt=handler("get_prompt"),
        on_list_resources=handler("list_resources"),
        on_list_resource_templates=handler("list_templates"),
        on_read_resource=handler("read_resource"),
    )
    server.middleware.append(name_wrong_parameters)
    return server


async def name_wrong_parameters(ctx: Context, call_next: CallNext) -> HandlerResult:
    """In place of the SDK's "Invalid request parameters": which one, and what is wrong with it."""
    try:
        return await call_next(ctx)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join(map(str, first["loc"]))
        reason = _REASONS.get(first["type"], first["msg"])
        message = f"{ctx.method} was not understood: {name}: {reason}. Nothing was done."
        raise MCPError(INVALID_PARAMS, message, {"code": "invalid_arguments"}) from error


_REASONS = {
    "dict_type": "must be a JSON object, as {}",
    "model_type": "must be a JSON object, as {}",
    "string_type": "must be a text",
    "missing": "is needed",
}
