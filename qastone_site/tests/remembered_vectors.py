"""The built-in model computes the vector of a text once in each worker (a plugin of pytest, as conftest.py says).

A few collections are indexed by hundreds of tests. What tests the model itself makes a LocalEmbedder of its own.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.llm import providers
from core.llm.embeddings.embedder import Embedder, Vectors


@cache
def _remembering(folder: Path) -> Embedder:
    from core.llm.embeddings.local_embedder import LocalEmbedder

    class RememberingEmbedder(LocalEmbedder):
        def _run(self, ids: Sequence[Sequence[int]]) -> Vectors:
            keys = [tuple(each) for each in ids]
            if new := list({key for key in keys if key not in known}):
                known.update(zip(new, super()._run(new), strict=True))
            return np.stack([known[key] for key in keys])

    known: dict[tuple[int, ...], Vectors] = {}
    return RememberingEmbedder(folder)


@pytest.fixture(scope="session", autouse=True)
def _each_vector_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(providers, "_local", _remembering)
        yield
