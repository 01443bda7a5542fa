"""Q&A entries as JSON lines: read with every fault reported, written in one canonical form.

The canonical form: fields in the specification's order, then unknown ones in their original order; empty optional
fields left out; only the necessary escapes. What was written reads back equal, and is written again byte for byte.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.text.file_faults import Fault
from quickstart.parsing.exported_rows import (
    as_qa_fields,
    is_exported_entry,
    lines_of_collection,
    number_lines,
)
from quickstart.parsing.parsed_content import Json, ParsedEntry
from quickstart.parsing.qa_fields import FAQ_LEVEL, FAQ_PATH, FIELDS, REQUIRED, problems_in
from quickstart.parsing.question_ids import made_id
from quickstart.parsing.strict_json import FieldProblem, read_object

VARIANTS, SYNONYM = "question_variants", "alts"
EXTRA_CHARACTERS = 50_000
_LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}
"""Other readers than ours treat these as line ends."""


@dataclass(frozen=True, slots=True)
class QaLine:
    number: int
    entry: ParsedEntry | None
    """None if it has a fault."""
    entry_id: str
    """If readable."""
    is_id_made: bool
    """Of its question, as it names none."""
    faults: tuple[Fault, ...]


def read_lines(name: str, text: str, collection: str = "") -> Iterator[QaLine]:
    """The lines of one file. `name` appears in the faults.

    Of an account's export, which has the rows of all of its collections, those of `collection`.
    """
    lines, reason = lines_of_collection(number_lines(text), collection)
    if reason:
        yield QaLine(0, None, "", is_id_made=False, faults=(Fault(name, 0, "", reason),))
    for number, line in lines:
        yield _read_line(name, number, line)


def write_entries(entries: Iterable[ParsedEntry]) -> str:
    """JSON lines in the canonical form, each ended by \\n."""
    return "".join(f"{_line(entry)}\n" for entry in entries)


def _read_line(file: str, number: int, line: str) -> QaLine:
    found, problems = read_object(line)
    is_made = False
    if found is not None:
        if is_exported_entry(found):
            found = as_qa_fields(found)
        problems += _without_synonym(found)
        is_made = _complete_plain(found)
        problems += problems_in(found)
    extra = {name: value for name, value in (found or {}).items() if name not in FIELDS}
    # After the other checks: a text nested without end cannot be written.
    if not problems and len(_to_json(extra)) > EXTRA_CHARACTERS:
        problems.append(("", f"its other fields hold more than {EXTRA_CHARACTERS:,} characters"))
    faults = tuple(Fault(file, number, field, reason) for field, reason in problems)
    entry = _build_entry(found, extra, file, number) if found is not None and not problems else None
    entry_id = (found or {}).get("id")
    return QaLine(number, entry, entry_id if isinstance(entry_id, str) else "", is_made, faults)


def _without_synonym(found: dict[str, Json]) -> Iterator[FieldProblem]:
    """The other wordings of a FAQ's line, "alts", are named in place as the specification does."""
    if SYNONYM not in found:
        return
    if VARIANTS in found:
        yield SYNONYM, f"is another name of {VARIANTS}, which stands here too"
        return
    found[VARIANTS] = found.pop(SYNONYM)


def _complete_plain(found: dict[str, Json]) -> bool:
    """A line of a FAQ, a question with its answer, is given a place, and an id if it has none. Whether one was made."""
    question, answer = found.get("question"), found.get("answer")
    if "level" in found or "tree_path" in found or not isinstance(question, str) or answer is None:
        return False
    found["level"], found["tree_path"] = FAQ_LEVEL, list[Json](FAQ_PATH)
    if "id" in found or not (entry_id := made_id(question)):
        return False
    found["id"] = entry_id
    return True


def _build_entry(found: Mapping[str, Json], extra: Mapping[str, Json], file: str, line: int) -> ParsedEntry:
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name in FIELDS
        if (value := found.get(name)) is not None
    }
    return ParsedEntry(**fields, extra=extra, file=file, line=line)


def _line(entry: ParsedEntry) -> str:
    values = ((name, getattr(entry, name)) for name in FIELDS)
    return _to_json({name: value for name, value in values if name in REQUIRED or value} | dict(entry.extra))


def _to_json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).translate(_LINE_ENDS)
