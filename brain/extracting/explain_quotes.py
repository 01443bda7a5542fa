"""Why each quotation was quoted, with or without a reserve, in plain words: what of the question it holds and lacks."""

from collections.abc import Iterator, Sequence

from brain.answer_sources import PROFILE_ID, AnswerSource
from brain.extracting.named_above import named_above_excerpt
from brain.reservation import is_reserved
from brain.standard_response import Citation, StandardResponse
from core.text.describe_missing import describe_held, describe_missing
from core.text.unnamed_words import unnamed_words

_MAX_TITLE = 60
_HELD = "One quotation holds all that is asked: quoted without a reserve."
_PARTS_HELD = "Of each part one quotation holds all that is asked: quoted without a reserve."
_HELD_ABOVE = (
    "With its day and what stands around it one quotation holds all that is asked: quoted without a reserve."
)
_RESERVED = "No quotation holds all of that: quoted under a reserve, as the nearest there is."
_DOUBTED = "All of that is held, but it may not hold now or be of another matter: quoted under a reserve."


def explain_quotes(
    questions: Sequence[tuple[str, str]], response: StandardResponse, sources: Sequence[AnswerSource] = ()
) -> tuple[str, ...]:
    """A sentence for each citation of a note, then one for what that makes of the answer. `questions`: the parts that
    were quoted for, each in its own words and with the topic that it leans on; a citation is told by the part of which
    it lacks least. `sources`: whose headings count with what stands below them.
    """
    cited = [
        (number, each)
        for number, each in enumerate(response.metadata.citations, start=1)
        if each.note_id != PROFILE_ID and each.excerpt
    ]
    if not cited:
        return ()
    lacking = [[*_lacking(each, questions, sources)] for _, each in cited]
    verdict = _verdict([not all(each) for each in zip(*lacking, strict=True)], is_reserved(response.answer))
    explained = (
        _explain(number, citation, questions, sources, missing)
        for (number, citation), missing in zip(cited, lacking, strict=True)
    )
    return (*explained, verdict)


def _verdict(held: Sequence[bool], is_under_reserve: bool) -> str:
    """`held`: of each part of the question, whether a quotation holds all of it."""
    if is_under_reserve:
        return _RESERVED if not all(held) else _DOUBTED
    if not all(held):
        return _HELD_ABOVE
    return _HELD if len(held) == 1 else _PARTS_HELD


def _explain(
    number: int,
    citation: Citation,
    questions: Sequence[tuple[str, str]],
    sources: Sequence[AnswerSource],
    lacking: Sequence[Sequence[str]],
) -> str:
    missing = min(lacking, key=len)
    at = lacking.index(missing)
    own, whole = questions[at]
    note, above = citation.note_title, _above(citation, own, sources)
    lacks = describe_missing(missing).replace(", which ", "; it ", 1)
    text = f"{note}\n{above}\n{citation.excerpt}"
    held = describe_held(own, text, missing, context=whole)
    return f"Quotation {number}, of “{note[:_MAX_TITLE]}”, {held}{lacks}."


def _lacking(
    citation: Citation, questions: Sequence[tuple[str, str]], sources: Sequence[AnswerSource]
) -> Iterator[list[str]]:
    """Of each question the words that it does not hold."""
    for own, whole in questions:
        title = _above(citation, own, sources)
        yield unnamed_words(own, citation.excerpt or "", title=title, context=whole)


def _above(citation: Citation, question: str, sources: Sequence[AnswerSource]) -> str:
    excerpt, note = citation.excerpt or "", citation.note_title
    return named_above_excerpt(question, excerpt, note_id=citation.note_id, title=note, sources=sources)
