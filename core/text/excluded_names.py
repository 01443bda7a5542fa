"""What a question leaves out in so many words: "which programs besides Claude Code?" is not about Claude Code."""

import re

_EXCLUDED = re.compile(
    r",?\s*\b(?i:besides|other than|apart from|aside from|except(?: for)?|au(?:ß|ss)er)\s+"
    r"(?:[A-Z][\w.+-]*(?:[ -][A-Z0-9][\w.+-]*)*|[\w.+-]+(?: [\w.+-]+)?(?=\W*$))"
)


def without_excluded(question: str) -> str:
    """The question without what it excludes: names in capitals anywhere, one or two words at its end. The question
    itself where nothing else would be left.
    """
    rest = " ".join(_EXCLUDED.sub("", question).split())
    return rest if any(map(str.isalnum, rest)) else question
