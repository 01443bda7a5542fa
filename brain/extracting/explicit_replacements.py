"""What a note says that it replaces: an item by its number ("**D8.** Replaces D4. …", "Superseded by ADR 12"), or
another note by what it is or by its day ("replaces the decision of October 2023", "supersedes the price list").
"""

import re
from collections.abc import Sequence
from datetime import date

from brain.answer_sources import AnswerSource
from brain.extracting.given_values import matter_words
from brain.extracting.source_quote import SourceQuote
from brain.extracting.source_sentences import SourceSentence
from core.text.passages import TRAIL_SEPARATOR
from core.text.written_dates import named_months, place_dates

_REPLACE = r"replac|supersed|overrul|overrid|revok|repeal"
_NOT_SO = re.compile(r"(?:\b(?:not|never|would|may|might|could|should|to|of)|n['’]t)[\s*_]+$", re.IGNORECASE)
"""Before the verb."""
_NUMBER = r"(?P<letters>[A-Z][A-Za-z]{0,11}|#|no\.?)[ -]?(?P<digits>\d{1,4})(?![\w.:/]*\d)"
"""`D4`, `ADR-0012`, `Decision 4`, `#12`."""
_LABEL = re.compile(rf"\W{{0,12}}{_NUMBER}")
_SHORT_LABEL = _LABEL.pattern.replace("[A-Z][A-Za-z]{0,11}", "[A-Z]{1,5}")
_OPENS_ITEM = re.compile(rf"{_SHORT_LABEL}(?=[*_]{{0,2}}(?:[.:)|\]]| ?[(–—-])|[*_]{{2}})")
"""The same as a part of the item's first sentence, set apart: `**D-31** (21 Apr) Moving day is 13 June.`"""
_NAMED = _NUMBER.replace("[A-Z][A-Za-z]{0,11}", "[A-Za-z]{1,12}")
"""The same within a sentence: `decision 4`."""
_ITEM = re.sub(r"\?P<\w+>", "", _NAMED)
_LIST = rf"(?P<list>{_ITEM}(?:(?:, and | and | und | & |, ){_ITEM}){{0,5}})"
_WHOLE = (
    r"(?=[ \t]*(?:$|[\n.;:!)\]*_]|,(?! (?:but|except|aber|außer)\b)| (?:with|by|completely|entirely|fully|now|as of"
    r"|from (?:now|today|\d|[A-Z])|ab (?:sofort|\d)|durch|ganz|vollständig)\b))"
)
"""Behind the numbers: nothing bounds what is replaced."""
_REPLACES_ITEM = re.compile(
    rf"\b(?:(?i:{_REPLACE})(?:es|ed|ing)|(?i:ersetzt))"
    rf"(?! by\b) (?:the |our |die |den )?(?:old |earlier |former )?{_LIST}{_WHOLE}"
)
_REPLACED_BY_ITEM = re.compile(rf"\b(?i:(?:{_REPLACE})(?:d?en|ed) by|ersetzt durch) (?:the )?{_LIST}{_WHOLE}")
_LINES = 40
"""Above a sentence, at most: so long is no item."""
_RECORD = (
    r"(?:decisions?|resolutions?|policy|policies|rules?|agreements?|contracts?|lists?|versions?|plans?|minutes|notes?|"
    r"notices?|memos?|letters?|guides?|procedures?|instructions?|schedules?|timetables?|rotas?|budgets?|terms|tariffs?|"
    r"prices|arrangements?|offers?)"
)
_REPLACES_RECORD = re.compile(
    rf"\b(?:{_REPLACE})(?:e|es|ed|ing)\b(?! by\b)"
    rf"(?P<what> [^.;:!?\n]{{0,60}}?\b{_RECORD}\b[^.;:!?\n]{{0,60}})",
    re.IGNORECASE,
)
MIN_SHARED = 2
"""Words of the quotation in the note that replaces its own: several notes are of one month."""


