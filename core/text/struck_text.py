"""What an author has struck through, `~~Tuesday~~` or `<del>Tuesday</del>`: it stands there and no longer holds.

Every pattern ends at the next sign of its kind, so that the time stays linear.
"""

import re

_STRUCK = re.compile(
    r"(`{1,3}[^`]{0,2000}`{1,3})|(?<![\w~])~~(?=[^\s~])[^~]{1,2000}~~(?![\w~])|<(del|s|strike)>[^<]{0,2000}</\2>",
    re.I,
)
"""What is code stays: `~~` is an operator, too."""
_SETTLED = re.compile(
    r"\W*(?:(?:done|fixed|resolved|closed|settled|completed?|merged|shipped|cancell?ed|dropped|moved|removed|"
    r"obsolete|"
    r"no longer|not|is(?:n['’]t)?|was(?:n['’]t)?|has|had|have|will|won['’]t|can(?:not|['’]t)|went|gone|turned|"
    r"erledigt|behoben|entfällt|nicht|ist|wurde|hat|wird|hecho|resuelto|ya no|no|es|está|fue|fait|résolu|"
    r"n['’]est|est|a été)\b|\([^()]{0,200}\)\W*$)",
    re.I,
)
"""Behind what is struck: what came of it, which is nothing without it."""


def without_struck(text: str) -> str:
    """The same without it, line for line; empty where all of it is struck but, perhaps, for what came of it:
    `~~Call Ann~~ done on Friday`.
    """
    if "~~" not in text and "</" not in text:
        return text
    first = next((match.start() for match in _STRUCK.finditer(text) if not match[1]), None)
    if first is None:
        return text
    rest = _STRUCK.sub(lambda match: match[1] or "\n" * match[0].count("\n"), text)
    is_settled = not any(map(str.isalnum, text[:first])) and _SETTLED.match(rest)
    return rest if any(map(str.isalnum, rest)) and not is_settled else ""
