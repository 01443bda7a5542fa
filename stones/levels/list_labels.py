"""A short line above a list is the label of that list, though it may look like a heading without a mark: the paragraph
behind the list is outside, "Not done / - the invoice / (blank) / The manager knows about it."."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from core.text.text_blocks import Block, BlockKind


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
