"""Answers to questions about the notes themselves, from their rows: counted and listed, not searched by meaning."""

import re
from calendar import month_name
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from numpy.typing import NDArray

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.extracting import split_source_sentences
from brain.extracting.choose_quotes import choose_quotes
from brain.extracting.score_sentences import score_sentences
from brain.extracting.source_quote import cite_quote
from brain.extracting.source_sentences import SourceSentence
from brain.models import Note
from brain.queries.note_queries import answering_notes, note_ids_with_words
from brain.retrieval.note_row_questions import (
    OPEN_ENDED,
    NotePeriod,
    NoteRowKind,
    NoteRowQuestion,
    read_note_row_question,
)
from brain.retrieval.partial_days import PartialDay, cut_day
from brain.standard_response import Metadata, StandardResponse, cite
from core.llm import LLMError, built_in_embedder, count_tokens, get_embedder
from core.text.bm25_words import question_stems
from core.text.calendar_words import MONTH_OR_SHORT

MAX_LISTED = 10
SUMMARY_TOKENS = 300
MIN_SECTIONS = 2
SUMMARY_PARTS = 5
_OF_SEVERAL = (NoteRowKind.COUNT, NoteRowKind.LIST)
_MONTHS = month_name[1:]
_TO_MONTH = rf"(?: ?(?:to|until|till|and|or|[-–/&]) ?(?:\d\d?\.? )?{MONTH_OR_SHORT})?"
"""Another month behind, with which it shares a year."""
_BELOW = 10.0
"""More than scores differ by."""
BEGINNING_CHARACTERS = 2_000
"""Of a note: its first sentence is cited."""
FROM_ROWS = "Counted and listed from the notes themselves; each that is named is cited by its first sentence."
SUMMARIZED = (
    "Quoted: of several parts of the note the sentence that says most about its title and description."
)
"""Explanations."""


@dataclass(frozen=True, slots=True)
class NoteRows:
    """A question about the notes themselves, and the notes that it is about, newest first."""

    question: NoteRowQuestion
    notes: QuerySet[Note]


@dataclass(frozen=True, slots=True)
class RowAnswer:
    response: StandardResponse
    sources: tuple[AnswerSource, ...]
    """What its citations are of."""


def find_note_rows(account: User, query: str) -> NoteRows | None:
    """`query` as typed, tags included: they choose the notes. None where it is not about the notes themselves."""
    question = read_note_row_question(query, timezone.localdate())
    notes = _notes(account, question) if question else None
    return NoteRows(question, notes) if question and notes is not None else None


def answer_from_rows(account: User, rows: NoteRows, *, has_model: bool) -> RowAnswer | None:
    """None for a summary where `has_model`: a model writes it."""
    if rows.question.kind is not NoteRowKind.SUMMARY:
        return _answer(account, rows.question, rows.notes)
    if has_model:
        return None
    return _summary(rows.notes) if rows.notes else _answer(account, rows.question, rows.notes)


def _notes(account: User, parsed: NoteRowQuestion) -> QuerySet[Note] | None:
    """The notes that are asked about, newest first; None where it is no question about notes after all."""
    notes = answering_notes(account, parsed.tags)
    if parsed.period:
        notes = notes.filter(dated__date__gte=parsed.period.start, dated__date__lt=parsed.period.end)
    if not parsed.topic:
        return notes
    named = _about(account, notes, parsed.topic)
    if parsed.kind in (NoteRowKind.SUMMARY, NoteRowKind.DATED):
        titled = _titled(account, notes, parsed.topic, parsed.on)
        named = titled if titled.exists() or not parsed.names_notes else named
    elif parsed.names_notes:
        return named
    return named if named.exists() else None


def _titled(account: User, notes: QuerySet[Note], topic: str, on: PartialDay | None = None) -> QuerySet[Note]:
    """Those whose title has every word of the topic; with `on` those of that day, or whose title names it."""
    stems = question_stems(topic)
    # The index knows a title's words among those of its text: it leaves few titles to be looked at.
    rows = notes.filter(pk__in=note_ids_with_words(account.pk, stems)).values_list("pk", "title")
    found = notes.filter(pk__in=[pk for pk, title in rows if set(stems).issubset(question_stems(title))])
    return found.filter(pk__in=[note.pk for note in found if _is_on(note, on)]) if on else found


def _is_on(note: Note, on: PartialDay) -> bool:
    day = note.own_day
    own = PartialDay(day.month, day.day, day.year) if day else None
    return any(each is not None and on.holds(each) for each in (own, cut_day(note.title)[1]))


