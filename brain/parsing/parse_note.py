"""A file of Markdown or plain text as a note: its front matter and its body.

The title is the front matter's, else the first heading's if that is more than a day, else the file's name. The date is
that of the last change (`updatedAt`, `updated`, …), else of publication, else `date`, else of creation: "recent" means
recently edited.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from pathlib import PurePosixPath
from typing import Any, TypeGuard

from brain.parsing.day_heads import holds_more_than_days, is_only_day
from brain.parsing.normalize_tags import split_tags
from brain.parsing.plain_json import NotPlainError, as_json
from brain.parsing.written_day import written_day
from core.text.file_faults import Fault
from core.text.front_matter import FrontMatter, split_front_matter
from core.text.limited_markdown import LimitedMarkdown, WorkLimitExceeded
from core.text.storable_text import plain_lines
from core.text.text_blocks import HTML_HEADING
from core.text.toml_front_matter import split_toml

SUFFIXES = (".md", ".markdown", ".txt")
"""Of files that become notes."""
MAX_BYTES = 1_000_000
"""Of a file, in UTF-8."""
SEARCHED_CHARACTERS = 20_000
"""Of a body, searched for its first heading."""
DATES = (
    *("updatedat", "updated_at", "updated", "modified", "lastmod", "last_modified"),
    *("publishedat", "published_at", "published", "published_on", "date", "day", "sent", "written", "datum"),
    *("createdat", "created_at", "created"),
)
"""Field names, in order of preference, as those below."""

TAGS = ("tags", "tag", "keywords")
DESCRIPTIONS = ("description", "excerpt", "summary", "abstract")

_PARSER = LimitedMarkdown()
_UNCLOSED = re.compile(r"---[ \t]*\n[A-Za-z_][\w -]*:(?:\s|$)")
_MONTH_NAME = re.compile(r"[^\W\d_]{3}")
_STATES = {"", "yes", "no", "true", "false", "draft", "published"}
_FOLDER_NAMES = {"index", "readme"}
_JOINING = re.compile(r"_|-(?!(?<=[\d\s]-)\d)(?!(?<=^-)\d)")
"""In a file's name, for a space; not of `-80`, `2026-05-10`, `1-12`."""


@dataclass(frozen=True, slots=True)
class NoteFile:
    file: str
    """The name passed to the reader, with forward slashes."""
    title: str
    body: str
    """Without front matter, lines ended by \\n."""
    tags: tuple[str, ...]
    description: str
    dated: datetime | None
    """None if no date can be read."""
    front_matter: Mapping[str, Any]
    """All of it, as plain JSON."""
    warnings: tuple[Fault, ...] = field(default=(), compare=False)


class UnreadableNoteError(ValueError):
    """The file cannot be imported; `faults` say why, each with its line."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


def read_note(file: str, text: str) -> NoteFile:
    """Raises UnreadableNoteError with every fault."""
    lined = plain_lines(text)
    if refused := _find_refusal(file, lined):
        raise UnreadableNoteError([refused])
    front, rest = split_toml(file, lined) or split_front_matter(file, lined)
    body = rest.strip("\n").rstrip() + "\n"
    warnings: list[Fault] = []
    note = NoteFile(
        file=file.replace("\\", "/"),
        title=front.text("title") or _title(file, _first_heading(body)),
        body=body,
        tags=tuple(_tags(front, lined)),
        description=front.text(*DESCRIPTIONS),
        dated=find_date(front, warnings),
        front_matter=_front_matter(front),
        warnings=tuple(warnings),
    )
    if not body.strip():
        front.faults.append(Fault(file, 0, "", "has no text behind its front matter"))
    if front.faults:
        raise UnreadableNoteError(front.faults)
    return note


def _find_refusal(file: str, text: str) -> Fault | None:
    if not text.strip():
        return Fault(file, 0, "", "is empty")
    if wrong := re.search("[\0\ud800-\udfff]", text):
        what = "a NUL character" if wrong[0] == "\0" else "half of a surrogate pair"
        return Fault(file, text.count("\n", 0, wrong.start()) + 1, "", f"holds {what}")
    if (size := len(text.encode())) > MAX_BYTES:
        return Fault(file, 0, "", f"has {size:,} bytes; {MAX_BYTES:,} are allowed")
    if _UNCLOSED.match(text) and not re.search(r"^-{3,}\s*$", text[3:], re.MULTILINE):
        return Fault(file, 1, "front matter", "is never closed: a line --- ends it")
    return None


def _front_matter(front: FrontMatter) -> dict[str, Any]:
    try:
        data: dict[str, Any] = as_json(front.raw_values)
    except NotPlainError as error:
        front.faults.append(Fault(front.file, 1, "front matter", str(error)))
        return {}
    return data


def _first_heading(body: str) -> str:
    try:
        tokens = _PARSER.parse(body[:SEARCHED_CHARACTERS])
    except WorkLimitExceeded:
        return ""
    for token, inner in zip(tokens, [*tokens[1:], *tokens[-1:]], strict=True):
        if token.type == "html_block" and (found := HTML_HEADING.match(token.content.rstrip())):
            return " ".join(re.sub(r"<[^<>]*>", " ", found[2]).split())
        if token.type == "heading_open" and inner.children:
            plain = "".join(
                child.content if child.type in ("text", "code_inline", "image") else " "
                for child in inner.children
                if not child.type.endswith(("_open", "_close"))
            )
            if title := " ".join(plain.split()):
                return title
    return ""


def _title(file: str, heading: str) -> str:
    """A first heading that is only a day is that of an entry, where the file's name says more."""
    name = _title_from_path(file)
    return name if not heading or (is_only_day(heading) and holds_more_than_days(name)) else heading


def _title_from_path(file: str) -> str:
    path = PurePosixPath(file.replace("\\", "/"))
    name = path.parent.name if path.stem.lower() in _FOLDER_NAMES and path.parent.name else path.stem
    words = " ".join(_JOINING.sub(" ", name).split()) or name
    return words[:1].upper() + words[1:]


def _tags(front: FrontMatter, text: str) -> list[str]:
    if found := split_tags(front.texts(*TAGS)):
        return found
    # YAML reads `tags: #eco #web` as a comment; its author meant tags.
    for name in TAGS:
        if name in front.lines and front.values.get(name) is None:
            _, _, rest = text.split("\n")[front.lines[name] - 1].partition(":")
            if rest.strip().startswith("#"):
                return split_tags([rest])
    return []


def find_date(front: FrontMatter, warnings: list[Fault]) -> datetime | None:
    """Of front matter; appends a warning for each field whose date cannot be read. What only says whether something is
    published, as generators of sites write it, is passed over.
    """
    for name in DATES:
        value = front.values.get(name)
        if value is None or (name == "published" and str(value).strip().lower() in _STATES):
            continue
        moment = _moment(value) or (_moment(written_day(value, date.max)) if _in_words(value) else None)
        if moment is not None:
            return moment
        reason = f"is no date that can be read, and is passed over: {str(value)[:40]!r}"
        warnings.append(Fault(front.file, front.line_of(name), name, reason))
    return None


def _in_words(value: Any) -> TypeGuard[str]:
    """A date with its month's name: "5 May 2026"."""
    return isinstance(value, str) and _MONTH_NAME.search(value) is not None


def _moment(value: Any) -> datetime | None:
    """In UTC, which is also assumed without a zone; a date means midnight."""
    try:
        if isinstance(value, str):
            value = datetime.fromisoformat(value.strip())
        elif isinstance(value, date) and not isinstance(value, datetime):
            value = datetime.combine(value, time())
        if not isinstance(value, datetime):
            return None
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
