"""The sentences of a text's prose, each with its layout."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stones.format.channels.phrase_matching import normalize

_MARKUP = re.compile(r"^[\s>#*_+=•–-]*(?:\[[ xX]\]\s+)?(?:\d{1,3}[.)]\s+)?[*_]*")
_LIST_ITEM = re.compile(r"\s*(?:[-*+•–]\s+|\d{1,3}[.)]\s+|#{1,6}\s)")
_HEADING = re.compile(r"#{1,6}\s|={2,6}\s|\*\*[^*]+\*\*\s*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?=[\s\"”»)])[\"”»)]*\s+|(?<=[。！？])")
_QUOTED = re.compile(
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,300}」"
)
_CODE = re.compile(r"`[^`\n]{1,200}`")
_WRAPPED_CHARACTERS = 55  # a shorter line was ended by its author, not by the margin


@dataclass(frozen=True, slots=True)
class ProseSentence:
    """A sentence without markup and quoted words; `is_item`: it is in a list or a heading."""

    text: str
    words: str
    """The text, normalized."""
    is_item: bool
    is_heading: bool


def split_prose(lines: Sequence[str]) -> Iterator[ProseSentence]:
    """The sentences of lines of prose; an empty line separates paragraphs."""
    for paragraph in _unwrap(lines):
        is_item = _LIST_ITEM.match(paragraph) is not None
        is_heading = _HEADING.match(paragraph) is not None
        body = _CODE.sub(" code ", _QUOTED.sub(_unquote, _MARKUP.sub("", paragraph, count=1)))
        for part in _SENTENCE_END.split(body):
            if text := part.strip(" \t*_"):
                yield ProseSentence(text, normalize(text), is_item, is_heading)


def _unquote(found: re.Match[str]) -> str:
    """Removes quoted words, but keeps that a sentence ended with them."""
    return " quote. " if found[0][-2] in ".?!" else " quote "


def _unwrap(lines: Sequence[str]) -> Iterator[str]:
    gathered = ""
    for line in lines:
        is_continued = len(gathered.rsplit("\n", 1)[-1]) > _WRAPPED_CHARACTERS and not gathered.endswith(
            (".", "?", "!", ":", "。")
        )
        if gathered and is_continued and line.strip() and not _LIST_ITEM.match(line):
            gathered += " " + line.strip()
            continue
        if gathered:
            yield gathered
        gathered = line.rstrip()
    if gathered:
        yield gathered
