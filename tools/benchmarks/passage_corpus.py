"""Distinct passages and questions of real texts, with vectors that are made once and stored in a file."""

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from core.llm import count_tokens, get_embedder
from core.llm.embeddings.embedder import Vectors
from core.text import split_finely

SEED = 1
BATCH = 1_000
SHORTEST = 40
"""Characters: a field or passage below says too little."""
LONGEST = 900
WINDOW_SENTENCES = (1, 2, 3)
"""A passage is so many neighbouring sentences, items or lines; windows overlap."""
_QUESTION_FIELDS = ("text", "question", "query")


def read_passages(folder: Path) -> list[str]:
    """All distinct passages of the Markdown and JSONL files in `folder`, in an order drawn once."""
    found: dict[str, None] = {}
    for text in dict.fromkeys(_texts(folder)):
        found.update(dict.fromkeys(_windows(text)))
    passages = list(found)
    random.Random(SEED).shuffle(passages)
    return passages


def read_questions(folder: Path) -> list[str]:
    """All distinct questions, those that nothing answers included, in an order drawn once."""
    found: dict[str, None] = {}
    for path in sorted(folder.rglob("*.jsonl")):
        if "queries" in path.name or "questions" in path.name:
            rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
            texts = (next((row[name] for name in _QUESTION_FIELDS if row.get(name)), "") for row in rows)
            found.update((text, None) for text in texts if isinstance(text, str) and text.strip())
    questions = list(found)
    random.Random(SEED).shuffle(questions)
    return questions


def load_vectors(
    passages: Sequence[str], file: Path, *, progress: Callable[[int], object] = lambda rows: None
) -> Vectors:
    """(n, d) from `file`, which is extended by what it lacks; an interrupted run goes on where it was."""
    embedder = get_embedder()
    name = hashlib.sha256("\0".join([embedder.name, *passages[:BATCH]]).encode()).hexdigest()[:12]
    path = file.with_name(f"{file.stem}-{name}.f16")
    size = 2 * embedder.dimensions
    done = path.stat().st_size // size if path.exists() else 0
    with path.open("ab") as out:
        out.truncate(done * size)
        for start in range(done, len(passages), BATCH):
            batch = passages[start : start + BATCH]
            out.write(embedder.embed(batch).astype(np.float16).tobytes())
            out.flush()
            progress(start + len(batch))
    rows = np.fromfile(path, dtype=np.float16, count=len(passages) * embedder.dimensions)
    return rows.reshape(len(passages), embedder.dimensions).astype(np.float32)


def _texts(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.md")):
        yield path.read_text(encoding="utf-8", errors="replace")
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from _fields(json.loads(line))


def _fields(value: object) -> Iterator[str]:
    if isinstance(value, str) and len(value) >= SHORTEST:
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _fields(each)


def _windows(text: str) -> Iterator[str]:
    sentences = [passage.text for passage in split_finely(text, count_tokens=count_tokens)]
    for size in WINDOW_SENTENCES:
        for at in range(len(sentences) - size + 1):
            window = " ".join(" ".join(sentences[at : at + size]).split())
            if SHORTEST <= len(window) <= LONGEST:
                yield window
