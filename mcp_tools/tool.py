"""How an app declares a tool: a function with its scope; its signature is the schema, its docstring the description."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from mcp_types import Tool, ToolAnnotations
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from mcp_tools.caller import Caller
from mcp_tools.exceptions import InvalidArguments


@dataclass(frozen=True)
class McpTool:
    """A tool. `scopes`: its caller needs one of them; the function may ask for more."""

    name: str
    description: str
    scopes: tuple[str, ...]
    hints: ToolAnnotations
    arguments: type[BaseModel]
    function: Callable[..., str]

    def call(self, caller: Caller, given: Mapping[str, Any]) -> str:
        """Answer in text. Raises MissingScope, InvalidArguments, and what the app's services raise."""
        caller.require(*self.scopes)
        return self.function(caller, **self._checked(given))

    def _checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        try:
            checked = self.arguments.model_validate(given)
        except ValidationError as error:
            known = ", ".join(self.arguments.model_fields)
            faults = "; ".join(
                _fault(one) for one in error.errors(include_url=False, include_input=False)[:5]
            )
            raise InvalidArguments(f"{self.name}: {faults}. Arguments: {known or 'none'}.") from error
        return {name: getattr(checked, name) for name in checked.model_fields_set}

    def listed(self) -> Tool:
        """How `tools/list` shows it."""
        schema = _compact(self.arguments.model_json_schema())
        return Tool(name=self.name, description=self.description, input_schema=schema, annotations=self.hints)


def tool(
    *scopes: str,
    reads_only: bool = False,
    repeatable: bool = False,
    destroys: bool = False,
    reaches_out: bool = False,
) -> Callable[[Callable[..., str]], McpTool]:
    """Declare a function as a tool: `f(caller, argument, …) -> str`, each argument with its type and a short Field.

    `repeatable`: the same call again changes nothing more. `reaches_out`: it may ask beyond this site.
    """

    def declare(function: Callable[..., str]) -> McpTool:
        hints = ToolAnnotations(
            read_only_hint=reads_only,
            # Of a tool that only reads, the others mean nothing.
            destructive_hint=None if reads_only else destroys,
            idempotent_hint=None if reads_only else repeatable,
            open_world_hint=reaches_out,
        )
        description = inspect.getdoc(function)
        if not scopes or not description:
            raise TypeError(f"the tool {function.__name__} must name its scope and describe itself")
        return McpTool(function.__name__, description, scopes, hints, _arguments_of(function), function)

    return declare


def _arguments_of(function: Callable[..., str]) -> type[BaseModel]:
    types = get_type_hints(function, include_extras=True)
    _, *parameters = inspect.signature(function).parameters.values()
    fields: dict[str, Any] = {
        one.name: (types[one.name], ... if one.default is one.empty else one.default) for one in parameters
    }
    return create_model(function.__name__, __config__=ConfigDict(extra="forbid"), **fields)


def _compact(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without what tells a model nothing: titles, that null is allowed, defaults that mean "not given"."""
    kept = {name: value for name, value in schema.items() if name != "title"}
    if options := kept.get("anyOf"):
        del kept["anyOf"]
        wanted = [option for option in options if option != {"type": "null"}]
        kept = (wanted[0] if len(wanted) == 1 else {"anyOf": wanted}) | kept
    if not kept.get("default", True):
        del kept["default"]
    if properties := kept.get("properties"):
        kept["properties"] = {name: _compact(value) for name, value in properties.items()}
    if isinstance(items := kept.get("items"), dict):
        kept["items"] = _compact(items)
    return kept


def _fault(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return f"{place[:40]!r} is not known"
    return f"{place}: {error['msg']}" if place else str(error["msg"])
