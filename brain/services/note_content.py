"""A note's content, validated before it is stored: sizes, what the database can hold, no agent tokens."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, time

from django.utils import timezone

from brain.exceptions import InvalidNote, NoteTooLarge
from brain.models import Note
from brain.models.notes import MAX_TAG, MAX_TITLE
from brain.parsing.normalize_tags import split_tags
from brain.parsing.note_day import DaySource, note_day
from brain.parsing.parse_note import NoteFile, UnreadableNoteError, read_note
from core.llm import count_tokens
from core.rest.agent_tokens import refuse_tokens
from core.text.storable_text import plain_lines

MAX_BYTES = 200_000
MAX_DESCRIPTION = 5_000
MAX_TAGS = 20


@dataclass(frozen=True, slots=True)
class NoteContent:
    title: str
    body: str
    tags: tuple[str, ...] = ()
    description: str = ""
    dated: datetime | None = None
    """None: as the row has it, for a new one the day that it gives itself, else today."""

    def apply_to(self, note: Note) -> None:
        """Set its fields; nothing is saved."""
        note.title, note.body, note.description = self.title, self.body, self.description
        note.tags = list(self.tags)
        note.dated = self.dated or note.dated
        note.tokens = count_tokens(self.body)


def validate_note(
    *, title: str, body: str, tags: Iterable[str] = (), description: str = "", dated: datetime | None = None
) -> NoteContent:
    """Line ends become \n, title and description one line, tags their normal form.

    Raises InvalidNote, NoteTooLarge, TokenInContent.
    """
    body = _require_storable("body", plain_lines(body))
    if (size := len(body.encode())) > MAX_BYTES:
        raise NoteTooLarge(
            f"The body has {size:,} bytes; at most {MAX_BYTES:,} are taken. Make several notes of it.",
            limit=MAX_BYTES,
        )
    if not body.strip():
        raise InvalidNote("The body is empty: there is nothing to note.")
    title = _one_line("title", title, MAX_TITLE)
    if not title:
        raise InvalidNote("A note needs a title.")
    refuse_tokens(body, where="body")
    return NoteContent(
        title, body, _validate_tags(tags), _one_line("description", description, MAX_DESCRIPTION), dated
    )


@dataclass(frozen=True, slots=True)
class OwnDay:
    """The day that a note gives itself: noon of it, or the very moment, and where it is from."""

    moment: datetime
    source: DaySource


def own_day(note: NoteFile) -> OwnDay | None:
    """That of the front matter, else of the title, the file's name or the text's head; None where there is none."""
    if note.dated:
        return OwnDay(note.dated, DaySource.FRONT_MATTER)
    day, source = note_day(note.title, note.body, timezone.localdate(), note.file, note.front_matter)
    return OwnDay(timezone.make_aware(datetime.combine(day, time(12))), source) if day else None


def first_dated(title: str, body: str) -> datetime | None:
    """Of a new note that nobody dates: the day that it gives itself, by the rule for files; None: none."""
    try:
        day = own_day(replace(read_note("", body), title=title))
    except UnreadableNoteError:
        day = own_day(NoteFile("", title, body, (), "", None, {}))
    return day.moment if day else None


def _one_line(name: str, text: str, limit: int) -> str:
    text = " ".join(_require_storable(name, text).split())
    if len(text) > limit:
        raise InvalidNote(f"The {name} has {len(text):,} characters; at most {limit:,} are allowed.")
    refuse_tokens(text, where=name)
    return text


def _validate_tags(tags: Iterable[str]) -> tuple[str, ...]:
    raw_tags = [_require_storable("tag", tag) for tag in tags]
    for tag in raw_tags:
        # As typed: in lower case it is no token any more, but still reveals most of one.
        refuse_tokens(tag, where="tag")
    normal_tags = split_tags(raw_tags)
    if len(normal_tags) > MAX_TAGS:
        raise InvalidNote(f"There are {len(normal_tags)} tags; at most {MAX_TAGS} are allowed.")
    for tag in normal_tags:
        if len(tag) > MAX_TAG:
            raise InvalidNote(f"A tag has at most {MAX_TAG} characters; {tag[:MAX_TAG]!r}… has {len(tag):,}.")
    return tuple(normal_tags)


def _require_storable(name: str, text: str) -> str:
    """Raises InvalidNote for what the database cannot hold as text."""
    if "\x00" in text:
        raise InvalidNote(f"The {name} has a NUL character (U+0000), which cannot be stored.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidNote(
            f"The {name} has half a character, U+{ord(text[error.start]):04X}, which cannot be stored."
        ) from error
    return text
