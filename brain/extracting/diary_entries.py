"""The day of the entry in a diary in which a sentence stands: told with it where the question asks when that was."""

import re
from collections.abc import Sequence
from dataclasses import replace

from brain.answer_sources import AnswerSource
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from brain.parsing.day_heads import is_only_day, read_day_head
from core.text.link_addresses import mask_addresses
from core.text.passages import TRAIL_SEPARATOR
from core.text.written_dates import days_of, place_dates, tell_day

_STRONG_PAST = (
    r"(?:be|ver|ent|er|zer|ge)?(?:kam|ging|fiel|starb|fuhr|fand|begann|gab|brach|schrieb|rief|hielt|lief|zog|nahm|sah"
    r"|stand|saß|lag|las|trug|lor|schloss|flog|sprang|schwamm|sank|trat|traf|sprach|wuchs|wusch|schlief|ließ|hing|blieb"
    r"|stieg|lieh|bot|schoss|goss|aß|fraß|trank|sang|bat|half|warf|schwand|riss|biss|schnitt|ritt|schien|hob|schob|fror"
    r"|schlug|grub|wies|mied|fing|lud|buk|band|gewann|gelang|schmolz)(?:en|e?st|e?t)?"
)
"""Of the German verbs that change their vowel."""
_ASKS_WHEN = re.compile(
    r"\b(?:when|(?:what|which) (?:day|date|evening|morning|afternoon|night|week(?:end)?|month)) (?:exactly )?"
    r"(?:did|was|were|had|has|have)\b"
    rf"|\b(?:wann|an welchem (?:tag|datum)) (?:genau )?(?:(?:hab|hat|war|wurd)\w*|\w{{2,20}}ten?|{_STRONG_PAST})\b"
    r"|\b(?:wann|an welchem (?:tag|datum)) (?:genau )?(?:ist|sind) .{1,100}"
    r"\b(?:\w{0,20}ge\w{2,20}(?:t|en)|\w{2,20}iert)\W*$",
    re.IGNORECASE,
)
"""Of what is past: on what is to come an entry says nothing by its day."""
_GERMAN_WHEN = frozenset(["wann", "genau", "welchem", "tag", "datum"])


def with_entries(
    sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource], question: str
) -> Sequence[SourceSentence]:
    """Those of a diary that do not tell the day of their entry themselves, with it."""
    if not _ASKS_WHEN.search(question):
        return sentences
    return [_with_entry(each, sources[each.source]) for each in sentences]


def without_day(words: list[str], query: str, quote: SourceQuote) -> list[str]:
    """Of what a quotation lacks, without the year and the month in which it was written, and, where its entry has a
    day, without the German words that ask when.
    """
    told = {str(quote.day.year), f"{quote.day:%B}".lower()} if quote.day else set[str]()
    if quote.entry and _ASKS_WHEN.search(query):
        told |= _GERMAN_WHEN
    return [word for word in words if word.lower() not in told]


def _with_entry(sentence: SourceSentence, source: AnswerSource) -> SourceSentence:
    if read_day_head(sentence.entry) and sentence.day:
        return replace(sentence, entry=tell_day(sentence.day))
    if sentence.entry or sentence.by or sentence.row:
        return sentence
    span = source.dated_at(sentence.passage.start + sentence.start)
    if span and span.day and span.is_entry:
        entry, day = tell_day(span.day), (span.day.month, span.day.day)
    elif (
        not span
        and (heading := sentence.trail.split(TRAIL_SEPARATOR)[-1])
        and (head := read_day_head(heading))
    ):
        entry, day = heading if is_only_day(heading) else "", (head.month, head.day)
    else:
        return sentence
    text = mask_addresses(sentence.undated)
    said = {found for found, _, _ in days_of(text)}
    said |= {(found.month, found.day) for found, _ in place_dates(text)}
    return sentence if day in said or not entry else replace(sentence, entry=entry, is_below_entry=True)
