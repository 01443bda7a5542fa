"""A question in another language than its collection's: only a multilingual model compares the two."""

from functools import lru_cache

from core.llm import reads_english_alone
from core.text.guess_language import NAMES, guess_language
from quickstart.models import Collection, Entry, Review, Skill
from quickstart.services.retrieve_items import QuickstartRetrieval

SHARED = 0.5
"""From this share of the question's words in a hit on it is answered all the same: the hit is in its language, too."""
MAX_READ = 60
"""Entries, and skills, that a collection's language is told from."""
MAX_CACHED = 64


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


@lru_cache(maxsize=MAX_CACHED)
def _language(collection_id: int, version: int) -> str:
    """Of a collection, in this version of it; empty where it cannot be told."""
    published = {"collection_id": collection_id, "review": Review.PUBLISHED}
    entries = Entry.objects.filter(**published).order_by("pk").values_list("question", flat=True)[:MAX_READ]
    skills = Skill.objects.filter(**published).order_by("pk").values_list("description", flat=True)[:MAX_READ]
    return guess_language("\n".join([*entries, *skills]))
