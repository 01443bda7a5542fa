"""Trees drawn with box characters or ASCII branches (├── └── │, |-- `-- +--), as lines with their children.

A branch belongs to the nearest one above that starts further left. Drawings that are no trees (boxes, flow charts,
folder listings) are recognised by their corners and arrows, or by the slashes of their folders.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

TAB = 4
_BRANCH = re.compile(r"^(?P<bars>[\s│┃|¦]*)(?:[├└┣┗╰╠╚|`\\+][─━═-]{1,}>?|\|__)[ \t]*(?P<label>.*)$")
_BRANCH_SIGN = re.compile(r"[├└┣┗╰╠╚|`\\+][─━═-]|\|__")
_BARS = re.compile(r"^[\s│┃|¦]*$")
_BARRED = re.compile(r"^[\s│┃|¦]*[│┃|¦][\s│┃|¦]*")
_NO_TREE = re.compile(r"[┌┐┘┬┴┼╔╗╝╦╩╬╭╮╯▼▲►◄]|^[ \t]*[↓↑⇓⇑]|^[ \t]*\+[-=]+\+", re.MULTILINE)
_RULE = re.compile(r"^\W*$")


@dataclass(slots=True)
class TreeLine:
    """A line of a tree as written, with its children."""

    label: str
    number: int
    """Of the line in its file, from 1; 0 where there are no lines (JSON)."""
    under: list["TreeLine"] = field(default_factory=list)


LineProblem = tuple[int, str]
"""The number of a line and what is wrong there."""


@dataclass(slots=True)
class TreeLines:
    roots: list[TreeLine] = field(default_factory=list)
    faults: list[LineProblem] = field(default_factory=list)
    warnings: list[LineProblem] = field(default_factory=list)


def may_hold_drawing(text: str) -> bool:
    """False: the text certainly contains no drawing."""
    return _BRANCH_SIGN.search(text) is not None


def is_drawing(text: str) -> bool:
    """Whether it is a tree by its branches, and nothing else by its corners and arrows."""
    return any(map(_BRANCH.match, text.split("\n"))) and not _NO_TREE.search(text)


def is_folder_listing(roots: Sequence[TreeLine]) -> bool:
    """Whether most lines with children are folders (`src/`)."""
    inner = [line for line in _walk(roots) if line.under]
    return bool(inner) and sum(line.label.rstrip().endswith("/") for line in inner) * 2 > len(inner)


def read_drawing(text: str, first: int = 1) -> TreeLines:
    """The lines of a drawing; `first` is the number of its first line."""
    parsed = TreeLines()
    open_branches: list[tuple[int, TreeLine]] = []
    """(column of the branch, line), innermost last; a root without a branch starts left of any column."""
    plain: list[TreeLine] = []
    for number, written in enumerate(text.expandtabs(TAB).split("\n"), first):
        branch = _BRANCH.match(written)
        if not branch:
            if root := _without_branch(written, number, open_branches, parsed):
                plain.append(root)
                parsed.roots.append(root)
                open_branches = [(-1, root)]
            continue
        line = TreeLine(branch["label"].strip(), number)
        _attach(line, len(branch["bars"]), open_branches, parsed)
    for root in plain:
        if not root.under and len(parsed.roots) > 1:
            parsed.roots.remove(root)
            parsed.warnings.append((root.number, f"{root.label!r} has nothing under it and is left out"))
    return parsed


def _without_branch(
    written: str, number: int, open_branches: list[tuple[int, TreeLine]], parsed: TreeLines
) -> TreeLine | None:
    """A root; or None for words beside a bar, which belong to the branch above."""
    if _BARS.match(written) or _RULE.match(written):
        return None
    if open_branches and (_BARRED.match(written) or written[0] == " "):
        open_branches[-1][1].under.append(TreeLine(_BARRED.sub("", written).strip(), number))
        parsed.warnings.append((number, "has no branch; taken as said of the line above"))
        return None
    return TreeLine(written.strip(), number)


def _attach(
    line: TreeLine, column: int, open_branches: list[tuple[int, TreeLine]], parsed: TreeLines
) -> None:
    deepest = open_branches[-1][0] if open_branches else column
    while open_branches and open_branches[-1][0] > column:
        open_branches.pop()
    if open_branches and open_branches[-1][0] == column:
        open_branches.pop()
    elif deepest > column or (open_branches and 0 <= open_branches[-1][0] == column - 1):
        parsed.faults.append(
            (line.number, f"its branch starts at column {column + 1}, under none of those above it")
        )
    if open_branches and open_branches[-1][0] >= 0 and column - open_branches[-1][0] > TAB + 2:
        parsed.warnings.append((line.number, "is drawn more than one level deeper than the line above it"))
    (open_branches[-1][1].under if open_branches else parsed.roots).append(line)
    open_branches.append((column, line))


def _walk(roots: Sequence[TreeLine]) -> list[TreeLine]:
    queue, found = list(roots), []
    while queue:
        line = queue.pop()
        found.append(line)
        queue += line.under
    return found
