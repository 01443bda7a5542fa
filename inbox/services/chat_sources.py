"""What an account knows about a question: passages of its stones and memories of its agent, nothing of another's."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import structlog
from django.contrib.auth.models import User
from numpy.typing import NDArray
from pgvector.django import CosineDistance

import texts
from inbox.delivered import delivered_stones
from inbox.helping.conversation import HELD, Known
from inbox.helping.sentences import best_sentences, told
from inbox.memory import best_first
from inbox.models import Agent
from inbox.services.memory import recall
from llm import LLMError, count_tokens, get_embedder
from stones import focus as core
from stones.headers import text_of
from stones.models import Content, Passage, Stone, StoneQuerySet
from stones.queries import assemble, passage_similarities, passages_of, search_stones, stones_of
from texts.words import STOP_WORDS, words

log = structlog.get_logger(__name__)

NEAREST_PASSAGES = 40
MOST_CONTENTS = 6
# Of one content, those nearest to the question: the rest cannot win.
WEIGHED_PASSAGES = 80
MOST_STONES = 4
STONE_TOKENS = 400
QUOTED_TOKENS = 100
MEMORY_TOKENS = 300
MOST_MEMORIES = 5
MOST_WORDS = 12
MOST_EXCERPTS = 8
_WORD = re.compile(r"\w[\w.-]*\w|\w")

Vector = NDArray[np.float32]


class Asked(NamedTuple):
    """A question with its vector; None where the embedder does not answer."""

    text: str
    vector: Vector | None
    model: str


class Place(NamedTuple):
    """A passage of one of the account's contents."""

    content: Content
    passage: texts.Passage
    similarity: float | None


def find_sources(
    *, agent: Agent, question: str, delivered_to: Agent | None = None, given: Sequence[Known] = ()
) -> list[Known]:
    """The stones and memories that may answer, best first. Slow: embeds the question, and what would be quoted.

    `delivered_to`: of the stones those that others sent to this agent. `given`: what the asker has at hand, weighed
    with them; their quotes are chosen here.
    """
    asked = _asked(question)
    stones = Stone.objects.filter(account=agent.account).alive()
    if delivered_to is not None:
        stones = stones.filter(pk__in=delivered_stones(delivered_to))
    held = [replace(each, quote=_quote(question, _excerpts(each.text, question))) for each in given]
    return _best_first(
        [*held, *_memories(agent, question), *_stones(delivered_to or agent, stones, asked)], asked
    )


def _best_first(known: list[Known], asked: Asked) -> list[Known]:
    """Memories, stones and what is at hand by one measure: how well what would be quoted of each answers."""
    sorts = {each.name[:1] for each in known}
    if sorts != {HELD} and len(sorts) < 2:
        return known
    quotes = [each.quote for each in known]
    wanted = set(words(asked.text))
    coverages = [len(wanted & set(words(quote))) / max(len(wanted), 1) for quote in quotes]
    order = best_first(coverages, _similarities(quotes, asked))
    return [known[at] for at in order]


def _similarities(quotes: Sequence[str], asked: Asked) -> list[float | None]:
    """Cosines with the question; None for each where the embedder does not answer."""
    if asked.vector is not None:
        try:
            return [float(each) for each in get_embedder().embed(quotes) @ asked.vector]
        except LLMError as error:
            log.warning("chat_without_vectors", reason=str(error))
    return [None] * len(quotes)


def _asked(question: str) -> Asked:
    try:
        embedder = get_embedder()
        return Asked(question, embedder.embed([question])[0], embedder.name)
    except LLMError as error:
        log.warning("chat_without_vectors", reason=str(error))
        return Asked(question, None, "")


def _memories(agent: Agent, question: str) -> list[Known]:
    found = recall(agent=agent, query=question, max_tokens=MEMORY_TOKENS)
    if not found.is_match:
        return []
    return [
        Known(
            name=f"m{number}",
            kind="memory",
            id=item.memory.pk,
            title=item.memory.key or item.memory.text[:60],
            text=item.told,
            quote=item.told,
            tokens=item.memory.tokens,
        )
        for number, item in enumerate(found.items[:MOST_MEMORIES], start=1)
    ]


def _stones(agent: Agent, allowed: StoneQuerySet, asked: Asked) -> list[Known]:
    stones = _by_content(agent, allowed, _contents(agent.account, allowed, asked))
    places = [place for stone in stones.values() for place in _places(stone, asked)]
    if not places:
        return []
    weighed = [place.similarity for place in places]
    similarities = None if None in weighed else np.array(weighed, dtype=np.float32)
    scores = core.rank(asked.text, [place.passage for place in places], similarities)
    best: dict[int, list[texts.Passage]] = {}
    for at in np.argsort(-scores, kind="stable"):
        if not np.isfinite(scores[at]):
            break
        best.setdefault(places[at].content.pk, []).append(places[at].passage)
    return [
        _known(number, stones[key], passages, asked)
        for number, (key, passages) in enumerate(list(best.items())[:MOST_STONES], start=1)
    ]


