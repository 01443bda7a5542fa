"""Features of items from the indexed texts of a collection: each entry or skill as the sum of its texts.

An item is as close as its nearest texts, with the others fading out: log-mean-exp of the cosines, which is their
maximum for a high SHARPNESS and their mean for a low one. The maximum alone takes a chance phrase for the subject,
the mean drowns one good passage in a long body. A word's weight is its rarity among items.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from search.passage_score import Numbers, coverages, held_words, relative_word_weights

SHARPNESS = 15.0
"""Of the pooling, per unit of cosine. A plateau from 10 to 20."""
MANY_TEXTS = 0.7
"""How far an item's number of texts is discounted: 0 favours long bodies, 1 short entries. Flat from 0.5 to 1."""
FEW_PASSAGES = 0.05
"""The share of an item's texts that hold a word at which it counts as half of what the item is about."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Of all items of which only likely ones are scanned."""

    count: int
    """Items."""
    holding: NDArray[np.int64]
    """How many of them hold each of the question's words, (w,); of common words a guess."""
    standing: NDArray[np.int64]
    """The scanned items that stand for all the others, whatever they say."""


@dataclass(frozen=True, slots=True)
class ScannedItems:
    """Items in ascending id order. Arrays are (m,), one place per item, except `weights` and `holding`."""

    items: NDArray[np.int64]
    closeness: Numbers
    """Pooled cosines with the question; NaN where no text has a vector."""
    body: Numbers
    """As closeness, of the passages of an answer or a skill's body alone; NaN where none has a vector."""
    coverage: Numbers
    """Share, by weight, of the question's words that the item's texts hold together: 0 to 1."""
    depth: Numbers
    """The same, each word counted by how many of the item's texts hold it: 0 to 1."""
    weights: Numbers
    """Of the question's words, (w,): from 0, held by every item, to 1, held by none."""
    holding: NDArray[np.int64]
    """How many items hold each of the words, (w,)."""
    counts: Numbers | None = None
    """(m,): how many items each stands for; None: itself."""

    @property
    def breadth(self) -> float:
        """How general a question is: 1 if no word distinguishes items, 0 if one is found nowhere else.

        Words that the collection lacks are ignored.
        """
        present = self.weights[self.holding > 0]
        return 1.0 - float(np.max(present, initial=0.0))


def scan(
    items: NDArray[Any],
    similarities: NDArray[Any],
    masks: NDArray[Any],
    words: int,
    *,
    bodies: NDArray[np.bool_],
    of_all: Totals | None = None,
) -> ScannedItems:
    """From texts to items. All arrays are (n,), one place per text; bit w of a mask is set if it holds word w <
    `words` ≤ 63.

    A similarity is a cosine, NaN: not embedded yet. `bodies`: which texts are passages of an answer or of a skill's
    body. All texts of an item must be present. `of_all`: about all items, if not all are present.
    """
    names, item_of = np.unique(np.asarray(items, dtype=np.int64), return_inverse=True)
    texts = np.bincount(item_of, minlength=len(names)).astype(np.float64)
    holding_texts = _count_holding_texts(np.asarray(masks, dtype=np.int64), words, item_of, len(names))
    counted = (holding_texts > 0).sum(axis=1)
    present = counted if of_all is None else np.maximum(counted, np.asarray(of_all.holding, dtype=np.int64))
    count = len(names) if of_all is None else max(of_all.count, len(names))
    weights = relative_word_weights(present, count)
    cosines = np.asarray(similarities, dtype=np.float64)
    return ScannedItems(
        items=names,
        closeness=_pool(cosines, item_of, len(names)),
        body=_pool(np.where(bodies, cosines, np.nan), item_of, len(names)),
        coverage=coverages(holding_texts > 0, weights),
        depth=coverages(holding_texts / (holding_texts + FEW_PASSAGES * texts), weights),
        weights=weights,
        holding=present,
        counts=None if of_all is None else _represented_counts(names, of_all.standing, count),
    )


def _represented_counts(names: NDArray[np.int64], standing: NDArray[Any], count: int) -> Numbers | None:
    """One for itself; those that are absent are shared out among the standing ones."""
    is_standing = np.isin(names, standing)
    return 1.0 + is_standing * (count - len(names)) / is_standing.sum() if is_standing.any() else None


def _count_holding_texts(
    masks: NDArray[np.int64], words: int, item_of: NDArray[np.intp], count: int
) -> NDArray[np.int64]:
    """How many texts of each item hold each word: (w, m)."""
    holding_texts = np.zeros((words, count), dtype=np.int64)
    for word, held in enumerate(held_words(masks, words)):
        holding_texts[word] = np.bincount(item_of[held == 1], minlength=count)
    return holding_texts


def _pool(similarities: Numbers, item_of: NDArray[np.intp], count: int) -> Numbers:
    present = ~np.isnan(similarities)
    at, values = item_of[present], similarities[present]
    embedded = np.bincount(at, minlength=count)
    nearest = np.full(count, -np.inf)
    np.maximum.at(nearest, at, values)
    # Relative to the nearest, so that no sum overflows whatever the sharpness.
    mass = np.bincount(at, weights=np.exp(SHARPNESS * (values - nearest[at])), minlength=count)
    with np.errstate(divide="ignore", invalid="ignore"):
        closeness = nearest + (np.log(mass) - MANY_TEXTS * np.log(embedded)) / SHARPNESS
    return np.where(embedded > 0, closeness, np.nan)
