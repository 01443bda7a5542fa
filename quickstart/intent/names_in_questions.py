"""Names in a question that say nothing of what is asked.

The name of what a collection is about ("How do I back up QA.Stone?"), and what the question leaves out in so many
words: "which programs besides Claude Code?" is not about Claude Code.
"""

import re

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_IS_NAME = re.compile(r"[a-z][A-Z]|\w\.\w")
_SPACE = r"[^\w\n]?"
_DETERMINERS = "an? the this that these my your our their each every any another one some".replace(" ", "|")
_POSSESSIVE = r"(?:['’]s)?"
_EXCLUDED = re.compile(
    r",?\s*\b(?i:besides|other than|apart from|aside from|except(?: for)?|au(?:ß|ss)er)\s+"
    r"(?:[A-Z][\w.+-]*(?:[ -][A-Z0-9][\w.+-]*)*|[\w.+-]+(?: [\w.+-]+)?(?=\W*$))"
)


def without_own_name(question: str, title: str) -> str:
    """The question with "it" in place of the title, however that is spaced or written; as it is for a title of usual
    words ("Community kitchen", "my-project"), and where one of several is meant ("a QA.Stone").
    """
    parts = _PARTS.findall(title)
    if not parts or " " in title.strip() or not _IS_NAME.search(title):
        return question
    spaced = _SPACE.join(parts)
    name = rf"(?<![\w/.]){spaced}{_POSSESSIVE}(?!\.?[\w/])"
    return re.sub(
        rf"\b((?:{_DETERMINERS})\s+)?{name}",
        lambda found: found[0] if found[1] else "it",
        question,
        flags=re.IGNORECASE,
    )


def without_excluded(question: str) -> str:
    """The question without what it excludes: names in capitals anywhere, one or two words at its end. The question
    itself where nothing else would be left.
    """
    rest = " ".join(_EXCLUDED.sub("", question).split())
    return rest if any(map(str.isalnum, rest)) else question
