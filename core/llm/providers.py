"""The models of this site by its settings, and their replacement in tests."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from django.conf import settings

from core.llm.chat.chat_model import ChatModel
from core.llm.embeddings.embedder import Embedder
from core.llm.embeddings.minilm_weights import NAME as LOCAL_MODEL
from core.llm.reranking.reranker import Reranker

if TYPE_CHECKING:
    from core.llm.chat.openai_chat import OpenAIChat

MAX_ATTEMPTS = 3
"""Of one call, the first included."""


@dataclass
class _Overrides:
    active: bool = False
    chat: ChatModel | None = None
    embedder: Embedder | None = None
    reranker: Reranker | None = None
    others: Sequence[Embedder] = ()
    other_chats: Sequence[ChatModel] = ()

    def chat_named(self, model: str) -> ChatModel | None:
        return next((other for other in self.other_chats if other.name == model), self.chat)


_overrides = _Overrides()
_lock = Lock()


def get_embedder() -> Embedder:
    """The server of EMBEDDINGS_MODEL if one is set, else the local model. Loads and calls nothing yet.

    Raises SettingsWrong for an invalid address or key.
    """
    if _overrides.embedder is not None:
        return _overrides.embedder
    with _lock:
        if settings.EMBEDDINGS_MODEL:
            return _remote(
                settings.EMBEDDINGS_BASE_URL,
                settings.EMBEDDINGS_API_KEY,
                settings.EMBEDDINGS_MODEL,
                settings.LLM_TIMEOUT_SECONDS,
                MAX_ATTEMPTS,
                settings.EMBEDDINGS_QUESTION_PREFIX,
                settings.EMBEDDINGS_TEXT_PREFIX,
            )
        return _local(Path(settings.QASTONE_VAR) / "models")


def embedder_named(name: str) -> Embedder | None:
    """The model of this name if it is available beside the configured one; else None.

    A question can so be compared with stored vectors while those of a new model are being made. Raises SettingsWrong
    as `get_embedder`.
    """
    if (chosen := get_embedder()).name == name:
        return chosen
    for other in _overrides.others:
        if other.name == name:
            return other
    if name != LOCAL_MODEL or _overrides.embedder is not None:
        return None
    with _lock:
        return _local(Path(settings.QASTONE_VAR) / "models")


def built_in_embedder() -> Embedder:
    """The local model, whatever is configured: for texts that are compared with each other at once and not stored."""
    if _overrides.embedder is not None:
        return next((other for other in _overrides.others if other.name == LOCAL_MODEL), _overrides.embedder)
    with _lock:
        return _local(Path(settings.QASTONE_VAR) / "models")


def get_chat_model(*, model: str = "", account: int | None = None) -> ChatModel | None:
    """The server of LLM_MODEL, None if none is set; `model`: another model of that server.

    `account`: the id of the account that is charged; None: only the site's day is. Raises SettingsWrong for an
    invalid address or key.
    """
    if _overrides.active:
        return _overrides.chat_named(model)
    if not settings.LLM_MODEL:
        return None
    with _lock:
        chat = _chat(
            settings.LLM_BASE_URL,
            settings.LLM_API_KEY,
            model or settings.LLM_MODEL,
            settings.LLM_TIMEOUT_SECONDS,
            MAX_ATTEMPTS,
            settings.LLM_DAILY_TOKENS,
            settings.LLM_DAILY_TOKENS_PER_ACCOUNT,
        )
    return chat if account is None else chat.charged_to(account)


def get_reranker() -> Reranker | None:
    """The model of this machine that reads question and text together; None where RERANKING is off. Loads nothing."""
    if _overrides.active:
        return _overrides.reranker
    with _lock:
        return _reranker() if settings.RERANKING else None


@contextmanager
def use_models(
    *,
    chat: ChatModel | None = None,
    embedder: Embedder | None = None,
    reranker: Reranker | None = None,
    others: Sequence[Embedder] = (),
    other_chats: Sequence[ChatModel] = (),
) -> Iterator[None]:
    """Replace the models of the whole process inside the block: `chat` and `reranker` (None: none) and `embedder`
    (None: the usual one); `others` are embedders and `other_chats` chat models available by name.

    For tests, live servers included; not nestable across threads.
    """
    before = replace(_overrides)
    _set_overrides(
        _Overrides(
            active=True,
            chat=chat,
            embedder=embedder or before.embedder,
            reranker=reranker,
            others=others or before.others,
            other_chats=other_chats,
        )
    )
    try:
        yield
    finally:
        _set_overrides(before)


def _set_overrides(models: _Overrides) -> None:
    vars(_overrides).update(vars(models))


@lru_cache(maxsize=4)
def _local(folder: Path) -> Embedder:
    from core.llm.embeddings.local_embedder import LocalEmbedder

    return LocalEmbedder(folder)


@lru_cache(maxsize=1)
def _reranker() -> Reranker:
    from core.llm.reranking.local_reranker import LocalReranker

    return LocalReranker()


@lru_cache(maxsize=4)
def _remote(
    base_url: str,
    api_key: str,
    model: str,
    timeout: float,
    attempts: int,
    question_prefix: str | None,
    text_prefix: str | None,
) -> Embedder:
    """A prefix of None: the model's own, if it is known."""
    from core.llm.embeddings.centred_embedder import CentredEmbedder
    from core.llm.embeddings.model_profiles import profile_of
    from core.llm.embeddings.remote_embedder import RemoteEmbedder

    usual = profile_of(model)
    remote = RemoteEmbedder(
        base_url=base_url,
        api_key=api_key,
        model=model,
        timeout=timeout,
        attempts=attempts,
        question_prefix=usual.question_prefix if question_prefix is None else question_prefix,
        text_prefix=usual.text_prefix if text_prefix is None else text_prefix,
    )
    return CentredEmbedder(remote)


@lru_cache(maxsize=4)
def _chat(
    base_url: str, api_key: str, model: str, timeout: float, attempts: int, of_site: int, of_account: int
) -> "OpenAIChat":
    from core.llm.chat.openai_chat import OpenAIChat
    from core.llm.daily_budget import DailyLimits

    return OpenAIChat(
        base_url=base_url,
        api_key=api_key,
        model=model,
        timeout=timeout,
        attempts=attempts,
        limits=DailyLimits(of_site, of_account),
    )


def _forget() -> None:
    """A forked worker has none of the parent's threads and must not share its sockets: it makes its own."""
    global _lock
    _lock = Lock()
    for made in (_local, _reranker, _remote, _chat):
        made.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
