"""What the manual has: on a question that no curated entry answers for sure, and the documents that an entry names."""

import re
from collections.abc import Sequence

from manual.find_sections import MAX_SECTIONS, manual_index
from manual.read_documents import Section, find_page
from quickstart.models import Collection
from quickstart.ranking import correct_spelling
from quickstart.rendering.answer_content import ManualRef
from quickstart.services.vocabulary_cache import vocabulary_of

_LISTED = re.compile(r"^(\s*[-*] )`([^`\s]+)`\s*$", re.M)


def manual_sections(collection: Collection, query: str, *, is_answered: bool) -> list[ManualRef]:
    """At most three, the best first; none where it is surely answered, nor for other collections than the shipped."""
    if is_answered or not collection.shipped_hash:
        return []
    found = manual_index().find(correct_spelling(query, vocabulary_of(collection)))
    return [_ref(each) for each in found[:MAX_SECTIONS]]


def named_documents(collection: Collection, paths: Sequence[str]) -> list[tuple[str, ManualRef | None]]:
    """Each path with its page of the manual; None where it has none, or names a file of another project."""
    found = [(path, find_page(path) if collection.shipped_hash else None) for path in paths]
    return [(path, _ref(page) if page else None) for path, page in found]


def link_documents(collection: Collection, text: str) -> str:
    """A skill's Markdown with a link to the manual where a line of a list is the path of a document alone."""

    def linked(found: re.Match[str]) -> str:
        [(path, page)] = named_documents(collection, [found[2]])
        return f"{found[1]}[{page.place}]({page.url}) (`{path}`)" if page else found[0]

    return _LISTED.sub(linked, text)


def _ref(section: Section) -> ManualRef:
    return ManualRef(section.document_title, section.title, section.url)
