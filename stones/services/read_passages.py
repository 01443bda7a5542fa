"""Focused reading: the passages of a source that answer a question, within a budget of tokens."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import structlog
from django.contrib.auth.models import User

from core.llm import LLMError, count_tokens, get_embedder
from core.text.courtesies import without_courtesies
from core.text.passages import Passage, split_passages
from core.text.question_parts import split_question
from core.text.storable_text import storable_line
from search.passage_score import Numbers
from search.relevance import relevance_to
from search.rerank import Relevance
from stones import focus as core
from stones.exceptions import InvalidFocusQuestion
from stones.models import ListedStone, ReadKind, Stone, StonePassage
from stones.queries import StoneRecipient, find_stone_to_read, passage_similarities, passages_of
from stones.services.read_levels import refuse_if_gone
from stones.services.write_ledger import record

log = structlog.get_logger(__name__)

MAX_QUESTION = 1_000
BUDGET = range(50, 8_001)
# Spent at most on what only comes nearest: enough to see whether it helps, or how to ask better.
NEAREST_TOKENS = 160
LANGUAGE_SAMPLE = 8
"""Passages that tell a text's language."""


@dataclass(frozen=True)
class StoneFocusResult:
    """What answers a question. `by_vectors` False: matched by words alone, as the passages are not embedded yet."""

    stone: ListedStone
    question: str
    focus: core.Focus
    by_vectors: bool


def focus(
    *,
    account: User,
    border_hash: str,
    question: str,
    max_tokens: int | None = None,
    skip: str = "",
    reader: str,
    recipient: StoneRecipient | None = None,
) -> StoneFocusResult:
    """Read the passages that answer the question, in their order, never more than `max_tokens`.

    `max_tokens` None: it stops when the likely answer is there. `skip`: as `focus.next` of the step before says; what
    it names is neither read nor charged again.

    Raises InvalidFocusQuestion, and as `find_stone`.
    """
    question = check_focus_question(question, max_tokens, skip)
    stone = find_stone_to_read(account, border_hash, recipient=recipient)
    rows = passages_of(stone.content)
    similarities = _similarities(stone, rows, question)
    with refuse_if_gone(stone):
        text = stone.content.text
    passages = [row.passage_of(text) for row in rows] or split_passages(text, count_tokens=count_tokens)
    found = select_passages(question, passages, similarities, max_tokens, skip)
    lines = [line for excerpt in found.passages for line in (excerpt.start_line, excerpt.end_line)]
    record(stone, reader=reader, kind=ReadKind.FOCUS, level=None, tokens=found.tokens, lines=lines)
    return StoneFocusResult(stone, question, found, similarities is not None)


def select_passages(
    question: str,
    passages: list[Passage],
    similarities: "np.ndarray | None",
    max_tokens: int | None = None,
    skip: str = "",
) -> core.Focus:
    """The passages that answer the question, else, where they have vectors, a few of what comes nearest.

    With the next step, and what it costs, where something is left; the first step says which part of the question
    nothing answers. `similarities`: as for `core.rank_parts`, of `focus_parts`.
    """
    parts = focus_parts(question)
    ranked = _rank(parts, passages, similarities)
    if ranked.is_nearest and max_tokens is not None:
        max_tokens = min(max_tokens, NEAREST_TOKENS)
    read_before = core.parse_ranges(skip, len(passages))
    still_open = () if read_before else core.find_open_parts(parts, passages, similarities)
    line = f"\n\n{core.open_line(still_open, count_tokens)}" if still_open else ""
    found = _select(passages, ranked, max_tokens, read_before, reserved=count_tokens(line))
    found = _with_remarks(
        replace(found, open_parts=still_open), line, by_words=not ranked.is_match and similarities is None
    )
    if not read_before and _costs_all(found):
        return _whole(passages, found, max_tokens or core.STOP_TOKENS)
    # A budget that holds no passage in full would cut the same one again.
    budget = max_tokens if len(found.delivered) > len(read_before) else None
    following = _select(passages, ranked, budget, found.delivered)
    if not following.passages:
        return found
    return replace(found, next=core.NextStep(core.format_ranges(found.delivered), budget, following.tokens))


class _Ranking(NamedTuple):
    scores: Numbers
    is_match: bool
    is_nearest: bool
    """Nothing matches, and the scores are those of what comes nearest."""
    margin: float
    """Below the best score, where nobody names a budget."""

    def limit(self, *, is_first: bool) -> int:
        """Tokens of a step, where nobody names a budget."""
        if self.is_nearest:
            return NEAREST_TOKENS
        return core.STOP_TOKENS if is_first else core.STEP_TOKENS


