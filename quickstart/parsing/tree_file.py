"""Capability trees: read from Markdown with drawn trees, indented text, bullets or JSON; written as indented text.

Siblings with the same label (ignoring case) are one node. What `write_tree` writes reads back equal.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.text.file_faults import Fault
from core.text.limited_markdown import WorkLimitExceeded
from core.text.storable_text import plain_lines
from quickstart.parsing.indented_trees import read_indented
from quickstart.parsing.markdown_pieces import MarkdownPieceKind, one_line, pieces
from quickstart.parsing.parsed_content import TreeNode
from quickstart.parsing.tree_drawings import (
    TreeLine,
    TreeLines,
    is_drawing,
    is_folder_listing,
    may_hold_drawing,
    read_drawing,
)
from quickstart.parsing.tree_json import read_json
from quickstart.parsing.tree_labels import MAX_LABEL_CHARACTERS, Label, Remark, read_label

MAX_CHARACTERS = 1_000_000
MAX_LINES = 50_000
"""Of anything but JSON: the allowed nodes, with their remarks."""
MAX_DEPTH = 20
MAX_NODES = 20_000
_UNSHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_PLAIN = {"", "text", "txt", "tree", "plain", "plaintext", "ascii"}


@dataclass(frozen=True, slots=True)
class ParsedTree:
    roots: tuple[TreeNode, ...]
    faults: tuple[Fault, ...]
    """If there are any, `roots` is what could be made of the rest, for a preview."""
    warnings: tuple[Fault, ...]


def read_tree(name: str, text: str) -> ParsedTree:
    """The trees of a file in any of these forms. `name` appears in the faults; `.json` requires JSON."""
    lined = plain_lines(text)
    if len(lined) > MAX_CHARACTERS:
        reason = f"is {len(lined):,} characters long; {MAX_CHARACTERS:,} are allowed"
        return ParsedTree((), (Fault(name, 0, "", reason),), ())
    parsed = _lines(name, lined)
    builder = _Builder(parsed)
    roots = builder.nodes(parsed.roots, 1)
    if not roots and not parsed.faults:
        parsed.faults.append((0, "holds no tree"))
    faults, warnings = (
        tuple(Fault(name, number, "", reason) for number, reason in sorted(set(problems)))
        for problems in (parsed.faults, parsed.warnings)
    )
    return ParsedTree(roots, faults, warnings)


def write_tree(roots: Iterable[TreeNode]) -> str:
    """Indented text, two blanks a level."""
    return "".join(f"{line}\n" for root in roots for line in _tree_lines(root, ""))


def walk(
    roots: Iterable[TreeNode], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], TreeNode]]:
    """Every node with its path (its own label last), parents first."""
    for node in roots:
        path = (*above, node.label)
        yield path, node
        yield from walk(node.children, path)


def _lines(name: str, text: str) -> TreeLines:
    if name.lower().endswith(".json") or text.lstrip()[:1] in ("{", "["):
        return read_json(text)
    if (count := text.count("\n")) > MAX_LINES:
        return TreeLines(faults=[(0, f"has {count:,} lines; {MAX_LINES:,} are allowed")])
    try:
        run = pieces(text) if may_hold_drawing(text) else []
    except WorkLimitExceeded:  # no Markdown that a person wrote: read line by line
        run = []
    drawn = [
        (piece.text, piece.line)
        for piece in run
        if piece.kind is MarkdownPieceKind.CODE and piece.info in _PLAIN and is_drawing(piece.text)
    ]
    if not drawn and is_drawing(text):
        drawn = [(text, 1)]
    return _of_drawings(drawn) if drawn else read_indented(text)


def _of_drawings(drawn: Sequence[tuple[str, int]]) -> TreeLines:
    parsed = TreeLines()
    for drawing, first in drawn:
        one = read_drawing(drawing.rstrip("\n"), first)
        if is_folder_listing(one.roots):
            parsed.warnings.append((first, "is a listing of folders, not a tree; left out"))
            continue
        parsed.roots += one.roots
        parsed.faults += one.faults
        parsed.warnings += one.warnings
    return parsed


class _Builder:
    """Makes nodes from lines; problems are added to the lines' own lists."""

    def __init__(self, parsed: TreeLines) -> None:
        self.parsed = parsed
        self.count = 0

    def nodes(self, lines: Sequence[TreeLine], depth: int) -> tuple[TreeNode, ...]:
        found: dict[str, TreeNode] = {}
        for line in lines:
            if node := self._node(line, depth):
                key = node.label.casefold()
                found[key] = self._merged(found[key], node) if key in found else node
        return tuple(found.values())

    def _node(self, line: TreeLine, depth: int) -> TreeNode | None:
        label = read_label(line.label)
        if isinstance(label, Remark):
            if depth == 1:
                self.parsed.warnings.append(
                    (line.number, f"{line.label!r} is said of no place and is left out")
                )
            return None
        if not label.text:
            if line.under:
                self.parsed.faults.append((line.number, "has no label, but lines under it"))
            return None
        self._check(line, label, depth)
        remarks = [remark for under in line.under if (remark := _remark(under))]
        children = self.nodes(line.under, depth + 1) if depth <= MAX_DEPTH else ()
        node = TreeNode(label.text, label.note, see=label.see, children=children, line=line.number)
        return replace(node, **_remark_fields(remarks, label.see))

    def _check(self, line: TreeLine, label: Label, depth: int) -> None:
        self.count += 1
        if len(label.text) > MAX_LABEL_CHARACTERS:
            reason = f"its label is {len(label.text):,} characters long; {MAX_LABEL_CHARACTERS:,} are allowed"
            self.parsed.faults.append((line.number, reason))
        if depth > MAX_DEPTH:
            self.parsed.faults.append((line.number, f"lies deeper than {MAX_DEPTH} levels"))
        if self.count == MAX_NODES + 1:
            self.parsed.faults.append(
                (line.number, f"is the first place beyond the {MAX_NODES:,} that are allowed")
            )
        if _UNSHOWN.search(line.label):
            self.parsed.faults.append((line.number, "holds a control character or half of a surrogate pair"))

    def _merged(self, first: TreeNode, again: TreeNode) -> TreeNode:
        # Paths of JSON repeat their beginnings; there is no line to report.
        if again.line:
            self.parsed.warnings.append(
                (again.line, f"{again.label!r} already stands in line {first.line}; made one")
            )
        children = {node.label.casefold(): node for node in first.children}
        for node in again.children:
            key = node.label.casefold()
            children[key] = self._merged(children[key], node) if key in children else node
        return replace(
            first,
            note=first.note or again.note,
            general=first.general or again.general,
            examples=_merge_texts(first.examples, again.examples),
            prerequisites=_merge_texts(first.prerequisites, again.prerequisites),
            see=_merge_texts(first.see, again.see),
            children=tuple(children.values()),
        )


