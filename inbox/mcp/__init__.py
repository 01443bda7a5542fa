"""The tools of inboxes, memory and helpers: the services that REST calls too, their answers as short text."""

from core.mcp.prompt import McpPrompt
from core.mcp.tool import McpTool
from inbox.mcp.acknowledge_tool import acknowledge
from inbox.mcp.inbox_prompts import handoff, work_through
from inbox.mcp.inbox_tool import inbox
from inbox.mcp.memory_tools import recall, remember
from inbox.mcp.read_tool import read
from inbox.mcp.send_tool import send
from inbox.mcp.spawn_helper_tool import spawn_helper

TOOLS: tuple[McpTool, ...] = (inbox, read, send, acknowledge, remember, recall, spawn_helper)
PROMPTS: tuple[McpPrompt, ...] = (handoff, work_through)
