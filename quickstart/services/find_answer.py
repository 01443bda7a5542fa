"""One question, from its search to what answers it: retrieval, intent, choice, and why nothing was chosen."""

from collections.abc import Callable, Sequence
from collections.abc import Collection as AbstractCollection
from dataclasses import dataclass, replace
from functools import partial

from core.text.bm25_words import question_stems, split_words
from core.text.follow_up import has_content, leans_on_previous, standing_question
from quickstart.intent import IntentClassification, classify, is_small_talk
from quickstart.intent.names_in_questions import without_own_name
from quickstart.kinds import AskOutcome, Intent
from quickstart.models import Collection
from quickstart.ranking import correct_spelling
from quickstart.rendering.answer_content import PartAnswer
from quickstart.services.answer_parts import RetrievedRows, holds_answer, load_rows
from quickstart.services.choose_answer import AnswerChoice, as_perhaps, choose, no_answer
from quickstart.services.other_matter import is_other_matter
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem, retrieve
from quickstart.services.says_part import says_part
from quickstart.services.set_aside_opposites import set_aside_opposites
from quickstart.services.unanswerable_questions import why_foreign, why_unknown_name
from quickstart.services.vocabulary_cache import vocabulary_of
from search.search_parts import FoundParts, PartSearch, search_parts

SURE_ALONE = 0.7
"""From this confidence on a hit that stands out answers a question as it stands, whatever its words."""


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    retrieved: QuickstartRetrieval
    rows: RetrievedRows
    choice: AnswerChoice
    classified: IntentClassification
    intent: Intent
    """The asker's, or the one that was told from the question."""
    follows: str
    """The earlier question that this one was taken to follow; or empty."""
    why_not: str
    """Why what comes nearest does not answer, as a sentence; or empty."""

    @property
    def chosen_ids(self) -> list[str]:
        return [each.id for each in (self.choice.entry, self.choice.skill) if each]

    @property
    def entry_answer(self) -> str:
        """Of the chosen entry, or empty."""
        return self.rows.entries[self.choice.entry.pk].answer if self.choice.entry else ""

    @property
    def text(self) -> str:
        """All that the chosen entry and skill say."""
        return _text_of(self.choice, self.rows)


Find = Callable[[str, str], FoundAnswer]
"""Searches a question; the second is the one before it, or empty."""


def find_parts(query: str, find: Find) -> FoundParts[FoundAnswer]:
    """The parts of a question, as a collection answers them (`search/search_parts.py`)."""
    found = search_parts(
        query,
        PartSearch(
            find=find,
            is_answer=lambda found: found.choice.outcome == AskOutcome.ANSWERED,
            is_empty=lambda found: found.choice.outcome == AskOutcome.NO_ANSWER,
            text=lambda found: found.text,
            follows=lambda found: bool(found.follows),
            is_same=lambda answer, other: other.chosen_ids[0] in answer.chosen_ids,
        ),
    )
    return _with_perhaps_said(found)


def _with_perhaps_said(found: FoundParts[FoundAnswer]) -> FoundParts[FoundAnswer]:
    """A part that nothing answers is perhaps answered by what answers the other, if a sentence of that comes near."""
    answer = found.answer
    said = [
        part
        for part, _ in found.open_parts
        if says_part(part, answer.entry_answer, model=answer.retrieved.model)
    ]
    perhaps = replace(answer, choice=replace(answer.choice, is_sure=False))
    return replace(
        found,
        open_parts=tuple(each for each in found.open_parts if each[0] not in said),
        other_parts=(*found.other_parts, *((part, perhaps) for part in said)),
    )


def part_answer(part: str, found: FoundAnswer) -> PartAnswer:
    """What answers a part: the entry, else the skill. It was answered."""
    if entry := found.choice.entry:
        return PartAnswer(
            part, "entry", entry.id, found.rows.entries[entry.pk].question, found.choice.is_sure
        )
    skill = found.choice.skill
    assert skill is not None
    return PartAnswer(part, "skill", skill.id, found.rows.skills[skill.pk].title, found.choice.is_sure)


