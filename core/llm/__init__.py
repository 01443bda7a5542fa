"""Models behind one small interface: chat, embeddings and token counts. Imports no app.

Importing it is cheap: each name below is loaded on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.llm.chat.chat_model import Answer, ChatModel, Message
    from core.llm.chat.draft import Draft
    from core.llm.embeddings.embedder import Embedder
    from core.llm.embeddings.model_profiles import reads_english_alone
    from core.llm.model_errors import (
        BudgetExhausted,
        CouldNotAsk,
        ErrorKind,
        LLMError,
        NoUsableAnswer,
        SettingsWrong,
        Stopped,
        TokenUsage,
    )
    from core.llm.providers import (
        built_in_embedder,
        embedder_named,
        get_chat_model,
        get_embedder,
        get_reranker,
    )
    from core.llm.reranking.reranker import Reranker
    from core.llm.token_counts import count_tokens, tokens_are_exact

_HOMES = {
    "Answer": "core.llm.chat.chat_model",
    "ChatModel": "core.llm.chat.chat_model",
    "Message": "core.llm.chat.chat_model",
    "Draft": "core.llm.chat.draft",
    "Embedder": "core.llm.embeddings.embedder",
    "BudgetExhausted": "core.llm.model_errors",
    "CouldNotAsk": "core.llm.model_errors",
    "ErrorKind": "core.llm.model_errors",
    "LLMError": "core.llm.model_errors",
    "NoUsableAnswer": "core.llm.model_errors",
    "Reranker": "core.llm.reranking.reranker",
    "SettingsWrong": "core.llm.model_errors",
    "Stopped": "core.llm.model_errors",
    "TokenUsage": "core.llm.model_errors",
    "built_in_embedder": "core.llm.providers",
    "embedder_named": "core.llm.providers",
    "get_chat_model": "core.llm.providers",
    "get_embedder": "core.llm.providers",
    "get_reranker": "core.llm.providers",
    "reads_english_alone": "core.llm.embeddings.model_profiles",
    "count_tokens": "core.llm.token_counts",
    "tokens_are_exact": "core.llm.token_counts",
}

__all__ = [
    "Answer",
    "BudgetExhausted",
    "ChatModel",
    "CouldNotAsk",
    "Draft",
    "Embedder",
    "ErrorKind",
    "LLMError",
    "Message",
    "NoUsableAnswer",
    "Reranker",
    "SettingsWrong",
    "Stopped",
    "TokenUsage",
    "built_in_embedder",
    "count_tokens",
    "embedder_named",
    "get_chat_model",
    "get_embedder",
    "get_reranker",
    "reads_english_alone",
    "tokens_are_exact",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
