"""The tools, prompts and resources of all apps, and their handlers."""

import brain.mcp
import inbox.mcp
import quickstart.mcp
import stones.mcp
from core.mcp.prompt import McpPrompt
from core.mcp.resource import McpResource
from core.mcp.thread_pool import ThreadPool
from core.mcp.tool import McpTool
from core.mcp.tool_server import Identify, Notifications, ToolServer

# At most 12, and at most 2,500 tokens together: every client pays for them before its first call.
TOOLS: tuple[McpTool, ...] = (*inbox.mcp.TOOLS, *stones.mcp.TOOLS, *quickstart.mcp.TOOLS, *brain.mcp.TOOLS)
RESOURCES: tuple[McpResource, ...] = stones.mcp.RESOURCES
PROMPTS: tuple[McpPrompt, ...] = inbox.mcp.PROMPTS


def make_handlers(identify: Identify, threads: ThreadPool, notifications: Notifications) -> ToolServer:
    """The handlers of one transport; `identify` returns the caller of a request."""
    return ToolServer(
        tools=TOOLS,
        resources=RESOURCES,
        prompts=PROMPTS,
        identify=identify,
        threads=threads,
        notifications=notifications,
    )