def _about(account: User, notes: QuerySet[Note], topic: str) -> QuerySet[Note]:
    """Those that have every word of the topic, in their text, title, tags or description."""
    return notes.filter(pk__in=note_ids_with_words(account.pk, question_stems(topic)))


def _answer(account: User, parsed: NoteRowQuestion, notes: QuerySet[Note]) -> RowAnswer:
    total = notes.count()
    if parsed.kind is NoteRowKind.OLDEST:
        notes = notes.reverse()
    single = parsed.kind in (NoteRowKind.LATEST, NoteRowKind.OLDEST)
    listed = list(notes.defer(None)[: 1 if single else MAX_LISTED])
    sources = tuple(map(_beginning, listed))
    is_when = parsed.kind is NoteRowKind.DATED
    citations, lines = [], []
    for note, source in zip(listed, sources, strict=True):
        found = split_source_sentences([source], count_tokens=count_tokens)[:1]
        citations += [cite(source, each.text) for each in found]
        number = f" [{len(citations)}]" if found else ""
        dated = " is dated " if is_when and note.has_own_day else ", "
        lines.append(f"“{note.title}”{dated}{_day(note)}{number}")
    same_day = (
        notes.filter(dated__date=timezone.localdate(listed[0].dated)).count() if single and listed else 1
    )
    text = _sentence(account, parsed, total, lines, same_day)
    text += "".join(
        f"\n\n{each}" for each in (_titled_with_year(account, parsed), _naming_month(account, parsed)) if each
    )
    metadata = Metadata(
        has_sources=bool(citations),
        source_types=[SourceType.NOTES] if citations else [],
        citations=citations,
        source_explanation=FROM_ROWS,
    )
    return RowAnswer(StandardResponse(answer=text, metadata=metadata), sources)


def _titled_with_year(account: User, parsed: NoteRowQuestion) -> str:
    """Of the year that is asked for, which notes have it in their title and no day of their own."""
    year = _period_words(parsed.period) if parsed.period else ""
    if parsed.topic or not year.isdigit() or parsed.kind not in _OF_SEVERAL:
        return ""
    named = answering_notes(account, parsed.tags).filter(title__regex=rf"\m{year}\M")
    titles = [note.title for note in named[:MAX_LISTED] if not note.has_own_day]
    return _without_day(titles, "called so")


def _naming_month(account: User, parsed: NoteRowQuestion) -> str:
    """The same of notes that name the month that is asked for, of that year or none, in their title or first line."""
    month, _, year = (_period_words(parsed.period) if parsed.period else "").rpartition(" ")
    if parsed.topic or month.title() not in _MONTHS or parsed.kind not in _OF_SEVERAL:
        return ""
    names = rf"\m(?:{month}|{month[:3]})\M|\m\d\d?\.? (?:{month.lower()}|{month[:3].lower()})\M"
    found = answering_notes(account, parsed.tags).filter(
        Q(title__regex=names) | Q(body__regex=rf"^[^\n]*(?:{names})")
    )
    of_other_year = re.compile(rf"\b{month[:3]}\w*{_TO_MONTH},? (?!{year})(?:19|20)\d\d", re.IGNORECASE)
    titles = [
        note.title
        for note in found.defer(None)
        if not note.has_own_day
        and not of_other_year.search(f"{note.title}\n{note.body.strip().split(chr(10))[0]}")
    ]
    return _without_day(
        titles, f"naming {month} in {'its' if len(titles) == 1 else 'their'} title or first line"
    )


def _without_day(titles: Sequence[str], why: str) -> str:
    if not titles:
        return ""
    more = f" and {len(titles) - MAX_LISTED:,} more" if len(titles) > MAX_LISTED else ""
    named = ", ".join(f"“{title}”" for title in titles[:MAX_LISTED])
    return f"Without a day of {'its' if len(titles) == 1 else 'their'} own, but {why}: {named}{more}."


