"""Groups questions that ask the same.

Complete link: a question joins a group only if it is like every one in it, so that a chain of half-likes never
runs from one subject to another. Greedy, the most asked first, because a page waits for it.

Two questions are alike if their vectors, of one model, have a cosine of at least MIN_COSINE; without such vectors, if
they share half of their stems (MIN_JACCARD).

Where the two numbers come from: paraphrases of one question should be together, those of two should not. Of the pairs
put together, the share that belongs together, and of those that belong together the share that was, on three public
sets of paraphrases (100 to 150 questions each, all-MiniLM-L6-v2; the last one's questions differ in a detail):

    cosine         .50      .55      .60      .65      .70     | stems  .4       .5       .6
    stackfaq    .76/.71  .83/.71  .93/.65  .97/.57  .97/.47    |     .84/.14  .92/.09  .93/.06
    clinc150    .75/.31  .78/.25  .88/.22  .92/.18  .96/.13    |     .83/.08  .91/.06  .93/.03
    banking77   .44/.28  .54/.30  .59/.25  .68/.20  .70/.15    |     .66/.08  .76/.06  .79/.03

A wrong member costs a curator a look, as all wordings are shown; two groups for one question cost an answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.text.bm25_words import split_words

MIN_COSINE = 0.6
MIN_JACCARD = 0.5


@dataclass(frozen=True, slots=True)
class QuestionWording:
    """One wording of a question. `vector` has length 1 and is of `model`; None: it has none."""

    text: str
    times: int = 1
    vector: NDArray[np.float32] | None = None
    model: str = ""


def group_wordings(wordings: Sequence[QuestionWording]) -> list[list[int]]:
    """Indexes of `wordings` in groups, the most asked first within and among them. Every index is in one group.

    Takes memory for the square of their number: meant for some thousands.
    """
    order = sorted(range(len(wordings)), key=lambda index: -wordings[index].times)
    if not order:
        return []
    likeness = _likeness([wordings[index] for index in order])
    groups: list[list[int]] = []
    # For each group, the likeness of every question to the least similar of its members.
    least: list[NDArray[np.float32]] = []
    for index in range(len(order)):
        fits = [float(row[index]) for row in least]
        best = int(np.argmax(fits)) if fits else -1
        if best >= 0 and fits[best] >= 1.0:
            groups[best].append(order[index])
            least[best] = np.minimum(least[best], likeness[index])
        else:
            groups.append([order[index]])
            least.append(likeness[index].copy())
    return groups


def _likeness(wordings: Sequence[QuestionWording]) -> NDArray[np.float32]:
    """Pairwise similarity as a share of its threshold: 1 and more is alike."""
    found = _by_words(wordings) / np.float32(MIN_JACCARD)
    comparable: dict[tuple[str, int], list[tuple[int, NDArray[np.float32]]]] = {}
    for index, each in enumerate(wordings):
        if each.vector is not None:
            comparable.setdefault((each.model, each.vector.size), []).append((index, each.vector))
    for members in comparable.values():
        indexes = [index for index, _ in members]
        vectors = np.stack([vector for _, vector in members])
        found[np.ix_(indexes, indexes)] = (vectors @ vectors.T) / np.float32(MIN_COSINE)
    return found


def _by_words(wordings: Sequence[QuestionWording]) -> NDArray[np.float32]:
    """Jaccard index of the stems; wordings without stems are alike if they are equal."""
    stems = [set(split_words(each.text)) or {each.text.casefold()} for each in wordings]
    numbers = {stem: number for number, stem in enumerate(sorted(set().union(*stems)))}
    has_stem = np.zeros((len(wordings), len(numbers)), dtype=np.float32)
    for index, own in enumerate(stems):
        has_stem[index, [numbers[stem] for stem in own]] = 1
    shared, sizes = has_stem @ has_stem.T, has_stem.sum(axis=1)
    found: NDArray[np.float32] = shared / (sizes[:, None] + sizes[None, :] - shared)
    return found
