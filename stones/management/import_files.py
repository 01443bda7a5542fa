"""The texts that `import_stones` finds: each with the place to name when it is at fault."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from core.cli.read_files import LINK_OUTSIDE, links_outside
from core.cli.shared_arguments import EXIT_USAGE
from stones.models import LevelOrigin
from stones.services import ImportDocument, StoneDraft
from stones.services.read_json_draft import read_draft_fields
from stones.services.stone_draft import WRITTEN_LEVELS

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
    if is_exported := _is_export(fields):
        fields |= _given_words(fields.pop("levels"))
    return _document(place, fields, defaults, id=str(fields["id"]) if is_exported else "")


def _is_export(fields: dict[str, Any]) -> bool:
    """Whether it is a line of this site's export, whose levels are objects."""
    levels = fields.get("levels")
    return "id" in fields and isinstance(levels, list) and all(isinstance(each, dict) for each in levels)


def _given_words(levels: list[dict[str, Any]]) -> dict[str, Any]:
    """What a person or an agent wrote of an export's levels: the others are written anew."""
    texts = {(each.get("origin"), each.get("level")): each.get("text") for each in levels}
    said = {
        name: texts.get((LevelOrigin.SENDER, number)) for number, name in enumerate(("summary", "detail"))
    }
    came = {
        str(number): text
        for (origin, number), text in texts.items()
        if origin == LevelOrigin.AUTHOR and number in WRITTEN_LEVELS
    }
    return {**said, "levels": came}


def _document(
    place: str, fields: dict[str, Any], defaults: dict[str, Any], *, id: str = ""
) -> ImportDocument:
    """What a document says, in its own words or by default; names that are none of ours are passed over."""
    own_fields, faults = read_draft_fields(fields)
    if faults:
        return ImportDocument(place, fault="; ".join(faults))
    default_fields = {name: value for name, value in defaults.items() if value is not None}
    fields = default_fields | own_fields
    claimed = fields.pop("source_agent", None)
    return ImportDocument(place, draft=StoneDraft(**fields, claimed_source=claimed), id=id)
