"""The types that the readers return: entries, skills, tree nodes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""What `json.loads` gives."""


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """One curated question with its answer (docs/specification.md, 2).

    Equality ignores where it was read.
    """

    id: str
    question: str
    level: int
    """0 identity, 1 capabilities, 2 general task, 3 specific task, 4 details."""
    tree_path: tuple[str, ...]
    answer: str
    question_variants: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    related_skills: tuple[str, ...] = ()
    related_docs: tuple[str, ...] = ()
    go_deeper: tuple[str, ...] = ()
    verify_command: str = ""
    tags: tuple[str, ...] = ()
    extra: Mapping[str, Json] = field(default_factory=dict)
    """Fields that the specification does not name, in the order of the file."""
    file: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)


class TriggerSource(StrEnum):
    INDEX = "index"
    WHEN_TO_USE = "when_to_use"
    FRONT_MATTER = "front_matter"
    MANUAL = "manual"
    """Never read from a file; an import leaves these alone."""


@dataclass(frozen=True, slots=True)
class ParsedTrigger:
    """A phrase that should load a skill."""

    text: str
    source: TriggerSource


@dataclass(frozen=True, slots=True)
class SkillFile:
    """A skill as described by its Markdown file and the index beside it."""

    skill_id: str
    file: str
    """The name passed to the reader, with forward slashes."""
    title: str
    description: str
    quick_command: str
    prerequisites: tuple[str, ...]
    parent: str
    """The skill_id of the parent; empty if none is named."""
    triggers: tuple[ParsedTrigger, ...]
    tree_path: tuple[str, ...]
    """From front matter, index or parents; else empty."""
    tags: tuple[str, ...]
    related: tuple[str, ...]
    """The skill_ids of other skills that the text names, in order, without itself and its parent."""
    body: str
    """Markdown without its front matter, lines ended by \\n."""
    sha256: str
    """Of the body in UTF-8, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a capability tree."""

    label: str
    note: str = ""
    """The text in parentheses, or after a dash, behind the label."""
    general: str = ""
    """The text of its `General:` line."""
    examples: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    """Labels that it refers to."""
    children: tuple["TreeNode", ...] = ()
    line: int = field(default=0, compare=False)
