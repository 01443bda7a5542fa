"""A short line above a list is the label of that list, though it may look like a heading without a mark: the paragraph
behind the list is outside, "Not done / - the invoice / (blank) / The manager knows about it."."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from core.text.text_blocks import BOLD_LINE, FENCE, HEAD_CHARACTERS, LEAD_LINE, LIST_ITEM, Block, BlockKind

_UNENDED = re.compile(r"\S\s\S{0,60}(?:\w|(?<=[^:：]`))\s*$")


def close_list_labels(blocks: Iterable[Block], unmarked: Container[int]) -> Iterator[Block]:
    """The same blocks; a paragraph behind the list of such a label is not below it. `unmarked`: the lines that are
    headings though their author did not mark them.
    """
    is_label = is_listed = False
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            is_label, is_listed = block.first in unmarked, False
        elif block.kind is BlockKind.LIST:
            is_listed = True
        elif not is_listed:
            is_label = False
        if is_label and block.kind is BlockKind.TEXT:
            block = replace(block, trail=block.trail[:-1])
        yield block


def is_unmarked_lead(lines: Sequence[str], first: int, stop: int) -> bool:
    """Whether it leads in without a colon to what stands below it: a line to a list ("Optional, a matter of taste"), a
    paragraph that ends in its middle to a fence ("To see the log, run").
    """
    line = lines[first].strip()
    line = line.strip("*_") if BOLD_LINE.match(line[:HEAD_CHARACTERS]) else line
    is_line = stop == first + 1 and LEAD_LINE.match(line) is not None
    is_unended = _UNENDED.search(lines[stop - 1][-HEAD_CHARACTERS:]) is not None
    if not is_line and not is_unended:
        return False
    below = next((lines[at] for at in range(stop, len(lines)) if lines[at].strip()), "")[:HEAD_CHARACTERS]
    return bool((is_line and LIST_ITEM.match(below)) or (is_unended and FENCE.match(below)))
