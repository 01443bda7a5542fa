"""The Q&A entries of several files of one collection: JSON lines, and FAQs in Markdown."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import MappingProxyType

from core.text.file_faults import Fault
from quickstart.parsing.entry_diff import changed_fields
from quickstart.parsing.faq_file import FaqFile, read_faq
from quickstart.parsing.parsed_content import ParsedEntry
from quickstart.parsing.qa_lines import read_lines
from quickstart.parsing.question_ids import KnownQuestions, assign_ids, is_markdown

MAX_FAULTS = 10_000
"""Nobody reads more of them; files with more are not imported."""
_NONE_KNOWN: KnownQuestions = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ParsedEntries:
    entries: tuple[ParsedEntry, ...]
    """In the order of the files; of several with one id, the first."""
    faults: tuple[Fault, ...]
    duplicates: tuple[Fault, ...]
    """Entries that occur twice and say the same: used once, reported, no fault."""
    refused: frozenset[str] = frozenset()
    """Ids of lines with faults, if readable."""
    unread: tuple[Fault, ...] = ()
    """What of a FAQ became no entry, and why."""
    warnings: tuple[Fault, ...] = ()


def read_entries(name: str, text: str) -> ParsedEntries:
    """The entries of one file. `name` appears in the faults."""
    return read_files([(name, text)])


def read_files(
    files: Iterable[tuple[str, str]],
    *,
    collection: str = "",
    known: KnownQuestions = _NONE_KNOWN,
) -> ParsedEntries:
    """The entries of several files of one collection, as (name, text): Markdown by their names, else JSON lines.

    Of an account's export, which has the rows of all of its collections, those of `collection`. `known`: the questions
    that the collection has, which keep their ids.
    """
    read = _Read()
    for name, text in files:
        if is_markdown(name):
            read.add_faq(read_faq(name, text))
        elif not read.add_lines(name, text, collection):
            return ParsedEntries((), tuple(read.faults), ())
    return read.merge(known)


@dataclass(slots=True)
class _Read:
    entries: list[ParsedEntry] = field(default_factory=list)
    made: list[int] = field(default_factory=list)
    """Which of them have ids that are made of their questions."""
    faults: list[Fault] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    unread: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)

    def add_lines(self, name: str, text: str, collection: str) -> bool:
        """Whether there are not too many faults."""
        for line in read_lines(name, text, collection):
            if line.entry is None and line.entry_id:
                self.refused.add(line.entry_id)
            self.faults += line.faults
            if len(self.faults) > MAX_FAULTS:
                reason = f"the lines behind it are not read: there are more than {MAX_FAULTS:,} faults"
                self.faults.append(Fault(name, line.number, "", reason))
                return False
            if line.entry:
                self._add(line.entry, is_made=line.is_id_made)
        return True

    def add_faq(self, faq: FaqFile) -> None:
        self.faults += faq.faults
        self.unread += faq.unread
        self.warnings += faq.warnings
        for entry in faq.entries:
            self._add(entry, is_made=True)

    def merge(self, known: KnownQuestions) -> ParsedEntries:
        entries: dict[str, ParsedEntry] = {}
        duplicates: list[Fault] = []
        for entry in self._with_ids(known):
            first = entries.setdefault(entry.id, entry)
            if first is not entry:
                self._note_duplicate(first, entry, duplicates)
        return ParsedEntries(
            tuple(entries.values()),
            tuple(self.faults),
            tuple(duplicates),
            frozenset(self.refused),
            tuple(self.unread),
            tuple(self.warnings),
        )

    def _add(self, entry: ParsedEntry, *, is_made: bool) -> None:
        if is_made:
            self.made.append(len(self.entries))
        self.entries.append(entry)

    def _with_ids(self, known: KnownQuestions) -> Iterator[ParsedEntry]:
        made = set(self.made)
        named: dict[str, ParsedEntry] = {}
        for number, entry in enumerate(self.entries):
            if number not in made:
                named.setdefault(entry.id, entry)
        assigned = iter(assign_ids([self.entries[number] for number in self.made], named, known))
        for number, entry in enumerate(self.entries):
            yield next(assigned) if number in made else entry

    def _note_duplicate(self, first: ParsedEntry, again: ParsedEntry, duplicates: list[Fault]) -> None:
        place = f"line {first.line}" if first.file == again.file else f"{first.file}, line {first.line}"
        if differing := changed_fields(first, again):
            reason = f"{again.id!r} already exists in {place}, with another {', '.join(differing)}"
            self.faults.append(Fault(again.file, again.line, "id", reason))
        else:
            reason = f"{again.id!r} is the same entry as in {place}"
            duplicates.append(Fault(again.file, again.line, "id", reason))
