"""An agent over both interfaces, MCP and REST, without a server between."""

from typing import Any

import jsonschema
from mcp_types import TextContent
from rest_framework.test import APIClient

from core.mcp.call_tool import call_tool
from core.mcp.caller import Caller
from inbox.models import Agent
from inbox.scopes import SCOPES
from inbox.services import issue_token
from qastone_site.mcp_server.make_handlers import TOOLS

NAMED = {tool.name: tool for tool in TOOLS}


class BothInterfaces:
    """One agent, over both interfaces."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.caller = Caller(agent.account, agent, frozenset(SCOPES))
        self.client = APIClient()
        self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {issue_token(agent=agent).text}")

    def tool(self, name: str, **arguments: Any) -> str:
        """The text of a call that must succeed."""
        is_error, text = self.answer(name, **arguments)
        assert not is_error, text
        return text

    def answer(self, name: str, **arguments: Any) -> tuple[bool, str]:
        text, fields = self.both(name, **arguments)
        return fields is None, text

    def both(self, name: str, **arguments: Any) -> tuple[str, Any]:
        """The text of a call, and its fields, which are as the tool says; None of a refusal."""
        tool = NAMED[name]
        result = call_tool(tool, self.caller, arguments)
        [content] = result.content
        assert isinstance(content, TextContent)
        if not result.is_error:
            schema = tool.listed().output_schema
            assert schema is not None
            jsonschema.validate(result.structured_content, schema | {"additionalProperties": False})
        assert bool(result.is_error) == (result.structured_content is None)
        return content.text, result.structured_content

    def get(self, path: str, **query: Any) -> Any:
        response = self.client.get(path, query)
        assert response.status_code == 200, response.content
        return response.json()

    def post(self, path: str, **body: Any) -> Any:
        response = self.client.post(path, body, format="json")
        assert response.status_code < 300, response.content
        return response.json()


def fenced(text: str) -> str:
    """What stands between the marks."""
    lines = text.split("\n")
    begins = next(at for at, line in enumerate(lines) if line.startswith("<untrusted "))
    ends = next(at for at, line in enumerate(lines) if line.startswith("</untrusted "))
    return "\n".join(lines[begins + 1 : ends])
