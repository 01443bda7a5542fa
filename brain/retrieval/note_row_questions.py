"""Questions about the notes themselves: how many there are on something, which are of 2021, the latest.

Told from their words, in English. What is asked of the notes ("what do my notes say about growth?") is no such
question, nor what only looks like one ("how many notes should one have?").
"""

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from brain.retrieval.hashtags import extract_hashtags
from brain.retrieval.partial_days import PartialDay, cut_day
from core.text.calendar_words import MONTH
from core.text.question_frames import summed_up
from core.text.written_dates import month_number, place_dates


class NoteRowKind(StrEnum):
    COUNT = "count"
    LIST = "list"
    LATEST = "latest"
    OLDEST = "oldest"
    DATED = "dated"
    """When a note was written."""
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class NotePeriod:
    """From the first day to the one after the last."""

    start: date
    end: date
    words: str
    """As it was typed, with "since", "after" or "before" where such a word stands before it."""


@dataclass(frozen=True, slots=True)
class NoteRowQuestion:
    kind: NoteRowKind
    topic: str = ""
    """What the notes are to be about, or the title of one; empty: all of them."""
    tags: tuple[str, ...] = ()
    period: NotePeriod | None = None
    names_notes: bool = True
    """False: "when did I write Foam Party?" and "sum up the foam party" are about a note only if one has that title,
    "what have I written about tea?" about notes only if some have that word.
    """
    on: PartialDay | None = None
    """Of which day, or its title names it, the note is that is to be summarised: "the May meeting"."""


