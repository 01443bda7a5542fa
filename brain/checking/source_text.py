"""The given text of a source, normalized once for finding excerpts."""

from collections.abc import Iterator

from brain.answer_sources import AnswerSource, SourcePassage
from brain.checking.excerpt_matching import NormalizedText, find_excerpt, normalize_text
from core.text.hidden_spans import without_blanks

MAX_EXCERPT_CHARACTERS = 4_000
"""A model is asked for forty words."""


class SourceText:
    """A source as runs: passages that follow each other without a gap are one text."""

    def __init__(self, source: AnswerSource) -> None:
        self.source = source
        self._normalized_runs: list[tuple[int, NormalizedText]] | None = None

    @property
    def text(self) -> str:
        return "\n".join(passage.text for passage in self.source.passages)

    def find(self, excerpt: str) -> tuple[int, int, str] | None:
        """(start, end, the source's own words); offsets are the source's. None when the excerpt does not occur."""
        if len(excerpt) > MAX_EXCERPT_CHARACTERS:
            return None
        if self._normalized_runs is None:
            self._normalized_runs = [
                (start, normalize_text(text)) for start, text in _join_adjacent(self.source.passages)
            ]
        for offset, normalized in self._normalized_runs:
            if found := find_excerpt(excerpt, normalized):
                start, end = found
                return offset + start, offset + end, without_blanks(normalized.source[start:end])
        return None


def _join_adjacent(passages: tuple[SourcePassage, ...]) -> Iterator[tuple[int, str]]:
    start, end, texts = 0, -1, [""]
    for passage in passages:
        if passage.start != end:
            if any(texts):
                yield start, "".join(texts)
            start, texts = passage.start, []
        texts.append(passage.text)
        end = passage.end
    if any(texts):
        yield start, "".join(texts)
