"""External sources: the requests sent to them, and the parsing of their responses."""

from brain.external.external_pages import MAX_RESULTS, ExternalPage, UnreadableResponse
from brain.external.search_terms import MAX_QUESTION_CHARACTERS, extract_search_terms

__all__ = [
    "MAX_QUESTION_CHARACTERS",
    "MAX_RESULTS",
    "ExternalPage",
    "UnreadableResponse",
    "extract_search_terms",
]
