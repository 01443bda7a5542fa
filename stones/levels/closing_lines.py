"""What closes a text and not its last section: the lines behind a rule at its end, and a last line in bold behind a
list.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from stones.levels.document_parts import DocumentPart, PartKind

MAX_PARTS = 4
"""Behind the last rule: more are a section without a heading."""
RULE = re.compile(r"[ ]{0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_BOLD = re.compile(r"\s*(\*\*|__)(?=\S)(?:(?!\1)[^\n])+\1[^\w\n]*$")


def close_last_section(
    parts: Sequence[DocumentPart], lines: Sequence[str], first_line: int
) -> list[DocumentPart]:
    """The same parts; those that close the text stand below its title alone."""
    headings = [part for part in parts if part.kind is PartKind.HEADING]
    if len(headings) < 2:
        return list(parts)
    root = headings[0].trail[:1]
    root = root if all(heading.trail[:1] == root for heading in headings) else ()
    rule = next((at for at in range(len(lines) - 1, 0, -1) if RULE.match(lines[at])), 0)
    is_rule = rule > 0 and not lines[rule - 1].strip()
    behind = [at for at, part in enumerate(parts) if is_rule and part.line > first_line + rule]
    is_footer = 0 < len(behind) <= MAX_PARTS and parts[behind[0]].line > headings[-1].line
    closing = set(behind) if is_footer else set()
    last = (behind[0] if is_footer else len(parts)) - 1
    if _is_last_word(parts, last):
        closing.add(last)
    return [replace(part, trail=root) if at in closing else part for at, part in enumerate(parts)]


def _is_last_word(parts: Sequence[DocumentPart], at: int) -> bool:
    part, before = parts[at], parts[at - 1]
    is_behind_list = part.kind is PartKind.TEXT and before.kind is PartKind.ITEM
    return is_behind_list and before.trail == part.trail and _BOLD.match(part.text) is not None
