"""The check of an answer: its citations, pages and profile, and the metadata that follow from them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from brain.answer_sources import PROFILE_ID, AnswerSource, SourceType
from brain.checking.checked_answer import CheckedAnswer, DroppedReference, SourceSpan
from brain.checking.citation_marks import remove_citation_marks, renumber
from brain.checking.guarded_sources import guard_sources
from brain.checking.sentence_support import AnswerSupport, declines_to_answer, draws_on, measure_support
from brain.checking.source_text import SourceText
from brain.checking.verify_citations import VerifiedCitations, verify_citations, verify_external
from brain.standard_response import Metadata, StandardResponse
from core.text.table_rows import tell_values
from core.text.written_dates import place_dates, tell_day

NOT_SUPPORTED = "Your notes do not support this: nothing in the answer could be traced to a source."
"""Precedes an answer without sources, as a paragraph of its own."""
MAX_ANSWER_CHARACTERS = 100_000
"""The rest is cut off."""
MAX_EXPLANATION_CHARACTERS = 300
_IS_EMPTY = "The answer is empty."
_ASK_FOR_SOURCES = "The answer rests on no source, and does not say that the sources do not hold it."
_NOTHING = Metadata(has_sources=False)


@dataclass(frozen=True, slots=True)
class _VerifiedReferences:
    notes: VerifiedCitations
    pages: VerifiedCitations
    profile: tuple[SourceSpan, ...]
    """Places in the profile if it was used without a citation of its own."""
    dropped: tuple[DroppedReference, ...]

    @property
    def spans(self) -> tuple[SourceSpan, ...]:
        return (*self.notes.spans, *self.pages.spans, *self.profile)


def check_answer(
    response: StandardResponse, sources: Sequence[AnswerSource], *, query: str = "", is_overview: bool = False
) -> CheckedAnswer:
    """`sources` are those of the prompt (`build_messages`); what `guard_sources` withheld cannot be cited.

    The profile may be cited like a note, under its own id. A bare `used_profile` is accepted when the answer uses the
    profile's words. `query`: its words count as known but prove nothing. `is_overview`: the sentences are counted
    from rows, so only the citations are checked, if there are any.
    """
    if is_overview and not response.metadata.citations:
        return CheckedAnswer(response, response, ())
    answer = response.answer.strip()[:MAX_ANSWER_CHARACTERS]
    guarded = guard_sources([each.without_comments() for each in sources]).sources
    source_texts = {source.id: SourceText(source) for source in guarded}
    is_empty = not any(map(str.isalnum, remove_citation_marks(answer)))
    # An empty answer rests on nothing, whatever it cites.
    verified = _verify_references(_NOTHING if is_empty else response.metadata, source_texts, answer, query)
    numbers = _numbers(verified, len(response.metadata.citations))
    text = renumber(answer, numbers)
    is_declined = declines_to_answer(text)
    cited = "\n".join(source_texts[id].text for id in dict.fromkeys(span.id for span in verified.spans))
    cited = "\n".join([cited, *_told_days(verified, source_texts)])
    support = (
        AnswerSupport() if is_overview else measure_support(answer, cited, query=query, valid_numbers=numbers)
    )
    is_supported = bool(verified.spans) and support.rests_on_citations
    explanation = _explanation(response.metadata.source_explanation, verified, is_declined)
    reasons = [f"{each.what}: {each.reason}" for each in (*verified.notes.dropped, *verified.pages.dropped)]
    if not is_supported and not is_declined:
        text = f"{NOT_SUPPORTED}\n\n{text}".rstrip()
        reasons.append(_IS_EMPTY if is_empty else _ASK_FOR_SOURCES)
    return CheckedAnswer(
        original=response,
        response=StandardResponse(answer=text, metadata=_metadata(verified, is_supported, explanation)),
        spans=verified.spans,
        dropped=verified.dropped,
        unsupported=support.unsupported,
        # Without sources there is nothing that a second answer could cite.
        reasons=tuple(reasons) if source_texts else (),
    )


def _told_days(verified: _VerifiedReferences, source_texts: Mapping[str, SourceText]) -> Iterator[str]:
    """The days, headings and columns of what is cited: an answer may say of what day a sentence is, a message's too."""
    for id in dict.fromkeys(span.id for span in verified.spans):
        source = source_texts[id].source
        yield from (passage.trail for passage in source.passages)
        yield from (tell_day(day) for passage in source.passages for day, _ in place_dates(passage.text))
        if source.day:
            yield tell_day(source.day)
    yield from (
        tell_values(passage.text, span.start - passage.start, span.end - passage.start)
        for span in verified.spans
        for passage in source_texts[span.id].source.passages
        if passage.start <= span.start < passage.end
    )
    days = (source_texts[span.id].source.day_at(span.start) for span in verified.spans)
    yield from (tell_day(day) for day in days if day)


