"""Checks a sender's own sentence and paragraph against the text that they summarise."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from core.text.instructions.detect_instructions import overrides_rules
from core.text.passages import CountTokens
from stones.levels.level_limits import LIMITS
from stones.levels.split_sentences import split_sentences
from stones.levels.summary.analyzed_text import AnalyzedText
from stones.levels.summary.clauses import Clause, read_clauses
from stones.levels.summary.contradictions import find_contradictions
from stones.levels.summary.level_form import form_faults
from stones.levels.summary.misread_claims import Reservation, find_misread_claims
from stones.levels.summary.omissions import (
    MAX_OMISSIONS,
    MAX_SUMMARY_OMISSIONS,
    MIN_SUMMARY_WEIGHT,
    MIN_WEIGHT,
    StatedStems,
    find_left_out,
)
from stones.levels.summary.opposite_claims import find_opposites
from stones.levels.summary.outdated_sentences import find_outdated
from stones.levels.summary.reversals import find_reversals
from stones.levels.summary.status_claims import find_status_claims
from stones.levels.summary.summary_report import Omission, SummaryFault, SummaryReport
from stones.levels.summary.summary_source import MissingClaim, SummarySource
from stones.levels.summary.unrelated_words import is_unrelated
from stones.levels.summary.word_stems import content_stems

MAX_CHARACTERS = 4_000
"""Of the summary, read; a longer one is refused for its size alone."""
MAX_REVERSALS = 20
MAX_QUOTED_CHARACTERS = 90
_SAYS = {
    Reservation.FORBIDDEN: "forbids it",
    Reservation.UNDECIDED: "leaves it open",
    Reservation.REQUESTED: "only asks for it or plans it",
    Reservation.CONDITIONAL: "makes it depend on a condition",
    Reservation.UNSUCCESSFUL: "says that it did not help",
    Reservation.RULED_OUT: "does not name it as the cause",
}
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“]*“|«[^»]*»|'[^']*'(?!\w)|`[^`]*`")
_FIELDS = ("summary", "detail")


def check_summary(summary: str, detail: str, content: str, *, count_tokens: CountTokens) -> SummaryReport:
    """`detail` may be empty: then the summary alone is judged by what 40 tokens can hold.

    Messages are in English whatever the language of the text.
    """
    reading = AnalyzedText.of(content)
    source = SummarySource(content, reading.visible)
    faults = [*_form(summary, detail, count_tokens)]
    if is_unrelated(summary, reading.visible):
        message = "summary: none of its words stands in the content. Say what that says."
        faults.append(SummaryFault("unrelated", message, "summary"))
    for field, text in zip(_FIELDS, (summary, detail), strict=True):
        faults += [
            SummaryFault(code, f"{field}: {message}", field, line)
            for code, message, line in check_words(text, source, reading)
        ]
    missing = find_omissions((summary, detail), reading, has_detail=bool(detail.strip()))
    return SummaryReport(tuple(faults), missing)


def check_words(
    text: str, source: SummarySource, reading: AnalyzedText
) -> Iterator[tuple[str, str, int | None]]:
    """(code, message, line of the content) for each claim that the content does not support."""
    statement = text[:MAX_CHARACTERS]
    yield from ((missing.code, claim_message(missing), None) for missing in source.check(statement))
    sentences = _sentences(statement)
    for sentence in sentences:
        if overrides_rules(_QUOTED.sub(" ", sentence)):
            yield (
                "instruction",
                f'"{_short(sentence)}" tells its reader to disregard rules. Say what the text is; quote such words.',
                None,
            )
    yield from _find_misstatements(sentences, reading)
    for outdated in find_outdated(sentences, reading.passages_about(frozenset(content_stems(statement)))):
        line = reading.line_of(outdated.source.text, outdated.source.line)
        says = (
            f'no longer holds: the text says later "{_short(change)}"'
            if (change := outdated.source.changed_by)
            else f"is from a part that the text marks as left behind (line {line})"
        )
        yield "superseded", f'"{_short(outdated.statement)}" {says}; say so or leave it out.', line


def _find_misstatements(sentences: Sequence[str], reading: AnalyzedText) -> Iterator[tuple[str, str, int]]:
    contradicting: set[str] = set()
    for statement, does, quotation, source_line in _find_negations(sentences, reading):
        if statement not in contradicting:
            contradicting.add(statement)
            line = reading.line_of(quotation, source_line)
            yield (
                "negation",
                f'"{_short(statement)}" turns round what the text {does} in line {line}: "{_short(quotation)}".',
                line,
            )
    for misread in find_misread_claims(sentences, reading.nearest_clauses):
        if misread.claim not in contradicting:
            line = misread.source.line
            yield (
                "misread",
                f'"{_short(misread.claim)}" is not what the text says: line {line} '
                f'{_SAYS[misread.reservation]}: "{_short(misread.source.sentence)}".',
                line,
            )
    for found in find_status_claims(sentences, reading.status):
        line = reading.line_of(found.quotation, found.line)
        yield (
            "misread",
            f'"{_short(found.claim)}" is not how it stands: line {line} says "{_short(found.quotation)}".',
            line,
        )


def _find_negations(sentences: Sequence[str], reading: AnalyzedText) -> Iterator[tuple[str, str, str, int]]:
    """(the sender's clause, what the text does with it, its words, the line where its part begins)."""
    clauses = _clauses(sentences)
    for found in chain(find_contradictions(clauses, reading), find_opposites(clauses, reading)):
        does = "denies" if found.is_denied_there else "says"
        yield found.statement.text, does, found.source.text, found.source.line
    for reversal in islice(find_reversals(sentences, reading.denying_sentences), MAX_REVERSALS):
        yield reversal.statement, "says", reversal.quotation, reversal.source.line


def find_omissions(texts: Sequence[str], reading: AnalyzedText, *, has_detail: bool) -> tuple[Omission, ...]:
    """What these texts together do not mention, the most important first."""
    clauses = [clause for text in texts for clause in _clauses(_sentences(text[:MAX_CHARACTERS]))]
    most, least = (MAX_OMISSIONS, MIN_WEIGHT) if has_detail else (MAX_SUMMARY_OMISSIONS, MIN_SUMMARY_WEIGHT)
    return tuple(
        Omission(
            demand.kind.value,
            f'left out: "{demand.quotation}" (line {demand.line})',
            demand.quotation,
            demand.line,
        )
        for demand in find_left_out(reading.demands, StatedStems.of(clauses), most=most, least=least)
    )


def claim_message(missing: MissingClaim) -> str:
    if missing.is_day:
        return f"the content has no {missing.what!r}. Copy the date that stands there."
    if missing.is_elsewhere:
        return f"{missing.what!r} stands in the content, but not beside these words. Copy the number that stands there."
    return f"{missing.what!r} does not stand in the content. Copy it as it stands there, or leave it out."


def _form(summary: str, detail: str, count_tokens: CountTokens) -> Iterator[SummaryFault]:
    for level, (field, text) in enumerate(zip(_FIELDS, (summary, detail), strict=True)):
        if level and not text.strip():
            continue
        # How many tokens a megabyte has does not matter.
        tokens = count_tokens(text[: LIMITS.detail_tokens * 100])
        tolerance = 0 if level else LIMITS.scan_tolerance
        for code, message in form_faults(level, text, tokens=tokens, content_tokens=0, tolerance=tolerance):
            yield SummaryFault(code, f"{field}: {message[0].lower()}{message[1:]}", field)


def _sentences(text: str) -> list[str]:
    return split_sentences(" ".join(text.split()))


def _clauses(sentences: Sequence[str]) -> list[Clause]:
    return [clause for sentence in sentences for clause in read_clauses(sentence)]


def _short(text: str) -> str:
    text = " ".join(text.split()).replace('"', "'")
    return text if len(text) <= MAX_QUOTED_CHARACTERS else f"{text[: MAX_QUOTED_CHARACTERS - 2].rstrip()} …"
