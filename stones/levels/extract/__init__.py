"""The writer that needs no model: deterministic, offline, verbatim spans of what the document says,
and how its pieces stand in its own words (ADR 6).
"""

from collections.abc import Sequence
from functools import cache

from core.text.passages import CountTokens
from core.text.plain_inline import plain
from stones.format.quoted_stones import own_text
from stones.levels.document_parser import read_document
from stones.levels.extract.data_extract import write_data_deep, write_data_detail, write_data_line
from stones.levels.extract.deep_extract import on_one_line, write_deep
from stones.levels.extract.extract_units import read_units
from stones.levels.extract.prose_extract import DETAIL, SCAN, ProseForm, fit_line, write_prose
from stones.levels.extract.shorten_text import end_sentence
from stones.levels.extract.write_lines import read_lines, write_lines, write_scan_line
from stones.levels.forms.data_statements import is_json, read_data
from stones.levels.level_limits import LIMITS, WrittenLevels, level_count

__all__ = ["PROVISIONAL_CHARACTERS", "provisional_levels", "provisional_sentence", "write_extract"]

PROVISIONAL_CHARACTERS = 20_000
"""Read of a text for an immediate level: a few milliseconds' worth, whatever its size; JSON is read whole."""


def write_extract(content: str, *, count_tokens: CountTokens, count: int | None = None) -> WrittenLevels:
    """Every level below the verbatim one; `count` levels, that one included (None: as many as the size deserves).

    Deterministic.
    """
    tokens = count_tokens(content) if count is None or count > 2 else 0
    count = level_count(tokens) if count is None else count
    if count <= 1:
        return WrittenLevels(())
    writer = _Writer(content, count_tokens)
    texts = [writer.prose(SCAN, LIMITS.scan_tokens)]
    if count > 2:
        most = min(LIMITS.detail_tokens, max(tokens * 3 // 5, LIMITS.scan_tokens))
        texts.append(writer.detail(most, texts[0]))
    if count > 3:
        deep = writer.deep(LIMITS.deep(tokens), texts)
        texts.append(deep if count_tokens(deep) > count_tokens(texts[1]) else texts[1])
    return WrittenLevels(tuple(texts))


def provisional_levels(content: str, *, count: int, count_tokens: CountTokens) -> tuple[str, ...]:
    """Every level below the verbatim one at once, from the beginning of the text.

    They complete a stone of `count` levels until better ones are written.
    """
    return write_extract(_whole_lines(content), count_tokens=count_tokens, count=count).texts


def provisional_sentence(content: str, *, count_tokens: CountTokens) -> str:
    """An immediate LOD-0, from the beginning of the text. Never empty, also for odd content."""
    return _Writer(_whole_lines(content), count_tokens).prose(SCAN, LIMITS.scan_tokens)


class _Writer:
    def __init__(self, content: str, count_tokens: CountTokens) -> None:
        # Each level tries the same spans and cuts.
        count_tokens = cache(count_tokens)
        self._head = own_text(content[:PROVISIONAL_CHARACTERS])
        self._data = read_data(content)
        self._lines = () if self._data else read_lines(content)
        self._document = read_document(content)
        self._units = read_units(self._document, count_tokens)
        self._count_tokens = count_tokens
        stones = self._document.stones
        self._note = (
            "" if not stones else "(Quotes a stone.)" if stones == 1 else f"(Quotes {stones} stones.)"
        )

    def prose(self, form: ProseForm, most_tokens: int) -> str:
        """What stands in a stone that the text quotes is not told, but that there is one."""
        return self._with_note(self._prose(form, most_tokens), most_tokens, " ")

    def _with_note(self, text: str, most_tokens: int, between: str) -> str:
        noted = f"{text}{between}{self._note}" if text and self._note else text
        return noted if self._count_tokens(noted) <= most_tokens else text

    def _prose(self, form: ProseForm, most_tokens: int) -> str:
        count = self._count_tokens
        if self._data:
            write = write_data_line if form.sentences else write_data_detail
            written = write(self._data, most_tokens=most_tokens, count_tokens=count)
        elif self._lines:
            written = self._lines_prose(form, most_tokens)
        else:
            written = write_prose(
                self._document.title, self._units, form, most_tokens=most_tokens, count_tokens=count
            )
        return written or fit_line(plain(self._head) or self._head, form, most_tokens, count) or "…"

    def _lines_prose(self, form: ProseForm, most_tokens: int) -> str:
        count = self._count_tokens
        if form.sentences:
            return write_scan_line(self._lines, most_tokens=most_tokens, count_tokens=count)
        found = write_lines(self._lines, most_tokens=most_tokens, count_tokens=count, is_deep=False)
        return " ".join(map(end_sentence, found))

    def deep(self, most_tokens: int, above: Sequence[str] = ()) -> str:
        count = self._count_tokens
        if self._data:
            return write_data_deep(self._data, most_tokens=most_tokens, count_tokens=count)
        if self._lines:
            lines = write_lines(self._lines, most_tokens=most_tokens, count_tokens=count, is_deep=True)
            found = "\n".join(lines)
        else:
            found = write_deep(
                self._document.title, self._units, above=above, most_tokens=most_tokens, count_tokens=count
            )
        return self._with_note(found, most_tokens, "\n\n")

    def detail(self, most_tokens: int, scan: str) -> str:
        """LOD-1, which says more than LOD-0: where no more sentences can stand alone, what LOD-2 would hold, on one
        line, unless a warning or a heading turns any of it. If that is no longer, LOD-0 stands for both, as a level
        never costs less than the one below it.
        """
        count = self._count_tokens
        found = self.prose(DETAIL, most_tokens)
        if count(found) > count(scan):
            return found
        is_turned = any(unit.is_turning or unit.denied_by or unit.turned_by for unit in self._units)
        outline = "" if is_turned else on_one_line(self.deep(most_tokens))
        outline = fit_line(outline, DETAIL, most_tokens, count) if outline else ""
        return outline if count(outline) > count(scan) else scan


def _whole_lines(content: str) -> str:
    """JSON is read whole: cut, it is none."""
    if len(content) <= PROVISIONAL_CHARACTERS or is_json(content):
        return content
    head = content[:PROVISIONAL_CHARACTERS]
    return head[: head.rfind("\n")] if "\n" in head else head
