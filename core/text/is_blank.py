"""Whether a text shows anything. Python's `strip` takes white space for empty, and not what is invisible."""

import unicodedata

# Letters and signs that Unicode draws as nothing: Hangul fillers and the empty Braille pattern.
_DRAWN_AS_NOTHING = "\u115f\u1160\u2800\u3164\uffa0"
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")


def is_blank(text: str) -> bool:
    """Whether there is no character in it that a reader could see."""
    return all(each in _DRAWN_AS_NOTHING or unicodedata.category(each) in _UNSEEN for each in text)