_NOUN = r"(?:notes?|articles?|essays?|posts?|blog posts?|texts|entries)"
_ARTICLE = re.compile(r"^(?:the|an?) (?=\w)", re.IGNORECASE)
_WROTE = (
    r"(?:write|written|wrote|add|added|make|made|save|saved|create|created|publish|published|note|noted|take"
    r"|taken)"
)
_DEALS_WITH = (
    r"(?:(?:mention|cover|discuss|describe|concern|contain)(?:s|ing)?|refer(?:s|ring)? to|deal(?:s|ing)? with"
    r"|(?:talks?|talking|speaks?|speaking|writes?|writing|(?:says?|have|has)(?: (?:any|some)thing)?) (?:about|of|on))"
)
_ABOUT = (
    rf"(?:about|on|regarding|of|called|titled|named|entitled|with|(?:(?:that|which) (?:do )?)?{_DEALS_WITH})"
)
_KIND = r"(?P<topic>(?!(?:of|my|other|more|new|such)\b)[\w'-]+(?: (?!of\b)[\w'-]+)?)"
"""Of notes: "meeting notes"."""
_AGO = r"(?:this|last|the last|the past|past) (?:year|month|week)|today|yesterday"
_DAY = rf"(?P<day>(?:19|20)\d\d-\d\d-\d\d|\d\d?(?:st|nd|rd|th)? (?:of )?{MONTH},? (?:19|20)\d\d)"
_PERIOD = re.compile(
    rf"\b(?:(?:in|on|from|during|of|since|after|before) (?:the )?)?(?:{_DAY}"
    rf"|(?P<month>{MONTH}) (?:of )?(?P<of>(?:19|20)\d\d)|(?P<year>(?:19|20)\d\d)|(?P<ago>{_AGO}))\b"
    rf"|\b(?:in|from|during|of|since|after|before|last) (?P<bare>{MONTH})\b",
)
"""A month without a year is the latest one."""
OPEN_ENDED = ("since ", "after ", "before ")
_BOUND = re.compile(r"after|before")
_IN_TOPIC = re.compile(rf"\b{_ABOUT}\b")
"""Behind it "after 1945" is what the notes are about."""
_TAGGED = re.compile(
    r"\b(?:tagged|labelled|labeled|(?:with|have|has) (?:the )?tags?)(?: (?:as|with))? [\"“']?(?P<tag>[\w/-]+)[\"”']?"
)
_TOPIC = rf"(?:\s+(?:that (?:i (?:have )?{_WROTE} )?|which )?(?:are )?{_ABOUT}\s+(?P<topic>.+?))?"
_HAVE = (
    rf"(?:do i have|have i(?: {_WROTE})?|did i {_WROTE}|i have|i(?: have)? {_WROTE}|are there"
    r"|are in (?:here|my brain|this brain))(?: (?:in total|altogether|all told|overall|so far))?"
)
_SUMMARY = rf"(?:give me |write )?(?:a |the )?(?:summary of|summari[sz]e|sum up) (?:my|the) {_NOUN}"
_MADE = rf"(?:did i {_WROTE}|have i {_WROTE})"
_WHICH = r"(?:what|which)(?: is| was|'s)? (?:my|the) (?:very )?"
_HERE = rf"(?: {_HAVE})?(?: in here)?"
_RULES = (
    (NoteRowKind.SUMMARY, rf"{_SUMMARY}{_TOPIC}"),
    (NoteRowKind.SUMMARY, rf"{_SUMMARY} (?P<topic>.+)"),
    (NoteRowKind.DATED, rf"when {_MADE} (?:my |the )?{_NOUN} (?:{_ABOUT} )?(?P<topic>.+)"),
    (NoteRowKind.DATED, rf"when was (?:my |the ){_NOUN} (?:{_ABOUT} )?(?P<topic>.+?) {_WROTE}"),
    (NoteRowKind.COUNT, rf"(?:how many|what number of)(?: of my)? {_NOUN} (?:of mine )?{_HAVE}{_TOPIC}"),
    (NoteRowKind.COUNT, rf"how many(?: of my)? {_NOUN} (?:are )?{_ABOUT} (?P<topic>.+?)(?: {_HAVE})?"),
    (NoteRowKind.COUNT, rf"how many {_KIND} notes (?:of mine )?{_HAVE}"),
    (NoteRowKind.LIST, rf"(?:which|what) {_KIND} notes (?:of mine )?{_HAVE}"),
    (NoteRowKind.COUNT, rf"(?:the )?number of (?:my )?{_NOUN}(?: {_HAVE})?{_TOPIC}"),
    (
        NoteRowKind.COUNT,
        rf"(?:do i have|are there|{_MADE}) (?:any|some|a|an) {_NOUN}(?: {_HAVE})?{_TOPIC}",
    ),
    (NoteRowKind.LATEST, rf"{_WHICH}(?:last|latest|newest|most recent) {_NOUN}{_HERE}{_TOPIC}"),
    (NoteRowKind.OLDEST, rf"{_WHICH}(?:first|oldest|earliest) {_NOUN}{_HERE}{_TOPIC}"),
    (NoteRowKind.LIST, rf"(?:which|what)(?: of my)? {_NOUN} (?:of mine )?{_HAVE}{_TOPIC}"),
    (NoteRowKind.LIST, rf"which of my {_NOUN} (?:are )?{_ABOUT} (?P<topic>.+)"),
    (
        NoteRowKind.LIST,
        rf"(?:which|what)(?: of (?:my|the|these))? {_NOUN} (?:(?:do )?(?:that )?{_DEALS_WITH}"
        r"|(?:is|are|were) (?:all )?(?:about|regarding|concerning)) (?P<topic>.+)",
    ),
    (NoteRowKind.LIST, rf"(?:which|what) {_NOUN} (?:about|on|regarding|concerning) (?P<topic>.+?) {_HAVE}"),
    (
        NoteRowKind.LIST,
        rf"(?:list|show(?: me)?)(?: all)?(?: of)?(?: my| the)? {_NOUN}(?: (?:that )?{_HAVE})?{_TOPIC}",
    ),
    (NoteRowKind.LIST, rf"(?:(?:find|give me) )?(?:all )?(?:of )?my {_NOUN}{_TOPIC}"),
)
_COMPILED = tuple((kind, re.compile(rf"(?:(?:can|could) you |please )?{rule}")) for kind, rule in _RULES)
_OF_PERIOD = re.compile(rf"(?:which|what)(?: ones)? {_MADE}")
_OF_TAG_OR_PERIOD = re.compile(rf"(?:which|what)(?: of my)? {_NOUN}(?: (?:is|are|were|have|dated))*")
_WRITTEN_ABOUT = re.compile(
    r"what(?: all)? (?:have|'ve) i (?:ever |already )?(?:written|noted|recorded|saved|collected)(?: down)?(?: so far)?"
    r" (?:about|on|regarding|concerning) (?P<topic>.+?)(?: so far| yet)?"
)
_TITLE = re.compile(rf"when {_MADE} (?P<topic>.+)")


