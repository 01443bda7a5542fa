"""The SDK's server with our tools in it, for either transport.

The low-level server, because it sends what we give it: MCPServer repeats every answer as structured content and
sets the process's logging up.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextResourceContents,
)

from mcp_tools.answering import answer, guarded, words_of
from mcp_tools.caller import Caller
from mcp_tools.exceptions import DatabaseUnavailable, Unforeseen
from mcp_tools.resource import McpResource
from mcp_tools.threads import Threads
from mcp_tools.tool import McpTool
from rest.exceptions import ProductError

Context = ServerRequestContext[Any, Any]
# The caller of this request. Raises MCPError when its token is not (or no longer) valid.
Identify = Callable[[Context], Awaitable[Caller]]
# The lists change with a release alone.
LISTS = CacheHint(ttl_ms=3_600_000, scope="public")


class ToolServer:
    """Answers `tools/*` and `resources/*` for the caller whom `identify` names, in threads of its own."""

    def __init__(
        self,
        *,
        tools: Sequence[McpTool],
        resources: Sequence[McpResource],
        identify: Identify,
        threads: Threads,
    ) -> None:
        self.tools = {tool.name: tool for tool in tools}
        # Made once: a schema costs more than the call that asks for it.
        self.listed = [tool.listed() for tool in tools]
        self.resources = resources
        self.identify = identify
        self.threads = threads

    def sdk_server(self, *, name: str, title: str, version: str, instructions: str) -> "Server[Any]":
        """The SDK's server that hands its requests to this one."""
        return Server(
            name,
            title=title,
            version=version,
            instructions=instructions,
            cache_hints={"tools/list": LISTS, "resources/templates/list": LISTS, "resources/list": LISTS},
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
        )

    async def _list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        await self.identify(context)
        return ListToolsResult(tools=self.listed)

    async def _call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        caller = await self.identify(context)
        tool = self.tools.get(params.name)
        if tool is None:
            raise MCPError(
                INVALID_PARAMS, f"Unknown tool {params.name[:40]!r}. There are: {', '.join(self.tools)}."
            )
        return await self.threads.run(answer, tool, caller, params.arguments or {})

    async def _list_resources(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """None by name: an account may have a million stones, and `search_stones` finds them."""
        await self.identify(context)
        return ListResourcesResult(resources=[])

    async def _list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        await self.identify(context)
        return ListResourceTemplatesResult(resource_templates=[one.listed() for one in self.resources])

    async def _read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        caller, uri = await self.identify(context), str(params.uri)
        for resource in self.resources:
            if (holes := resource.match(uri)) is not None:
                text = await self._resource_text(resource, caller, holes)
                content = TextResourceContents(uri=uri, text=text, mime_type=resource.mime_type)
                return ReadResourceResult(contents=[content])
        there_are = ", ".join(resource.template for resource in self.resources)
        raise MCPError(INVALID_PARAMS, f"There is no such resource. There are: {there_are}.")

    async def _resource_text(self, resource: McpResource, caller: Caller, holes: dict[str, str]) -> str:
        try:
            return await self.threads.run(guarded, resource.name, resource.read, caller, holes)
        except (DatabaseUnavailable, Unforeseen) as error:
            raise MCPError(INTERNAL_ERROR, words_of(error)) from error
        except ProductError as error:
            raise MCPError(INVALID_PARAMS, words_of(error)) from error
