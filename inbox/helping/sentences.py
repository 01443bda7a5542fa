"""The sentences among some excerpts that say most about a task: what a report's LOD-0 and LOD-1 are made of."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from inbox.helping.report import shortened
from stones.focus import CountTokens, Embed, Excerpt, Passage, rank, split_passages
from stones.levels.inline import plain
from stones.levels.wording import is_cjk

MOST_WEIGHED = 60
LEAST_WORDS = 3
_NO_PROSE = re.compile(r"\s*(?:#|\||```|~~~|[-=*_]{3,}\s*$)")
_MARKER = re.compile(r"\s*(?:>\s*)?(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?")


@dataclass(frozen=True, slots=True)
class Sentence:
    line: int
    text: str

    def __str__(self) -> str:
        """With its line, so that a reader of LOD-0 can go there."""
        return f"{self.text} (line {self.line})"


def best_sentences(
    task: str, excerpts: Iterable[Excerpt], *, embed: Embed | None, count_tokens: CountTokens
) -> list[Sentence]:
    """Best first. `embed` None: weighed by their words alone."""
    sentences, units = _sentences(excerpts, count_tokens)
    if not sentences:
        return []
    similarities = None
    if embed is not None:
        vectors = embed([task, *(unit.text for unit in units)])
        similarities = vectors[1:] @ vectors[0]
    scores = rank(task, units, similarities, nearest=True)
    return [sentences[at] for at in np.argsort(-scores, kind="stable")]


def told(sentences: Sequence[Sentence], *, most_tokens: int, count_tokens: CountTokens, most: int = 5) -> str:
    """The best of them that fit together, in the order of the text; the beginning of the best where none fits."""
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


def _joined(sentences: Iterable[Sentence]) -> str:
    return " ".join(map(str, sentences))


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
            if len(text.split()) < LEAST_WORDS and not is_cjk(text):
                continue
            sentences.append(Sentence(excerpt.start_line + piece.start_line - 1, text))
            units.append(replace(piece, text=text, trail=""))
            if len(units) == MOST_WEIGHED:
                return sentences, units
    return sentences, units
