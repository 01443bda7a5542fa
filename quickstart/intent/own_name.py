"""The name of what a collection is about says nothing in a question put to it: "How do I back up QA.Stone?"."""

import re

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_IS_NAME = re.compile(r"[a-z][A-Z]|\w\.\w")
_SPACE = r"[^\w\n]?"
_DETERMINERS = "an? the this that these my your our their each every any another one some".replace(" ", "|")
_POSSESSIVE = r"(?:['’]s)?"


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
