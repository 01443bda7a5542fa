"""Unknown fields that resemble one of the specification: kept, but most likely misspelt."""

from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz, process

from core.text.file_faults import Fault
from quickstart.parsing.parsed_content import ParsedEntry
from quickstart.parsing.qa_fields import FIELDS

MIN_RATIO = 80
"""Of 100 (`fuzz.ratio`): a letter or two of a field's name."""


def misspelt_fields(entries: Iterable[ParsedEntry]) -> Iterator[Fault]:
    """A warning for each unknown field whose name is close to a known one."""
    for entry in entries:
        for name in entry.extra:
            if found := process.extractOne(name.lower(), FIELDS, scorer=fuzz.ratio, score_cutoff=MIN_RATIO):
                reason = f"is not known, and is kept without being read; {found[0]!r} is"
                yield Fault(entry.file, entry.line, name, reason)
