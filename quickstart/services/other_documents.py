"""Whether what was chosen is from another document than the one whose name, or thing, the question names.

A collection may hold several FAQs: "I am 16, may I come to the LAN?" is near a rule for those under 16 at the pool.
"""

import re

from core.text.guess_language import guess_language
from quickstart.models import Collection, Entry, IndexedText

_NAME = re.compile(r"(?<=[\w,;:] )(?:[A-Z]{2,}|[A-Z][a-z][\w-]+)\b")
"""Within a sentence; a capital alone is none, "I" above all."""
_CAPITAL = re.compile(r"\b[A-Z]")
_WORD = re.compile(r"[^\W_]+")
_MOST_CAPITALS = 0.5


def is_of_other_document(collection: Collection, query: str, entry: Entry) -> bool:
    """Whether a name in the question stands in other documents of the collection, and nowhere in the entry's. A query
    for each name; none without one.
    """
    is_capitalised = len(_CAPITAL.findall(query)) > _MOST_CAPITALS * len(_WORD.findall(query))
    if is_capitalised or guess_language(query) not in ("en", ""):
        return False
    documents = (_documents_with(collection, name) for name in _NAME.findall(query))
    return any(found and entry.tree_path[0] not in found for found in documents)


def _documents_with(collection: Collection, name: str) -> set[str]:
    """By the first label of their place."""
    texts = IndexedText.objects.filter(
        account_id=collection.account_id,
        collection_id=collection.pk,
        entry__isnull=False,
        text__iregex=rf"\m{re.escape(name)}('?s)?\M",
    )
    return set(texts.values_list("entry__tree_path__0", flat=True).distinct())
