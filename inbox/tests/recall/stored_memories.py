"""Memories for tests, made as the site makes them: by its services, with a worker that is called by hand."""

import itertools
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from core.jobs.tests.job_rows import run_one
from core.llm.model_doubles import FakeEmbedder, use_models
from core.text.bm25_words import passage_stems
from inbox.models import EMBED_MEMORY, Agent, Memory, MemoryPassage
from inbox.services.manage_agents import create_agent
from inbox.services.memory import RecallResult, recall, remember
from search.models import space_words
from stones.tests.factories import new_account

_numbers = itertools.count()


def new_agent(account: User | None = None) -> Agent:
    """An agent, by default in an account of its own."""
    return create_agent(account=account or new_account(), name=f"agent{next(_numbers)}")


def embed(memory: Memory, embedder: FakeEmbedder | None = None) -> Memory:
    """Run the worker's job for this memory once."""
    with use_models(embedder=embedder or FakeEmbedder()):
        run_one(memory, EMBED_MEMORY)
    memory.refresh_from_db()
    return memory


def store_memory(agent: Agent, text: str, key: str = "", **options: Any) -> Memory:
    """A memory with its vectors."""
    return embed(remember(agent=agent, text=text, key=key, **options).memory)


def store_many(
    agent: Agent, texts: Sequence[str], embedder: FakeEmbedder, *, shared: bool = False
) -> list[Memory]:
    """Memories of one passage each with vectors, stored at once."""
    memories = Memory.objects.bulk_create(
        Memory(account_id=agent.account_id, agent=agent, shared=shared, text=text, tokens=len(text.split()))
        for text in texts
    )
    MemoryPassage.objects.bulk_create(
        MemoryPassage(
            account_id=agent.account_id,
            memory=memory,
            space=memory.space,
            ordinal=0,
            start=0,
            end=len(memory.text),
            words=space_words(memory.space, passage_stems(memory.text, key="", tags=())),
            embedding=vector,
            embedding_model=embedder.name,
        )
        for memory, vector in zip(memories, embedder.embed(texts), strict=True)
    )
    return memories


def recall_now(
    agent: Agent, query: str, embedder: FakeEmbedder | None = None, **options: Any
) -> RecallResult:
    with use_models(embedder=embedder or FakeEmbedder()):
        return recall(agent=agent, query=query, **options)


def texts(found: RecallResult) -> list[str]:
    return [item.memory.text for item in found.items]
