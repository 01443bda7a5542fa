"""The graph of the local model on disk, so that a process loads it in 0.05 s and shares its pages with the
others.

Two files: a graph of 40 kB, and 90 MB of weights beside it which onnxruntime maps into memory. Both are named
after what they hold and put in place by a rename, weights first: any number of processes may start at once,
and the worst that happens is that two of them write the same bytes. Imported only to build: `onnx` alone
takes half a second.
"""

import logging
import os
import shutil
import tempfile
import time
from pathlib import Path

import onnx
from safetensors.numpy import load_file

from core.llm.embeddings import minilm_graph, minilm_weights

log = logging.getLogger(__name__)

_STALE_SECONDS = 3600


def build_in_memory(source: Path) -> bytes:
    """Check the weights and build the whole graph (90 MB). Raises SettingsWrong."""
    return bytes(_build(source).SerializeToString())


def build_on_disk(source: Path, final: Path) -> None:
    """Check the weights and write the graph to `final`. Raises SettingsWrong, or OSError when it cannot be
    written.
    """
    folder = final.parent
    folder.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(folder)
    model = _build(source)
    with tempfile.TemporaryDirectory(prefix=".building-", dir=folder) as name:
        draft = Path(name)
        onnx.save(model, draft / final.name, save_as_external_data=True, location=f"{final.stem}.weights")
        for file in (draft / f"{final.stem}.weights", draft / final.name):
            file.chmod(0o644)
            os.replace(file, folder / file.name)
    log.info("The local embedding model was prepared in %s.", folder)


def _build(source: Path) -> onnx.ModelProto:
    minilm_weights.check(source)
    return minilm_graph.build(load_file(source))


def _remove_leftovers(folder: Path) -> None:
    """Drafts of a process that was killed while it built."""
    for draft in folder.glob(".building-*"):
        if draft.stat().st_mtime < time.time() - _STALE_SECONDS:
            shutil.rmtree(draft, ignore_errors=True)
