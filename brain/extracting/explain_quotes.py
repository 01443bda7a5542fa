"""Why each quotation was quoted, with or without a reserve, in plain words: what of the question it holds and lacks."""

from collections.abc import Sequence

from brain.answer_sources import PROFILE_ID, AnswerSource
from brain.extracting.named_above import named_above_excerpt
from brain.reservation import is_reserved
from brain.standard_response import Citation, StandardResponse
from core.text.describe_missing import describe_held, describe_missing
from core.text.unnamed_words import unnamed_words

_MAX_TITLE = 60


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
    verdict = (
        "No quotation holds all of that: quoted under a reserve, as the nearest there is."
        if is_reserved(response.answer)
        else "One quotation holds all that is asked: quoted without a reserve."
    )
    return (*(_explain(number, citation, questions, sources) for number, citation in cited), verdict)


def _explain(
    number: int,
    citation: Citation,
    questions: Sequence[tuple[str, str]],
    sources: Sequence[AnswerSource],
) -> str:
    excerpt, note = citation.excerpt or "", citation.note_title
    above = [
        named_above_excerpt(own, excerpt, note_id=citation.note_id, title=note, sources=sources)
        for own, _ in questions
    ]
    lacking = [
        unnamed_words(own, excerpt, title=title, context=whole)
        for (own, whole), title in zip(questions, above, strict=True)
    ]
    missing = min(lacking, key=len)
    at = lacking.index(missing)
    own, whole = questions[at]
    lacks = describe_missing(missing).replace(", which does not say", "; it does not say")
    text = f"{note}\n{above[at]}\n{excerpt}"
    held = describe_held(own, text, missing, context=whole)
    return f"Quotation {number}, of “{note[:_MAX_TITLE]}”, {held}{lacks}."
