"""Declaration of MCP prompts: a function whose arguments a person fills in, and whose text a model then follows."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import Prompt, PromptArgument
from pydantic import BaseModel

from core.mcp.caller import Caller
from core.mcp.tool import arguments_of, validate_arguments


@dataclass(frozen=True)
class McpPrompt:
    """A prompt. `scopes`: the caller needs one of them for what the text tells a model to do."""

    name: str
    title: str
    description: str
    scopes: tuple[str, ...]
    arguments: type[BaseModel]
    function: Callable[..., str]

    def text(self, caller: Caller, arguments: Mapping[str, Any]) -> str:
        """The text with the arguments filled in. Raises MissingToolScope, InvalidArguments, and what the app's
        services raise.
        """
        caller.require(*self.scopes)
        return self.function(caller, **validate_arguments(self.name, self.arguments, arguments))

    def listed(self) -> Prompt:
        """For `prompts/list`."""
        arguments = [
            PromptArgument(name=name, description=field.description, required=field.is_required())
            for name, field in self.arguments.model_fields.items()
        ]
        return Prompt(name=self.name, title=self.title, description=self.description, arguments=arguments)


def prompt(name: str, *scopes: str, title: str) -> Callable[[Callable[..., str]], McpPrompt]:
    """Declare a function as a prompt: `f(caller, argument, …) -> str`; its docstring is the description."""

    def declare(function: Callable[..., str]) -> McpPrompt:
        description = inspect.getdoc(function)
        if not scopes or not description:
            raise TypeError(f"the prompt {name} must name its scope and describe itself")
        return McpPrompt(name, title, description, scopes, arguments_of(function), function)

    return declare
