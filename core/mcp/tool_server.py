"""Handlers of both transports' requests: tools, prompts and resources, for the caller of each."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
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
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
)

from core.mcp.call_tool import call_guarded, call_tool, call_tool_or_wait, error_text
from core.mcp.caller import Caller
from core.mcp.exceptions import ToolDatabaseUnavailable, UnexpectedToolError
from core.mcp.prompt import McpPrompt
from core.mcp.resource import McpResource
from core.mcp.sdk_server import Context
from core.mcp.thread_pool import ThreadPool
from core.mcp.tool import McpTool
from core.rest.exceptions import ProductError

# Returns the caller of this request. Raises MCPError if its token is not (or no longer) valid.
Identify = Callable[[Context], Awaitable[Caller]]


class InboxWaiter(Protocol):
    """Hears of everything that arrives in inboxes from its creation on."""

    async def wait_for(self, topic: str) -> None: ...


class Notifications(Protocol):
    """Wakes waiters when something arrives."""

    @property
    def is_closing(self) -> bool: ...

    def start(self) -> None: ...

    def waiter(self) -> AbstractContextManager[InboxWaiter]: ...


class ToolServer:
    """Answers `tools/*`, `prompts/*` and `resources/*` for the caller that `identify` returns, in its own threads."""

    def __init__(
        self,
        *,
        tools: Sequence[McpTool],
        resources: Sequence[McpResource],
        prompts: Sequence[McpPrompt],
        identify: Identify,
        threads: ThreadPool,
        notifications: Notifications,
    ) -> None:
        self.tools = {tool.name: tool for tool in tools}
        # Made once: a schema costs more than the call that asks for it.
        self.listed = [tool.listed() for tool in tools]
        self.resources = resources
        self.prompts = {prompt.name: prompt for prompt in prompts}
        self.identify = identify
        self.threads = threads
        self.notifications = notifications

    async def list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        await self.identify(context)
        return ListToolsResult(tools=self.listed)

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        caller = await self.identify(context)
        tool = self.tools.get(params.name)
        if tool is None:
            raise _unknown("tool", f"Unknown tool {params.name[:40]!r}. There are: {', '.join(self.tools)}.")
        arguments = params.arguments or {}
        if tool.waits:
            return await self._call_waiting(tool, caller, arguments)
        return await self.threads.run(call_tool, tool, caller, arguments)

    async def _call_waiting(
        self, tool: McpTool, caller: Caller, arguments: Mapping[str, Any]
    ) -> CallToolResult:
        """Call, and while there is nothing call again at each notification, until the caller's time is over.

        Between two calls it holds no thread and no connection.
        """
        clock = asyncio.get_running_loop()
        began = clock.time()
        self.notifications.start()
        while True:
            # Before the call, so that what arrives during it is heard, too.
            with self.notifications.waiter() as waiter:
                result, wait = await self.threads.run(call_tool_or_wait, tool, caller, arguments)
                left = 0.0 if wait is None else began + wait.seconds - clock.time()
                if wait is None or left <= 0 or self.notifications.is_closing:
                    return result
                try:
                    await asyncio.wait_for(waiter.wait_for(wait.topic), min(left, wait.poll_seconds or left))
                except TimeoutError:
                    if began + wait.seconds <= clock.time():
                        return result
                arguments = arguments if wait.arguments is None else wait.arguments

    async def list_prompts(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        await self.identify(context)
        return ListPromptsResult(prompts=[prompt.listed() for prompt in self.prompts.values()])

    async def get_prompt(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        caller = await self.identify(context)
        prompt = self.prompts.get(params.name)
        if prompt is None:
            available = ", ".join(self.prompts)
            raise _unknown("prompt", f"Unknown prompt {params.name[:40]!r}. There are: {available}.")
        text = await self._text(prompt.name, prompt.text, caller, params.arguments or {})
        message = PromptMessage(role="user", content=TextContent(type="text", text=text))
        return GetPromptResult(description=prompt.description, messages=[message])

    async def list_resources(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """None by name: an account may have a million stones; `search_stones` finds them."""
        await self.identify(context)
        return ListResourcesResult(resources=[])

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        await self.identify(context)
        return ListResourceTemplatesResult(
            resource_templates=[resource.listed() for resource in self.resources]
        )

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        caller, uri = await self.identify(context), str(params.uri)
        for resource in self.resources:
            if (holes := resource.match(uri)) is not None:
                text = await self._text(resource.name, resource.read, caller, holes)
                content = TextResourceContents(uri=uri, text=text, mime_type=resource.mime_type)
                return ReadResourceResult(contents=[content])
        available = ", ".join(resource.template for resource in self.resources)
        raise _unknown("resource", f"There is no such resource. There are: {available}.")

    async def _text(
        self, operation: str, function: Callable[..., str], caller: Caller, arguments: Mapping[str, Any]
    ) -> str:
        try:
            return await self.threads.run(call_guarded, operation, function, caller, arguments)
        except (ToolDatabaseUnavailable, UnexpectedToolError) as error:
            raise _as_mcp(INTERNAL_ERROR, error) from error
        except ProductError as error:
            raise _as_mcp(INVALID_PARAMS, error) from error


def _as_mcp(code: int, error: ProductError) -> MCPError:
    return MCPError(code, error_text(error), {"code": error.code})


def _unknown(kind: str, message: str) -> MCPError:
    return MCPError(INVALID_PARAMS, message, {"code": f"unknown_{kind}"})
