"""What answers the requests of either transport: our tools, prompts and resources, for the caller of each."""

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

from mcp_tools.answering import answer, call, guarded, words_of
from mcp_tools.caller import Caller
from mcp_tools.exceptions import DatabaseUnavailable, Unforeseen
from mcp_tools.prompt import McpPrompt
from mcp_tools.resource import McpResource
from mcp_tools.sdk import Context
from mcp_tools.threads import Threads
from mcp_tools.tool import McpTool
from rest.exceptions import ProductError

# The caller of this request. Raises MCPError when its token is not (or no longer) valid.
Identify = Callable[[Context], Awaitable[Caller]]


class Waiter(Protocol):
    """Hears of what comes into inboxes from its making on."""

    async def wait_for(self, inbox: str) -> None: ...


class Notifications(Protocol):
    """Tells waiters of what comes."""

    @property
    def is_closing(self) -> bool: ...

    def start(self) -> None: ...

    def waiter(self) -> AbstractContextManager[Waiter]: ...


class ToolServer:
    """Answers `tools/*`, `prompts/*` and `resources/*` for the caller whom `identify` names, in threads of its own."""

    def __init__(
        self,
        *,
        tools: Sequence[McpTool],
        resources: Sequence[McpResource],
        prompts: Sequence[McpPrompt],
        identify: Identify,
        threads: Threads,
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
            raise MCPError(
                INVALID_PARAMS, f"Unknown tool {params.name[:40]!r}. There are: {', '.join(self.tools)}."
            )
        given = params.arguments or {}
        if tool.waits:
            return await self._call_waiting(tool, caller, given)
        return await self.threads.run(answer, tool, caller, given)

    async def _call_waiting(self, tool: McpTool, caller: Caller, given: Mapping[str, Any]) -> CallToolResult:
        """Call, and while there is nothing call again at each notification, until the caller's time is over.

        Between two calls it holds no thread and no connection.
        """
        clock = asyncio.get_running_loop()
        began = clock.time()
        self.notifications.start()
        while True:
            # Before the call: what comes while it looks is heard, too.
            with self.notifications.waiter() as waiter:
                result, wait = await self.threads.run(call, tool, caller, given)
                left = 0.0 if wait is None else began + wait.seconds - clock.time()
                if wait is None or left <= 0 or self.notifications.is_closing:
                    return result
                try:
                    await asyncio.wait_for(waiter.wait_for(wait.inbox), left)
                except TimeoutError:
                    return result

    async def list_prompts(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        await self.identify(context)
        return ListPromptsResult(prompts=[prompt.listed() for prompt in self.prompts.values()])

    async def get_prompt(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        caller = await self.identify(context)
        prompt = self.prompts.get(params.name)
        if prompt is None:
            there_are = ", ".join(self.prompts)
            raise MCPError(INVALID_PARAMS, f"Unknown prompt {params.name[:40]!r}. There are: {there_are}.")
        text = await self._text(prompt.name, prompt.text, caller, params.arguments or {})
        message = PromptMessage(role="user", content=TextContent(type="text", text=text))
        return GetPromptResult(description=prompt.description, messages=[message])

    async def list_resources(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """None by name: an account may have a million stones, and `search_stones` finds them."""
        await self.identify(context)
        return ListResourcesResult(resources=[])

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        await self.identify(context)
        return ListResourceTemplatesResult(resource_templates=[one.listed() for one in self.resources])

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        caller, uri = await self.identify(context), str(params.uri)
        for resource in self.resources:
            if (holes := resource.match(uri)) is not None:
                text = await self._text(resource.name, resource.read, caller, holes)
                content = TextResourceContents(uri=uri, text=text, mime_type=resource.mime_type)
                return ReadResourceResult(contents=[content])
        there_are = ", ".join(resource.template for resource in self.resources)
        raise MCPError(INVALID_PARAMS, f"There is no such resource. There are: {there_are}.")

    async def _text(self, what: str, function: Callable[..., str], *args: Any) -> str:
        try:
            return await self.threads.run(guarded, what, function, *args)
        except (DatabaseUnavailable, Unforeseen) as error:
            raise MCPError(INTERNAL_ERROR, words_of(error)) from error
        except ProductError as error:
            raise MCPError(INVALID_PARAMS, words_of(error)) from error
