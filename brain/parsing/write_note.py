"""A note as a Markdown file: what `read_note` makes the same note of."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from brain.parsing.parse_note import (
    DATES,
    DESCRIPTIONS,
    SUFFIXES,
    TAGS,
    NoteFile,
    UnreadableNoteError,
    read_note,
)
from core.text.front_matter import normalize_name, write_front_matter

_NO_NAME = re.compile(r"[\W_]+")
_MAX_NAME = 60


def write_note(note: NoteFile) -> str:
    """Its front matter keeps what the note came with; a field that says otherwise than the note is replaced.

    `note.dated` None: no date is written.
    """
    fields = dict(note.front_matter)
    try:
        own = read_note(note.file, write_front_matter(fields, note.body))
    except UnreadableNoteError:
        fields, own = {}, read_note(note.file, write_front_matter({}, note.body))
    if own.title != note.title:
        fields = _replace(fields, ("title",), note.title)
    if own.tags != note.tags:
        fields = _replace(fields, TAGS, list(note.tags))
    if own.dated != note.dated:
        fields = _replace(fields, DATES, note.dated, name="date")
    if own.description != note.description:
        fields = _replace(fields, DESCRIPTIONS, note.description)
    return write_front_matter(fields, note.body)


def _replace(
    fields: Mapping[str, Any], names: tuple[str, ...], value: Any, *, name: str = ""
) -> dict[str, Any]:
    """Without the fields of these names; the value under `name`, else the first of them. An empty one is left out."""
    others = {key: each for key, each in fields.items() if normalize_name(key) not in names}
    return others | {name or names[0]: value} if value else others


def file_name(note: NoteFile, note_id: str) -> str:
    """Its path in an archive: the one that it was imported from, where the import takes that; else of title and id."""
    path = PurePosixPath(note.file)
    is_plain = not path.is_absolute() and not any(part.startswith(".") or ":" in part for part in path.parts)
    if is_plain and path.suffix.lower() in SUFFIXES:
        return note.file
    words = _NO_NAME.sub("-", note.title.lower())[:_MAX_NAME].strip("-")
    return "-".join(filter(None, [words, note_id])) + ".md"
