"""Whether a question wants something done that a text does not do: deleting, where it tells how to restore.

Vectors put whatever is about one thing side by side, and most of the words of a question may be missing from what
answers it. A verb from this table may not: none of those that mean it stands there. English.
"""

import re
from collections.abc import Iterable

from core.text.bm25_words import split_words

_ACTIONS = tuple(
    frozenset(split_words(words))
    for words in (
        "restart reboot reset relaunch",
        "delete remove erase destroy uninstall purge wipe discard clear clean drop",
        "update upgrade patch new newer newest latest edit change modify adjust",
        "create build make making generate new add",
        "add insert append attach create new",
        "rename",
        "move relocate migrate transfer",
        "copy clone duplicate",
        "replace swap exchange change",
        "encrypt",
        "decrypt",
        "backup archive snapshot copy",
        "restore recover undelete undo revert cancel back",
        "install setup deploy",
        "export download extract save",
        "import upload load",
        "share publish",
        "print",
        "sort order rank",
        "schedule",
        "merge combine join",
        "split divide separate",
        "repair fix mend replace",
        "translate",
        "resize shrink enlarge",
    )
)
_TOO_WIDE = frozenset(
    split_words(
        "make making new newer newest latest add change adjust save load clear clean drop back order copy fix"
    )
)
"""Words that may stand for an action, but say too little to tell what is wanted."""
_WANTED = re.compile(
    r"\b(?:how (?:do|does|can|could|should|would) (?:i|we|you|one|someone|somebody)|how to|(?:can|could|may) (?:i|we)"
    r"|(?:i|we)(?: want| need|['’]d like| would like) to|(?:way|steps) to)"
    r"(?: (?:best|then|also|safely|quickly|easily|just|only|properly|simply))* (back ?up\b|set ?up\b|[\w-]+)",
    re.IGNORECASE,
)
_TWO_WORDS = re.compile(r"\b(back|set)(?:s|ed|ing|ting)? up\b", re.IGNORECASE)


def wanted_action(question: str) -> frozenset[str]:
    """Stems of the words that mean what it wants done; empty where it wants nothing done, or nothing in the table."""
    found = _WANTED.search(question)
    stems = _stems(found[1]) - _TOO_WIDE if found else frozenset()
    return frozenset().union(*(words for words in _ACTIONS if words & stems))


def lacks_action(question: str, wordings: Iterable[str], rest: Iterable[str]) -> bool:
    """Whether it wants something done that none of the texts has a word for. `wordings` say what they are about: there
    wide words count, too, as "new" for creating.
    """
    action = wanted_action(question)
    return (
        bool(action)
        and all(action.isdisjoint(_stems(text)) for text in wordings)
        and all((action - _TOO_WIDE).isdisjoint(_stems(text)) for text in rest)
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(split_words(_TWO_WORDS.sub(r"\1up", text)))
