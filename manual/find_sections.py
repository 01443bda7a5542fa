"""The sections of the manual that fit a question, by words alone (BM25): a section counts as its best passage."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from core.text.bm25_words import question_stems, split_words
from core.text.passages import split_passages
from manual.read_documents import Document, Section, documents
from search.passage_words import PassageWords

MAX_SECTIONS = 3
"""That an answer names."""
MIN_COVERAGE = 0.5
"""Of the question's words, by weight. Of 60 questions of newcomers the six that nothing answers reach .33 at most."""
FOR_CONTRIBUTORS = {"architecture", "specification"}
"""They name files and classes; whoever asks how something is done does not want those."""


class SectionIndex:
    """Passages of documents with their headings. Built in tenths of a second."""

    def __init__(self, indexed: Sequence[Document]) -> None:
        passages = [
            (section, passage.text)
            for document in indexed
            for section in document.sections
            for passage in split_passages(section.text, count_tokens=_estimate_tokens)
        ]
        self._sections = [section for section, _ in passages]
        self._words = PassageWords([f"{_heading(section)} {text}" for section, text in passages])

    def find(self, question: str, *, of_one_word: bool = False) -> list[Section]:
        """All that fit, the best first; none if nothing holds enough of the question's words.

        One word of a question that has no other ("how do I stop it?") says little: then a heading has to have it,
        unless `of_one_word`, for searches.
        """
        return list(dict.fromkeys(self._fitting(question_stems(question), of_one_word)))

    def _fitting(self, words: Sequence[str], of_one_word: bool) -> Iterator[Section]:
        scores, coverages = self._words.scores(words), self._words.coverages(words)
        for at in np.argsort(-scores, kind="stable"):
            section = self._sections[at]
            enough = (
                of_one_word or len(words) > 1 or not set(words).isdisjoint(split_words(_heading(section)))
            )
            if scores[at] > 0 and coverages[at] >= MIN_COVERAGE and enough:
                yield section


@cache
def manual_index() -> SectionIndex:
    """Of the documents for those who use and run a site."""
    return SectionIndex([each for each in documents().values() if each.name not in FOR_CONTRIBUTORS])


def _heading(section: Section) -> str:
    return f"{section.document_title} {section.title}"


def _estimate_tokens(text: str) -> int:
    return len(text) // 4
