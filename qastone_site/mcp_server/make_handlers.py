"""Which tools, prompts and resources there are."""

import brain.mcp
import inbox.mcp
import quickstart.mcp
import stones.mcp
from core.mcp.prompt import McpPrompt
from core.mcp.resource import McpResource
from core.mcp.thread_pool import ThreadPool
from core.mcp.tool import McpTool
from core.mcp.tool_server import Identify, Notifications, ToolServer

# At most 12, and at most 2,500 tokens together: every client pays for them before it has asked anything.
TOOLS: tuple[McpTool, ...] = (*inbox.mcp.TOOLS, *stones.mcp.TOOLS, *quickstart.mcp.TOOLS, *brain.mcp.TOOLS)
RESOURCES: tuple[McpResource, ...] = stones.mcp.RESOURCES
PROMPTS: tuple[McpPrompt, ...] = inbox.mcp.PROMPTS


def make_handlers(identify: Identify, threads: ThreadPool, notifications: Notifications) -> ToolServer:
    """What answers the requests of one transport; `identify` names the caller of each."""
    return ToolServer(
        tools=TOOLS,
        resources=RESOURCES,
        prompts=PROMPTS,
        identify=identify,
        threads=threads,
        notifications=notifications,
    )
