"""The key that signs sessions, where the environment names none."""

import secrets
from contextlib import suppress
from pathlib import Path

from qastone_site.embedded import server_paths


def read_secret_key(var: Path) -> str:
    """The key of a site on one machine: made once, in a file for its owner alone. Raises EnvironmentFaults."""
    file = var / "secret_key"
    with server_paths.as_var_fault(var):
        if not file.exists():
            _make_secret_key(file)
        return file.read_text()


def _make_secret_key(file: Path) -> None:
    server_paths.make_private(file.parent)
    partial = file.with_suffix(f".{secrets.token_hex(4)}")
    partial.touch(mode=0o600)
    partial.write_text(secrets.token_urlsafe(48))
    # A hard link, not a rename: of two processes that start at once, the second must not replace the first's.
    with suppress(FileExistsError):
        file.hardlink_to(partial)
    partial.unlink()
