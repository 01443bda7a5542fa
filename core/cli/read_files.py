"""Read the files given to a command, or found in a folder; unreadable files become faults."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from django.core.management.base import CommandError

from core.cli.shared_arguments import EXIT_USAGE, decode, read_bytes
from core.text.file_faults import Fault

LINK_OUTSIDE = "is a link that leads out of the folder, and is not followed"


@dataclass(slots=True)
class LoadedFiles:
    """`texts` by the name that was asked for; the other files are in the faults."""

    texts: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def add(self, name: str, content: bytes) -> None:
        try:
            self.texts[name] = decode(content)
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            self.faults.append(Fault(name, line, "", "not UTF-8"))


def read_files(names: Iterable[str]) -> LoadedFiles:
    """The named files; "-" is the standard input. Raises CommandError (exit 2) if one does not exist."""
    files = LoadedFiles()
    for name in names:
        files.add(name, read_bytes(name))
    return files


def read_folder(folder: str, suffixes: Collection[str], *, max_bytes: int) -> LoadedFiles:
    """The files below a folder, by their paths within it. Hidden files and folders are skipped.

    `suffixes` in lower case, with the dot. A file of more than `max_bytes` becomes a fault unread. Raises
    CommandError (exit 2) if there is no folder.
    """
    root = Path(folder)
    if not root.is_dir():
        reason = "is no folder: name the one that it is in" if root.exists() else "does not exist"
        raise CommandError(f"{folder!r} {reason}.", returncode=EXIT_USAGE)
    files = LoadedFiles()
    for file in sorted(root.rglob("*")):
        relative_path = file.relative_to(root)
        is_hidden = any(part.startswith(".") for part in relative_path.parts)
        # A broken link is no file, but its author meant one.
        if file.suffix.lower() in suffixes and (file.is_file() or file.is_symlink()) and not is_hidden:
            _read_into(files, relative_path.as_posix(), file, root, max_bytes)
    return files


def links_outside(file: Path, root: Path) -> bool:
    """Whether a file below a folder is a link to a place outside it: reading it could reveal more than the folder."""
    return not file.resolve().is_relative_to(root.resolve())


def _read_into(files: LoadedFiles, name: str, file: Path, root: Path, max_bytes: int) -> None:
    try:
        if links_outside(file, root):
            reason = LINK_OUTSIDE
        elif (size := file.stat().st_size) > max_bytes:
            reason = f"has {size:,} bytes; {max_bytes:,} are allowed"
        else:
            files.add(name, file.read_bytes())
            return
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        reason = getattr(error, "strerror", None) or "cannot be read"
    files.faults.append(Fault(name, 0, "", reason))
