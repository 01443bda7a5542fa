"""What the manual has on a question about the product itself that no curated entry answers for sure."""

from manual.find_sections import MAX_SECTIONS, manual_index
from quickstart.models import Collection
from quickstart.ranking import correct_spelling
from quickstart.rendering.answer_content import ManualRef
from quickstart.services.vocabulary_cache import vocabulary_of


def manual_sections(collection: Collection, query: str, *, is_answered: bool) -> list[ManualRef]:
    """At most three, the best first; none where it is surely answered, nor for other collections than the shipped."""
    if is_answered or not collection.shipped_hash:
        return []
    found = manual_index().find(correct_spelling(query, vocabulary_of(collection)))
    return [ManualRef(each.document_title, each.title, each.url) for each in found[:MAX_SECTIONS]]
