"""Sources outside: what is asked of them, and what their answers say."""

from brain.external.external_pages import MAX_RESULTS, ExternalPage, UnreadableResponse
from brain.external.search_terms import MAX_QUESTION_CHARACTERS, extract_search_terms

__all__ = [
    "MAX_QUESTION_CHARACTERS",
    "MAX_RESULTS",
    "ExternalPage",
    "UnreadableResponse",
    "extract_search_terms",
]
