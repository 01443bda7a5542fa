"""Fields that are nearly those of the specification: kept as they are, and most likely not what was meant."""

from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz, process

from quickstart.reading.model import QaEntry
from quickstart.reading.qa_fields import FIELDS
from texts.faults import Fault

ALIKE = 80
"""Of 100 (`fuzz.ratio`): a letter or two of a field's name."""


def misspelt(entries: Iterable[QaEntry]) -> Iterator[Fault]:
    """A warning for each unknown field whose name is nearly that of a known one."""
    for entry in entries:
        for name in entry.extra:
            if found := process.extractOne(name.lower(), FIELDS, scorer=fuzz.ratio, score_cutoff=ALIKE):
                reason = f"is not known, and is kept without being read; {found[0]!r} is"
                yield Fault(entry.file, entry.line, name, reason)
