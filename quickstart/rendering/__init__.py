"""The answer to a question, and how it is rendered: JSON, Markdown, plain text. Pure."""

from quickstart.rendering.answer_content import to_json
from quickstart.rendering.answer_markdown import to_markdown
from quickstart.rendering.answer_plain_text import to_plain
from quickstart.rendering.tool_calls_first import for_tools, tool_calls_first

__all__ = ["for_tools", "to_json", "to_markdown", "to_plain", "tool_calls_first"]
