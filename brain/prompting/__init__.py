"""What a model is given: the rules, the material between marks, the question. Pure."""

from brain.prompting.prompt_messages import (
    build_messages,
    build_retry_messages,
    context_tokens,
    fit_sources,
    source_tokens,
)
from brain.prompting.system_prompts import CUSTOM_SYSTEM, STANDARD_SYSTEM, system_for

__all__ = [
    "CUSTOM_SYSTEM",
    "STANDARD_SYSTEM",
    "build_messages",
    "build_retry_messages",
    "context_tokens",
    "fit_sources",
    "source_tokens",
    "system_for",
]
