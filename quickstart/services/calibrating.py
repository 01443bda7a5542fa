"""What a collection's entries say about how sure an answer can be."""

from typing import Any

from quickstart.models import Collection


def calibrate(collection: Collection, *, model: str) -> dict[str, Any]:
    """What quickstart.ranking learns from the texts and this model's vectors; deterministic, to be stored as JSON."""
    return {}