def find_answer(
    *,
    collection: Collection,
    query: str,
    previous: Sequence[str],
    explained_ids: AbstractCollection[str] = (),
    intent: Intent | None = None,
) -> FoundAnswer:
    """`previous`: the questions of its conversation, newest first; `explained_ids`: the entries that it was shown."""
    search = partial(
        retrieve_in_conversation, collection=collection, previous=previous, explained_ids=explained_ids
    )
    retrieved, follows = search(query=query)
    bare = without_own_name(query, collection.title)
    # "What is QA.Stone?" asks just for what has that name.
    if bare != query and has_content(bare) and not _has_equal_hit(retrieved):
        query = bare
        retrieved, follows = search(query=query)
    found, rows = load_rows(retrieved)
    found, why_not = set_aside_opposites(query, found, rows)
    classified = classify(follows or query)
    effective = intent or classified.intent
    choice = (
        no_answer(found)
        if is_small_talk(classify(query))
        else choose(found, effective, sure_from=collection.sure_from, follows=bool(follows))
    )
    if follows and not holds_answer(query, choice, rows):
        choice = no_answer(found)
    if choice.outcome == AskOutcome.ANSWERED and choice.is_sure:
        spelt = correct_spelling(query, vocabulary_of(collection))
        is_other = is_other_matter(collection, query, choice, rows, corrected=spelt, model=found.model)
        choice = as_perhaps(found, choice) if is_other else choice
    if choice.skill and choice.skill.is_equal:
        choice = replace(choice, described=_described(query, choice.skill, found, rows))
    if reason := why_foreign(collection, query, found) or _why_unknown(collection, query, choice):
        choice, why_not = no_answer(found), reason
    if choice.outcome != AskOutcome.NO_ANSWER:
        why_not = ""
    return FoundAnswer(found, rows, choice, classified, effective, follows, why_not)


def _text_of(choice: AnswerChoice, rows: RetrievedRows) -> str:
    entry, skill = choice.entry, choice.skill
    texts = [
        *(rows.entries[entry.pk].contents if entry else ()),
        *(rows.skills[skill.pk].contents if skill else ()),
    ]
    return "\n".join(texts)


def retrieve_in_conversation(
    *,
    collection: Collection,
    query: str,
    previous: Sequence[str],
    explained_ids: AbstractCollection[str] = (),
) -> tuple[QuickstartRetrieval, str]:
    """What was found, and the question that this one was taken to follow; empty if it was searched as it stands.

    `previous`: the questions before it, newest first. One that stands alone is answered the same whatever was asked or
    shown before.
    """
    alone = retrieve(collection=collection, query=query)
    follows = standing_question(previous) if leans_on_previous(query) else ""
    least = max(SURE_ALONE, collection.sure_from)
    first = [*alone.entries[:1], *alone.skills[:1]]
    if not follows or any(each.confidence >= least and each.stands_out for each in first):
        return alone, ""
    return retrieve(collection=collection, query=query, explained_ids=explained_ids, follows=follows), follows


def _has_equal_hit(found: QuickstartRetrieval) -> bool:
    """Whether the best item of a kind is just what is asked for."""
    return any(hits[0].is_equal for kind in found.calibrations if (hits := found.of(kind)))


def _why_unknown(collection: Collection, query: str, choice: AnswerChoice) -> str:
    """Why what was chosen is about something else; an item that the question names is about just that."""
    is_named = any(each.is_named for each in (choice.entry, choice.skill) if each)
    return "" if is_named else why_unknown_name(collection, query)


def _described(
    query: str, chosen: RetrievedItem, found: QuickstartRetrieval, rows: RetrievedRows
) -> list[RetrievedItem]:
    """The other skills whose title or description has every word of the question, best first."""
    query_stems = set(question_stems(query))
    texts = {pk: f"{row.title} {row.description}" for pk, row in rows.skills.items()}
    return [
        each
        for each in found.skills
        if each.pk != chosen.pk and query_stems.issubset(split_words(texts[each.pk]))
    ]
