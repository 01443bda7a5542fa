"""How text speaks to a model instead of a reader. Matched against a segment in plain letters (`readings`).

Each pattern asks for two things at once (a verb and what it is aimed at, a role and an order), because ordinary
notes speak of prompts, rules, sources and answers, too. Gaps are bounded, so time is linear.
"""

from brain.checking.injection_patterns.command_patterns import ADDRESSES, CLAIMS, COMMANDS
from brain.checking.injection_patterns.override_patterns import FORGED_DELIMITERS, OVERRIDES, ROLES
from brain.checking.injection_patterns.weak_patterns import CONTINUATIONS, HIDDEN_KEYWORDS, JOINED_LETTERS

STRONG_PATTERNS = (OVERRIDES, ROLES, FORGED_DELIMITERS, ADDRESSES, COMMANDS, CLAIMS)
"""One of these is enough."""

__all__ = ["CONTINUATIONS", "HIDDEN_KEYWORDS", "JOINED_LETTERS", "STRONG_PATTERNS"]
