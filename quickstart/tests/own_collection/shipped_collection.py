"""The files of the shipped collection, and the commands in them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "quickstart" / "collections" / "qastone"
SHELLS = ("bash", "sh")
_MARKDOWN = MarkdownIt()


class Fence(NamedTuple):
    """A fenced block: its language ("" where none is named), its text, the line of its opening fence from 1."""

    language: str
    text: str
    line: int


class Place(NamedTuple):
    """The place of a text: a skill's file or an entry's id, and the part of it."""

    name: str
    part: str

    def __str__(self) -> str:
        return f"{self.name} ({self.part})"


def entries() -> list[dict[str, Any]]:
    # Not splitlines(): a JSON text may hold U+2028 as it is.
    lines = (FOLDER / "entries.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def skill_files() -> list[Path]:
    return sorted((FOLDER / "skills").glob("skill_*.md"))


def tree_paths() -> list[tuple[str, ...]]:
    """Every node of tree.txt, two spaces a step."""
    found: list[tuple[str, ...]] = []
    for line in (FOLDER / "tree.txt").read_text(encoding="utf-8").splitlines():
        label = line.strip()
        depth = (len(line) - len(line.lstrip(" "))) // 2
        found.append((*found[-1][:depth], label) if depth else (label,))
    return found


def fences(markdown: str) -> list[Fence]:
    tokens = _MARKDOWN.parse(markdown)
    return [
        Fence(token.info.split()[0] if token.info else "", token.content, token.map[0] + 1)
        for token in tokens
        if token.type == "fence" and token.map
    ]


def texts() -> Iterator[tuple[Place, str]]:
    """All Markdown of the collection: the answers, the skills, their index."""
    for entry in entries():
        yield Place(entry["id"], "answer"), entry["answer"]
    for file in [*skill_files(), FOLDER / "skills" / "SKILL_INDEX.md"]:
        yield Place(file.name, "text"), file.read_text(encoding="utf-8")


def all_fences() -> Iterator[tuple[Place, Fence]]:
    for place, text in texts():
        for fence in fences(text):
            yield Place(place.name, f"{place.part}, line {fence.line}"), fence


def commands() -> dict[str, list[Place]]:
    """Every command that a reader may copy, once, with all of its places."""
    found: dict[str, list[Place]] = {}
    for place, fence in all_fences():
        if fence.language in SHELLS:
            found.setdefault(fence.text.strip(), []).append(place)
    for entry in entries():
        if command := entry.get("verify_command"):
            found.setdefault(command, []).append(Place(entry["id"], "verify_command"))
    return found