def _select(
    passages: list[Passage],
    ranked: _Ranking,
    budget: int | None,
    already: Collection[int],
    *,
    reserved: int = 0,
) -> core.Focus:
    """One step: the best of what is not `already` read, within the budget without the `reserved` tokens."""
    return core.select(
        passages,
        ranked.scores,
        max_tokens=(ranked.limit(is_first=not already) if budget is None else budget) - reserved,
        count_tokens=count_tokens,
        is_match=ranked.is_match or not passages,
        margin=ranked.margin if budget is None else None,
        skip=already,
    )


def _rank(parts: Sequence[str], passages: list[Passage], similarities: "np.ndarray | None") -> _Ranking:
    sample = "\n".join(passage.text for passage in passages[:LANGUAGE_SAMPLE])
    relevances = [each for part in parts if (each := relevance_to(part, sample))]
    if len(relevances) == len(parts):
        try:
            return _rank_by(parts, passages, similarities, relevances)
        except LLMError as error:
            log.warning("focus_without_reranker", reason=str(error))
    return _rank_by(parts, passages, similarities, ())


def _rank_by(
    parts: Sequence[str],
    passages: list[Passage],
    similarities: "np.ndarray | None",
    relevances: Sequence[Relevance],
) -> _Ranking:
    margin = core.RERANKED_STOP_MARGIN if relevances else core.STOP_MARGIN
    scores = core.rank_parts(parts, passages, similarities, relevances=relevances)
    is_match = bool(np.isfinite(scores).any())
    if is_match or similarities is None:
        return _Ranking(scores, is_match, False, margin)
    # "What is decided?" has hardly a word or a direction of its own: a refusal would be a fact that is none.
    scores = core.rank_parts(parts, passages, similarities, nearest=True, relevances=relevances)
    return _Ranking(scores, False, True, margin)


def _costs_all(found: core.Focus) -> bool:
    """Whether something is left out of a text that has no more tokens than this answer."""
    left_out = sum(gap.tokens for gap in found.left_out)
    shown = sum(count_tokens(excerpt.text) for excerpt in found.passages)
    return left_out > 0 and left_out + shown <= found.tokens


def _whole(passages: list[Passage], found: core.Focus, max_tokens: int) -> core.Focus:
    scores = np.zeros(len(passages))
    return core.select(
        passages, scores, max_tokens=max_tokens, count_tokens=count_tokens, is_match=found.is_match
    )


def _with_remarks(found: core.Focus, line: str, *, by_words: bool) -> core.Focus:
    """With the line about what is open, and of words that nothing holds in place of a question that nothing answers."""
    text = f"{found.text}{line}".lstrip() if line else found.text
    text = text.replace(core.NO_MATCH, core.NO_WORDS, 1) if by_words else text
    return found if text == found.text else replace(found, text=text, tokens=count_tokens(text))


def focus_parts(question: str) -> tuple[str, ...]:
    """The parts that are searched one by one; of most questions themselves."""
    bare = without_courtesies(question)
    return split_question(bare) or (bare,)


def check_focus_question(question: str, max_tokens: int | None = None, skip: str = "") -> str:
    """The question on one line. Raises InvalidFocusQuestion."""
    question = storable_line(question)
    if not question or len(question) > MAX_QUESTION:
        raise InvalidFocusQuestion(f"A question has 1 to {MAX_QUESTION:,} characters.")
    if max_tokens is not None and max_tokens not in BUDGET:
        raise InvalidFocusQuestion(
            f"max_tokens must be from {BUDGET[0]} to {BUDGET[-1]:,}, not {max_tokens}."
        )
    try:
        core.parse_ranges(skip, 0)
    except ValueError as error:
        raise InvalidFocusQuestion(
            f"skip must be what the answer before said, like 0-2,7; it is {error}."
        ) from error
    return question


def _similarities(stone: Stone, rows: list[StonePassage], question: str) -> "np.ndarray | None":
    """Cosines of the passages with each part of the question, or None where there is nothing to compare yet."""
    if not rows:
        return None
    try:
        embedder = get_embedder()
        vectors = embedder.embed_questions(focus_parts(question))
        found = [passage_similarities(stone.content, vector, embedder.name) for vector in vectors]
    except LLMError as error:
        log.warning("focus_without_vectors", reason=str(error))
        return None
    if any(len(each) < len(rows) for each in found):
        return None
    return np.array([[each[row.ordinal] for row in rows] for each in found], dtype=np.float32)
