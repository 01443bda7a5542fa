"""The sentences of what was found, each with its place, and how well each answers the question."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from brain.checking import without_marks
from brain.sources import Source, SourceType, Stretch
from texts import CountTokens, Embed, split_passages
from texts.words import words

MOST_WEIGHED = 120
LEAST_CHARACTERS = 12
"""Of a sentence without its emphasis: less is no excerpt either (`brain.checking`)."""
_NO_PROSE = re.compile(r"\s*(?:#|```|~~~|[—–]|[-=*_|\s:]{3,}$|!\[[^\[\]]*\]\([^()]*\)\s*$)")
"""Headings, fences, attributions, rules, images."""
_HEADING = re.compile(r"\s*#{1,6}\s+")
_MARKER = re.compile(r"\s*(?:(?:>|[-*+•]|\d{1,3}[.)])\s+)*")
_WORD = re.compile(r"\w+")
_COVERED = 0.35
"""Weight of the share of the question's words that stand in it, beside its likeness to the question, which weighs 1."""
_SOURCE = 0.1
"""Weight of the rank of its source."""
_STRETCH = 0.1
"""Weight of its stretch's score, in standard deviations: retrieval saw what stands around the sentence."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` is stretch.text[start:end]; `source` counts the sources from 0."""

    source: int
    stretch: Stretch
    start: int
    end: int
    text: str


def sentences_of(sources: Sequence[Source], *, count_tokens: CountTokens) -> list[Sentence]:
    """In the order of the sources and their texts; rules and the like are none, nor are headings, nor what was already
    said: a saved answer quotes its notes.

    Those of the profile are: "Miller, Old Mill" stands above what was done there.
    """
    sentences: list[Sentence] = []
    said: set[tuple[str, ...]] = set()
    for number, source in enumerate(sources):
        for stretch in source.stretches:
            for piece in split_passages(stretch.text, count_tokens=count_tokens, target=1, whole=1):
                text = _MARKER.sub("", piece.text, count=1)
                if source.type is SourceType.PROFILE:
                    text = _HEADING.sub("", text, count=1)
                plain = without_marks(text)
                told = tuple(_WORD.findall(plain.casefold()))
                if _NO_PROSE.match(text) or len(plain.strip()) < LEAST_CHARACTERS or not told or told in said:
                    continue
                said.add(told)
                sentences.append(Sentence(number, stretch, piece.end - len(text), piece.end, text))
                if len(sentences) == MOST_WEIGHED:
                    return sentences
    return sentences


def scores(query: str, sentences: Sequence[Sentence], *, embed: Embed | None) -> NDArray[np.float64]:
    """(n,): without `embed` by their words and stretches alone."""
    ranks = np.array([1.0 / (1 + sentence.source) for sentence in sentences])
    found = np.array([sentence.stretch.score for sentence in sentences])
    spread = float(found.std()) or 1.0
    known = (
        _COVERED * _covered(query, sentences) + _SOURCE * ranks + _STRETCH * (found - found.mean()) / spread
    )
    if embed is None:
        return np.asarray(known, dtype=np.float64)
    vectors = embed([query, *(each.text for each in sentences)])
    return np.asarray(vectors[1:] @ vectors[0] + known, dtype=np.float64)


def are_neighbours(first: Sentence, second: Sentence) -> bool:
    return first.stretch is second.stretch


def _covered(query: str, sentences: Sequence[Sentence]) -> NDArray[np.float64]:
    """Share of the question's stems that a sentence holds, those that few sentences hold weighing more."""
    asked = set(words(query))
    held = [asked.intersection(words(sentence.text)) for sentence in sentences]
    often = Counter(stem for stems in held for stem in stems)
    weights = {stem: log(1 + len(sentences) / (1 + often[stem])) for stem in asked}
    total = sum(weights.values()) or 1.0
    return np.array([sum(weights[stem] for stem in stems) / total for stems in held])
