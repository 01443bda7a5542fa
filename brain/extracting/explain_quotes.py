"""Why each quotation was quoted, with or without a reserve, in plain words: what of the question it holds and lacks."""

from collections.abc import Sequence

from brain.answer_sources import PROFILE_ID
from brain.reservation import is_reserved
from brain.standard_response import Citation, StandardResponse
from core.text.describe_missing import describe_held, describe_missing
from core.text.unnamed_words import unnamed_words

_MAX_TITLE = 60


def explain_quotes(questions: Sequence[tuple[str, str]], response: StandardResponse) -> tuple[str, ...]:
    """A sentence for each citation of a note, then one for what that makes of the answer. `questions`: the parts that
    were quoted for, each in its own words and with the topic that it leans on; a citation is told by the part of which
    it lacks least.
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
    return (*(_explain(number, citation, questions) for number, citation in cited), verdict)


def _explain(number: int, citation: Citation, questions: Sequence[tuple[str, str]]) -> str:
    lacking = [
        unnamed_words(own, citation.excerpt or "", title=citation.note_title, context=whole)
        for own, whole in questions
    ]
    missing = min(lacking, key=len)
    own, whole = questions[lacking.index(missing)]
    lacks = describe_missing(missing).replace(", which does not say", "; it does not say")
    text = f"{citation.note_title}\n{citation.excerpt}"
    held = describe_held(own, text, missing, context=whole)
    return f"Quotation {number}, of “{citation.note_title[:_MAX_TITLE]}”, {held}{lacks}."
