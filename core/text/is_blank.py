"""Whether a text shows anything: Python's `strip` removes white space, but not invisible characters."""

import unicodedata

# Letters and symbols that Unicode renders as nothing: Hangul fillers and the empty Braille pattern.
_DRAWN_AS_NOTHING = "\u115f\u1160\u2800\u3164\uffa0"
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")


def is_blank(text: str) -> bool:
    """Whether it has no visible character."""
    return all(each in _DRAWN_AS_NOTHING or unicodedata.category(each) in _UNSEEN for each in text)
