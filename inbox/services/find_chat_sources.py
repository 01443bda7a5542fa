"""Sources of a chat answer: passages of the account's stones, memories and messages of its agent, none of another's."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import structlog
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q
from numpy.typing import NDArray

from core.llm import LLMError, count_tokens, get_embedder
from core.text.bm25_words import STOP_WORDS, question_stems, split_words
from core.text.passages import Passage, split_passages
from core.text.qualifying_sentences import qualified_end
from inbox.helpers.chat_prompt import ATTACHED_PREFIX, ChatSource
from inbox.helpers.message_question import is_about_inbox
from inbox.helpers.pick_sentences import join_sentences, rank_sentences
from inbox.memory import order_passages
from inbox.models import Agent
from inbox.queries.delivered_stones import delivered_stones
from inbox.services.find_chat_messages import find_messages, find_open_messages
from inbox.services.memory import recall
from search.question import SearchQuestion
from search.rank_owners import rank_owners
from search.search_passages import find_passages
from stones import focus as core
from stones.models import Content, ListedStone, Stone, StonePassage, StoneQuerySet
from stones.queries import assemble, passage_similarities, passages_of, search_stones, stones_of
from stones.services.search_stones import stone_scope
from stones.stored_header import text_of

log = structlog.get_logger(__name__)

MAX_CONTENTS = 6
# Of one content, those nearest to the question: the rest cannot win.
WEIGHED_PASSAGES = 80
MAX_STONES = 4
STONE_TOKENS = 400
QUOTED_TOKENS = 100
MEMORY_TOKENS = 300
MAX_MEMORIES = 5
MAX_TERMS = 12
MAX_EXCERPTS = 8
_WORD = re.compile(r"\w[\w.-]*\w|\w")

Vector = NDArray[np.float32]


class EmbeddedQuestion(NamedTuple):
    """A question with its vector; None where the embedder does not answer."""

    text: str
    vector: Vector | None
    model: str


class ScoredPassage(NamedTuple):
    """A passage of one of the account's contents."""

    content: Content
    passage: Passage
    similarity: float | None


def find_sources(
    *, agent: Agent, question: str, delivered_to: Agent | None = None, attached: Sequence[ChatSource] = ()
) -> list[ChatSource]:
    """The stones and memories that may answer, best first; before them the messages of the correspondent whom the
    question names. Slow: embeds the question, and what would be quoted.

    `delivered_to`: of the stones those that others sent to this agent. `attached`: stones of the caller, ranked
    with the others; their quotes are chosen here. A question about the inbox as a whole is answered by what is open
    there alone.
    """
    if not attached and is_about_inbox(question):
        return find_open_messages(delivered_to or agent, question)
    embedded = _embed_question(question)
    stones = Stone.objects.filter(account=agent.account).alive()
    # The demonstration answers until there is something of one's own.
    stones = stones.filter(Q(is_demo=False) | ~Exists(stones.filter(is_demo=False)))
    if delivered_to is not None:
        stones = stones.filter(pk__in=delivered_stones(delivered_to))
    attached_sources = [
        replace(each, quote=_quote(question, _excerpts(each.text, question))) for each in attached
    ]
    ranked = _sort_sources(
        [
            *attached_sources,
            *_memory_sources(agent, question),
            *_stone_sources(delivered_to or agent, stones, embedded),
        ],
        embedded,
    )
    return [*find_messages(delivered_to or agent, question), *ranked]


def _sort_sources(sources: list[ChatSource], embedded: EmbeddedQuestion) -> list[ChatSource]:
    """Memories, stones and attached stones by one measure: how well the quote of each answers."""
    sorts = {each.name[:1] for each in sources}
    if sorts != {ATTACHED_PREFIX} and len(sorts) < 2:
        return sources
    quotes = [each.quote for each in sources]
    question_words = set(split_words(embedded.text))
    coverages = [
        len(question_words & set(split_words(quote))) / max(len(question_words), 1) for quote in quotes
    ]
    order = order_passages(coverages, _similarities(quotes, embedded))
    return [sources[at] for at in order]


def _similarities(quotes: Sequence[str], embedded: EmbeddedQuestion) -> list[float | None]:
    """Cosines with the question; None for each where the embedder does not answer."""
    if embedded.vector is not None:
        try:
            return [float(each) for each in get_embedder().embed(quotes) @ embedded.vector]
        except LLMError as error:
            log.warning("chat_without_vectors", reason=str(error))
    return [None] * len(quotes)


def _embed_question(question: str) -> EmbeddedQuestion:
    try:
        embedder = get_embedder()
        return EmbeddedQuestion(question, embedder.embed_questions([question])[0], embedder.name)
    except LLMError as error:
        log.warning("chat_without_vectors", reason=str(error))
        return EmbeddedQuestion(question, None, "")


def _memory_sources(agent: Agent, question: str) -> list[ChatSource]:
    found = recall(agent=agent, query=question, max_tokens=MEMORY_TOKENS)
    if not found.is_match:
        return []
    return [
        ChatSource(
            name=f"m{number}",
            kind="memory",
            id=item.memory.pk,
            title=item.memory.key or item.memory.text[:60],
            text=item.excerpt,
            quote=item.excerpt,
            tokens=item.memory.tokens,
        )
        for number, item in enumerate(found.items[:MAX_MEMORIES], start=1)
    ]


