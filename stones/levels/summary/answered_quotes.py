"""The sentences of a quoted mail that the answer above it turns down: they are what its reader must not be told."""

import re
from collections.abc import Iterator, Sequence

from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.markers import markers
from stones.levels.split_sentences import split_sentences
from stones.levels.summary.word_stems import content_stems

MIN_SHARED = 2
"""Stems, no numbers, that a quoted sentence shares with the sentences that turn something down."""
_REFUSING = markers("replies", "refusing")
_HEAD = re.compile(
    r"(?:From|Von|De|Da|Från):\s\S|"
    r".{0,160}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev)\b.{0,60}:(?=\s|$)"
)
_ORIGINAL = re.compile(
    r"[-_]{3,}\s?(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Weitergeleitete Nachricht|"
    r"Mensaje original|Mensaje reenviado|Message d['’]origine)",
    re.I,
)


def find_answered_quotes(parts: Sequence[DocumentPart]) -> dict[tuple[int, str], str]:
    """Of each such sentence (with the index of its part), the sentence that turns it down; a question says nothing."""
    quoted = frozenset(_quoted_mails(parts))
    if not quoted:
        return {}
    own = (part for at, part in enumerate(parts) if at not in quoted and part.is_current)
    refusing = [
        (sentence, frozenset(content_stems(sentence)))
        for part in own
        for sentence in split_sentences(part.plain)
        if _REFUSING.search(sentence)
    ]
    refused = frozenset(stem for _, stems in refusing for stem in stems if stem.isalpha())
    found = {}
    for at in quoted:
        for sentence in split_sentences(parts[at].plain):
            stems = refused.intersection(content_stems(_HEAD.sub("", sentence)))
            if len(stems) >= MIN_SHARED and not sentence.endswith("?"):
                found[at, sentence] = max(refusing, key=lambda each: len(each[1] & stems))[0]
    return found


def _quoted_mails(parts: Sequence[DocumentPart]) -> Iterator[int]:
    """Quotes from the line on that says who wrote them, and everything below "Original Message"."""
    is_mail = is_original = False
    for at, part in enumerate(parts):
        is_quote = part.kind is PartKind.QUOTE
        is_original |= at > 0 and _ORIGINAL.match(part.plain) is not None
        is_mail |= _HEAD.match(part.plain) is not None and (is_quote or part.plain.rstrip().endswith(":"))
        if is_original or (is_mail and is_quote):
            yield at
