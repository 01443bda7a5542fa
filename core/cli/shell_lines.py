"""Command lines to paste into a shell, valid in any folder of this machine."""

import os
import shlex
import sys
from pathlib import Path


def manage_command_line(folder: Path, *arguments: str) -> str:
    """Runs manage.py of this folder with this Python and the same site's files."""
    line = shlex.join([sys.executable, str(folder / "manage.py"), *arguments])
    site_folder = os.environ.get("QASTONE_VAR")
    return f"QASTONE_VAR={shlex.quote(os.path.abspath(site_folder))} {line}" if site_folder else line