def _metadata(verified: _VerifiedReferences, is_supported: bool, explanation: str) -> Metadata:
    types = {span.type for span in verified.spans}
    return Metadata(
        has_sources=is_supported,
        source_types=[type for type in SourceType if type in types],
        citations=verified.notes.citations,
        external_sources=verified.pages.external,
        used_profile=SourceType.PROFILE in types,
        source_explanation=explanation,
    )


def _verify_references(
    claimed: Metadata, source_texts: Mapping[str, SourceText], answer: str, query: str
) -> _VerifiedReferences:
    notes = verify_citations(claimed.citations, source_texts)
    external = [each for each in source_texts.values() if each.source.type is SourceType.EXTERNAL]
    pages = verify_external(claimed.external_sources, external, answer=answer, query=query)
    dropped = [*notes.dropped, *pages.dropped]
    used: tuple[SourceSpan, ...] = ()
    if claimed.used_profile and all(span.type is not SourceType.PROFILE for span in notes.spans):
        profile = source_texts.get(PROFILE_ID)
        if profile is None:
            dropped.append(DroppedReference("use of the profile", "it was not given for this question"))
        elif not draws_on(answer, profile.text, query=query):
            dropped.append(DroppedReference("use of the profile", "nothing in the answer rests on it"))
        else:
            used = (SourceSpan(SourceType.PROFILE, PROFILE_ID, 0, 0),)
    return _VerifiedReferences(notes, pages, used, tuple(dropped))


def _numbers(verified: _VerifiedReferences, claimed: int) -> Mapping[int, int]:
    """Outside sources are counted on behind the citations, before the check and after it."""
    citation_count = len(verified.notes.citations)
    external_numbers = {claimed + old: citation_count + new for old, new in verified.pages.numbers.items()}
    return {**verified.notes.numbers, **external_numbers}


def _explanation(explanation: str, verified: _VerifiedReferences, is_declined: bool) -> str:
    """The model's explanation on one line if every reference holds; otherwise a count of those that do.

    Only references are dropped, never a sentence: sentences that lose their support are marked.
    """
    has_spans = bool(verified.spans)
    if not verified.dropped and (has_spans or is_declined):
        line = " ".join(explanation[: 4 * MAX_EXPLANATION_CHARACTERS].split())
        return (
            line if len(line) <= MAX_EXPLANATION_CHARACTERS else line[: MAX_EXPLANATION_CHARACTERS - 1] + "…"
        )
    if not has_spans:
        return "Nothing that it cites could be verified." if verified.dropped else "It cites no source."
    spans = verified.spans
    notes = len({span.id for span in spans if span.type is SourceType.NOTES})
    pages = len(verified.pages.external)
    parts = [
        f"{notes} note{'' if notes == 1 else 's'}" if notes else "",
        "the profile" if any(span.type is SourceType.PROFILE for span in spans) else "",
        f"{pages} outside source{'' if pages == 1 else 's'}" if pages else "",
    ]
    return f"Cites {', '.join(part for part in parts if part)}; what could not be verified was removed."
