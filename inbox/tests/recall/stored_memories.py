"""Memories for tests, made as the site makes them: by its services, with a worker that is called by hand."""

import itertools
from typing import Any

from django.contrib.auth.models import User

from core.jobs.tests.job_rows import run_one
from core.llm.model_doubles import FakeEmbedder, use_models
from inbox.models import EMBED_MEMORY, Agent, Memory
from inbox.services.manage_agents import create_agent
from inbox.services.memory import RecallResult, recall, remember
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


def recall_now(
    agent: Agent, query: str, embedder: FakeEmbedder | None = None, **options: Any
) -> RecallResult:
    with use_models(embedder=embedder or FakeEmbedder()):
        return recall(agent=agent, query=query, **options)


def texts(found: RecallResult) -> list[str]:
    return [item.memory.text for item in found.items]
