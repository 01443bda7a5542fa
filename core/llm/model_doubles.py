"""Test doubles of models: deterministic, recording, installed with `use_models`."""

from core.llm.chat.fake_chat import FakeCall, FakeChat
from core.llm.embeddings.fake_embedder import FakeEmbedder
from core.llm.providers import use_models

__all__ = ["FakeCall", "FakeChat", "FakeEmbedder", "use_models"]
