"""Patterns of text that addresses a model. Matched against a deobfuscated segment (`decoded_variants`).

Each pattern needs two signs at once (a verb and its target, a role and an order), because ordinary notes mention
prompts, rules, sources and answers, too. Gaps are bounded, so time is linear.
"""

from core.text.instructions.injection_patterns.command_patterns import ADDRESSES, CLAIMS, COMMANDS
from core.text.instructions.injection_patterns.override_patterns import (
    FORGED_DELIMITERS,
    OVERRIDES,
    OVERRIDING_STEMS,
    ROLES,
)
from core.text.instructions.injection_patterns.weak_patterns import (
    CONTINUATIONS,
    HIDDEN_KEYWORDS,
    JOINED_LETTERS,
)

STRONG_PATTERNS = (OVERRIDES, ROLES, FORGED_DELIMITERS, ADDRESSES, COMMANDS, CLAIMS)
"""One of these is enough."""
OVERRIDING_PATTERNS = (OVERRIDES, ROLES)
"""Those that no handoff between agents needs."""

__all__ = [
    "CONTINUATIONS",
    "HIDDEN_KEYWORDS",
    "JOINED_LETTERS",
    "OVERRIDING_PATTERNS",
    "OVERRIDING_STEMS",
    "STRONG_PATTERNS",
]
