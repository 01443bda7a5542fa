"""Which headings, summaries and paragraphs of a FAQ are questions, and their words without marks and numbers."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from core.text.limited_markdown import LimitedMarkdown
from quickstart.parsing.markdown_pieces import one_line, plain_words
from quickstart.parsing.plain_questions import plain_question

_PARSER = LimitedMarkdown()
_ASKS = re.compile(
    r"(?:how|what|why|when|where|who|which) (?:to|do|does|did|can|could|should|would|will|is|are|was|were|if"
    r"|much|many|long|often)\b",
    re.IGNORECASE,
)
_QUESTION_MARK = re.compile(r"[?？؟](?!\w)")
_Q = r"(?:Q|Question|Frage|Pregunta)"
_A = r"(?:A|Answer|Antwort|Respuesta)"
_NUMBER = re.compile(
    rf"(?:{_Q}\s?\d*+\s?[:.)–—-]|{_Q}\s?\d+|\d{{1,2}}[.)]|\d{{1,2}}(?:\.\d{{1,2}})+[.)]?)\s+|{_Q}\s?\d*+:",
    re.IGNORECASE,
)
"""`1.`, `1)`, `1.2`, `Q1:`. Not `404:`, which belongs to the question."""
_ANCHOR = re.compile(r"\s*\{[:#][^{}]{0,100}\}$")
# Possessive: what follows blanks is never blank, so no other split can match, and a long run of them is read once.
_ITEM = r"\s{0,12}+(?:(?:\d{1,4}[.)]|[-*+])\s++)?"
_MARKED = re.compile(
    rf"{_ITEM}(?P<bold>\*\*|__)?\s*+{_Q}\s*+\d*+\s*+(?P<closed>\*\*|__)?\s*+[:.)]\s*+"
    r"(?P<closed_behind>\*\*|__)?\s*+"
)
"""`Q:`, `**Q: `, `**Q:**`, `**Q**.`, `1. **Q1:** `."""
_BOLD = re.compile(
    rf"{_ITEM}(?P<sign>\*\*|__)\s*+(?P<title>\S(?:(?!(?P=sign)).){{0,600}})(?P=sign):?", re.DOTALL
)
_DEFINED = re.compile(
    r"^(?::[^\S\n]++)?(?P<code> {0,3}(?P<fence>`{3,}+|~{3,}+).*?(?:^[^\S\n]*+(?P=fence)|\Z))|^:[^\S\n]++",
    re.MULTILINE | re.DOTALL,
)
"""Before each line of a definition list that says what is above it; code with its fences."""
_DEFINITION = re.compile(r"\s*+:[^\S\n]")
_BREAKS = re.compile(r"\s*(?:<br\s?/?>\s*)+", re.IGNORECASE)
_ANSWER = re.compile(
    rf"\s*+(?:(?:\*\*|__)\s*+{_A}\s*+\d*+\s*+(?:[:.]\s*+(?:\*\*|__)|(?:\*\*|__)\s*+[:.])|{_A}\s*+\d*+:)\s*+"
)
_BOLD_ANSWER = re.compile(rf"\s*+(\*\*|__)\s*+{_A}\s*+\d*+:\s*+")
"""Of which more than the mark is bold."""
_GAP = r"[^\S\n]*+"
_ANSWER_LINE = re.compile(rf"\n(?={_GAP}(?:\*\*|__)?{_GAP}{_A}{_GAP}\d*+{_GAP}(?:\*\*|__)?{_GAP}[:.])")
_EDGE_CATEGORIES = {"So", "Sk", "Cf", "Mn", "Zs"}
"""Of emoji and the like."""


@dataclass(frozen=True, slots=True)
class AskedParagraph:
    """A paragraph that begins with a question."""

    title: str
    length: int
    """Of the question, in characters from the paragraph's start; its answer begins there."""
    is_marked: bool
    """It says itself that it is one: "Q:"."""
    is_line: bool
    """Nothing stands behind it in its line."""


def plain_title(marked: str) -> str:
    """A heading's words, as they are asked: without markup, emoji at its ends, its number and "Q:"."""
    (inline,) = _PARSER.parseInline(marked.strip())
    title = _without_edges(_ANCHOR.sub("", one_line(plain_words(inline))))
    return _without_edges(_NUMBER.sub("", title, count=1)) if _NUMBER.match(title) else title


def is_asked(title: str) -> bool:
    """Whether these words of a title ask something: with a question mark, or as "how to"."""
    return has_question_mark(title) or _ASKS.match(title) is not None


def has_question_mark(title: str) -> bool:
    return _QUESTION_MARK.search(title) is not None


def asked_paragraph(text: str, *, forms: Collection[str] = ()) -> AskedParagraph | None:
    """The question that a paragraph begins with: behind "Q:", in bold with a question mark, or a plain one of `forms`
    (`plain_questions`).
    """
    if found := _MARKED.match(text):
        length = _end_of_marked(text, found)
        title = plain_title(text[found.end() : length])
        return AskedParagraph(title, length, is_marked=True, is_line=True) if title else None
    found = _BOLD.match(text)
    is_line = found is not None and not text[found.end() :].partition("\n")[0].strip()
    if found is None or not (is_asked(found["title"]) if is_line else has_question_mark(found["title"])):
        plain = plain_question(text) if forms else None
        title = plain_title(plain.title) if plain and plain.form in forms else ""
        return (
            AskedParagraph(title, plain.length, is_marked=False, is_line=plain.is_line)
            if plain and title
            else None
        )
    return AskedParagraph(plain_title(found["title"]), found.end(), is_marked=False, is_line=is_line)


def without_answer_mark(text: str) -> str:
    """An answer without the "A:" before it, or a colon before each of its lines."""
    if found := _BREAKS.match(text):
        text = text[found.end() :]
    if _DEFINITION.match(text):
        return _DEFINED.sub(lambda found: found["code"] or "", text)
    if found := _ANSWER.match(text):
        return text[found.end() :]
    if found := _BOLD_ANSWER.match(text):
        return found[1] + text[found.end() :]
    return text


def _end_of_marked(text: str, mark: re.Match[str]) -> int:
    """Where the question behind "Q:" ends: with its bold words, before "A:", or with the line of its question mark."""
    start = mark.end()
    if mark["bold"] and not (mark["closed"] or mark["closed_behind"]):
        end = text.find(mark["bold"], start)
        return len(text) if end < 0 else end + len(mark["bold"])
    if answer := _ANSWER_LINE.search(text, start):
        return answer.start()
    asked = _QUESTION_MARK.search(text, start)
    end = text.find("\n", asked.end()) if asked else -1
    return len(text) if end < 0 else end


def _without_edges(title: str) -> str:
    start, end = 0, len(title)
    while start < end and _is_edge(title[start]):
        start += 1
    while start < end and _is_edge(title[end - 1]):
        end -= 1
    return title[start:end].rstrip(" :") if any(map(str.isalnum, title)) else ""


def _is_edge(character: str) -> bool:
    return character in "*_>|•·–—" or unicodedata.category(character) in _EDGE_CATEGORIES
