"""Regular expressions from callers, run by RE2: time is linear in the text for every expression."""

from functools import lru_cache
from typing import Protocol, cast

import re2  # type: ignore[import-untyped]  # it brings no types

MAX_BYTES = 64 * 1024
"""Of a compiled expression: a larger one is linear too, but slow."""


class Pattern(Protocol):
    def search(self, text: str) -> object: ...


class PatternFault(Exception):
    """An expression that RE2 cannot compile; the message says why."""


@lru_cache(maxsize=256)
def compile_pattern(expression: str) -> Pattern:
    """Raises PatternFault."""
    options = re2.Options()
    options.max_mem = MAX_BYTES
    options.log_errors = False
    options.never_capture = True
    try:
        return cast(Pattern, re2.compile(expression, options))
    except re2.error as error:
        reason = error.args[0] if error.args else ""
    words = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
    raise PatternFault(
        f"this regular expression is not taken ({words}): RE2's are, which look neither ahead nor back"
    )
