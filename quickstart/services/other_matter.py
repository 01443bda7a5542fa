"""Whether a chosen answer is about another thing than the question, or does another thing with it.

Its other words are those of the question, and the nearest of a small collection stands out however far it is: so this
is told from the words that it lacks, and from what stands in their place (docs/adr/0010).
"""

from collections.abc import Iterable, Iterator, Sequence

import structlog

from core.llm import LLMError, count_tokens, embedder_named
from core.llm.embeddings.embedder import unit_rows
from core.text.bm25_words import split_words
from core.text.passages import split_finely
from core.text.replaced_words import ReplacedWords, replaced_words
from core.text.stated_form import asks_form, unstated_form
from core.text.stated_measures import PRICE_STEMS, UNIT_STEMS
from core.text.stated_reasons import asks_reason
from core.text.unnamed_words import holds_most, topic_stems
from quickstart.models import Collection
from quickstart.queries.word_holders import word_holders
from quickstart.services.answer_parts import RetrievedRows
from quickstart.services.choose_answer import AnswerChoice

log = structlog.get_logger(__name__)

MEANS_THE_SAME = 0.55
"""Cosine from which on words that replace others mean the same: of 46 pairs that do ("visitors", "guests") 38 have it,
of 31 that do not ("printer", "smart plug") 11. Things of one kind ("yoga", "pilates") have it, too.
"""
SURELY_THE_SAME = 0.75
"""The same where the collection tells the two apart."""


def is_other_matter(
    collection: Collection,
    query: str,
    choice: AnswerChoice,
    rows: RetrievedRows,
    *,
    corrected: str,
    model: str,
) -> bool:
    """False where the question's words are those of the item, or stand there and what they ask for does.

    `corrected`: the query in the collection's spelling, which may turn "charge" into "change". `model`: of the
    collection's vectors; empty: words that replace others never mean the same.
    """
    chosen = [each for each in (choice.entry, choice.skill) if each]
    if any(each.is_equal for each in chosen):
        return False
    wordings, rest = _texts(choice, rows)
    if any(_lacks_value(each, wordings, rest) for each in dict.fromkeys((query, corrected))):
        return True
    if any(each.coverage >= 1 for each in chosen):
        return False
    texts = [*wordings, *rest]
    replaced = [*replaced_words(corrected, wordings, texts)]
    if not replaced:
        # What shares no more than a word or two with a question is seldom its answer (docs/adr/0010).
        return not holds_most(_topic(corrected), "\n".join(texts))
    # Where its wordings have several things in that place, it is about any of them.
    is_one = len({each.known for each in replaced}) == 1
    return is_one and not any(_is_same(each, collection, model) for each in replaced)


def _lacks_value(query: str, wordings: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether it asks for a number, a place, a day or the like that is stated nowhere, though what the item is asked
    itself lacks nothing ("How do I reach the desk?", answered by "Ask Ida"), or that is stated of something else alone.
    """
    if asks_reason(query) or not asks_form(query):
        return False
    said = "\n".join(rest)
    lacking = unstated_form(query, said, context="\n".join((query, *wordings[:1])))
    if lacking:
        return all(unstated_form(each, said, context=each) != lacking for each in wordings)
    return _is_value_of_another(query, " ".join(wordings), said)


def _is_value_of_another(query: str, wordings: str, said: str) -> bool:
    """Whether no sentence that states what is asked for has, with the item's wordings, half of what it is asked of:
    "How much is the coach?" beside "The museum is $ 9".
    """
    topic = _topic(query)
    stating = [each for each in _units([said]) if not unstated_form(query, each, context=query)]
    of_topic = (topic.intersection(split_words(f"{wordings} {each}")) for each in stating)
    return len(topic) > 0 and len(stating) > 0 and all(2 * len(each) < len(topic) for each in of_topic)


def _units(texts: Iterable[str]) -> Iterator[str]:
    """Their sentences, items and lines."""
    return (each.text for text in texts for each in split_finely(text, count_tokens=count_tokens))


def _topic(query: str) -> set[str]:
    """Stems of what it asks about, without those that ask for a value of it."""
    return topic_stems(query) - UNIT_STEMS - PRICE_STEMS


def _texts(choice: AnswerChoice, rows: RetrievedRows) -> tuple[list[str], list[str]]:
    """What the entry and the skill are about, and what they say."""
    wordings, rest = list[str](), list[str]()
    if choice.entry:
        entry = rows.entries[choice.entry.pk]
        wordings += entry.wordings
        rest += [entry.answer, " ".join(choice.entry.tree_path)]
    if choice.skill:
        skill = rows.skills[choice.skill.pk]
        wordings += skill.wordings
        rest += [skill.body, " ".join(choice.skill.tree_path)]
    return wordings, rest


def _is_same(words: ReplacedWords, collection: Collection, model: str) -> bool:
    likeness = _likeness(words, model)
    return likeness >= SURELY_THE_SAME or (
        likeness >= MEANS_THE_SAME and not _is_told_apart(words, collection)
    )


def _likeness(words: ReplacedWords, model: str) -> float:
    """The cosine of the two; 0 where nothing can tell."""
    try:
        embedder = embedder_named(model) if model else None
        if embedder is None:
            return 0.0
        requested, known = unit_rows(embedder.embed(words))
    except LLMError as error:
        log.warning("replaced_words_not_compared", error=str(error))
        return 0.0
    return float(requested @ known)


def _is_told_apart(words: ReplacedWords, collection: Collection) -> bool:
    """Whether the collection has items about the one and items about the other, and none about both: who writes
    wordings of one thing names it in several ways, and two things each in their own. Two queries.
    """
    requested, known = (word_holders(collection, split_words(each)) for each in words)
    return bool(requested) and requested.isdisjoint(known)
