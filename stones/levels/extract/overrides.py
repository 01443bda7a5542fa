"""What a text tells a model in place of its own rules: no level repeats it, still less without its tell-tale words."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.text.instructions.detect_instructions import overrides_rules
from core.text.sentence_ends import sentence_ends
from stones.levels.document_parts import DocumentPart, PartKind, Standing


def without_overrides(parts: Iterable[DocumentPart]) -> Iterator[DocumentPart]:
    """The same parts; one that overrides rules ends before that sentence, and what stands below it without a blank
    line is only quoted (but for the rows of a table, each of which stands alone).
    """
    next_line = 0
    for part in parts:
        is_below = part.line == next_line and part.kind is not PartKind.ROW
        start = _override_start(part)
        if is_below or start is not None:
            next_line = part.line + part.text.count("\n") + 1
        if is_below or start == 0:
            yield replace(part, standing=Standing.QUOTED)
        elif start is None:
            yield part
        else:
            yield replace(part, text=part.text[:start])


def _override_start(part: DocumentPart) -> int | None:
    """Offset of the first sentence that does; None: there is none."""
    if part.kind in (PartKind.HEADING, PartKind.CODE):
        return None
    start = 0
    for end in sentence_ends(part.text, 0, len(part.text)):
        if overrides_rules(part.text[start:end]):
            return start
        start = end
    return None
