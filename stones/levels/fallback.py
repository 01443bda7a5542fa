"""A LOD-0 for texts without one good sentence: the title and what is there, in a plain frame of function words."""

import re

from stones.levels.blocks import Kind
from stones.levels.limits import LIMITS, CountTokens
from stones.levels.sentences import sentence_count
from stones.levels.units import Document
from texts.inline import plain

_GENERIC_WORDS = (
    "handoff handoffs hand-off session sessions summary summaries progress tracking tracker repository "
    "repo guidelines guide notes note report document documentation docs doc readme next findings qa "
    "complete completed status update updates log instructions agents agent overview the a an of and "
    "current draft wip todo plan issue issues pr closed open merged january february march april may "
    "june july august september october november december part phase prompt index table contents "
    "introduction untitled motivation abstract background goals specification proposal rationale "
    "purpose changelog history about important main text file"
)
_GENERIC = frozenset(_GENERIC_WORDS.split())
_EDGES = " :—–-#*.,|>+=~`"
_SEGMENT = re.compile(r"\s+[—–|-]+\s+|:\s+|\s+\|\s*")
_FOR_SOMEBODY = re.compile(r"^(?:for|to|from|with|by)\b", re.I)
_NUMBERING = re.compile(
    r"^(?:(?:part|step|phase|section|chapter)\s+\d+\b|§?\d+(?:\.\d+)*[.)]?)[\s:—–-]+", re.I
)
_BRACKETS = re.compile(r"\s?[\[(][^\])]*[\])]?")
_LABEL_WORDS = 9


def composed(document: Document, *, count_tokens: CountTokens) -> str:
    """Always one sentence within the limit; it holds no number or name that the text does not hold."""
    subject = short_subject(document.title)
    for many in (5, 4, 3, 2):
        said = _frame(subject, _topics(document, many))
        if said and _may_stand(said, count_tokens):
            return said
    if subject and _may_stand(f"The text is about {subject}.", count_tokens):
        return f"The text is about {subject}."
    return _beginning(document, count_tokens)


def _may_stand(said: str, count_tokens: CountTokens) -> bool:
    return count_tokens(said) <= LIMITS.scan_tokens and sentence_count(said) <= LIMITS.scan_sentences


def short_subject(title: str) -> str:
    """`HANDOFF — FFT_nano (draft)` as `FFT_nano`; empty when the title names nothing, or at length."""
    text = _BRACKETS.sub("", _NUMBERING.sub("", title)).strip()
    for segment in _SEGMENT.split(text):
        named = segment.strip(_EDGES)
        words = named.split()
        telling = [
            word
            for word in words
            if any(map(str.isalnum, word)) and not is_generic(word) and not _DATED.search(word)
        ]
        rest = named[named.find(telling[0]) :] if telling else ""
        leads_to_somebody = bool(_FOR_SOMEBODY.match(rest)) and words[0] != telling[0] if telling else True
        if telling and not leads_to_somebody and len(words) <= _LABEL_WORDS and len(named) <= 80:
            return named
    return ""


_DATED = re.compile(r"^[\d.,:/#-]+$|\.(?:md|rst|txt)$", re.I)


def is_generic(word: str) -> bool:
    """Whether it is one of `handoff`, `notes`, `guide`: a kind of text, not its matter."""
    return word.lower().strip(".,:#") in _GENERIC


def _topics(document: Document, many: int) -> list[str]:
    headings = [
        _BRACKETS.sub("", _NUMBERING.sub("", section.heading)).strip(_EDGES)
        for section in document.sections[1:]
    ]
    named = [each for each in headings if each and each != document.title]
    if len(named) < 2:
        named = [plain(block.text) for block in document.blocks[:200] if block.kind is Kind.ITEM]
    if len(named) < 2:
        named = _columns(document)
    short = [
        each.strip(_EDGES + ";!?")
        for each in named
        if 0 < len(each.split()) <= _LABEL_WORDS and len(each) <= 80
    ]
    return list(dict.fromkeys(_BREAK.sub(",", each) for each in short if each))[:many]


_BREAK = re.compile(r"[.!?;:](?=\s)|[。！？]")


def _columns(document: Document) -> list[str]:
    table = next((block for block in document.blocks if block.kind is Kind.TABLE), None)
    if table is None:
        return []
    cells = [plain(cell) for cell in table.text.split("\n", 1)[0][:1000].strip("|").split("|")]
    return [cell for cell in cells if cell and any(char.isalpha() for char in cell)]


def _frame(subject: str, topics: list[str]) -> str:
    if len(topics) < 2:
        return ""
    listed = f"{', '.join(topics[:-1])} and {topics[-1]}"
    return f"{subject or 'The text'} covers {listed}."


def _beginning(document: Document, count_tokens: CountTokens) -> str:
    source = next((block.text for block in document.blocks if block.text.strip()), "")
    if not source and document.units:
        source = document.units[0].text
    words = _BREAK.sub(",", plain(source[:400])).replace('"', "'").rstrip(".:;,!?").split()
    while words:
        said = f'The text begins "{" ".join(words)}".'
        if count_tokens(said) <= LIMITS.scan_tokens:
            return said
        kept = len(words) * 3 // 4
        words = words[:kept] if kept else ([words[0][: len(words[0]) // 2]] if len(words[0]) > 1 else [])
    return "The text has no sentence."
