"""Declaration of MCP tools: a function with its scope; its signature is the schema, its docstring the description."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from mcp_types import Tool, ToolAnnotations
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from core.mcp.caller import Caller
from core.mcp.exceptions import InvalidArguments
from core.mcp.normalize_arguments import normalize
from core.mcp.tool_output import Output, ToolAnswer


@dataclass(frozen=True)
class McpTool:
    """A tool. `scopes`: its caller needs one of them; the function may require more. `output`: its fields."""

    name: str
    title: str
    description: str
    scopes: tuple[str, ...]
    hints: ToolAnnotations
    arguments: type[BaseModel]
    output: type[Output]
    function: Callable[..., ToolAnswer]
    waits: bool

    def call(self, caller: Caller, raw_arguments: Mapping[str, Any]) -> ToolAnswer:
        """Raises MissingToolScope, InvalidArguments, and what the app's services raise."""
        caller.require(*self.scopes)
        return self.function(caller, **validate_arguments(self.name, self.arguments, raw_arguments))

    def listed(self) -> Tool:
        """For `tools/list`."""
        return Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=input_schema(self.arguments),
            output_schema=output_schema(self.output),
            annotations=self.hints,
        )


def tool(
    *scopes: str,
    title: str,
    output: type[Output],
    reads_only: bool = False,
    repeatable: bool = False,
    destroys: bool = False,
    reaches_out: bool = False,
    waits: bool = False,
) -> Callable[[Callable[..., ToolAnswer]], McpTool]:
    """Declare a function as a tool: `f(caller, argument, …)`, each argument with its type and a short Field.

    `reads_only`: it changes nothing but the ledger of reads (docs/adr/0017). `repeatable`: repeating the call changes
    nothing more. `destroys`: it may delete something. `reaches_out`: it reaches others than this account. `waits`:
    its answer may ask the caller to call again.
    """

    def declare(function: Callable[..., ToolAnswer]) -> McpTool:
        hints = ToolAnnotations(
            read_only_hint=reads_only,
            # For a read-only tool the other hints mean nothing.
            destructive_hint=None if reads_only else destroys,
            idempotent_hint=None if reads_only else repeatable,
            open_world_hint=reaches_out,
        )
        description = inspect.getdoc(function)
        if not scopes or not description:
            raise TypeError(f"the tool {function.__name__} must name its scope and describe itself")
        arguments = arguments_of(function)
        return McpTool(
            function.__name__, title, description, scopes, hints, arguments, output, function, waits
        )

    return declare


def arguments_of(function: Callable[..., object]) -> type[BaseModel]:
    """The arguments after the caller, from the signature's types and defaults."""
    types = get_type_hints(function, include_extras=True)
    _, *parameters = inspect.signature(function).parameters.values()
    fields: dict[str, Any] = {
        parameter.name: (
            types[parameter.name],
            ... if parameter.default is parameter.empty else parameter.default,
        )
        for parameter in parameters
    }
    return create_model(function.__name__, __config__=ConfigDict(extra="forbid"), **fields)


def validate_arguments(
    name: str, arguments: type[BaseModel], raw_arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """The validated arguments. Raises InvalidArguments, which names each fault and the arguments there are."""
    try:
        validated = arguments.model_validate(normalize(arguments, raw_arguments))
    except ValidationError as error:
        known_names = ", ".join(arguments.model_fields)
        faults = "; ".join(_describe_error(parameter) for parameter in error.errors(include_url=False)[:5])
        raise InvalidArguments(f"{name}: {faults}. Arguments: {known_names or 'none'}.") from error
    return {name: getattr(validated, name) for name in validated.model_fields_set}


def input_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of the arguments in the fewest tokens: every model reads it before its first call."""
    schema = model.model_json_schema()
    return _compact_schema(schema, schema.pop("$defs", {}), without=("title",))


def output_schema(model: type[Output]) -> dict[str, Any]:
    """The schema of an answer, without descriptions: the answers explain themselves."""
    schema = model.model_json_schema()
    return _compact_schema(schema, schema.pop("$defs", {}), without=("title", "description", "default"))


def _compact_schema(
    schema: dict[str, Any], parts: dict[str, Any], without: tuple[str, ...]
) -> dict[str, Any]:
    """The schema without the keys in `without`, and without what says nothing: nullability, defaults that mean "not
    given".
    """
    if reference := schema.get("$ref"):
        return _compact_schema(parts[reference.rpartition("/")[2]], parts, without)
    compacted = {name: value for name, value in schema.items() if name not in without}
    if options := compacted.pop("anyOf", None):
        raw_arguments = [option for option in options if option != {"type": "null"}]
        compacted = (raw_arguments[0] if len(raw_arguments) == 1 else {"anyOf": raw_arguments}) | compacted
    if not compacted.get("default", True):
        del compacted["default"]
    if properties := compacted.get("properties"):
        compacted["properties"] = {
            name: _compact_schema(value, parts, without) for name, value in properties.items()
        }
    if isinstance(items := compacted.get("items"), dict):
        compacted["items"] = _compact_schema(items, parts, without)
    return compacted


def _describe_error(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return f"{place[:40]!r} is not known"
    if error["type"] in ("string_type", "int_type") and isinstance(error["input"], list):
        return f"{place}: one at a time, not a list"
    return f"{place}: {error['msg']}" if place else str(error["msg"])
