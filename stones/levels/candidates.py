"""Which sentences are weighed at all. Embedding is what costs; everything before it is linear in the text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from stones.levels.blocks import Kind
from stones.levels.limits import Embed
from stones.levels.reporting import spoken
from stones.levels.salience import Vector, Weights, features, lexical_weight, score, words_of
from stones.levels.units import Document, Unit
from stones.levels.wording import closed, finished, is_cjk, is_greeting, reads_whole

MOST_EMBEDDED = 200
"""Sentences: about two seconds of one core. Past it a third go to openings, the rest to those with the weightiest
words. Measured on meetings of 15,000 tokens: 320 give no better ROUGE, 128 a little less."""
EMBEDDED_CHARACTERS = 400

PROSE_WEIGHTS = Weights(
    centroid=1.0, lexical=0.6, title=0.5, opening=0.8, lead=0.6, purpose=0.3, section=0.3, prose=0.0, dangling=0.2,
    length=0.0, redundancy=0.3, coverage=0.0,
)  # fmt: skip
TALK_WEIGHTS = Weights(
    centroid=1.0, lexical=0.0, title=0.0, opening=0.6, lead=0.8, purpose=0.0, section=0.0, prose=0.0, dangling=0.2,
    length=0.0, redundancy=0.4, coverage=1.3,
)  # fmt: skip
SCAN_WEIGHTS = Weights(
    centroid=0.2, lexical=0.3, title=0.4, opening=0.8, lead=0.2, purpose=0.8, section=0.3, prose=0.3, dangling=0.3,
    length=0.2,
)  # fmt: skip
TALK_SCAN_WEIGHTS = replace(SCAN_WEIGHTS, opening=1.5, lead=0.0, purpose=0.3)


@dataclass(frozen=True)
class Candidates:
    """Sentences of a text with their embeddings and features, all in document order."""

    document: Document
    units: tuple[Unit, ...]
    vectors: NDArray[np.float32]
    values: dict[str, Vector]

    def scores(self, weights: Weights) -> Vector:
        return score(self.values, weights)


def sayable_units(document: Document) -> list[Unit]:
    """Sentences that can stand in a level; with talk they are rid of fillers first."""
    if document.is_talk:
        told = [unit for unit in document.units if unit.kind is not Kind.QUOTE and _has_words(unit.text)]
        heard = [replace(unit, text=spoken(unit.text)) for unit in told]
        long_enough = 8 if len(heard) > MOST_EMBEDDED else 5
        kept = [unit for unit in heard if _is_worth_telling(unit.text, long_enough)]
        return kept or heard
    kept = [
        unit for unit in document.units if unit.kind is not Kind.QUOTE and reads_whole(finished(unit.text))
    ]
    return [
        replace(unit, text=closed(unit.text) if unit.starts_with_code else finished(unit.text))
        for unit in kept
    ]


def _has_words(text: str) -> bool:
    return len(text.split()) >= 3 or is_cjk(text)


def _is_worth_telling(text: str, words: int) -> bool:
    if is_cjk(text):
        return len(text) >= 8
    return words <= len(text.split()) <= 45 and not is_greeting(text) and reads_whole(text)


def weigh(document: Document, embed: Embed) -> Candidates:
    units = _preselect(sayable_units(document))
    titles = [document.title[:EMBEDDED_CHARACTERS]] if document.title else []
    texts = [unit.text[:EMBEDDED_CHARACTERS] for unit in units] + titles
    rows = embed(texts) if texts else np.zeros((0, 1), dtype=np.float32)
    vectors = rows[: len(units)]
    title = rows[len(units)] if titles else None
    values = features(document, units, vectors, title) if units else {"centroid": np.zeros(0)}
    return Candidates(document, tuple(units), vectors, values)


def _preselect(units: Sequence[Unit]) -> list[Unit]:
    if len(units) <= MOST_EMBEDDED:
        return list(units)
    openings = [at for at, unit in enumerate(units) if _opens(units, at)]
    step = max(1, len(openings) // (MOST_EMBEDDED // 3))
    kept = set(range(8)) | set(openings[::step][: MOST_EMBEDDED // 3])
    fullness = np.array([min(len(words_of(unit.text)), 14) / 14 for unit in units])
    weight = lexical_weight([unit.text for unit in units]) * fullness
    for at in np.argsort(-weight, kind="stable"):
        if len(kept) >= MOST_EMBEDDED:
            break
        kept.add(int(at))
    return [units[at] for at in sorted(kept)]


def _opens(units: Sequence[Unit], at: int) -> bool:
    """Whether it is the first sentence of its section."""
    return units[at].turn < 0 and (at == 0 or units[at - 1].section != units[at].section)
