"""Whether words stand in a text as they are claimed to, and where: verbatim but for what people and models change
without noticing (white space, typographic signs, Markdown's marks). Letters, digits and their case must be the same.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from texts.normal import normalize

_SIGNS = {
    **dict.fromkeys("‘’‚‛′´`", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "…": "...",
}
_INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_SPECIAL = re.compile(
    rf"""
    (?P<white>(?:(?:^|(?<=\n))[ \t]*(?:(?:>|\#{{1,6}}(?=[ \t])|[-*+•](?=[ \t]+[^\s\d]))[ \t]*)+ | [\s{_INVISIBLE}])+)
    | (?P<none>
        \[ (?=[^\[\]\n]*\]\([^()\s]*\)) | \]\([^()\s]*\)    # of a link its text alone
        | (?<!\w)[*_`~]{{1,3}}(?=\S) | (?<=\S)[*_`~]{{1,3}}(?!\w)    # emphasis and code, not 2*3 or snake_case
        | \\(?=[!-/:-@\[-`{{-~])
      )
    | (?P<sign>[{"".join(_SIGNS)}])
    """,
    re.VERBOSE,
)
_LINK_REST = re.compile(r"\]\([^()\s]*\)")
_OUTER = " \t\n\"'.…-"
"""What an excerpt may have around it that the source has not."""
_EMPHASIS = "*_`~"
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_MOST_TRIES = 50
LEAST_WORDS = 3
LEAST_CHARACTERS = 12
LEAST_EAST_ASIAN = 5


@dataclass(frozen=True, slots=True)
class Folded:
    """`text[i]` comes from source[starts[i]:ends[i]]."""

    source: str
    text: str
    starts: list[int]
    ends: list[int]


def fold(source: str) -> Folded:
    """In one pass, whatever the text; a space stands for any white space, none at either end."""
    held = Folded(source, "", [], [])
    parts: list[str] = []
    at = 0
    for special in _SPECIAL.finditer(source):
        start, end = special.span()
        if start > at:
            _take_plain(source, at, start, parts, held)
        at = end
        taken = _SIGNS[special[0]] if special.lastgroup == "sign" else " "
        if special.lastgroup == "none" or (taken == " " and parts and parts[-1] == " "):
            continue
        parts.append(taken)
        held.starts.extend([start] * len(taken))
        held.ends.extend([end] * len(taken))
    _take_plain(source, at, len(source), parts, held)
    return _trimmed(Folded(source, "".join(parts), held.starts, held.ends))


def find(excerpt: str, folded: Folded) -> tuple[int, int] | None:
    """Where an excerpt stands in the source, as (start, end); None when it does not, or is too little to show
    anything. Whole words only."""
    for needle in _needles(excerpt):
        if tells(needle, folded) and (found := _find(needle, folded)):
            return found
    return None


@lru_cache(maxsize=16)
def _needles(excerpt: str) -> tuple[str, ...]:
    """As it is, then without what people put around a quotation."""
    needle = fold(excerpt).text
    return tuple(dict.fromkeys((needle, needle.strip(_OUTER), needle.strip(_OUTER + ",;:"))))


def tells(needle: str, folded: Folded) -> bool:
    """A single "the" supports nothing: three words, twelve characters, or all that there is."""
    return (
        len(needle.split()) >= LEAST_WORDS
        or len(needle) >= LEAST_CHARACTERS
        or len(_EAST_ASIAN.findall(needle)) >= LEAST_EAST_ASIAN
        or (needle != "" and needle == folded.text.strip(_OUTER))
    )


def _find(needle: str, folded: Folded) -> tuple[int, int] | None:
    at = folded.text.find(needle)
    for _ in range(_MOST_TRIES):
        if at < 0:
            return None
        if _is_whole(folded.text, at, at + len(needle)):
            return _balanced(folded.source, folded.starts[at], folded.ends[at + len(needle) - 1])
        at = folded.text.find(needle, at + 1)
    return None


def _is_whole(text: str, start: int, end: int) -> bool:
    return not (
        (start > 0 and _join(text[start - 1], text[start]))
        or (end < len(text) and _join(text[end - 1], text[end]))
    )


def _join(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word. East Asian scripts do not mark words."""
    return left.isalnum() and right.isalnum() and not _EAST_ASIAN.match(left) and not _EAST_ASIAN.match(right)


def _balanced(source: str, start: int, end: int) -> tuple[int, int]:
    """With the mark that closes or opens an emphasis begun inside, so that the excerpt can be rendered."""
    for mark in _EMPHASIS:
        before = start - len(source[max(0, start - 3) : start].rstrip(mark)) - max(0, start - 3)
        after = len(source[end : end + 3]) - len(source[end : end + 3].lstrip(mark))
        inside = source.count(mark, start, end)
        if before and after:
            start, end = start - min(before, after), end + min(before, after)
        elif inside % (2 * max(before, after, 1)):
            start, end = start - before, end + after
    if source.count("[", start, end) > source.count("]", start, end) and (
        rest := _LINK_REST.match(source, end)
    ):
        end = rest.end()
    elif source.count("](", start, end) > source.count("[", start, end) and source[start - 1 : start] == "[":
        start -= 1
    return start, end


def _take_plain(source: str, start: int, end: int, parts: list[str], held: Folded) -> None:
    """Characters as NFC has them: a letter and its accents are one, however they are written."""
    plain = source[start:end]
    if plain.isascii() or normalize("NFC", plain) == plain:
        parts.append(plain)
        held.starts.extend(range(start, end))
        held.ends.extend(range(start + 1, end + 1))
        return
    at = start
    while at < end:
        behind = at + 1
        while behind < end and _continues(source[behind]):
            behind += 1
        composed = normalize("NFC", source[at:behind])
        parts.append(composed)
        held.starts.extend([at] * len(composed))
        held.ends.extend([behind] * len(composed))
        at = behind


def _continues(character: str) -> bool:
    return unicodedata.combining(character) != 0 or "\u1160" <= character <= "\u11ff"


def _trimmed(folded: Folded) -> Folded:
    first = len(folded.text) - len(folded.text.lstrip(" "))
    last = max(first, len(folded.text.rstrip(" ")))
    return Folded(folded.source, folded.text[first:last], folded.starts[first:last], folded.ends[first:last])
