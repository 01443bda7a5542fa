"""Files that a command was told, or found in a folder, read in one go: what cannot be read is a fault among others."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from django.core.management.base import CommandError

from commands.arguments import USAGE, decode, read_bytes
from texts.faults import Fault

LEADS_OUT = "is a link that leads out of the folder, and is not followed"


@dataclass(slots=True)
class FilesRead:
    """`texts` by the name under which each was asked for; the other files are at fault."""

    texts: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def add(self, name: str, content: bytes) -> None:
        try:
            self.texts[name] = decode(content)
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            self.faults.append(Fault(name, line, "", "not UTF-8"))


def read_files(names: Iterable[str]) -> FilesRead:
    """Files as they were named; "-" is the standard input. Raises CommandError (exit 2) where one is not there."""
    found = FilesRead()
    for name in names:
        found.add(name, read_bytes(name))
    return found


def read_folder(folder: str, suffixes: Collection[str], *, max_bytes: int) -> FilesRead:
    """The files below a folder, by their paths within it. Hidden ones and those in hidden folders are passed over.

    `suffixes` in lower case, with their dot. A file of more than `max_bytes` is not read. Raises CommandError
    (exit 2) where there is no folder.
    """
    root = Path(folder)
    if not root.is_dir():
        raise CommandError(f"There is no folder {folder!r}.", returncode=USAGE)
    found = FilesRead()
    for file in sorted(root.rglob("*")):
        within = file.relative_to(root)
        is_hidden = any(part.startswith(".") for part in within.parts)
        # A link that leads nowhere is no file, yet somebody meant one.
        if file.suffix.lower() in suffixes and (file.is_file() or file.is_symlink()) and not is_hidden:
            _read_into(found, within.as_posix(), file, root, max_bytes)
    return found


def leads_out(file: Path, root: Path) -> bool:
    """Whether a file below a folder is a link to something that is not: reading it might tell more than the folder."""
    return not file.resolve().is_relative_to(root.resolve())


def _read_into(found: FilesRead, name: str, file: Path, root: Path, max_bytes: int) -> None:
    try:
        if leads_out(file, root):
            reason = LEADS_OUT
        elif (size := file.stat().st_size) > max_bytes:
            reason = f"has {size:,} bytes; {max_bytes:,} are allowed"
        else:
            found.add(name, file.read_bytes())
            return
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        reason = getattr(error, "strerror", None) or "cannot be read"
    found.faults.append(Fault(name, 0, "", reason))
