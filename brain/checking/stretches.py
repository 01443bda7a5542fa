"""What was given of a source, folded once, to look excerpts up in."""

from collections.abc import Iterator

from brain.checking.folding import Folded, find, fold
from brain.sources import Source, Stretch

LONGEST_EXCERPT = 4_000
"""Characters. A model is asked for forty words."""


class Given:
    """A source with its runs: stretches that follow each other without a gap are one text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._runs: list[tuple[int, Folded]] | None = None

    @property
    def text(self) -> str:
        return "\n".join(stretch.text for stretch in self.source.stretches)

    def find(self, excerpt: str) -> tuple[int, int, str] | None:
        """(start, end, the source's own words there); offsets are the source's. None when it does not stand there."""
        if len(excerpt) > LONGEST_EXCERPT:
            return None
        if self._runs is None:
            self._runs = [(start, fold(text)) for start, text in _runs(self.source.stretches)]
        for offset, folded in self._runs:
            if found := find(excerpt, folded):
                start, end = found
                return offset + start, offset + end, folded.source[start:end]
        return None


def _runs(stretches: tuple[Stretch, ...]) -> Iterator[tuple[int, str]]:
    start, end, texts = 0, -1, [""]
    for stretch in stretches:
        if stretch.start != end:
            if any(texts):
                yield start, "".join(texts)
            start, texts = stretch.start, []
        texts.append(stretch.text)
        end = stretch.end
    if any(texts):
        yield start, "".join(texts)
