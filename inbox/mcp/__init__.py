"""The tools of inboxes, memory and helpers: the services that REST calls too, their answers as short text."""

from inbox.mcp.acknowledging import acknowledge
from inbox.mcp.helpers import spawn_helper
from inbox.mcp.inboxes import inbox
from inbox.mcp.memory import recall, remember
from inbox.mcp.prompts import handoff, work_through
from inbox.mcp.reading import read
from inbox.mcp.sending import send
from mcp_tools.prompt import McpPrompt
from mcp_tools.tool import McpTool

TOOLS: tuple[McpTool, ...] = (inbox, read, send, acknowledge, remember, recall, spawn_helper)
PROMPTS: tuple[McpPrompt, ...] = (handoff, work_through)
