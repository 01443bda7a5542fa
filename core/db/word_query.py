"""The words of a search field as a query of PostgreSQL's full text search."""

import re

from django.contrib.postgres.search import CombinedSearchQuery, SearchQuery

_LAST_WORD = re.compile(r"(?:^|\s)([^\W\d_]{5,})\s*$")
"""Long enough that what begins with it is seldom something else."""
_EXACT = re.compile(r"[\"“”]|(?:^|\s)-\w")
_OPERATOR = re.compile(r"[\"“”]|(?:^|\s)(?:or\s|-)", re.IGNORECASE)


def word_query(words: str) -> SearchQuery | CombinedSearchQuery:
    """Every word in any of its forms; quotes hold words together, a minus leaves one out, "or" takes either.

    Without any of these the last word also finds what begins with it: "postgres" finds PostgreSQL.
    """
    words = words.replace("\x00", " ")
    query = SearchQuery(words, config="english", search_type="websearch")
    last = _LAST_WORD.search(words)
    if last is None or _OPERATOR.search(words):
        return query
    beginning = SearchQuery(f"{last[1]}:*", config="english", search_type="raw")
    before = words[: last.start()].strip()
    if before:
        return query | (SearchQuery(before, config="english", search_type="websearch") & beginning)
    return query | beginning


def says_exactly(words: str) -> bool:
    """Whether they say exactly what is wanted: quotes, or a minus before a word; "or" may be one of a question."""
    return _EXACT.search(words) is not None
