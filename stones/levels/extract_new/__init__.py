"""The writer that needs no model: deterministic, offline, verbatim spans of what the document says (ADR 6)."""

from stones.levels.document import read_document
from stones.levels.extract_new.deep import write_deep
from stones.levels.extract_new.prose import fit_line, write_prose
from stones.levels.extract_new.units import read_units
from stones.levels.limits import LIMITS, CountTokens, WrittenLevels, level_count
from texts.inline import plain

HEADLINE = 1.0
DHEAD = 1.0
SCAN_EXPONENT = 0.15
PROVISIONAL_CHARACTERS = 20_000
"""What a level at once looks at: a few milliseconds' worth, whatever the size of the text."""


def write_extract(content: str, *, count_tokens: CountTokens, count: int | None = None) -> WrittenLevels:
    """Every level below the verbatim one; `count` levels, that one included (None: as many as the size deserves).

    The same content gives the same levels.
    """
    tokens = count_tokens(content)
    count = level_count(tokens) if count is None else count
    if count <= 1:
        return WrittenLevels(())
    writer = _Writer(content, count_tokens)
    texts = [writer.scan()]
    if count > 2:
        texts.append(
            writer.detail(min(LIMITS.detail_tokens, max(tokens * 3 // 5, LIMITS.scan_tokens)), texts[0])
        )
    if count > 3:
        texts.append(writer.deep(LIMITS.deep(tokens)) or texts[1])
    return WrittenLevels(tuple(texts))


def provisional_levels(content: str, *, count: int, count_tokens: CountTokens) -> tuple[str, ...]:
    """Every level below the verbatim one at once, from the beginning of the text.

    They make a stone of `count` levels whole until better ones are written.
    """
    return write_extract(_whole_lines(content), count_tokens=count_tokens, count=count).texts


def provisional_sentence(content: str, *, count_tokens: CountTokens) -> str:
    """A LOD-0 at once, from the beginning of the text. Always one, also for odd content."""
    return _Writer(_whole_lines(content), count_tokens).scan()


class _Writer:
    def __init__(self, content: str, count_tokens: CountTokens) -> None:
        self._document = read_document(content)
        self._units = read_units(self._document, count_tokens)
        self._content = content
        self._count_tokens = count_tokens

    def scan(self) -> str:
        return self._prose(
            LIMITS.scan_tokens,
            most_units=2,
            exponent=SCAN_EXPONENT,
            headline=HEADLINE,
            least=0.35,
            most_sentences=LIMITS.scan_sentences,
        )

    def detail(self, most_tokens: int, scan: str) -> str:
        """At least what `scan` says: a level never costs less than the one before."""
        text = self._prose(
            most_tokens, most_units=30, exponent=0.4, headline=DHEAD, least=-9.0, most_sentences=0
        )
        return text if self._count_tokens(text) >= self._count_tokens(scan) else scan

    def deep(self, most_tokens: int) -> str:
        return write_deep(
            self._document.title, self._units, most_tokens=most_tokens, count_tokens=self._count_tokens
        )

    def _prose(
        self,
        most_tokens: int,
        *,
        most_units: int,
        exponent: float,
        headline: float,
        least: float,
        most_sentences: int,
    ) -> str:
        told = write_prose(
            self._document.title,
            self._units,
            most_tokens=most_tokens,
            most_units=most_units,
            exponent=exponent,
            headline=headline,
            least=least,
            most_sentences=most_sentences,
            count_tokens=self._count_tokens,
        )
        head = self._content[:PROVISIONAL_CHARACTERS]
        return told or fit_line(plain(head) or head, most_tokens, most_sentences, self._count_tokens) or "…"


def _whole_lines(content: str) -> str:
    if len(content) <= PROVISIONAL_CHARACTERS:
        return content
    head = content[:PROVISIONAL_CHARACTERS]
    return head[: head.rfind("\n")] if "\n" in head else head
