"""Plain text into sentences. English abbreviations are kept whole; CJK full stops end a sentence without a space.

`core.text.sentence_ends` cuts passages, where two sentences in one do no harm; here "The answer is no." must end.
"""

import re

from core.text.sentence_ends import is_before_figure, is_within_date

# Nothing is given back, nor begun anew within a run: of a thousand "!" without a space each would be tried from each.
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s)|[。！？]++[」』”’）]*+")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[])(?:e\.g|i\.e|etc|cf|vs|al|resp|approx|ca|Dr|Mr|Mrs|Ms|Prof|Sr|Jr|St|No|Nos|Fig|Figs|Eq|"
    r"Sec|Ch|"
    r"pp?|vol|ed|Inc|Ltd|Co|Corp|viz|a\.k\.a|[A-Z]|[a-z]\.\s?[a-z])\.$"
)
_LETTER = re.compile(r"[\s(][a-z]\.$")
_LETTERS = re.compile(r"[A-Za-z]\.(?!\w)")
"""Behind such a letter one of two that go together: "z. B."."""
_MAY_END = ("etc.", "al.", "Inc.", "Ltd.", "Co.", "Corp.")
MAX_SENTENCE_CHARACTERS = 1_200
"""Characters. A longer run without a full stop is no sentence; it is cut so that no pattern meets a huge text."""


def split_sentences(text: str) -> list[str]:
    """Sentences of a one-line text, in order, nothing but outer spaces lost; a longer one in several pieces."""
    out: list[str] = []
    start = 0
    for end in _END.finditer(text):
        if not _ends_here(text, start, end):
            continue
        out.append(text[start : end.end()].strip())
        start = end.end()
    out.append(text[start:].strip())
    return [piece for sentence in out if sentence for piece in _pieces(sentence)]


def _ends_here(text: str, start: int, end: re.Match[str]) -> bool:
    mark = end.group()
    if mark[0] in "。！？":
        return True
    following = text[end.end() : end.end() + 12].lstrip()
    if not following:
        return True
    # Lower case goes on, unless a clear mark stood there: "Stop! then" is two, "the .py. files" is one.
    if following[0].islower() and not mark.startswith(("!", "?")):
        return False
    if mark.startswith("."):
        before = text[max(start, end.start() - 14) : end.start() + 1]
        if _ABBREVIATION.search(before) and not (before.endswith(_MAY_END) and following[0].isupper()):
            return False
        if _LETTER.search(before) and _LETTERS.match(following):
            return False
        if re.fullmatch(r"\s*\d{1,3}\.", text[start : end.start() + 1]):
            return False
        if is_within_date(text, start, end.start()) or is_before_figure(text, start, end.start()):
            return False
    return True


def _pieces(sentence: str) -> list[str]:
    if len(sentence) <= MAX_SENTENCE_CHARACTERS:
        return [sentence]
    return [
        sentence[at : at + MAX_SENTENCE_CHARACTERS] for at in range(0, len(sentence), MAX_SENTENCE_CHARACTERS)
    ]


SENTENCE_BREAK = re.compile(r"[.!?…](?=[\"'”’)\]]*\s+[\"'“‘(\[]*[A-Z0-9])|[。！？](?=.)")
"""Where the simplest reader sees a sentence end before another."""


def sentence_count(text: str) -> int:
    """Sentences as the simplest reader would count them, so that nobody counts more than we do."""
    return len(SENTENCE_BREAK.findall(text)) + bool(text.strip())
