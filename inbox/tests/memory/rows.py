"""Memories for tests, made as the site makes them: by its services, with a worker that is called by hand."""

import itertools
from typing import Any

from django.contrib.auth.models import User

from inbox.models import Agent, Memory
from inbox.services.agents import create_agent
from inbox.services.memory import Recalled, embed_memory, recall, remember
from llm.testing import FakeEmbedder, use_models
from stones.tests.factories import new_account

_numbers = itertools.count()


def new_agent(account: User | None = None) -> Agent:
    """An agent, in an account of its own unless told."""
    return create_agent(account=account or new_account(), name=f"agent{next(_numbers)}")


def embed(memory: Memory, embedder: FakeEmbedder | None = None) -> Memory:
    """Do what a worker would do for this memory, once."""
    with use_models(embedder=embedder or FakeEmbedder()):
        embed_memory(memory_id=memory.pk)
    memory.refresh_from_db()
    return memory


def kept(agent: Agent, text: str, key: str = "", **options: Any) -> Memory:
    """A memory with its vectors."""
    return embed(remember(agent=agent, text=text, key=key, **options).memory)


def recalled(agent: Agent, query: str, embedder: FakeEmbedder | None = None, **options: Any) -> Recalled:
    with use_models(embedder=embedder or FakeEmbedder()):
        return recall(agent=agent, query=query, **options)


def texts(found: Recalled) -> list[str]:
    return [item.memory.text for item in found.items]
