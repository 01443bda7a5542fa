"""Whether an entry's answer tells how something is done on a page."""

import re

_PAGE = re.compile(
    r"\b[Bb]y page\b"
    r"|\*[^\s*][^*\n]*\s›\s[^*\n]+\*"
    r"|\b[Oo]n (?:the (?:same )?page\b|\*[A-Z])"
    r"|\b[Oo]pen \*[A-Z]"
)
"""In so many words, by a path of menus (*Brain › Notes*), or by the name of a page."""


def names_page(answer: str) -> bool:
    return _PAGE.search(answer) is not None
