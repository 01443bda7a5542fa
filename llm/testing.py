"""Doubles for tests of the apps: deterministic, recording, and put in place with `use_models`."""

from llm.chat.testing import FakeCall, FakeChat
from llm.embeddings.testing import FakeEmbedder
from llm.providers import use_models

__all__ = ["FakeCall", "FakeChat", "FakeEmbedder", "use_models"]
