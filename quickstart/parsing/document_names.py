"""Which document an entry of a FAQ is from, as a place in the tree: its first heading, else the name of its file."""

import re
from pathlib import PurePosixPath

_SAYS_NOTHING = re.compile(
    r"(?:(?:the|our|my) )?(?:faqs?|(?:frequently asked|common|general)? ?questions(?: (?:and|&) answers)?"
    r"|q ?(?:&|and) ?a|readme|index|häufige fragen|häufig gestellte fragen|fragen und antworten)(?: \(?faqs?\)?)?",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[\s_-]+")
_VERSION = re.compile(r"(?: (?:v?\d[\d.]*|\(\d+\)|copy))+$", re.IGNORECASE)
"""A newer file of the same document: "faq-2026", "faq (1)"."""
MAX_NAME = 200


def says_nothing(title: str) -> bool:
    """Whether any FAQ may be called so: "FAQ", "Frequently asked questions"."""
    return _SAYS_NOTHING.fullmatch(title.strip(" .:")) is not None


def document_name(file: str) -> str:
    """The words of a file's name; empty where they say nothing."""
    words = _SEPARATORS.sub(" ", PurePosixPath(file).stem).strip()
    name = _VERSION.sub("", words)[:MAX_NAME]
    return "" if says_nothing(name) else name
