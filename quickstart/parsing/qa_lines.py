"""Q&A entries as JSON lines: read with every fault reported, written in one canonical form.

The canonical form: fields in the specification's order, then unknown ones in their original order; empty optional
fields left out; only the necessary escapes. What was written reads back equal, and is written again byte for byte.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.text.file_faults import Fault
from quickstart.parsing.entry_diff import changed_fields
from quickstart.parsing.exported_rows import (
    as_qa_fields,
    is_exported_entry,
    lines_of_collection,
    number_lines,
)
from quickstart.parsing.parsed_content import Json, ParsedEntry
from quickstart.parsing.qa_fields import FIELDS, REQUIRED, problems_in
from quickstart.parsing.strict_json import FieldProblem, read_object

VARIANTS, SYNONYM = "question_variants", "alts"
FAQ_LEVEL = 3
FAQ_PATH = ("FAQ",)
ID_CHARACTERS = 80
"""Of an id that is made of its question."""
_WORD = re.compile(r"[^\W_]+")
EXTRA_CHARACTERS = 50_000
MAX_FAULTS = 10_000
"""Nobody reads more of them; files with more are not imported."""
_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}
"""Other readers than ours treat these as line ends."""


@dataclass(frozen=True, slots=True)
class ParsedEntries:
    entries: tuple[ParsedEntry, ...]
    """In the order of the files; of several with one id, the first."""
    faults: tuple[Fault, ...]
    duplicates: tuple[Fault, ...]
    """Entries that occur twice and say the same: used once, reported, no fault."""
    refused: frozenset[str] = frozenset()
    """Ids of lines with faults, if readable."""


def read_entries(name: str, text: str) -> ParsedEntries:
    """The entries of one file. `name` appears in the faults."""
    return read_files([(name, text)])


def read_files(files: Iterable[tuple[str, str]], *, collection: str = "") -> ParsedEntries:
    """The entries of several files of one collection, as (name, text).

    Of an account's export, which has the rows of all of its collections, those of `collection`.
    """
    entries: dict[str, ParsedEntry] = {}
    faults: list[Fault] = []
    duplicates: list[Fault] = []
    refused: set[str] = set()
    for name, text in files:
        lines, reason = lines_of_collection(number_lines(text), collection)
        if reason:
            faults.append(Fault(name, 0, "", reason))
        for number, line in lines:
            entry, entry_id, problems = _entry(name, number, line)
            if entry is None and entry_id:
                refused.add(entry_id)
            faults += [Fault(name, number, field, reason) for field, reason in problems]
            if len(faults) > MAX_FAULTS:
                reason = f"the lines behind it are not read: there are more than {MAX_FAULTS:,} faults"
                return ParsedEntries((), (*faults, Fault(name, number, "", reason)), tuple(duplicates))
            if entry and (first := entries.setdefault(entry.id, entry)) is not entry:
                _note_duplicate(first, entry, faults, duplicates)
    return ParsedEntries(tuple(entries.values()), tuple(faults), tuple(duplicates), frozenset(refused))


def write_entries(entries: Iterable[ParsedEntry]) -> str:
    """JSON lines in the canonical form, each ended by \\n."""
    return "".join(f"{_line(entry)}\n" for entry in entries)


def _entry(file: str, number: int, line: str) -> tuple[ParsedEntry | None, str, list[FieldProblem]]:
    """The entry (None if it has a problem), its id if readable, and the problems."""
    found, problems = read_object(line)
    if found is None:
        return None, "", problems
    if is_exported_entry(found):
        found = as_qa_fields(found)
    problems += _without_synonym(found)
    _complete_plain(found)
    entry_id = found.get("id")
    problems += problems_in(found)
    extra = {name: value for name, value in found.items() if name not in FIELDS}
    # After the other checks: a text nested without end cannot be written.
    if not problems and len(_to_json(extra)) > EXTRA_CHARACTERS:
        problems.append(("", f"its other fields hold more than {EXTRA_CHARACTERS:,} characters"))
    entry = None if problems else _build_entry(found, extra, file, number)
    return entry, entry_id if isinstance(entry_id, str) else "", problems


def _without_synonym(found: dict[str, Json]) -> Iterator[FieldProblem]:
    """The other wordings of a FAQ's line, "alts", are named in place as the specification does."""
    if SYNONYM not in found:
        return
    if VARIANTS in found:
        yield SYNONYM, f"is another name of {VARIANTS}, which stands here too"
        return
    found[VARIANTS] = found.pop(SYNONYM)


def _complete_plain(found: dict[str, Json]) -> None:
    """A line of a FAQ, a question with its answer, is given a place; without an id, one that its question makes: it is
    the same entry when it comes again.
    """
    question, answer = found.get("question"), found.get("answer")
    if "level" in found or "tree_path" in found or not isinstance(question, str) or answer is None:
        return
    found["level"], found["tree_path"] = FAQ_LEVEL, list[Json](FAQ_PATH)
    if "id" not in found and (words := _WORD.findall(question.lower())):
        found["id"] = "_".join(words)[:ID_CHARACTERS].strip("_")


def _build_entry(found: Mapping[str, Json], extra: Mapping[str, Json], file: str, line: int) -> ParsedEntry:
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name in FIELDS
        if (value := found.get(name)) is not None
    }
    return ParsedEntry(**fields, extra=extra, file=file, line=line)


def _note_duplicate(
    first: ParsedEntry, again: ParsedEntry, faults: list[Fault], duplicates: list[Fault]
) -> None:
    place = f"line {first.line}" if first.file == again.file else f"{first.file}, line {first.line}"
    if differing := changed_fields(first, again):
        reason = f"{again.id!r} already exists in {place}, with another {', '.join(differing)}"
        faults.append(Fault(again.file, again.line, "id", reason))
    else:
        duplicates.append(
            Fault(again.file, again.line, "id", f"{again.id!r} is the same entry as in {place}")
        )


def _line(entry: ParsedEntry) -> str:
    values = ((name, getattr(entry, name)) for name in FIELDS)
    return _to_json({name: value for name, value in values if name in REQUIRED or value} | dict(entry.extra))


def _to_json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).translate(_LINE_ENDS)
