"""The sentences among some excerpts that say most about a task: what a report's LOD-0 and LOD-1 are made of."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from inbox.helping.report import shortened
from stones.focus import Excerpt, rank
from stones.levels.inline import plain
from stones.levels.wording import is_cjk
from texts import CountTokens, Embed, Passage, split_passages
from texts.words import words

MOST_WEIGHED = 60
LEAST_WORDS = 4
SAME = 0.6
"""Sentences that share more than this of their words say much the same."""
_NO_PROSE = re.compile(r"\s*(?:#|\||```|~~~|[-=*_]{3,}\s*$)")
_MARKER = re.compile(r"\s*(?:>\s*)?(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?")


@dataclass(frozen=True, slots=True)
class Sentence:
    line: int
    text: str


def best_sentences(
    task: str, excerpts: Iterable[Excerpt], *, embed: Embed | None, count_tokens: CountTokens
) -> list[Sentence]:
    """Best first, those that say much the same as a better one last. `embed` None: weighed by their words alone."""
    sentences, units = _sentences(excerpts, count_tokens)
    if not sentences:
        return []
    similarities = None
    if embed is not None:
        vectors = embed([task, *(unit.text for unit in units)])
        similarities = vectors[1:] @ vectors[0]
    scores = rank(task, units, similarities, nearest=True)
    return _varied([sentences[at] for at in np.argsort(-scores, kind="stable")])


def told(sentences: Sequence[Sentence], *, most_tokens: int, count_tokens: CountTokens, most: int = 5) -> str:
    """The best of them that fit together, in the text's order and with their lines; else how the best one begins."""
    chosen: list[Sentence] = []
    for sentence in sentences:
        tried = sorted([*chosen, sentence], key=lambda each: each.line)
        if count_tokens(_joined(tried)) <= most_tokens:
            chosen = tried
        if len(chosen) == most:
            break
    if chosen or not sentences:
        return _joined(chosen)
    place = f" (line {sentences[0].line})"
    return shortened(sentences[0].text, most_tokens - count_tokens(place) - 1, count_tokens) + place


def _varied(best_first: Sequence[Sentence]) -> list[Sentence]:
    told: list[frozenset[str]] = []
    new: list[Sentence] = []
    again: list[Sentence] = []
    for sentence in best_first:
        said = frozenset(words(sentence.text))
        repeats = any(len(said & other) > SAME * len(said | other) for other in told)
        (again if repeats else new).append(sentence)
        told.append(said)
    return new + again


def _joined(sentences: Iterable[Sentence]) -> str:
    """Those of one line share its number."""
    lines = groupby(sentences, key=lambda sentence: sentence.line)
    return " ".join(f"{' '.join(each.text for each in together)} (line {line})" for line, together in lines)


def _sentences(
    excerpts: Iterable[Excerpt], count_tokens: CountTokens
) -> tuple[list[Sentence], list[Passage]]:
    sentences: list[Sentence] = []
    units: list[Passage] = []
    for excerpt in excerpts:
        # Cut as finely as passages can be: at sentences, items and lines.
        for piece in split_passages(excerpt.text, count_tokens=count_tokens, target=1, whole=1):
            if _NO_PROSE.match(piece.text):
                continue
            text = plain(_MARKER.sub("", piece.text, count=1))
            # A lead-in says nothing without what it introduces.
            if text.endswith(":") or (len(text.split()) < LEAST_WORDS and not is_cjk(text)):
                continue
            sentences.append(Sentence(excerpt.start_line + piece.start_line - 1, text))
            units.append(replace(piece, text=text, trail=""))
            if len(units) == MOST_WEIGHED:
                return sentences, units
    return sentences, units
