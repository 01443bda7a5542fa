"""Write a file that was named to a command: whole or not at all."""

import errno
import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import CommandError

from core.cli.shared_arguments import EXIT_USAGE

_OF_THE_SYSTEM = (("dev",), ("proc",))


def write_file(name: str | os.PathLike[str], pieces: Iterable[bytes], *, private: bool = False) -> Path:
    """Put the pieces in the place of that file, or of what a link of that name leads to, and return that path.

    It is written beside it under another name until it is whole; after an error or Ctrl-C the old file is there as it
    was, and nothing else. A file that is replaced keeps its mode; `private`: only its owner can read it. Raises
    CommandError (exit 2) where it cannot be written, is read-only, or is a folder or a device.
    """
    _refuse_name(os.fspath(name))
    target = Path(os.path.realpath(name))
    partial = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        mode = _mode_of(Path(name), private)
        try:
            with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode or 0o666), "wb") as file:
                if mode:
                    os.fchmod(file.fileno(), mode)
                file.writelines(pieces)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(target)
        except KeyboardInterrupt as stopped:
            raise KeyboardInterrupt("Nothing was written.") from stopped
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}.", returncode=EXIT_USAGE) from error
    return target


def _refuse_name(name: str) -> None:
    """Raises CommandError for what names no file, whatever stands there."""
    # Of /dev/stdout the link leads to the file that a shell has redirected to, which is no one's to replace.
    top = Path(os.path.abspath(name)).parts[1:3]
    if top[:1] in _OF_THE_SYSTEM and top != ("dev", "shm"):
        raise _refusal(f"{name} is a device or a pipe")
    if name.endswith(os.sep) and not os.path.lexists(name):
        raise _refusal(f"{name} is no folder")


def _mode_of(path: Path, private: bool) -> int | None:
    """The mode to write it with; None for what the process gives to a new file. Raises OSError and CommandError."""
    try:
        current = path.stat().st_mode
    except FileNotFoundError:
        return 0o600 if private else None
    if not stat.S_ISREG(current):
        raise _refusal(f"{path} is {'a folder' if stat.S_ISDIR(current) else 'a device or a pipe'}")
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "It is not writable")
    return 0o600 if private else stat.S_IMODE(current)


def _refusal(what: str) -> CommandError:
    return CommandError(
        f"{what}: name a file, a new one or one to replace. Nothing was written.", returncode=EXIT_USAGE
    )
