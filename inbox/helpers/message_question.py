"""Questions about messages, told from their words: whom of the correspondents one names, or the inbox as a whole."""

import re
from collections.abc import Collection

from core.text.bm25_words import split_words

_MESSAGING = re.compile(
    r"\b(?:asks?|asked|asking|says?|said|tells?|told|writes?|wrote|written|sends?|sent|messages?|messaged|mails?|mailed"
    r"|repl(?:y|ies|ied)|answers?|answered|wants?|wanted|requests?|requested|reports?|reported|inbox|hear|heard|news"
    r"|contact(?:ed)?)\b",
    re.IGNORECASE,
)
_OF_THE_ASKER = re.compile(
    r"\b(?:did|have|had) i\b|(?<!was )\bi (?:\w+ ){0,2}(?:asked|said|told|wrote|sent)\b", re.IGNORECASE
)
"""What the asker wrote stands in no message to the asker."""
_OF_THE_INBOX = frozenset(
    split_words("wait unread unanswered urgent inbox message mail ask asked write wrote written")
)
_BESIDE_THEM = frozenset(
    split_words(
        "anybody anyone somebody someone something anything everything there all any new now today still yet list show"
        " tell need want answer reply"
    )
)
_URGENT = frozenset(split_words("urgent"))
_WORD = re.compile(r"[\w-]+")


def named_correspondents(question: str, names: Collection[str]) -> frozenset[str]:
    """Those of `names` (`koda`, of another account `koda@ann`) whose messages the question is about; mostly none.

    A part of a name on either side of the "@" is enough.
    """
    if not _MESSAGING.search(question) or _OF_THE_ASKER.search(question):
        return frozenset()
    words = {word.casefold() for word in _WORD.findall(question)}
    return frozenset(name for name in names if words.intersection(name.casefold().split("@")))


def is_about_inbox(question: str) -> bool:
    """Whether it asks what is open in the inbox ("what is waiting for me?"): every word that carries meaning is one of
    messaging, so that no topic is named.
    """
    stems = set(split_words(question))
    of_messages = stems & _OF_THE_INBOX
    return bool(of_messages) and stems <= _OF_THE_INBOX | _BESIDE_THEM and not _OF_THE_ASKER.search(question)


def wants_urgent(question: str) -> bool:
    return not _URGENT.isdisjoint(split_words(question))
