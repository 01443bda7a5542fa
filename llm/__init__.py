"""Models behind one small door: chat, embeddings and token counts. This package knows no app.

Importing it costs nothing: each name below is loaded when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llm.chat.base import Answer, ChatModel, Message
    from llm.embeddings.base import Embedder
    from llm.errors import BudgetExhausted, CouldNotAsk, Kind, LLMError, NoUsableAnswer, SettingsWrong, Usage
    from llm.providers import embedder_named, get_chat_model, get_embedder
    from llm.tokens import count_tokens, tokens_are_exact

_HOMES = {
    "Answer": "llm.chat.base",
    "ChatModel": "llm.chat.base",
    "Message": "llm.chat.base",
    "Embedder": "llm.embeddings.base",
    "BudgetExhausted": "llm.errors",
    "CouldNotAsk": "llm.errors",
    "Kind": "llm.errors",
    "LLMError": "llm.errors",
    "NoUsableAnswer": "llm.errors",
    "SettingsWrong": "llm.errors",
    "Usage": "llm.errors",
    "embedder_named": "llm.providers",
    "get_chat_model": "llm.providers",
    "get_embedder": "llm.providers",
    "count_tokens": "llm.tokens",
    "tokens_are_exact": "llm.tokens",
}

__all__ = [
    "Answer",
    "BudgetExhausted",
    "ChatModel",
    "CouldNotAsk",
    "Embedder",
    "Kind",
    "LLMError",
    "Message",
    "NoUsableAnswer",
    "SettingsWrong",
    "Usage",
    "count_tokens",
    "embedder_named",
    "get_chat_model",
    "get_embedder",
    "tokens_are_exact",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