def _sentence(account: User, parsed: NoteRowQuestion, total: int, lines: Sequence[str], same_day: int) -> str:
    """`same_day`: how many of them are of the day of the first one listed."""
    if not total:
        every = answering_notes(account).count()
        return (
            f"None of the {every:,} notes {_which(parsed, 1)}."
            if _which(parsed, 1)
            else "There are no notes."
        )
    if parsed.kind in (NoteRowKind.LATEST, NoteRowKind.OLDEST):
        word = "latest" if parsed.kind is NoteRowKind.LATEST else "oldest"
        which = _which(parsed, 2)
        others = same_day - 1
        tied = f" {others:,} other{' is' if others == 1 else 's are'} of the same day." if others else ""
        return f"The {word} note{f' of those that {which}' if which else ''}: {lines[0]}.{tied}"
    if parsed.kind is NoteRowKind.DATED and total == 1:
        return f"{lines[0]}."
    more = [f"- and {total - len(lines):,} more"] if total > len(lines) else []
    counted = f"{total:,} note{'' if total == 1 else 's'} {_which(parsed, total)}".strip()
    return "\n".join([f"{counted}:", *(f"- {line}" for line in lines), *more])


def _which(parsed: NoteRowQuestion, count: int) -> str:
    """What is said of the notes that are asked about; empty where all are."""
    has, is_ = ("has", "is") if count == 1 else ("have", "are")
    words = "words" if len(parsed.topic.split()) > 1 else "word"
    parts = [f"{has} the {words} “{parsed.topic}”"] if parsed.topic else []
    parts += [f"{is_} tagged {' and '.join(f'#{tag}' for tag in parsed.tags)}"] if parsed.tags else []
    parts += [f"{is_} dated {_period_words(parsed.period)}"] if parsed.period else []
    return " and ".join(parts)


def _period_words(period: NotePeriod) -> str:
    last = period.end - timedelta(days=1)
    if period.words.startswith(OPEN_ENDED):
        return period.words
    if (period.start.day, last.month, last.day) == (1, 12, 31) and period.start.month == 1:
        return str(period.start.year)
    if period.start.day == 1 and (last + timedelta(days=1)).day == 1 and period.start.month == last.month:
        return date_format(period.start, "F Y")
    first = date_format(period.start, "j F Y")
    return first if last == period.start else f"from {first} to {date_format(last, 'j F Y')}"


def _day(note: Note) -> str:
    """Its own, else since when it is here."""
    day = date_format(timezone.localtime(note.dated), "j F Y")
    return day if note.has_own_day else f"here since {day}"


def _beginning(note: Note) -> AnswerSource:
    text = note.body[:BEGINNING_CHARACTERS]
    passage = SourcePassage(0, len(text), text)
    return note.as_source(passage)


def _best_of_each_part(
    sentences: Sequence[SourceSentence], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Scores by which the best of each section come before the second best of any; of a text without sections the best
    of each of SUMMARY_PARTS stretches.
    """
    parts: Sequence[str | int] = [each.trail for each in sentences]
    if len(set(parts)) < MIN_SECTIONS:
        parts = [at * SUMMARY_PARTS // len(sentences) for at in range(len(sentences))]
    taken: Counter[str | int] = Counter()
    ordered = np.array(scores, dtype=np.float64)
    for at in np.argsort(-scores, kind="stable").tolist():
        ordered[at] -= _BELOW * taken[parts[at]]
        taken[parts[at]] += 1
    return ordered


def _summary(notes: QuerySet[Note]) -> RowAnswer:
    """The sentences of the latest such note that say most about its title and description, of each part one."""
    note = notes.defer(None)[0]
    source = note.as_source(SourcePassage(0, len(note.body), note.body))
    sentences = split_source_sentences([source], count_tokens=count_tokens)
    about = f"{note.title}. {note.description}"
    try:
        scores = score_sentences(about, sentences, embed=get_embedder().embed)
    except LLMError:
        scores = score_sentences(about, sentences, embed=built_in_embedder().embed)
    quotes = choose_quotes(
        sentences,
        _best_of_each_part(sentences, scores),
        max_tokens=SUMMARY_TOKENS,
        count_tokens=count_tokens,
        as_summary=True,
    )
    citations = [cite(source, each.text) for each in quotes]
    quoted = "\n\n".join(cite_quote(each, number) for number, each in enumerate(quotes, start=1))
    others = notes.count() - 1
    also = [f"{others:,} other note{'' if others == 1 else 's'} may be meant."] if others else []
    metadata = Metadata(
        has_sources=bool(citations),
        source_types=[SourceType.NOTES] if citations else [],
        citations=citations,
        source_explanation=SUMMARIZED,
    )
    text = "\n\n".join([f"From “{note.title}”, {_day(note)}:", quoted, *also])
    return RowAnswer(StandardResponse(answer=text, metadata=metadata), (source,))