def _remark(line: TreeLine) -> Remark | None:
    """From `Examples: a, b`, or from `Examples:` with a line for each below it."""
    remark = read_label(line.label)
    if not isinstance(remark, Remark):
        return None
    remark_texts = [remark.text, *(one_line(under.label) for under in line.under)]
    return Remark(remark.kind, ", ".join(filter(None, remark_texts)))


def _remark_fields(remarks: Sequence[Remark], see: tuple[str, ...]) -> dict[str, Any]:
    """Fields of a node. Several `General:` lines become one text."""
    fields: dict[str, Any] = {
        "general": " ".join(remark.text for remark in remarks if remark.kind == "general")
    }
    for kind in ("examples", "prerequisites", "see"):
        parts = tuple(part for remark in remarks if remark.kind == kind for part in remark.parts)
        fields[kind] = _merge_texts(see if kind == "see" else (), parts)
    return fields


def _merge_texts(first: tuple[str, ...], again: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *again)))


def _tree_lines(node: TreeNode, blank: str) -> Iterator[str]:
    note = f" ({node.note})" if node.note else ""
    yield f"{blank}{node.label}{note}"
    deeper = f"{blank}  "
    for title in ("general", "examples", "prerequisites", "see"):
        value = getattr(node, title)
        if value:
            yield f"{deeper}{title.title()}: {value if isinstance(value, str) else ', '.join(value)}"
    for child in node.children:
        yield from _tree_lines(child, deeper)