def read_note_row_question(question: str, today: date) -> NoteRowQuestion | None:
    """None for a question that what the notes say must answer."""
    untagged, tags = extract_hashtags(question)
    question_text = " ".join(untagged.split()).strip(" ?.!")
    text = question_text.lower().replace("’", "'")
    if len(text) != len(
        question_text
    ):  # a letter whose small form is longer: places would not be those of the question
        return None
    period_found = _PERIOD.search(text)
    if period_found and _BOUND.match(period_found[0]) and _IN_TOPIC.search(text[: period_found.start()]):
        period_found = None
    tag_found = _TAGGED.search(text)
    if tag_found:
        tags = (*tags, tag_found["tag"])
    plain = _without(text, [each.span() for each in (period_found, tag_found) if each])
    plain = re.sub(r"\b(?:tagged|with (?:the )?tags?|with)\s*$", "", plain).strip() if tags else plain
    period = _bounded(_period(period_found, today), today) if period_found else None
    if period_found and period is None:
        return None
    for kind, rule in _COMPILED:
        if found := rule.fullmatch(plain):
            topic = found.groupdict().get("topic") or ""
            return _checked(kind, _as_typed(topic, question_text), tags, period)
    is_chosen = (period or tags) and _OF_TAG_OR_PERIOD.fullmatch(plain)
    if is_chosen or (period and _OF_PERIOD.fullmatch(plain)):
        return NoteRowQuestion(NoteRowKind.LIST, tags=tags, period=period)
    if found := _WRITTEN_ABOUT.fullmatch(plain):
        topic = _as_typed(found["topic"], question_text)
        return NoteRowQuestion(NoteRowKind.LIST, topic, tags, period, names_notes=False)
    if titled := summed_up(question_text):
        topic, on = cut_day(titled)
        return NoteRowQuestion(NoteRowKind.SUMMARY, _ARTICLE.sub("", topic), tags, names_notes=False, on=on)
    if found := _TITLE.fullmatch(text):
        return NoteRowQuestion(NoteRowKind.DATED, _as_typed(found["topic"], question_text), names_notes=False)
    return None


def _checked(
    kind: NoteRowKind, topic: str, tags: tuple[str, ...], period: NotePeriod | None
) -> NoteRowQuestion | None:
    if kind in (NoteRowKind.SUMMARY, NoteRowKind.DATED) and not topic:
        return None
    return NoteRowQuestion(kind, topic, tags, period)


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return " ".join(text.split())


def _as_typed(topic: str, question_text: str) -> str:
    """The topic without quotation marks, in the letters of the question."""
    start = question_text.lower().replace("’", "'").find(topic) if topic else -1
    typed = question_text[start : start + len(topic)] if start >= 0 else topic
    return _ARTICLE.sub("", typed.strip(" \"'“”„‘’«»"))


def _bounded(named: NotePeriod | None, today: date) -> NotePeriod | None:
    """What "since", "after" or "before" makes of the period that is named."""
    if named is None:
        return None
    tomorrow = today + timedelta(days=1)
    match named.words.partition(" ")[0]:
        case "since":
            return replace(named, end=max(tomorrow, named.end))
        case "after":
            return replace(named, start=named.end, end=max(tomorrow, named.end + timedelta(days=1)))
        case "before":
            return replace(named, start=date.min, end=named.start)
    return named


def _period(found: re.Match[str], today: date) -> NotePeriod | None:
    """None: there is no such day."""
    words = found[0].strip()
    if found["day"]:
        day, _ = next(place_dates(found["day"]), (None, 0))
        return NotePeriod(day, day + timedelta(days=1), words) if day else None
    if found["month"]:
        return _month(int(found["of"]), month_number(found["month"]), words)
    if found["bare"]:
        month = month_number(found["bare"])
        return _month(today.year - (month > today.month), month, words)
    if found["year"]:
        year = int(found["year"])
        return NotePeriod(date(year, 1, 1), date(year + 1, 1, 1), words)
    ago = found["ago"]
    back = not ago.startswith("this")
    if ago.endswith("year"):
        year = today.year - back
        return NotePeriod(date(year, 1, 1), date(year + 1, 1, 1), words)
    if ago.endswith("month"):
        before = today.replace(day=1) - timedelta(days=1) if back else today
        return _month(before.year, before.month, words)
    if ago.endswith("week"):
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return NotePeriod(monday, monday + timedelta(days=7), words)
    day = today - timedelta(days=ago == "yesterday")
    return NotePeriod(day, day + timedelta(days=1), words)


def _month(year: int, month: int, words: str) -> NotePeriod:
    end = date(year + month // 12, month % 12 + 1, 1)
    return NotePeriod(date(year, month, 1), end, words)
