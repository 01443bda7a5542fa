"""What a FAQ can say of an entry: its question, its place and its answer. An import leaves it all else."""

from dataclasses import replace

from quickstart.parsing.parsed_content import ParsedEntry
from quickstart.parsing.qa_fields import FAQ_LEVEL
from quickstart.parsing.question_ids import is_markdown


def with_what_stays(entry: ParsedEntry, before: ParsedEntry | None) -> ParsedEntry:
    """An entry of a file with what the file cannot say, as the collection has it; of lines it is the line's alone."""
    if before is None or not is_markdown(entry.file):
        return entry
    return replace(
        before,
        question=entry.question,
        tree_path=entry.tree_path,
        answer=entry.answer,
        file=entry.file,
        line=entry.line,
    )


def said_by_file(entry: ParsedEntry) -> ParsedEntry:
    """An entry of a file without what the file cannot say."""
    return as_in_faq(entry) if is_markdown(entry.file) else entry


def as_in_faq(entry: ParsedEntry) -> ParsedEntry:
    """As a FAQ would give this entry."""
    return ParsedEntry(
        entry.id,
        entry.question,
        FAQ_LEVEL,
        entry.tree_path,
        entry.answer,
        file=entry.file,
        line=entry.line,
    )
