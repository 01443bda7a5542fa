"""What a model is given: the rules, the material between marks, the question. Pure."""

from brain.prompting.build import build, context_tokens, retry, source_tokens, within
from brain.prompting.systems import CUSTOM_SYSTEM, STANDARD_SYSTEM, system_for

__all__ = [
    "CUSTOM_SYSTEM",
    "STANDARD_SYSTEM",
    "build",
    "context_tokens",
    "retry",
    "source_tokens",
    "system_for",
    "within",
]
