"""Why a question cannot have an answer in a collection, however near its hits come.

It is in another language than the collection: only a multilingual model compares the two. Or it is about a thing by a
name that the collection does not know ("the password of my Gmail account"): its other words may all be known, so that
the answer about another thing's password would look sure.
"""

import re
from functools import lru_cache

from core.llm import reads_english_alone
from core.text.guess_language import NAMES, guess_language
from core.text.stated_days import named_days
from quickstart.models import Collection, Entry, Review, Skill
from quickstart.services.retrieve_items import QuickstartRetrieval
from quickstart.services.vocabulary_cache import vocabulary_of

SHARED = 0.5
"""From this share of the question's words in a hit on it is answered all the same: the hit is in its language, too."""
MAX_READ = 60
"""Entries, and skills, that a collection's language is told from."""
MAX_CACHED = 64

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


def why_foreign(collection: Collection, query: str, found: QuickstartRetrieval) -> str:
    """Why a question in another language has no answer here, as a sentence; empty where it may have one."""
    query_language = guess_language(query)
    if not query_language or (found.vector is not None and not reads_english_alone(found.model)):
        return ""
    collection_language = _language(collection.pk, collection.version)
    if not collection_language or collection_language == query_language:
        return ""
    best = max((each.coverage for each in [*found.entries[:1], *found.skills[:1]]), default=0.0)
    if best >= SHARED:
        return ""
    compares = (
        "words alone are compared"
        if found.vector is None
        else "the model that compares meanings reads English"
    )
    names = NAMES[collection_language], NAMES[query_language]
    return f"This collection is in {names[0]}, your question in {names[1]}, and {compares}."


def why_unknown_name(collection: Collection, query: str) -> str:
    """Why a question about something else has no answer here, as a sentence; empty where it names nothing unknown.

    The name of whom something is sent to or comes from is no such name: every asker knows other people and agents. Nor
    is a day or a month, which a range or "daily" may cover.
    """
    days = named_days(query)
    names = [
        each
        for each in _NAME.finditer(query)
        if each[0] not in days and not _BEFORE_PEOPLE.search(query[: each.start()])
    ]
    is_capitalised = len(_CAPITAL.findall(query)) > _MOST_CAPITALS * len(_WORD.findall(query))
    if not names or is_capitalised or guess_language(query) not in ("en", ""):
        return ""
    vocabulary = vocabulary_of(collection)
    unknown = next((each[0] for each in names if not vocabulary.knows(each[0])), "")
    return f"Nothing in this collection is about “{unknown}”." if unknown else ""


@lru_cache(maxsize=MAX_CACHED)
def _language(collection_id: int, version: int) -> str:
    """Of a collection, in this version of it; empty where it cannot be told."""
    published = {"collection_id": collection_id, "review": Review.PUBLISHED}
    entries = Entry.objects.filter(**published).order_by("pk").values_list("question", flat=True)[:MAX_READ]
    skills = Skill.objects.filter(**published).order_by("pk").values_list("description", flat=True)[:MAX_READ]
    return guess_language("\n".join([*entries, *skills]))
