"""Notes as Markdown files."""

from dataclasses import replace

from brain.models import Note
from brain.parsing.parse_note import NoteFile
from brain.parsing.write_note import file_name, write_note


def note_file(note: Note) -> tuple[str, list[bytes]]:
    """Its path in an archive, and its content."""
    values = NoteFile(
        file=note.file,
        title=note.title,
        body=note.body,
        tags=tuple(note.tags),
        description=note.description,
        dated=note.dated,
        front_matter=note.front_matter,
    )
    path = file_name(values, note.pk)
    return path, [write_note(replace(values, file=path)).encode()]
