"""Recall: what answers a question among an agent's memories and its account's shared ones, within a token budget."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from django.utils import timezone

from core.llm import count_tokens
from core.text.describe_missing import describe_missing
from core.text.storable_text import storable_line
from inbox.exceptions import InvalidMemory
from inbox.memory import (
    NEAREST,
    NO_MATCH,
    Layout,
    MemoryEntry,
    MemoryScores,
    RankedMemory,
    ShownMemory,
    TextSpan,
    WrittenMemories,
    order_passages,
    plain_layout,
    rank_memories,
    score_memories,
    unanswered_words,
    write_memories,
)
from inbox.memory.write_memories import WHOLE_TOKENS
from inbox.models import Agent, Memory
from inbox.services.memory.search_memories import (
    PassageMatch,
    RecallScope,
    load_candidates,
    match_passages,
)
from inbox.services.memory.store_memory import clean_tags
from search.question import SearchQuestion
from search.search_passages import search

MAX_QUERY = 2_000
BUDGET = range(50, 4_001)
DEFAULT_BUDGET = 500
# The least that a memory's label costs.
LABEL_TOKENS = 4
# Spent at most on what only comes nearest, as in focused reading.
NEAREST_COUNT = 3
NEAREST_TOKENS = 160


@dataclass(frozen=True, slots=True)
class RecalledMemory:
    """A memory and its excerpt: the whole text, or the stretches that answer, with "…" between."""

    memory: Memory
    excerpt: str
    score: float

    @property
    def is_cut(self) -> bool:
        return self.excerpt != self.memory.text


@dataclass(frozen=True, slots=True)
class RecallResult:
    """Memories, best first. `text` is the layout's text of them; its `tokens` are within the budget."""

    items: list[RecalledMemory]
    text: str
    tokens: int
    left_out: int
    """Memories that match, too, but for which there was no room."""
    left_out_tokens: int
    by_vectors: bool
    """False: some were found by their words alone, as they are not embedded yet, or the embedder does not answer."""
    is_match: bool
    """False: nothing clearly matches; the items only come nearest."""
    is_sure: bool
    """False: none of what is shown surely answers, as the text says."""
    ranking: list[str]
    """Ids of all candidates, best first, those without room included."""


def recall(
    *,
    agent: Agent,
    query: str,
    max_tokens: int = DEFAULT_BUDGET,
    tags: Iterable[str] = (),
    history: bool = False,
    layout: Layout = plain_layout,
) -> RecallResult:
    """Recall what answers a question. Three queries, one more for keys, one for others' keys, one for long memories.

    Only the agent's own memories and its account's shared ones are searched; with `tags`, those that have all of
    them; with `history` also what was replaced, marked with when. The text is what `layout` makes of it, and
    costs at most `max_tokens`. Where nothing in it surely answers, it says so first, with the words that are missing.
    Raises InvalidMemory.
    """
    query = _clean_query(query, max_tokens)
    scope = RecallScope(agent=agent, tags=clean_tags(tags), history=history, now=timezone.now())
    result = search(query, scope.passages())
    found = score_memories(result.found)
    ranking = rank_memories(load_candidates(scope, found), mean_similarity=found.mean_similarity)
    return _build_result(query, scope, result.question, found, ranking, max_tokens, layout)


def _build_result(
    query: str,
    scope: RecallScope,
    question: SearchQuestion,
    found: MemoryScores,
    ranking: Sequence[RankedMemory],
    max_tokens: int,
    layout: Layout,
) -> RecallResult:
    """The first memories of the ranking, as many as the budget takes."""
    matches = [each for each in ranking if each.is_match]
    selected = _affordable(matches, max_tokens) or ranking[:NEAREST_COUNT]
    loaded = _load_memories(selected)
    rows = [
        (loaded[each.candidate.memory], each.score) for each in selected if each.candidate.memory in loaded
    ]
    write = partial(
        write_memories,
        _entries(scope, question, found, [row for row, _ in rows]),
        more=[each.candidate.tokens for each in matches[len(selected) :]],
        max_tokens=max_tokens if matches else min(max_tokens, NEAREST_TOKENS),
        now=scope.now,
        count_tokens=count_tokens,
        is_match=bool(matches) or not selected,
        layout=layout,
    )
    written, is_sure = _write(query, [row for row, _ in rows], write, is_match=bool(matches))
    # There is no excerpt of what had no room.
    excerpts = zip(rows, written.excerpts, strict=False)
    return RecallResult(
        items=[RecalledMemory(row, text, score) for (row, score), text in excerpts],
        text=written.text,
        tokens=written.tokens,
        left_out=written.left_out,
        left_out_tokens=written.left_out_tokens,
        by_vectors=question.vector is not None and found.all_embedded,
        is_match=bool(matches),
        is_sure=is_sure,
        ranking=[each.candidate.memory for each in ranking],
    )


