"""What a question was compared with, as plain arrays: what an app scores and orders."""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from search.passage_score import Numbers, held_words

KEY_LENGTH = 26
NO_OWNER = b"~" * KEY_LENGTH
"""In place of an owner's key where a passage is its space's alone; after all keys."""


def owner_key(pk: object) -> bytes:
    """A primary key as arrays hold it: a number is filled up from the left."""
    return str(pk).rjust(KEY_LENGTH, "~").encode()


def owner_pk(key: bytes) -> str:
    """The same as a text; empty for NO_OWNER."""
    return key.decode().lstrip("~")


@dataclass(frozen=True, slots=True)
class FoundPassages:
    """Arrays are (n,), one value a passage."""

    owners: NDArray[np.bytes_]
    """`owner_key` of each, or NO_OWNER."""
    ids: NDArray[np.int64]
    similarities: Numbers
    """Cosine with the question; NaN without a vector of its model."""
    masks: NDArray[np.int64]
    """Bit w is set where the passage holds the question's word w."""
    holding: NDArray[np.int64]
    """(w,): how many hold each word, of all that were searched."""
    count: int
    """Of all that were searched. It is more than n where the likely ones alone were compared."""
    stretches: NDArray[np.int64] | None = None
    """Where passages have parts: of both the ordinal of the passage. They are in the order of the texts."""
    sample: NDArray[np.bool_] | None = None
    """Which passages stand for all, whatever they say; None: all are here."""
    likely: NDArray[np.bool_] | None = None
    """Which are here because they may answer; None: all are here."""

    def where(self, chosen: NDArray[np.bool_]) -> Self:
        """The chosen of these passages; what was counted stays."""
        return replace(
            self,
            owners=self.owners[chosen],
            ids=self.ids[chosen],
            similarities=self.similarities[chosen],
            masks=self.masks[chosen],
            stretches=None if self.stretches is None else self.stretches[chosen],
            sample=None if self.sample is None else self.sample[chosen],
            likely=None if self.likely is None else self.likely[chosen],
        )

    @classmethod
    def of_all(cls, similarities: Numbers, masks: NDArray[Any], words: int, **columns: Any) -> Self:
        """Those of a comparison of all."""
        holding = held_words(masks, words).sum(axis=1)
        return cls(similarities=similarities, masks=masks, holding=holding, count=len(masks), **columns)
