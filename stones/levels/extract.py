"""The writer that needs no model: deterministic, offline, nothing that the text does not say."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stones.format import detect_channel
from stones.levels.candidates import weigh
from stones.levels.deep import write_deep
from stones.levels.detail import write_detail
from stones.levels.limits import LIMITS, CountTokens, Embed, WrittenLevels, level_count
from stones.levels.scan import write_scan
from stones.levels.units import read_document

PROVISIONAL_CHARACTERS = 20_000
"""What a LOD-0 at once looks at: a few milliseconds' worth, whatever the size of the text."""


def write_extract(
    content: str, *, embed: Embed, count_tokens: CountTokens, count: int | None = None
) -> WrittenLevels:
    """Every level below the verbatim one; `count` levels, that one included (None: as many as the size deserves).

    At most `MOST_EMBEDDED` sentences and the title are embedded, in one call. The same content gives the same levels.
    """
    tokens = count_tokens(content)
    count = level_count(tokens) if count is None else count
    if count <= 1:
        return WrittenLevels(())
    candidates = weigh(read_document(content), embed)
    texts = [write_scan(candidates, count_tokens=count_tokens, is_task=_is_task(content))]
    if count > 2:
        most = min(LIMITS.detail_tokens, max(tokens * 3 // 5, LIMITS.scan_tokens))
        texts.append(write_detail(candidates, count_tokens=count_tokens, most_tokens=most) or texts[0])
    if count > 3:
        deep = write_deep(candidates.document, count_tokens=count_tokens, most_tokens=LIMITS.deep(tokens))
        texts.append(deep or texts[1])
    return WrittenLevels(tuple(texts))


def provisional_levels(content: str, *, count: int, count_tokens: CountTokens) -> tuple[str, ...]:
    """Every level below the verbatim one at once, from the beginning of the text and without embeddings.

    They make a stone of `count` levels whole until better ones are written.
    """
    head = _whole_lines(content)
    return write_extract(head, embed=without_embeddings, count_tokens=count_tokens, count=count).texts


def provisional_sentence(content: str, *, count_tokens: CountTokens) -> str:
    """A LOD-0 at once, from the beginning of the text and without embeddings. Always one, also for odd content."""
    head = _whole_lines(content)
    candidates = weigh(read_document(head), without_embeddings)
    return write_scan(candidates, count_tokens=count_tokens, is_task=_is_task(head))


def _is_task(content: str) -> bool:
    return detect_channel(content) == "task"


def _whole_lines(content: str) -> str:
    if len(content) <= PROVISIONAL_CHARACTERS:
        return content
    head = content[:PROVISIONAL_CHARACTERS]
    return head[: head.rfind("\n")] if "\n" in head else head


def without_embeddings(texts: Sequence[str]) -> NDArray[np.float32]:
    """Stands in for an embedder: sentences are then weighed by their words and places alone."""
    return np.zeros((len(texts), 1), dtype=np.float32)
