"""YAML of people, read as plain data: no objects, nothing that grows out of bounds, nothing that is lost unsaid.

What YAML lets pass and somebody would be wrong about is refused: a name that stands twice, of which the first
value would be gone, and merge keys, a few lines of which come to more than fits in memory.
"""

from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

MAX_NESTING = 100
"""Of brackets in one another. The scanner looks at all that are open, with each sign that it reads."""
MAX_VALUES = 40_000
"""About a second: PyYAML takes some 30 µs for each, whatever its length."""
_MERGE = "tag:yaml.org,2002:merge"


class InvalidYamlError(ValueError):
    """The text is no YAML that is taken here. `line` counts from 1."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


@dataclass(frozen=True, slots=True)
class ParsedYaml:
    value: Any
    lines: dict[str, int] = field(default_factory=dict)
    """Of an object: its names, and on which line of the text each stands, from 1."""


def read_yaml(text: str) -> ParsedYaml:
    """The only document of a text; None where it is empty. Raises NotYamlError.

    A date that is none ("2024-13-45") stays a text. One value may be named many times (`*name`), even within itself:
    whoever copies what is returned counts, and stops.
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
