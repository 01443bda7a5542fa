"""Whether quotations hold the number, date or address that their question asks for."""

from collections.abc import Sequence

from brain.answer_sources import AnswerSource, SourceType
from brain.extracting.choose_quotes import SourceQuote
from core.text.bm25_words import split_words
from core.text.expected_form import ExpectedForm, expected_form
from core.text.filler_words import ASKING
from core.text.guess_language import guess_language


def missing_form(query: str, quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource]) -> str:
    """What none of the quotes holds though the question asks for it, as a sentence; empty where one does.

    A quote must have the form, and a word of what it is asked of where the sources know one: the number of somebody
    else is no answer. The profile, whose lists are counted, answers in any form.
    """
    form = expected_form(query)
    if form is None:
        return ""
    known = {stem for source in sources for stem in split_words(_source_text(source))}
    topic = (set(split_words(query)) - form.stems - ASKING) & known
    if any(_has_form(quote, form, topic, sources[quote.source]) for quote in quotes):
        return ""
    texts = "\n".join(map(_source_text, sources)).casefold()
    named = " ".join(
        word
        for word in query.strip(" ?.!").split()
        if topic.intersection(split_words(word)) and word.casefold() in texts
    )
    about = f"What was found names “{named}”, but holds" if named else "What was found holds"
    return f"{about} no {form.name} that would answer."


def _has_form(quote: SourceQuote, form: ExpectedForm, topic: set[str], source: AnswerSource) -> bool:
    if source.type is SourceType.PROFILE or guess_language(quote.text) not in ("en", ""):
        return True
    is_about = not topic or bool(topic.intersection(split_words(f"{source.title}\n{quote.rendered}")))
    return is_about and form.is_in(quote.rendered)


def _source_text(source: AnswerSource) -> str:
    return "\n".join([source.title, *(passage.text for passage in source.passages)])
