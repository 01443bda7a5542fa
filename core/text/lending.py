"""Lending as who asks sees it: "Do you lend boats?" is about borrowing one, "May she borrow my boat?" about lending it.

English.
"""

import re

_LEND_TO_ASKER = re.compile(
    r"(?P<who>\b(?:you|we|they) (?:(?:also|ever|still|even) )?)lend\b(?! (?:my|your|our|his|her|their)\b)"
    r"|\blends\b|\blend(?= (?:me|us)\b)",
    re.IGNORECASE,
)
_BORROW_OF_ASKER = re.compile(r"\bborrow(?= my\b)", re.IGNORECASE)


def as_asker_does(text: str) -> str:
    """With "borrow" where others lend to who asks, and "lend" where they borrow what is his."""
    return _LEND_TO_ASKER.sub(lambda found: f"{found['who'] or ''}borrow", _BORROW_OF_ASKER.sub("lend", text))
