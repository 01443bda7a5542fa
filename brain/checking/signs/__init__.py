"""How text speaks to a model instead of a reader. Matched against a segment in plain letters (`readings`).

Each pattern asks for two things at once (a verb and what it is aimed at, a role and an order), because ordinary
notes speak of prompts, rules, sources and answers, too. Gaps are bounded, so time is linear.
"""

from brain.checking.signs.orders import ADDRESSES, CLAIMS, ORDERS
from brain.checking.signs.takeovers import MARKS, OVERRIDES, ROLES
from brain.checking.signs.weak import FOLLOWS, HIDDEN, SQUEEZED

STRONG = (OVERRIDES, ROLES, MARKS, ADDRESSES, ORDERS, CLAIMS)
"""One of these is enough."""

__all__ = ["FOLLOWS", "HIDDEN", "SQUEEZED", "STRONG"]
