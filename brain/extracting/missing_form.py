"""Whether quotations hold the number, date or address that their question asks for."""

import re
from collections.abc import Iterator, Sequence

from brain.answer_sources import AnswerSource, SourceType
from brain.extracting.source_quote import SourceQuote
from core.text.bm25_words import split_words
from core.text.expected_form import HOW_OFTEN, ExpectedForm, expected_form
from core.text.filler_words import ASKING, FUNCTION_WORDS, LIGHT
from core.text.guess_language import guess_language

_SAYS_NOTHING = ASKING | FUNCTION_WORDS | LIGHT | frozenset(split_words("end ends"))
_OWNS = re.compile(r"['’]s$")
_MARKS = '.,;:?!"“”()'


def missing_form(query: str, quotes: Sequence[SourceQuote], sources: Sequence[AnswerSource]) -> str:
    """What none of the quotes holds though the question asks for it, as a sentence; empty where one does.

    A quote must have the form, and a word of what it is asked of where the sources know one: the number of somebody
    else is no answer. The profile, whose lists are counted, answers in any form.
    """
    form = expected_form(query)
    if form is None:
        return ""
    topic = _topic(query, form, sources)
    if any(_has_form(quote, form, topic, sources[quote.source]) for quote in quotes):
        return ""
    texts = "\n".join(map(_source_text, sources)).casefold()
    named = [*_runs(query, topic - _SAYS_NOTHING, texts)]
    about = f"What was found names {_quoted(named)}, but" if named else "What was found"
    if form.name == HOW_OFTEN:
        return f"{about} does not say how often."
    return f"{about} holds no {form.name} that would answer."


def states_form_of_topic(query: str, quote: SourceQuote, sources: Sequence[AnswerSource]) -> bool:
    """Whether a quotation has the form that is asked for, and half of the known words of what is asked about."""
    form = expected_form(query)
    if form is None or not form.is_in(quote.rendered):
        return False
    topic = _topic(query, form, sources) - _SAYS_NOTHING
    return 2 * len(topic.intersection(split_words(f"{quote.trail}\n{quote.rendered}"))) >= len(topic) > 0


def _topic(query: str, form: ExpectedForm, sources: Sequence[AnswerSource]) -> set[str]:
    """Stems of what is asked about, as far as the sources know them."""
    known = {stem for source in sources for stem in split_words(_source_text(source))}
    return (set(split_words(query)) - form.stems - ASKING) & known


def _runs(query: str, topic: set[str], texts: str) -> Iterator[str]:
    """Words of the topic that stand in the texts, as far as they stand side by side in the query."""
    run: list[str] = []
    for word in [*(each.strip(_MARKS) for each in query.split()), ""]:
        if topic.intersection(split_words(word)) and _OWNS.sub("", word).casefold() in texts:
            run.append(word)
        elif run:
            # "Ann" of "Ann's", where what she owns is not there.
            yield _OWNS.sub("", " ".join(run))
            run = []


def _quoted(words: Sequence[str]) -> str:
    *others, last = (f"“{each}”" for each in dict.fromkeys(words))
    return f"{', '.join(others)} and {last}" if others else last


def _has_form(quote: SourceQuote, form: ExpectedForm, topic: set[str], source: AnswerSource) -> bool:
    if source.type is SourceType.PROFILE or guess_language(quote.text) not in ("en", ""):
        return True
    said = f"{source.title}\n{quote.trail}\n{quote.rendered}"
    is_about = not topic or bool(topic.intersection(split_words(said)))
    return is_about and form.is_in(quote.rendered)


def _source_text(source: AnswerSource) -> str:
    return "\n".join([source.title, *(passage.text for passage in source.passages)])