def _contents(account: User, allowed: StoneQuerySet, asked: Asked) -> list[int]:
    """Contents that may hold the answer, likeliest first: by the vectors of their passages, then by words."""
    found: dict[int, None] = {}
    if asked.vector is not None:
        # Exact: the account's passages alone are looked at, so nothing of another's can be left over.
        near = Passage.objects.filter(account=account, embedding_model=asked.model)
        near = near.filter(content__in=allowed.values("content"))
        ordered = near.order_by(CosineDistance("embedding", asked.vector.tolist()))
        found |= dict.fromkeys(ordered.values_list("content", flat=True)[:NEAREST_PASSAGES])
    by_vectors = list(found)[:MOST_CONTENTS]
    if asked_words := _words(asked.text):
        matching = search_stones(account, allowed, " or ".join(asked_words))
        found |= dict.fromkeys(matching.order_by("-pk").values_list("content", flat=True)[:MOST_CONTENTS])
    # Half of the places for each way, as far as both have found something.
    by_words = [key for key in found if key not in by_vectors]
    first = by_vectors[: max(MOST_CONTENTS // 2, MOST_CONTENTS - len(by_words))]
    return [*first, *by_words][:MOST_CONTENTS]


def _words(question: str) -> list[str]:
    """The words that carry meaning, without what the search would take for a sign of its own."""
    asked = dict.fromkeys(word.lower() for word in _WORD.findall(question))
    return [word for word in asked if word not in STOP_WORDS and word != "or"][:MOST_WORDS]


def _by_content(agent: Agent, allowed: StoneQuerySet, contents: Sequence[int]) -> dict[int, Stone]:
    """The stone of each that was sent to the agent last, else the newest; with its text, in the order given."""
    rows = stones_of(agent.account).filter(content__in=contents, pk__in=allowed.values("pk")).defer(None)
    stones = {stone.pk: stone for stone in rows}
    first: dict[int, Stone] = {}
    for stone_id in (*agent.received(allowed.filter(content__in=contents)), *stones):
        if stone_id in stones:
            first.setdefault(stones[stone_id].content_id, stones[stone_id])
    return {key: first[key] for key in contents if key in first}


def _places(stone: Stone, asked: Asked) -> list[Place]:
    """The passages of a stone that are weighed against those of others."""
    content = stone.content
    rows = passages_of(content)
    if not rows or asked.vector is None:
        passages = texts.split_passages(content.text, count_tokens=count_tokens)
        scores = core.rank(asked.text, passages, None, nearest=True)
        order = np.argsort(-scores, kind="stable")[:WEIGHED_PASSAGES]
        return [Place(content, passages[at], None) for at in sorted(order)]
    found = passage_similarities(content, asked.vector, asked.model)
    nearest = sorted(rows, key=lambda row: -found.get(row.ordinal, -1.0))[:WEIGHED_PASSAGES]
    return [
        Place(content, _passage(content.text, row), found.get(row.ordinal))
        for row in sorted(nearest, key=lambda row: row.ordinal)
    ]


def _passage(text: str, row: Passage) -> texts.Passage:
    return texts.Passage(
        ordinal=row.ordinal,
        start_line=row.start_line,
        end_line=row.end_line,
        start=row.start,
        end=row.end,
        trail=row.trail,
        text=text[row.start : row.end],
    )


def _known(number: int, stone: Stone, passages: Sequence[texts.Passage], asked: Asked) -> Known:
    """A stone with its LOD-0 and the best of its passages, in the order of the source."""
    chosen: list[core.Excerpt] = []
    size = 0
    for passage in passages:
        size += count_tokens(passage.text)
        if chosen and size > STONE_TOKENS:
            break
        chosen.append(core.whole_excerpt(passage))
    chosen.sort(key=lambda excerpt: excerpt.start)
    scan = text_of(assemble(stone), 0)
    return Known(
        name=f"s{number}",
        kind="stone",
        id=stone.content.border_hash,
        title=scan[:200],
        text="\n\n".join(map(str, chosen)),
        quote=_quote(asked.text, chosen),
        tokens=stone.content.tokens,
        stone=stone.pk,
    )


def _excerpts(text: str, question: str) -> list[core.Excerpt]:
    """The passages of a text that is at hand which come nearest, in their order."""
    passages = texts.split_passages(text, count_tokens=count_tokens)
    scores = core.rank(question, passages, None, nearest=True)
    nearest = np.argsort(-scores, kind="stable")[:MOST_EXCERPTS]
    return [core.whole_excerpt(passages[at]) for at in sorted(nearest)]


def _quote(question: str, chosen: Sequence[core.Excerpt]) -> str:
    best = best_sentences(question, chosen, embed=None, count_tokens=count_tokens)
    return told(best, most_tokens=QUOTED_TOKENS, count_tokens=count_tokens, most=3) or (
        chosen[0].text if chosen else ""
    )
