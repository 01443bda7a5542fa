"""The name of what a collection is about says nothing in a question put to it: "How do I back up QA.Stone?"."""

import re

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_IS_NAME = re.compile(r"[a-z][A-Z]|\w\.\w")
_POSSESSIVE = r"(?:['’]s)?"


def without_own_name(question: str, title: str) -> str:
    """The question with "it" in place of the title, however that is spaced or written; as it is for a title of usual
    words ("Community kitchen", "my-project").
    """
    if " " in title.strip() or not _IS_NAME.search(title):
        return question
    name = r"[\W_]?".join(_PARTS.findall(title))
    return re.sub(rf"(?<![\w/.]){name}{_POSSESSIVE}(?![\w/])", "it", question, flags=re.IGNORECASE)