def _write(
    query: str, rows: Sequence[Memory], write: Callable[..., WrittenMemories], *, is_match: bool
) -> tuple[WrittenMemories, bool]:
    """The text, with a reserve unless something shown surely answers, and whether it does."""
    if not is_match:
        return write(reserve=NO_MATCH), False
    written = write()
    shown = [
        ShownMemory(" ".join([row.key, *row.tags]), text)
        for row, text in zip(rows, written.excerpts, strict=False)
    ]
    missing = unanswered_words(query, shown, count_tokens=count_tokens)
    if missing is None:
        return written, True
    return write(reserve=f"{NEAREST}{describe_missing(missing)}:"), False


def _clean_query(query: str, max_tokens: int) -> str:
    query = storable_line(query)
    if not query or len(query) > MAX_QUERY:
        raise InvalidMemory(f"query must be a question of 1 to {MAX_QUERY:,} characters.")
    if max_tokens not in BUDGET:
        raise InvalidMemory(f"max_tokens must be from {BUDGET[0]} to {BUDGET[-1]:,}, not {max_tokens}.")
    return query


def _affordable(matches: Sequence[RankedMemory], max_tokens: int) -> list[RankedMemory]:
    """As many as there can be room for, and one more, as a long one may be cut."""
    sizes = accumulate(min(each.candidate.tokens, WHOLE_TOKENS) + LABEL_TOKENS for each in matches)
    return list(matches[: 1 + bisect_right(list(sizes), max_tokens)])


def _load_memories(selected: Sequence[RankedMemory]) -> dict[str, Memory]:
    """Rows by id. One that was deleted since the search is missing."""
    rows = Memory.objects.filter(pk__in=[each.candidate.memory for each in selected])
    return {row.pk: row for row in rows.select_related("agent")}


def _entries(
    scope: RecallScope, question: SearchQuestion, found: MemoryScores, rows: Sequence[Memory]
) -> list[MemoryEntry]:
    long = [row.pk for row in rows if row.tokens > WHOLE_TOKENS]
    passages = match_passages(question, scope.spaces, found.weights, long) if long else {}
    own = _replaced_keys(scope.agent, rows)
    return [
        _entry(scope.agent, row, passages.get(row.pk, []), replaces_own=row.shared and row.key in own)
        for row in rows
    ]


def _replaced_keys(agent: Agent, rows: Sequence[Memory]) -> set[str]:
    """The keys under which others' texts stand where the agent's own did."""
    keys = {row.key for row in rows if row.shared and row.key and row.agent_id != agent.pk}
    own = Memory.objects.filter(account_id=agent.account_id, agent=agent, shared=True, key__in=keys)
    return set(own.values_list("key", flat=True)) if keys else set()


def _entry(agent: Agent, row: Memory, passages: Sequence[PassageMatch], *, replaces_own: bool) -> MemoryEntry:
    pieces = [TextSpan(0, len(row.text), row.text)]
    if passages:
        order = order_passages([each.coverage for each in passages], [each.similarity for each in passages])
        best = [passages[at] for at in order]
        pieces = [TextSpan(each.start, each.end, row.text[each.start : each.end]) for each in best]
    return MemoryEntry(
        name=row.key or row.pk,
        created=row.created,
        superseded=row.superseded,
        restored=row.restored,
        shared_by=("" if row.agent_id == agent.pk else row.agent.name) if row.shared else None,
        replaces_own=replaces_own and not row.superseded and row.agent_id != agent.pk,
        length=len(row.text),
        tokens=row.tokens,
        pieces=pieces,
    )
