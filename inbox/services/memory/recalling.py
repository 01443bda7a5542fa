"""Recall: what an agent's memories, and its account's shared ones, say to a question, within a budget of tokens."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import structlog
from django.utils import timezone

from inbox.exceptions import InvalidMemory
from inbox.memory import Entry, Layout, Piece, Ranked, Scanned, best_first, plain, rank, write
from inbox.memory.writing import WHOLE_TOKENS
from inbox.models import Agent, Memory
from inbox.services.memory.remembering import checked_tags
from inbox.services.memory.searching import Place, Question, candidates, places, search
from llm import LLMError, count_tokens, get_embedder
from texts import question_stems

log = structlog.get_logger(__name__)

MAX_QUERY = 2_000
BUDGET = range(50, 4_001)
DEFAULT_BUDGET = 500
# The least that a memory's label costs.
LABEL_TOKENS = 4
# Spent at most on what only comes nearest, as in focused reading.
NEAREST = 3
NEAREST_TOKENS = 160


@dataclass(frozen=True, slots=True)
class RecalledMemory:
    """A memory that was told, and what was told of it: all, or the stretches that answer, with "…" between."""

    memory: Memory
    told: str
    score: float

    @property
    def is_cut(self) -> bool:
        return self.told != self.memory.text


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was recalled, best first. `text` is for the asker to read; its `tokens` are within the budget."""

    items: list[RecalledMemory]
    text: str
    tokens: int
    left_out: int
    """Memories that match, too, but for which there was no room."""
    left_out_tokens: int
    by_vectors: bool
    """False: some were found by their words alone, as they are not embedded yet, or the embedder does not answer."""
    is_match: bool
    """False: nothing clearly matches; what is told comes nearest."""
    ranking: list[str]
    """Ids of all candidates, best first, told or not."""


def recall(
    *,
    agent: Agent,
    query: str,
    max_tokens: int = DEFAULT_BUDGET,
    tags: Iterable[str] = (),
    history: bool = False,
    layout: Layout = plain,
) -> Recalled:
    """Recall what answers a question as it was typed. Three queries, one more for keys and one for long memories.

    Only the agent's own memories and its account's shared ones are looked at; with `tags`, those that have all of
    them; with `history` also what was replaced, marked with when. What `layout` makes of it is the text, and that
    costs at most `max_tokens`. Raises InvalidMemory.
    """
    question = _question(agent, _checked(query, max_tokens), tags, history)
    found = search(question)
    ranking = rank(candidates(question, found), mean_similarity=found.mean_similarity)
    return _recalled(question, found, ranking, max_tokens, layout)


def _recalled(
    question: Question, found: Scanned, ranking: Sequence[Ranked], max_tokens: int, layout: Layout
) -> Recalled:
    """As much of the ranking as the budget takes, written down."""
    matches = [each for each in ranking if each.is_match]
    told = _affordable(matches, max_tokens) or ranking[:NEAREST]
    loaded = _memories(told)
    rows = [(loaded[each.candidate.memory], each.score) for each in told if each.candidate.memory in loaded]
    written = write(
        _entries(question, found, [row for row, _ in rows]),
        more=[each.candidate.tokens for each in matches[len(told) :]],
        max_tokens=max_tokens if matches else min(max_tokens, NEAREST_TOKENS),
        now=question.now,
        count_tokens=count_tokens,
        is_match=bool(matches) or not told,
        layout=layout,
    )
    # Of what there was no room for, nothing was told.
    told_rows = zip(rows, written.told, strict=False)
    return Recalled(
        items=[RecalledMemory(row, text, score) for (row, score), text in told_rows],
        text=written.text,
        tokens=written.tokens,
        left_out=written.left_out,
        left_out_tokens=written.left_out_tokens,
        by_vectors=question.vector is not None and found.all_embedded,
        is_match=bool(matches),
        ranking=[each.candidate.memory for each in ranking],
    )


def _checked(query: str, max_tokens: int) -> str:
    # A question from a command line may hold half a character: it is asked as the mark that stands for it.
    query = " ".join(query.encode(errors="replace").decode().replace("\x00", " ").split())
    if not query or len(query) > MAX_QUERY:
        raise InvalidMemory(f"query must be a question of 1 to {MAX_QUERY:,} characters.")
    if max_tokens not in BUDGET:
        raise InvalidMemory(f"max_tokens must be from {BUDGET[0]} to {BUDGET[-1]:,}, not {max_tokens}.")
    return query


def _question(agent: Agent, query: str, tags: Iterable[str], history: bool) -> Question:
    vector, model = None, ""
    try:
        embedder = get_embedder()
        vector, model = embedder.embed([query])[0], embedder.name
    except LLMError as error:
        log.warning("recall_without_vectors", reason=str(error))
    return Question(
        agent=agent,
        stems=question_stems(query),
        vector=vector,
        model=model,
        tags=checked_tags(tags),
        history=history,
        now=timezone.now(),
    )


def _affordable(matches: Sequence[Ranked], max_tokens: int) -> list[Ranked]:
    """As many as there can be room for, and one more: a long one is told in part."""
    sizes = accumulate(min(each.candidate.tokens, WHOLE_TOKENS) + LABEL_TOKENS for each in matches)
    return list(matches[: 1 + bisect_right(list(sizes), max_tokens)])


def _memories(told: Sequence[Ranked]) -> dict[str, Memory]:
    """The rows of what is to be told, by id. One that was forgotten since the search is missing."""
    rows = Memory.objects.filter(pk__in=[each.candidate.memory for each in told])
    return {row.pk: row for row in rows.select_related("agent")}


def _entries(question: Question, found: Scanned, rows: Sequence[Memory]) -> list[Entry]:
    long = [row.pk for row in rows if row.tokens > WHOLE_TOKENS]
    passages = places(question, found.weights, long) if long else {}
    return [_entry(question.agent, row, passages.get(row.pk, [])) for row in rows]


def _entry(agent: Agent, row: Memory, passages: Sequence[Place]) -> Entry:
    pieces = [Piece(0, len(row.text), row.text)]
    if passages:
        order = best_first([each.coverage for each in passages], [each.similarity for each in passages])
        best = [passages[at] for at in order]
        pieces = [Piece(each.start, each.end, row.text[each.start : each.end]) for each in best]
    return Entry(
        name=row.key or row.pk,
        created=row.created,
        superseded=row.superseded,
        by=row.agent.name if row.shared and row.agent_id != agent.pk else "",
        length=len(row.text),
        tokens=row.tokens,
        pieces=pieces,
    )
