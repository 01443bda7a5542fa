"""Text files that a person uploads, alone or in a ZIP: read within limits, and packed while a page asks to confirm.

What cannot be read becomes a fault with its file's name, as with a folder that a command reads.
"""

import base64
import json
import lzma
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from django.core.files.uploadedfile import UploadedFile

from core.text.file_faults import Fault

MAX_FILES = 1_000
MAX_NAME = 200
"""Characters of the name of a file that is not read."""
MAX_ARCHIVE_BYTES = 20_000_000
MAX_TOTAL_BYTES = 20_000_000
"""Of all texts together, unpacked."""
MAX_RATIO = 200
"""Of a file's bytes to those that it takes in its ZIP; text is packed ten to one at best, save for repetitions."""
MIN_RATIO_BYTES = 100_000
"""Smaller files may be packed as small as they are."""
MAX_PACKED_BYTES = 4_000_000
"""As a form of this site may carry."""


class UnreadablePackError(ValueError):
    """What came back from the page is not what the page was given."""


@dataclass(slots=True)
class UploadedTexts:
    """`texts` by path; the files that cannot be read are in `faults`. `passed_over`: those of another kind in a ZIP."""

    texts: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    total_bytes: int = 0

    def add(self, name: str, content: bytes) -> None:
        self.total_bytes += len(content)
        if name in self.texts:
            self.fault(name, "there are two files of this name: put them into a ZIP with their folders")
        elif b"\0" in content:
            self.fault(name, "holds NUL characters: it is no text")
        else:
            try:
                self.texts[name] = content.decode("utf-8-sig")
            except UnicodeDecodeError as error:
                line = content.count(b"\n", 0, error.start) + 1
                self.faults.append(Fault(name, line, "", "not UTF-8"))

    def fault(self, name: str, reason: str) -> None:
        self.faults.append(Fault(name, 0, "", reason))


def read_uploads(
    files: Iterable["UploadedFile[bytes]"], suffixes: Collection[str], *, max_bytes: int
) -> UploadedTexts:
    """The texts of these files, and of those with one of the suffixes (lower case, with the dot) in ZIP files.

    A file of more than `max_bytes` is a fault, unread. Hidden files and folders in a ZIP are left out.
    """
    found = UploadedTexts()
    for file in files:
        name, size = file.name or "", file.size or 0
        suffix = PurePosixPath(name).suffix.lower()
        if suffix == ".zip":
            if size > MAX_ARCHIVE_BYTES:
                found.fault(name, f"has {size:,} bytes; {MAX_ARCHIVE_BYTES:,} are allowed")
            else:
                _read_archive(found, name, file, suffixes, max_bytes)
        elif suffix not in suffixes:
            found.fault(name, f"is none of {', '.join(sorted(suffixes))}, .zip")
        elif size > max_bytes:
            found.fault(name, f"has {size:,} bytes; {max_bytes:,} are allowed")
        else:
            found.add(name, file.read())
    if found.total_bytes > MAX_TOTAL_BYTES:
        found.fault(
            "", f"together more than {MAX_TOTAL_BYTES:,} bytes: upload it in parts, or use the command"
        )
    return found


def _read_archive(
    found: UploadedTexts, name: str, file: "UploadedFile[bytes]", suffixes: Collection[str], max_bytes: int
) -> None:
    try:
        with zipfile.ZipFile(file) as archive:
            members = list(_text_members(found, archive.infolist(), suffixes))
            if len(members) > MAX_FILES:
                found.fault(name, f"holds {len(members):,} files; {MAX_FILES:,} are allowed")
                return
            for member in members:
                if reason := _refusal(member, max_bytes):
                    found.fault(member.filename, reason)
                elif found.total_bytes <= MAX_TOTAL_BYTES:
                    with archive.open(member) as packed:
                        found.add(member.filename, packed.read(max_bytes + 1))
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, UnicodeDecodeError, EOFError, OSError):
        found.fault(name, "is no ZIP file, or is damaged")
    except (RuntimeError, NotImplementedError):
        found.fault(name, "is encrypted, or packed in a way that cannot be read here")


def _text_members(
    found: UploadedTexts, members: Iterable[zipfile.ZipInfo], suffixes: Collection[str]
) -> Iterator[zipfile.ZipInfo]:
    for member in members:
        path = PurePosixPath(member.filename)
        # A name such as "." has no parts.
        if (
            member.is_dir()
            or not path.parts
            or any(part.startswith(".") and part != ".." for part in path.parts)
        ):
            continue
        if path.parts[0] == "__MACOSX" or path.suffix.lower() not in suffixes:
            if len(found.passed_over) < MAX_FILES:
                found.passed_over.append(member.filename[:MAX_NAME])
            continue
        yield member


def _refusal(member: zipfile.ZipInfo, max_bytes: int) -> str:
    """Why a file of an archive is not read; empty if it is."""
    path = PurePosixPath(member.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        return "its path leads out of the ZIP"
    if member.external_attr >> 28 == 0xA:
        return "is a link, and is not followed"
    if member.file_size > max_bytes:
        return f"has {member.file_size:,} bytes; {max_bytes:,} are allowed"
    is_bomb = member.file_size > MIN_RATIO_BYTES and member.file_size > MAX_RATIO * member.compress_size
    return "is packed more tightly than any text" if is_bomb else ""


def pack(uploaded: UploadedTexts) -> str:
    """What was read, as text for a hidden field. Empty where that is more than a form may carry."""
    faults = [[fault.file, fault.line, fault.field, fault.reason] for fault in uploaded.faults]
    content = {"texts": uploaded.texts, "faults": faults, "passed_over": uploaded.passed_over}
    packed = zlib.compress(json.dumps(content).encode(), 6)
    return base64.b64encode(packed).decode() if len(packed) <= MAX_PACKED_BYTES else ""


def unpack(packed: str) -> UploadedTexts:
    """What `pack` was given. Raises UnreadablePackError for anything else."""
    try:
        # Escaped, a character of a text takes six bytes at most.
        content = zlib.decompressobj().decompress(
            base64.b64decode(packed, validate=True), 6 * MAX_TOTAL_BYTES
        )
        stored = json.loads(content)
        texts = {str(name): str(text) for name, text in stored["texts"].items()}
        faults = [
            Fault(str(file), int(line), str(name), str(reason))
            for file, line, name, reason in stored["faults"]
        ]
        return UploadedTexts(texts, faults, [str(name) for name in stored["passed_over"]])
    except (ValueError, zlib.error, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadablePackError("not what this site packed") from error