def replacing_item(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of the item that replaces the one in which `quote` stands, and of what replaces that one in its turn, the
    sentence that holds most of the query; None: none does, or the query asks for the replaced one by its number.

    Numbers are those of one note, or of notes whose titles they begin.
    """
    labels = {each: _label(each, sources) for each in sentences}
    quoted = next((each for each in sentences if _is_within(each, quote)), None)
    if quoted is None or (label := labels[quoted]) is None or label[:2] in _numbers(query):
        return None
    seen, current = {label}, label
    while (following := _successor(current, labels)) and following not in seen:
        seen.add(following)
        current = following
    own = [each for each in sentences if labels[each] == current and current != label]
    held = _held_words(query, own)
    return max(held, key=lambda each: (held[each], not _REPLACES_ITEM.search(each.text)), default=None)


_Label = tuple[str, int, int]
"""Letters, digits, and the note's number in the sources; -1 where titles tell the numbers."""


def _successor(label: _Label, labels: dict[SourceSentence, _Label | None]) -> _Label | None:
    """The label of what says that it replaces the item, or that the item says is in its place."""
    for sentence, own in labels.items():
        if own is None or own[2] != label[2]:
            continue
        text = sentence.passage.text[_item_start(sentence) : sentence.end]
        pattern = _REPLACED_BY_ITEM if own == label else _REPLACES_ITEM
        for found in pattern.finditer(text):
            named = [(*each, label[2]) for each in _numbers(found["list"])]
            if _NOT_SO.search(text[: found.start()]):
                continue
            if own == label and named[0] != label:
                return named[0]
            if own != label and label in named:
                return own
    return None


def _label(sentence: SourceSentence, sources: Sequence[AnswerSource]) -> _Label | None:
    """Of the item, the section or the note in which it stands."""
    title = sources[sentence.source].title
    item = sentence.passage.text[_item_start(sentence) : sentence.end]
    above = item[: len(item) - len(sentence.text) + 1]
    own = _LABEL.match(above) or _OPENS_ITEM.match(item)
    found = [own, *(_LABEL.match(each) for each in (sentence.trail.rpartition(TRAIL_SEPARATOR)[2], title))]
    keys = [_key(each) for each in found if each]
    own_title = _key(found[-1]) if found[-1] else None
    return (*keys[0], -1 if keys[0] == own_title else sentence.source) if keys else None


def _item_start(sentence: SourceSentence) -> int:
    """Where the line with the label above it begins, if there is one within its section, else its own line."""
    text = sentence.passage.text
    line = start = text.rfind("\n", 0, sentence.start) + 1
    for _ in range(_LINES):
        if _LABEL.match(text, line):
            return line
        if line == 0 or text.startswith("#", line):
            break
        line = text.rfind("\n", 0, line - 1) + 1
    return start


def _is_within(sentence: SourceSentence, quote: SourceQuote) -> bool:
    """At its place: an item beside it may end with the same words."""
    start = sentence.passage.text.find(quote.text) if sentence.source == quote.source else -1
    return 0 <= start <= sentence.start and sentence.end <= start + len(quote.text)


def _numbers(text: str) -> list[tuple[str, int]]:
    return [_key(found) for found in re.finditer(_NAMED, text)]


def _key(found: re.Match[str]) -> tuple[str, int]:
    return found["letters"].rstrip(".").lower(), int(found["digits"])


def replacing_note(
    query: str, quote: SourceQuote, sentences: Sequence[SourceSentence], sources: Sequence[AnswerSource]
) -> SourceSentence | None:
    """Of a note that says that it replaces what was written when that of `quote` was, or what is called so, the
    sentence that holds most of the query; of one without such a sentence the one that says it.
    """
    for each in sorted(sentences, key=lambda each: each.day or date.min, reverse=True):
        if each.day and quote.day and each.day < quote.day:
            continue
        found = _REPLACES_RECORD.search(each.text) if each.source != quote.source else None
        if not found or _NOT_SO.search(each.text[: found.start()]):
            continue
        if not _is_meant(found["what"], sources[quote.source]):
            continue
        own = [other for other in sentences if other.source == each.source]
        words = frozenset[str]().union(*(matter_words(other.rendered) for other in own))
        if len(matter_words(quote.undated) & words) < MIN_SHARED:
            continue
        held = _held_words(query, own)
        return max(filter(held.get, held), key=lambda other: (other != each, held[other]), default=each)
    return None


def _is_meant(what: str, source: AnswerSource) -> bool:
    title = matter_words(source.title)
    if title and title <= matter_words(what):
        return True
    days = {day for day, _ in place_dates(what)}
    if days:
        return source.day in days or not days.isdisjoint(day for day, _ in place_dates(source.title))
    own = named_months(source.title) | ({(source.day.year, source.day.month)} if source.day else set())
    return not named_months(what).isdisjoint(own)


def _held_words(query: str, sentences: Sequence[SourceSentence]) -> dict[SourceSentence, int]:
    """How many words of the query each holds."""
    return {each: len(matter_words(query) & matter_words(each.rendered)) for each in sentences}
