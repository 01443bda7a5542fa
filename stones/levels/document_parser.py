"""Parses a text as its author laid it out: title, status, and parts with their standing.

Linear on any input, and it never fails.
"""

from dataclasses import replace
from itertools import islice

from core.text.other_markup import with_prompts_indented, without_comments
from core.text.plain_inline import plain
from core.text.rst_markup import rst_as_markdown, with_code_indented
from stones.format.quoted_stones import split_stones
from stones.levels.closing_lines import close_last_section
from stones.levels.document_parts import DocumentPart, ParsedDocument, PartKind, Standing
from stones.levels.forms import as_written_in_markdown
from stones.levels.forms.header_fields import split_head
from stones.levels.part_parser import PartParser
from stones.levels.part_standing import with_standings
from stones.levels.post_heads import with_posts_as_labels
from stones.levels.title_and_status import find_status, find_title, front_matter_status

__all__ = ["DocumentPart", "ParsedDocument", "PartKind", "Standing", "read_document"]

MAX_PARTS = 5_000
"""Some 100 pages. The rest is not parsed."""


def read_document(content: str) -> ParsedDocument:
    front, body = split_head(content)
    above = content[: len(content) - len(body)].count("\n") if content.endswith(body) else 0
    body_lines = as_written_in_markdown(body.replace("\r\n", "\n").split("\n"))
    body_lines = rst_as_markdown(without_comments(body_lines))
    body_lines, last_post = with_posts_as_labels(body_lines)
    lines = split_stones(with_prompts_indented(with_code_indented(body_lines)))
    parts = [*islice(PartParser(lines.own, above + 1).parts(), MAX_PARTS)]
    parts = close_last_section(parts, lines.own, above + 1)
    status = front_matter_status(front)
    found = [*with_standings(parts, status=status, stated=find_status(parts))]
    if lines.stones:
        quoted = islice(PartParser(lines.quoted, above + 1).parts(), MAX_PARTS)
        found += [replace(part, standing=Standing.QUOTED) for part in quoted]
        found.sort(key=lambda part: part.line)
    return ParsedDocument(
        title=plain(front.text("title", "name")) or find_title(parts),
        description=plain(front.text("description", "summary", "abstract", "rationale", "reason")),
        status=status or find_status(parts),
        parts=tuple(found),
        stones=lines.stones,
        last_post=above + 1 + last_post if last_post else 0,
    )
