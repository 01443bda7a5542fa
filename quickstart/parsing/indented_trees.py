"""Trees as indented text, or as Markdown bullets under headings: lines with their children."""

import re

from quickstart.parsing.tree_drawings import TAB, TreeLine, TreeLines

_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S")
_HEADING = re.compile(r"^(#{1,6})\s+(\S.*)$")
_LEFT_OF_TEXT = -10
"""A heading stands left of any indentation, the more so the higher its level."""


def read_indented(text: str) -> TreeLines:
    """Each line belongs to the nearest line above that is indented less. In plain text comments (`#`) are skipped.

    If most lines are bullets, headings are nodes too (the first, of level 1, is the title of the file), and
    everything else is left out with a warning.
    """
    parsed = TreeLines()
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    bullets = sum(bool(_BULLET.match(line)) for _, line in lines)
    others = sum(not _HEADING.match(line) and not _BULLET.match(line) for _, line in lines)
    in_bullets = bullets > others
    open_lines: list[tuple[int, TreeLine]] = []
    for number, written in lines:
        heading = _HEADING.match(written)
        if heading and (not in_bullets or (len(heading[1]) == 1 and not parsed.roots)):
            continue
        if heading:
            # Without closing signs, as Markdown reads it.
            title = heading[2].rstrip("#").rstrip() or heading[2]
            _attach(TreeLine(title, number), _LEFT_OF_TEXT + len(heading[1]), open_lines, parsed)
        elif in_bullets and not _BULLET.match(written):
            parsed.warnings.append((number, "is neither a bullet nor a heading and is left out"))
        else:
            _attach(
                TreeLine(written.strip(), number), _indentation(written, number, parsed), open_lines, parsed
            )
    return parsed


def _indentation(written: str, number: int, parsed: TreeLines) -> int:
    blank = written[: len(written) - len(written.lstrip())]
    if " " in blank and "\t" in blank:
        parsed.faults.append((number, "its indentation mixes tabs and spaces"))
    return len(blank.expandtabs(TAB))


def _attach(line: TreeLine, depth: int, open_lines: list[tuple[int, TreeLine]], parsed: TreeLines) -> None:
    deepest = open_lines[-1][0] if open_lines else depth
    while open_lines and open_lines[-1][0] > depth:
        open_lines.pop()
    if open_lines and open_lines[-1][0] == depth:
        open_lines.pop()
    elif deepest > depth >= 0:
        parsed.faults.append((line.number, "its indentation is that of none of the lines above it"))
    (open_lines[-1][1].under if open_lines else parsed.roots).append(line)
    open_lines.append((depth, line))
