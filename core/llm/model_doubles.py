"""Test doubles of models: deterministic, recording, installed with `use_models`."""

from core.llm.chat.fake_chat import FakeCall, FakeChat
from core.llm.embeddings.fake_embedder import FakeEmbedder
from core.llm.providers import use_models
from core.llm.reranking.fake_reranker import FakeReranker

__all__ = ["FakeCall", "FakeChat", "FakeEmbedder", "FakeReranker", "use_models"]
