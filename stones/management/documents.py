"""The texts that `import_stones` finds: each with the place to name when it is at fault."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from rest_framework.exceptions import ErrorDetail

from commands.arguments import USAGE
from commands.files import LEADS_OUT, leads_out
from stones.api.requests import FormatRequest
from stones.services import Document, StoneDraft

SUFFIXES = {".md", ".markdown", ".txt", ".qastone"}


def read_documents(source: str, defaults: dict[str, Any]) -> list[Document]:
    """The documents of a folder, in the order of their names, or of a JSONL file. Raises CommandError (exit 2)."""
    path = Path(source)
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file())
        found = [
            Document(str(file), fault=LEADS_OUT) if leads_out(file, path) else _of_file(file, defaults)
            for file in files
        ]
    elif path.is_file():
        found = list(_of_lines(path, defaults))
    else:
        raise CommandError(f"There is no folder or file {source!r}.", returncode=USAGE)
    if not found:
        raise CommandError(f"There is nothing to import in {source!r}.", returncode=USAGE)
    return found


def _of_file(file: Path, defaults: dict[str, Any]) -> Document:
    try:
        return _document(str(file), {"content": file.read_bytes().decode("utf-8-sig")}, defaults)
    except UnicodeDecodeError as error:
        return Document(str(file), fault=f"not UTF-8 at byte {error.start + 1}")
    except OSError as error:
        return Document(str(file), fault=str(error.strerror))


def _of_lines(path: Path, defaults: dict[str, Any]) -> Iterator[Document]:
    # Not splitlines(): a JSON text may hold U+2028 as it is.
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if line.strip():
            yield _of_line(f"{path}:{number}", line, defaults)


def _of_line(place: str, line: bytes, defaults: dict[str, Any]) -> Document:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Document(place, fault=f"not JSON: {error}")
    if not isinstance(fields, dict):
        return Document(place, fault="not a JSON object")
    if "content" not in fields and "text" in fields:
        fields["content"] = fields["text"]
    return _document(place, fields, defaults)


def _document(place: str, fields: dict[str, Any], defaults: dict[str, Any]) -> Document:
    """What a document says, in its own words or by default; names that are none of ours are passed over."""
    known = {name: value for name, value in fields.items() if name in FormatRequest().fields}
    sent = FormatRequest(data=known)
    if not sent.is_valid():
        return Document(place, fault="; ".join(_faults(sent.errors)))
    said = {name: value for name, value in sent.validated_data.items() if value is not None}
    given = {name: value for name, value in defaults.items() if value is not None}
    fields = {**given, **said}
    claimed = fields.pop("source_agent", None)
    return Document(place, draft=StoneDraft(**fields, claimed_source=claimed))


def _faults(errors: Any) -> Iterator[str]:
    for name, found in errors.items():
        for error in found:
            yield f"{name}: {error}" if isinstance(error, ErrorDetail) else str(error)
