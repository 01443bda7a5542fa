"""The texts that `import_stones` finds: each with the place to name when it is at fault."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from core.cli.read_files import LINK_OUTSIDE, links_outside
from core.cli.shared_arguments import EXIT_USAGE
from stones.models import LevelOrigin
from stones.services import ImportDocument, StoneDraft
from stones.services.read_json_draft import read_draft_fields
from stones.services.stone_draft import TTL_DAYS

SUFFIXES = {".md", ".markdown", ".txt", ".qastone"}
NOT_JSON = "not JSON"


def read_documents(source: str, defaults: dict[str, Any]) -> list[ImportDocument]:
    """The documents of a folder, in the order of their names, or of a JSONL file. Raises CommandError (exit 2)."""
    path = Path(source)
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file())
        found = [
            ImportDocument(str(file), fault=LINK_OUTSIDE)
            if links_outside(file, path)
            else _read_file(file, defaults)
            for file in files
        ]
    elif path.is_file():
        found = list(_read_lines(path, defaults))
        if found and all(each.fault.startswith(NOT_JSON) for each in found):
            raise CommandError(
                f"{source!r} is no JSON Lines file: none of its lines is JSON. Texts are imported from a folder "
                f"({', '.join(f'*{suffix}' for suffix in sorted(SUFFIXES))}): name that.",
                returncode=EXIT_USAGE,
            )
    else:
        raise CommandError(f"There is no folder or file {source!r}.", returncode=EXIT_USAGE)
    if not found:
        raise CommandError(f"There is nothing to import in {source!r}.", returncode=EXIT_USAGE)
    return found


def _read_file(file: Path, defaults: dict[str, Any]) -> ImportDocument:
    try:
        return _document(str(file), {"content": file.read_bytes().decode("utf-8-sig")}, defaults)
    except UnicodeDecodeError as error:
        return ImportDocument(str(file), fault=f"not UTF-8 at byte {error.start + 1}")
    except OSError as error:
        return ImportDocument(str(file), fault=str(error.strerror))


def _read_lines(path: Path, defaults: dict[str, Any]) -> Iterator[ImportDocument]:
    # Not splitlines(): a JSON text may hold U+2028 as it is.
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if line.strip():
            yield _read_line(f"{path}:{number}", line, defaults)


def _read_line(place: str, line: bytes, defaults: dict[str, Any]) -> ImportDocument:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        return ImportDocument(place, fault=f"{NOT_JSON}: {error}")
    if not isinstance(fields, dict):
        return ImportDocument(place, fault="not a JSON object")
    if "content" not in fields and "text" in fields:
        fields["content"] = fields["text"]
    if not _is_export(fields):
        return _document(place, fields, defaults)
    levels = fields.pop("levels")
    # Whom it named as its writer there; else who stored it there. Here no token says so: both are claims.
    writer = fields.get("claimed_source") or fields.get("source_agent")
    document = _document(place, fields | _sender_words(levels) | {"source_agent": writer}, defaults)
    if document.draft is None:
        return document
    try:
        return replace(document, id=fields["id"], draft=_as_exported(document.draft, levels, fields))
    except ValueError as error:
        return ImportDocument(place, fault=str(error))


def _is_export(fields: dict[str, Any]) -> bool:
    """Whether it is a line of this site's export, whose levels are objects that say whose words they are."""
    levels = fields.get("levels")
    return (
        isinstance(fields.get("id"), str)
        and isinstance(levels, list)
        and bool(levels or fields.get("claimed_header") or "content_tokens" in fields)
        and all(map(_is_level, levels))
    )


def _is_level(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(value.get(name), kind) for name, kind in (("level", int), ("text", str), ("origin", str))
    )


def _sender_words(levels: list[dict[str, Any]]) -> dict[str, Any]:
    texts = {each["level"]: each["text"] for each in levels if each["origin"] == LevelOrigin.SENDER}
    return {name: texts[number] for number, name in enumerate(("summary", "detail")) if number in texts}


def _as_exported(draft: StoneDraft, levels: list[dict[str, Any]], fields: dict[str, Any]) -> StoneDraft:
    """With its times, and the levels and header lines that it came with; what the site wrote is written anew.

    Raises ValueError where a time is none.
    """
    came = {each["level"]: each["text"] for each in levels if each["origin"] == LevelOrigin.AUTHOR}
    now = timezone.now()
    created, expires = _time(fields, "created"), _time(fields, "expires")
    if expires is not None and expires > now + timedelta(days=TTL_DAYS[-1] + 1):
        raise ValueError(f"expires: Must be in {TTL_DAYS[-1]:,} days at the latest.")
    draft = replace(
        draft,
        levels=came,
        created=min(created, now) if created else None,
        # One whose time has run out begins a new one: who imports it wants to have it.
        expires=expires if expires and expires > now else None,
    )
    claims, source = fields.get("claimed_header"), fields.get("claimed_source")
    if not claims or not isinstance(claims, str):
        return draft
    claimed = source if isinstance(source, str) else None
    return replace(draft, claims=claims, claimed_source=claimed, generate_lods=False)


def _time(fields: dict[str, Any], name: str) -> datetime | None:
    text = fields.get(name)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError(f"{name}: Must be a time in ISO 8601 with its offset.")
    return moment


def _document(place: str, fields: dict[str, Any], defaults: dict[str, Any]) -> ImportDocument:
    """What a document says, in its own words or by default; names that are none of ours are passed over."""
    own_fields, faults = read_draft_fields(fields)
    if faults:
        return ImportDocument(place, fault="; ".join(faults))
    default_fields = {name: value for name, value in defaults.items() if value is not None}
    fields = default_fields | own_fields
    claimed = fields.pop("source_agent", None)
    return ImportDocument(place, draft=StoneDraft(**fields, claimed_source=claimed))
