"""A question about a thing by a name that its collection does not know: "the password of my Gmail account".

Its other words may all be known, so that the answer about another thing's password would look sure. The name of whom
something is sent to or comes from is no such name: every asker knows other people and agents.
"""

import re

from core.text.guess_language import guess_language
from quickstart.models import Collection
from quickstart.services.vocabulary_cache import vocabulary_of

_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z][^\W_]+")
_CAPITAL = re.compile(r"\b[A-Z]")
_WORD = re.compile(r"[^\W_]+")
_BEFORE_PEOPLE = re.compile(
    r"(?:to|from|by|with|for|at|and|or|than|like|can|could|do|does|did|will|would|is|are|was|has|have|had|should|may"
    r"|might|must|if|when|that|what|which|how|why|who|ask|asks|tell|tells|called|named|agent|person|user"
    r"|colleague|co-?worker|team-?mate|friend|boss|manager|partner|wife|husband|brother|sister|son|daughter|mother|father"
    r"|neighbou?r|client|customer|assistant|bot),? $",
    re.IGNORECASE,
)
_MOST_CAPITALS = 0.5
"""Share of the words from which on capitals say nothing: a title, or German."""


def why_unknown_name(collection: Collection, query: str) -> str:
    """Why a question about something else has no answer here, as a sentence; empty where it names nothing unknown."""
    names = [each for each in _NAME.finditer(query) if not _BEFORE_PEOPLE.search(query[: each.start()])]
    is_capitalised = len(_CAPITAL.findall(query)) > _MOST_CAPITALS * len(_WORD.findall(query))
    if not names or is_capitalised or guess_language(query) not in ("en", ""):
        return ""
    vocabulary = vocabulary_of(collection)
    unknown = next((each[0] for each in names if not vocabulary.knows(each[0])), "")
    return f"Nothing in this collection is about “{unknown}”." if unknown else ""
