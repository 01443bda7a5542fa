"""Declaration of MCP resources: a URI template, and the function that reads it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from mcp.shared.uri_template import UriTemplate
from mcp_types import ResourceTemplate

from core.mcp.caller import Caller


@dataclass(frozen=True)
class McpResource:
    """Resources of one kind. `function(caller, **variables)` returns the text."""

    template: str
    name: str
    description: str
    scopes: tuple[str, ...]
    function: Callable[..., str]
    mime_type: str = "text/markdown"

    @cached_property
    def _template(self) -> UriTemplate:
        return UriTemplate.parse(self.template)

    def match(self, uri: str) -> dict[str, str] | None:
        """The template's variables, or None if the URI does not match."""
        found = self._template.match(uri)
        return None if found is None else {name: str(value) for name, value in found.items()}

    def read(self, caller: Caller, holes: dict[str, str]) -> str:
        """The text. Raises MissingToolScope, and what the app's services raise."""
        caller.require(*self.scopes)
        return self.function(caller, **holes)

    def listed(self) -> ResourceTemplate:
        return ResourceTemplate(
            uri_template=self.template,
            name=self.name,
            description=self.description,
            mime_type=self.mime_type,
        )