def _stone_sources(agent: Agent, allowed: StoneQuerySet, embedded: EmbeddedQuestion) -> list[ChatSource]:
    stones = _by_content(agent, allowed, _likely_contents(agent.account, allowed, embedded))
    places = [place for stone in stones.values() for place in _stone_passages(stone, embedded)]
    if not places:
        return []
    weighed = [place.similarity for place in places]
    similarities = None if None in weighed else np.array(weighed, dtype=np.float32)
    scores = core.rank(embedded.text, [place.passage for place in places], similarities)
    best: dict[int, list[Passage]] = {}
    for at in np.argsort(-scores, kind="stable"):
        if not np.isfinite(scores[at]):
            break
        best.setdefault(places[at].content.pk, []).append(places[at].passage)
    return [
        _stone_source(number, stones[key], passages, embedded)
        for number, (key, passages) in enumerate(list(best.items())[:MAX_STONES], start=1)
    ]


def _likely_contents(account: User, allowed: StoneQuerySet, embedded: EmbeddedQuestion) -> list[int]:
    """Contents that may hold the answer, likeliest first; before them, by their words, those without passages yet."""
    question = SearchQuestion(question_stems(embedded.text), embedded.vector, embedded.model)
    ranked = rank_owners(find_passages(question, stone_scope(account, allowed)))
    new: list[int] = []
    if search_terms := _search_terms(embedded.text):
        without = allowed.exclude(Exists(StonePassage.objects.filter(content=OuterRef("content"))))
        matching = search_stones(account, without, " or ".join(search_terms)).order_by("-pk")
        most = max(MAX_CONTENTS // 2, MAX_CONTENTS - len(ranked))
        new = list(dict.fromkeys(matching.values_list("content", flat=True)[:most]))
    return [*new, *(int(each.pk) for each in ranked)][:MAX_CONTENTS]


def _search_terms(question: str) -> list[str]:
    """The words that carry meaning, without what the search would take for an operator."""
    terms = dict.fromkeys(word.lower() for word in _WORD.findall(question))
    return [word for word in terms if word not in STOP_WORDS and word != "or"][:MAX_TERMS]


def _by_content(agent: Agent, allowed: StoneQuerySet, contents: Sequence[int]) -> dict[int, ListedStone]:
    """By content, in the given order, the stone that a hash finds for the agent (`stones.queries.find_stone`); texts
    loaded.
    """
    rows = stones_of(agent.account).filter(content__in=contents, pk__in=allowed.values("pk")).defer(None)
    stones = {stone.pk: stone for stone in sorted(rows, key=lambda stone: stone.hash_order, reverse=True)}
    first: dict[int, ListedStone] = {}
    made = [key for key, stone in stones.items() if stone.is_made_by(agent.name)]
    for stone_id in (*made, *agent.received(allowed.filter(content__in=contents)), *stones):
        if stone_id in stones:
            first.setdefault(stones[stone_id].content_id, stones[stone_id])
    return {key: first[key] for key in contents if key in first}


def _stone_passages(stone: Stone, embedded: EmbeddedQuestion) -> list[ScoredPassage]:
    """The passages of a stone that are ranked with those of others, at most WEIGHED_PASSAGES."""
    content = stone.content
    rows = passages_of(content)
    if not rows or embedded.vector is None:
        passages = split_passages(content.text, count_tokens=count_tokens)
        scores = core.rank(embedded.text, passages, None, nearest=True)
        order = np.argsort(-scores, kind="stable")[:WEIGHED_PASSAGES]
        return [ScoredPassage(content, passages[at], None) for at in sorted(order)]
    found = passage_similarities(content, embedded.vector, embedded.model)
    nearest = sorted(rows, key=lambda row: -found.get(row.ordinal, -1.0))[:WEIGHED_PASSAGES]
    return [
        ScoredPassage(content, row.passage_of(content.text), found.get(row.ordinal))
        for row in sorted(nearest, key=lambda row: row.ordinal)
    ]


def _stone_source(
    number: int, stone: ListedStone, passages: Sequence[Passage], embedded: EmbeddedQuestion
) -> ChatSource:
    """A stone with its LOD-0 and the best of its passages, in the order of the source."""
    fitting: list[Passage] = []
    size = 0
    for passage in passages:
        size += count_tokens(passage.text)
        if fitting and size > STONE_TOKENS:
            break
        fitting.append(passage)
    chosen = _with_qualifiers(stone.content.text, sorted(fitting, key=lambda passage: passage.start))
    scan = text_of(assemble(stone), 0)
    return ChatSource(
        name=f"s{number}",
        kind="stone",
        id=stone.content.border_hash,
        title=scan[:200],
        text="\n\n".join(map(str, chosen)),
        quote=_quote(embedded.text, chosen),
        tokens=stone.content.tokens,
        stone=stone.pk,
    )


def _excerpts(text: str, question: str) -> list[core.Excerpt]:
    """The MAX_EXCERPTS passages nearest to the question, in the order of the text."""
    passages = split_passages(text, count_tokens=count_tokens)
    scores = core.rank(question, passages, None, nearest=True)
    nearest = np.argsort(-scores, kind="stable")[:MAX_EXCERPTS]
    return _with_qualifiers(text, [passages[at] for at in sorted(nearest)])


def _with_qualifiers(text: str, passages: Sequence[Passage]) -> list[core.Excerpt]:
    """Each with the sentences right behind it that limit it or take it back, which the next one may hold, too."""
    found: list[core.Excerpt] = []
    for passage in passages:
        end = qualified_end(text, passage.end)
        lines = passage.end_line + text.count("\n", passage.end, end)
        whole = core.whole_excerpt(passage)
        found.append(replace(whole, end_line=lines, end=end, text=text[passage.start : end]))
    return found


def _quote(question: str, chosen: Sequence[core.Excerpt]) -> str:
    best = rank_sentences(question, chosen, embed=None, count_tokens=count_tokens)
    return join_sentences(best, max_tokens=QUOTED_TOKENS, count_tokens=count_tokens, limit=3) or (
        chosen[0].text if chosen else ""
    )
