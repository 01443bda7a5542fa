"""Methods without training that levels are measured against."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from core.text.passages import CountTokens
from core.text.plain_inline import plain
from stones.levels import LIMITS, Embed
from stones.levels.document_parser import read_document
from stones.levels.split_sentences import split_sentences

MAX_EMBEDDED = 200
"""Sentences of a text."""
MIN_WORDS = 5
"""Of what counts as a sentence."""


class PeerLevels(NamedTuple):
    lod0: str
    lod1: str


class SimpleMethods:
    """Strong baselines without training, with the same sentences and limits."""

    def __init__(self, embed: Embed, count_tokens: CountTokens) -> None:
        self._embed = embed
        self._count = count_tokens

    def lead(self, case: Mapping[str, Any]) -> PeerLevels:
        sentences = self._sentences(case)
        order = list(range(len(sentences)))
        return PeerLevels(
            self._fill(sentences, order, LIMITS.scan_tokens, 1),
            self._fill(sentences, order, LIMITS.detail_tokens, 99),
        )

    def section_openings(self, case: Mapping[str, Any]) -> PeerLevels:
        """The first sentence of each section."""
        first: dict[tuple[str, ...], str] = {}
        for part in read_document(case["text"]).parts:
            for sentence in part.sentences():
                if len(sentence.text.split()) >= MIN_WORDS:
                    first.setdefault(part.trail, sentence.text)
        sentences = list(first.values())
        order = list(range(len(sentences)))
        return PeerLevels(
            self._fill(sentences, order, LIMITS.scan_tokens, 1),
            self._fill(sentences, order, LIMITS.detail_tokens, 99),
        )

    def centroid_position(self, case: Mapping[str, Any]) -> PeerLevels:
        """Nearness to the mean of the embeddings, a bonus for standing early, and redundancy control for LOD-1."""
        sentences = self._sentences(case)[:MAX_EMBEDDED]
        if not sentences:
            return PeerLevels("", "")
        vectors = self._embed(sentences)
        centre = vectors.mean(axis=0)
        centre /= float(np.linalg.norm(centre)) or 1.0
        scores = vectors @ centre + 0.3 / np.sqrt(1 + np.arange(len(sentences)))
        first = [int(at) for at in np.argsort(-scores, kind="stable")]
        order: list[int] = []
        nearest = np.zeros(len(sentences))
        for _ in range(min(len(sentences), 12)):
            value = scores - 0.4 * nearest
            value[order] = -np.inf
            order.append(int(value.argmax()))
            nearest = np.maximum(nearest, vectors @ vectors[order[-1]])
        return PeerLevels(
            self._fill(sentences, first, LIMITS.scan_tokens, 1),
            self._fill(sentences, order, LIMITS.detail_tokens, 99),
        )

    def _sentences(self, case: Mapping[str, Any]) -> list[str]:
        lines = re.split(r"\n\s*\n", case["text"]) if "\n\n" in case["text"] else case["text"].split("\n")
        return [
            each for line in lines for each in split_sentences(plain(line)) if len(each.split()) >= MIN_WORDS
        ]

    def _fill(self, sentences: Sequence[str], order: Sequence[int], max_tokens: int, limit: int) -> str:
        chosen: list[int] = []
        for at in order:
            text = " ".join(sentences[each] for each in sorted([*chosen, at]))
            if len(chosen) < limit and self._count(text) <= max_tokens:
                chosen.append(at)
        return " ".join(sentences[at] for at in sorted(chosen))
