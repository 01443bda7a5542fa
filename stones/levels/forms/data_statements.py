"""What JSON (RFC 8259), JSON Lines, CSV (RFC 4180) or aligned columns say: a statement for each field."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from core.text.instructions.detect_instructions import overrides_rules
from core.text.one_line import one_line
from core.text.plain_inline import plain
from stones.levels.forms import data_fields as fields
from stones.levels.forms.aligned_fields import read_aligned
from stones.levels.forms.csv_rows import read_csv
from stones.levels.forms.data_fields import MAX_VALUE_CHARACTERS, Telling
from stones.levels.split_sentences import split_sentences

MAX_CHARACTERS = 1_000_000
MAX_STATEMENTS = 1_000
MAX_DEPTH = 12
MAX_ITEMS = fields.MAX_ITEMS
"""Objects of an array that are told beside their count; of a longer one only those with trouble."""
_HEADING = re.compile(r"^#{1,6} .*$", re.M)
_BETWEEN = re.compile(r"(?:^|\n)\s*(?:[-*+•]|\d{1,3}[.)])\s|\n\s*\n")
"""Paragraphs and items."""


@dataclass(frozen=True, slots=True)
class DataStatement:
    name: str
    """The path to it: `steps/geocode`, `rows[3]/error`; empty for what the whole is."""
    text: str
    """On one line: a sentence, a value, or the fields of an object."""
    telling: Telling
    depth: int
    position: int = 0
    """In the order of the text."""

    @property
    def full_text(self) -> str:
        return f"{self.name}: {self.text}" if self.name else self.text


@dataclass(frozen=True, slots=True)
class DataDocument:
    title: str
    """What its first naming field says, with that field's name unless it is a title; empty: none does."""
    statements: tuple[DataStatement, ...]
    """In the order of the text."""


def read_data(content: str) -> DataDocument | None:
    """None if it is neither, or says nothing."""
    value = _parse(content)
    if not value:
        return None
    reader = _Reader()
    if isinstance(value, Mapping):
        name, title = fields.named(value)
        reader.read_object(value, (), 0, skip=name)
    else:
        title = ""
        reader.read_array(value, (), 0)
    found = (replace(each, position=at) for at, each in enumerate(reader.found))
    return DataDocument(one_line(title), tuple(found)) if reader.found else None


def is_json(content: str) -> bool:
    """Whether it is one object or array."""
    return isinstance(_load(content), dict | list)


def _parse(content: str) -> Mapping[str, object] | Sequence[object] | None:
    value = _load(content)
    value = _parse_lines(content) if value is None else value
    value = read_csv(content) if value is None else value
    value = read_aligned(content) if value is None else value
    return value if isinstance(value, dict | list) else None


def _load(content: str) -> object:
    if content.lstrip()[:1] not in ("{", "[") or len(content) > MAX_CHARACTERS:
        return None
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _parse_lines(content: str) -> list[object] | None:
    lines = [line for line in content[:MAX_CHARACTERS].split("\n") if line.strip()]
    if len(lines) < 2 or any(not line.lstrip().startswith("{") for line in lines):
        return None
    try:
        return [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None


class _Reader:
    """Goes once through the values."""

    def __init__(self) -> None:
        self.found: list[DataStatement] = []

    def read_object(
        self, values: Mapping[str, object], path: tuple[str, ...], depth: int, *, skip: str = ""
    ) -> None:
        """Of the whole each field is a statement; of an object within it the short ones are one together."""
        start, record = len(self.found), dict[str, object]()
        has_trouble = bool(path) and fields.is_trouble(values)
        for key, value in values.items():
            if len(self.found) >= MAX_STATEMENTS:
                break
            if key == skip or value in (None, "", [], {}):
                continue
            within = (*path, key)
            if isinstance(value, Mapping) and not (path and fields.is_flat(value)):
                # What only wraps another object is no depth of its own.
                inner = depth + (len(values) > 1)
                self.read_object(value, within, inner) if depth < MAX_DEPTH else None
            elif isinstance(value, list) and not fields.is_listed(value):
                self.read_array(value, within, depth + 1) if depth < MAX_DEPTH else None
            elif isinstance(value, str) and fields.is_prose(value) and not (path and fields.is_remark(value)):
                self._add_prose(within, value, depth, has_trouble=has_trouble)
            elif depth == 0:
                self._add(within, fields.show(value), fields.telling(key, depth), depth)
            else:
                record[key] = value
        if text := fields.join_fields(record):
            telling = fields.telling_of_record(path[-1], record, depth, has_trouble=has_trouble)
            self._add(path, text, telling, depth, at=start)

    def read_array(self, values: Sequence[object], path: tuple[str, ...], depth: int) -> None:
        objects = [value for value in values if isinstance(value, Mapping)]
        has_trouble = any(map(fields.is_trouble, objects))
        count = fields.count(values, objects)
        # Without states it says less than the objects in trouble do.
        is_told = fields.counts_states(count) if has_trouble else not path
        if len(values) > 1 or not objects:
            self._add(path, count, Telling.NOTE if is_told else Telling.COUNT, max(depth - 1, 0))
        told = 0
        for at, value in enumerate(values):
            if not isinstance(value, Mapping) or told == MAX_ITEMS:
                continue
            if len(objects) <= MAX_ITEMS or fields.is_trouble(value):
                name, title = fields.named(value)
                last = path[-1] if path else ""
                item = (*path, title) if title else (*path[:-1], f"{last}[{at}]")
                self.read_object(value, item, max(depth, 1), skip=name)
                told += 1

    def _add_prose(self, path: tuple[str, ...], value: str, depth: int, *, has_trouble: bool) -> None:
        """Each sentence by itself."""
        paragraphs = _BETWEEN.split(_HEADING.sub("", value[:MAX_VALUE_CHARACTERS]))
        sentences = [each for text in paragraphs for each in split_sentences(plain(text, keep_code=True))]
        for sentence in takewhile(lambda each: not overrides_rules(each), sentences):
            telling = fields.telling_of_sentence(sentence, path[-1], depth, has_trouble=has_trouble)
            self._add(path, sentence, telling, depth)

    def _add(
        self,
        path: tuple[str, ...],
        text: str,
        telling: Telling,
        depth: int,
        *,
        at: int | None = None,
    ) -> None:
        """Before the one `at` that place; None: behind all. What tells a model what to do is no statement."""
        # Escapes may stand for what no text may hold: half of a pair, a control character.
        name, text = one_line("/".join(path)), one_line(text)
        if text and len(self.found) < MAX_STATEMENTS and not overrides_rules(text):
            place = len(self.found) if at is None else at
            self.found.insert(place, DataStatement(name, text, telling, depth))
