"""Untrusted YAML as plain data: no objects, no unlimited growth, no silent loss.

Refuses what YAML accepts and authors get wrong: duplicate names, of which the first value would be lost, and merge
keys, a few lines of which expand beyond memory.
"""

from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

MAX_NESTING = 100
"""Nested brackets. The scanner looks at all open ones with each sign that it reads."""
MAX_VALUES = 40_000
"""About a second: PyYAML takes some 30 µs for each, whatever its length."""
_MERGE = "tag:yaml.org,2002:merge"


class InvalidYamlError(ValueError):
    """The text is no acceptable YAML. `line` counts from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


@dataclass(frozen=True, slots=True)
class ParsedYaml:
    value: Any
    lines: dict[str, int] = field(default_factory=dict)
    """For an object: the line of the text of each name, from 1."""


def read_yaml(text: str) -> ParsedYaml:
    """The only document of a text; None for an empty one. Raises InvalidYamlError.

    An invalid date ("2024-13-45") stays a text. A value may be referred to many times (`*name`), even within itself:
    whoever copies the result must count and stop.
    """
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        value = None if node is None else loader.construct_document(node)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _error_message(error) from error
    finally:
        loader.dispose()
    return ParsedYaml(value, _lines(node))


def _lines(node: Node | None) -> dict[str, int]:
    names = (key for key, _ in node.value) if isinstance(node, MappingNode) else ()
    return {str(key.value): key.start_mark.line + 1 for key in names if isinstance(key, ScalarNode)}


def _error_message(error: Exception) -> InvalidYamlError:
    if isinstance(error, RecursionError):
        return InvalidYamlError("it nests too deeply", 1)
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    reason = getattr(error, "problem", None) or getattr(error, "reason", None) or error
    return InvalidYamlError(" ".join(str(reason).split()), mark.line + 1 if mark else 1)


class _Loader(yaml.SafeLoader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.values = 0

    def compose_node(self, parent: Node | None, index: Any) -> Node | None:
        self.values += 1
        if self.values > MAX_VALUES:
            reason = f"it holds more than {MAX_VALUES:,} names and values"
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # the stubs leave its types out
            raise yaml.composer.ComposerError(None, None, reason, mark)
        return super().compose_node(parent, index)

    def fetch_flow_collection_start(self, token_class: Any) -> None:
        if self.flow_level == MAX_NESTING:
            raise yaml.scanner.ScannerError(None, None, "it nests too deeply", self.get_mark())
        super().fetch_flow_collection_start(token_class)

    def flatten_mapping(self, node: MappingNode) -> None:
        for key, _ in node.value:
            if key.tag == _MERGE:
                raise yaml.constructor.ConstructorError(
                    None, None, "merge keys (<<) are not taken", key.start_mark
                )

    def construct_mapping(self, node: MappingNode, deep: bool = False) -> dict[Any, Any]:
        names = set()
        for key, _ in node.value if isinstance(node, MappingNode) else ():
            if isinstance(key, ScalarNode) and (key.tag, key.value) in names:
                raise yaml.constructor.ConstructorError(
                    None, None, f"{key.value[:60]!r} stands twice", key.start_mark
                )
            names.add((key.tag, key.value) if isinstance(key, ScalarNode) else id(key))
        return super().construct_mapping(node, deep)

    def dated(self, node: ScalarNode) -> Any:
        try:
            return self.construct_yaml_timestamp(node)
        except (ValueError, OverflowError):
            return node.value


_Loader.add_constructor("tag:yaml.org,2002:timestamp", _Loader.dated)
