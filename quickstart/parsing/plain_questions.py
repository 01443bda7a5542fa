"""Questions of a FAQ that marks none: lines that ask by themselves, or the items of a list that does."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_WORDS = (
    # English, German, Spanish, French
    r"how|what|why|when|where|who|whose|which|is|are|was|were|do|does|did|has|have|had|can|could|may|might|must|shall"
    r"|should|will|would|am|isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t|can['’]t|won['’]t"
    r"|wie\w*|was|warum|wann|wo|woher|wohin|womit|wofür|wer|wen|wem|wessen|welche\w?|ist|sind|kann|könn\w+|darf|dürfen|muss|müssen|soll\w*"
    r"|gibt|habt?|haben|hat|werden|wird|brauch\w+"
    r"|cómo|qué|por qué|cuándo|dónde|quién\w*|cuál\w*|cuánt\w+|puedo|puede\w*|hay|es|son|tengo|debo"
    r"|comment|que|quoi|pourquoi|quand|où|qui|quel\w*|combien|est-c\w+|puis-je|peut-on|faut-il|y a-t-il|dois-je"
)
_BEGINS = re.compile(rf"(?=[A-ZÀ-Þ])(?i:{_WORDS})(?!\w)|¿|[^\W\d_a-zA-ZÀ-ɏ]")
"""With a capital; in a script of which no words are known here, with any."""
_ADDRESS = re.compile(r"://|\bwww\.|\w@\w")
_LINE = re.compile(
    r"\s{0,12}+(?P<item>(?:\d{1,4}[.)]|[-*+])\s++)?+(?P<signs>[*_]{0,3}+)"
    r"(?P<line>[^\s:>|#*_][^\n]{0,1200}+)(?:\n|\Z)"
)
_FIRST_SENTENCE = re.compile(r"(?:[^.!?？؟]|[.!](?!\s))++[?？؟](?=[*_]{0,3}\s)")
_CLOSING = "*_ \t\\"


@dataclass(frozen=True, slots=True)
class PlainQuestion:
    title: str
    length: int
    """In characters from the paragraph's start; its answer begins there."""
    form: str
    """How its line begins before its words, as "1." or "-"."""
    is_line: bool
    begins_as_one: bool


def plain_question(paragraph: str) -> PlainQuestion | None:
    """The question that its first line is. An item of a list may be one that begins otherwise ("If it rains, is it
    open?"), and may have its answer behind it ("2. Why? Because.").
    """
    found = _LINE.match(paragraph)
    if found is None:
        return None
    line, is_item = found["line"], found["item"] is not None
    form = re.sub(r"\d+", "1", (found["item"] or "").strip()) + found["signs"]
    begins_as_one = _BEGINS.match(line) is not None
    title, end = line.rstrip(_CLOSING), found.end()
    is_line = title.endswith(("?", "？", "؟"))
    if not is_line:
        asked = _FIRST_SENTENCE.match(line)
        title, end = (asked[0], found.start("line") + asked.end()) if asked else ("", 0)
    # Of three signs that it is one, two.
    if not title or [begins_as_one, is_line, is_item].count(True) < 2 or _ADDRESS.search(title):
        return None
    return PlainQuestion(title, end, form, is_line, begins_as_one)


def plain_forms(paragraphs: Iterable[str]) -> frozenset[str]:
    """The forms in which two of these, or more, are surely questions: one may be asked in passing."""
    questions = filter(None, map(plain_question, paragraphs))
    counts = Counter(each.form for each in questions if each.is_line and each.begins_as_one)
    return frozenset(form for form, count in counts.items() if count > 1)
