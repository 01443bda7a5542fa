"""What an author has struck through, `~~Tuesday~~` or `<del>Tuesday</del>`: it stands there and no longer holds.

Every pattern ends at the next sign of its kind, so that the time stays linear.
"""

import re

_STRUCK = re.compile(r"(`[^`]{0,2000}`)|~~(?=[^\s~])[^~]{1,2000}~~|<(del|s|strike)>[^<]{0,2000}</\2>", re.I)
"""What is code stays: `~~` is an operator, too."""
_SETTLED = re.compile(
    r"\W*(?:(?:done|fixed|resolved|closed|settled|completed?|merged|shipped|cancell?ed|dropped|moved|removed|obsolete|"
    r"erledigt|behoben|entfällt|hecho|resuelto|fait|résolu)\b(?:\W+\w+){0,5}\W*|\([^()]{0,200}\)\W*)$",
    re.I,
)
"""Behind what is struck: what came of it."""


def without_struck(text: str) -> str:
    """The same without it, line for line; empty where nothing else is said than, perhaps, what came of it:
    `~~Call Ann~~ done`.
    """
    if "~~" not in text and "</" not in text:
        return text
    rest = _STRUCK.sub(lambda match: match[1] or "\n" * match[0].count("\n"), text)
    if rest == text:
        return text
    return rest if any(map(str.isalnum, rest)) and not _SETTLED.match(rest) else ""
