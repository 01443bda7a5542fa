"""A question to one collection, and the texts that it is compared with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quickstart.kinds import OwnerKind, TextKind
from quickstart.ranking.scan_items import Totals
from search.question import SearchQuestion

ASKING = (TextKind.QUESTION, TextKind.VARIANT)
"""The texts of an entry that also count for the skills that it names."""

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class QuickstartQuery:
    """A question, and the collection asked."""

    account_id: int
    collection_id: int
    question: SearchQuestion
    subject: str = ""
    """Who does what is asked about (`core.text.question_subject.question_subject`)."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Scanned texts; all arrays are (n,), one place per text."""

    numbers: Integers
    """Ids of the texts' rows."""
    owners: Integers
    """Ids of entries; those of skills are negative while both are together."""
    kinds: Integers
    """TextKind."""
    similarities: NDArray[np.float64]
    """Cosine with the question; NaN where the text has no vector of the question's model."""
    masks: Integers
    """Bit w is set if the text holds the question's word w."""
    totals: Mapping[OwnerKind, Totals]
    """Of the kinds of which these are not all texts."""

    def of(self, kind: OwnerKind) -> "Candidates":
        """The texts of entries, or those of skills, whose ids are then as in the database."""
        selected = self.owners > 0 if kind == "entry" else self.owners < 0
        return Candidates(
            numbers=self.numbers[selected],
            owners=np.abs(self.owners[selected]),
            kinds=self.kinds[selected],
            similarities=self.similarities[selected],
            masks=self.masks[selected],
            totals={kind: self.totals[kind]} if kind in self.totals else {},
        )

    def with_linked_questions(self, links: Mapping[int, Sequence[int]]) -> "Candidates":
        """Adds each entry's wordings as texts of the skills that it names, if those are among the candidates.

        `links`: ids of skills by entry id.
        """
        skills = set(np.unique(self.owners[self.owners < 0]).tolist())
        rows, owners = [], []
        for row in np.flatnonzero(np.isin(self.kinds, ASKING)).tolist():
            for skill in links.get(int(self.owners[row]), ()):
                if -skill in skills:
                    rows.append(row)
                    owners.append(-skill)
        every = np.concatenate([np.arange(len(self.owners)), np.array(rows, dtype=np.int64)])
        return Candidates(
            numbers=self.numbers[every],
            owners=np.concatenate([self.owners, np.array(owners, dtype=np.int64)]),
            kinds=self.kinds[every],
            similarities=self.similarities[every],
            masks=self.masks[every],
            totals=self.totals,
        )

    @property
    def bodies(self) -> NDArray[np.bool_]:
        """Which texts are passages of an answer or of a skill's body."""
        return np.isin(self.kinds, (TextKind.ANSWER, TextKind.BODY, TextKind.OPENING))

    @property
    def of_all(self) -> Totals | None:
        """For candidates of one kind; None: all are here."""
        return next(iter(self.totals.values()), None)
