"""Whether an excerpt occurs in a text, and where: verbatim but for what people and models change without noticing
(white space, typographic signs, Markdown marks). Letters, digits and their case must match.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.text.normalize_unicode import normalize_unicode

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
_QUOTATION_PADDING = " \t\n\"'.…-"
"""Characters around an excerpt that the source need not have."""
_EMPHASIS = "*_`~"
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_MAX_TRIES = 50
MIN_WORDS = 3
MIN_CHARACTERS = 12
MIN_EAST_ASIAN = 5


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """`text[i]` comes from source[starts[i]:ends[i]]."""

    source: str
    text: str
    starts: list[int]
    ends: list[int]


def normalize_text(source: str) -> NormalizedText:
    """One pass over any text. Each run of white space becomes one space, none at either end."""
    result = NormalizedText(source, "", [], [])
    parts: list[str] = []
    at = 0
    for special in _SPECIAL.finditer(source):
        start, end = special.span()
        if start > at:
            _append_normalized(source, at, start, parts, result)
        at = end
        replacement = _SIGNS[special[0]] if special.lastgroup == "sign" else " "
        if special.lastgroup == "none" or (replacement == " " and parts and parts[-1] == " "):
            continue
        parts.append(replacement)
        result.starts.extend([start] * len(replacement))
        result.ends.extend([end] * len(replacement))
    _append_normalized(source, at, len(source), parts, result)
    return _trim(NormalizedText(source, "".join(parts), result.starts, result.ends))


def find_excerpt(excerpt: str, normalized: NormalizedText) -> tuple[int, int] | None:
    """The excerpt's place in the source as (start, end), on word borders.

    None when it does not occur there, or is too short to prove anything.
    """
    for needle in _search_variants(excerpt):
        if is_distinctive(needle, normalized) and (found := _find_needle(needle, normalized)):
            return found
    return None


@lru_cache(maxsize=16)
def _search_variants(excerpt: str) -> tuple[str, ...]:
    """The excerpt, then the excerpt without the marks that people put around a quotation."""
    needle = normalize_text(excerpt).text
    return tuple(
        dict.fromkeys((needle, needle.strip(_QUOTATION_PADDING), needle.strip(_QUOTATION_PADDING + ",;:")))
    )


def is_distinctive(needle: str, normalized: NormalizedText) -> bool:
    """Three words, twelve characters, or the whole text: a single "the" proves nothing."""
    return (
        len(needle.split()) >= MIN_WORDS
        or len(needle) >= MIN_CHARACTERS
        or len(_EAST_ASIAN.findall(needle)) >= MIN_EAST_ASIAN
        or (needle != "" and needle == normalized.text.strip(_QUOTATION_PADDING))
    )


def _find_needle(needle: str, normalized: NormalizedText) -> tuple[int, int] | None:
    at = normalized.text.find(needle)
    for _ in range(_MAX_TRIES):
        if at < 0:
            return None
        if _is_whole_words(normalized.text, at, at + len(needle)):
            return _balance_markup(
                normalized.source, normalized.starts[at], normalized.ends[at + len(needle) - 1]
            )
        at = normalized.text.find(needle, at + 1)
    return None


def _is_whole_words(text: str, start: int, end: int) -> bool:
    return not (
        (start > 0 and _is_inside_word(text[start - 1], text[start]))
        or (end < len(text) and _is_inside_word(text[end - 1], text[end]))
    )


def _is_inside_word(left: str, right: str) -> bool:
    """Whether two neighbouring characters belong to one word. East Asian scripts do not separate words."""
    return left.isalnum() and right.isalnum() and not _EAST_ASIAN.match(left) and not _EAST_ASIAN.match(right)


def _balance_markup(source: str, start: int, end: int) -> tuple[int, int]:
    """The span widened by the mark that closes or opens an emphasis within it, so that the excerpt renders."""
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


def _append_normalized(source: str, start: int, end: int, parts: list[str], result: NormalizedText) -> None:
    """Characters in NFC: a letter and its accents compare equal however they are encoded."""
    plain = source[start:end]
    if plain.isascii() or normalize_unicode("NFC", plain) == plain:
        parts.append(plain)
        result.starts.extend(range(start, end))
        result.ends.extend(range(start + 1, end + 1))
        return
    at = start
    while at < end:
        next_at = at + 1
        while next_at < end and _continues(source[next_at]):
            next_at += 1
        composed = normalize_unicode("NFC", source[at:next_at])
        parts.append(composed)
        result.starts.extend([at] * len(composed))
        result.ends.extend([next_at] * len(composed))
        at = next_at


def _continues(character: str) -> bool:
    return unicodedata.combining(character) != 0 or "\u1160" <= character <= "\u11ff"


def _trim(normalized: NormalizedText) -> NormalizedText:
    first = len(normalized.text) - len(normalized.text.lstrip(" "))
    last = max(first, len(normalized.text.rstrip(" ")))
    return NormalizedText(
        normalized.source,
        normalized.text[first:last],
        normalized.starts[first:last],
        normalized.ends[first:last],
    )
