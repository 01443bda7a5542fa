"""Reads of stored stones. Every query begins with the account: no prefix, search or vector reaches over it.

What another account has sent to it, it may read by name; lists and searches are of its own alone.
"""

from stones.queries.find_stones import (
    MAX_CANDIDATES,
    StoneRecipient,
    count_candidates,
    distinct_prefixes,
    find_own_stone,
    find_stone,
    find_stone_to_read,
    name_for,
    raise_ambiguous,
    raise_gone,
    stones_of_text,
)
from stones.queries.list_stones import (
    as_latest,
    assemble,
    assemble_to_read,
    contents_matching,
    in_state,
    passage_similarities,
    passages_of,
    reloaded,
    search_contents,
    search_stones,
    stones_of,
    with_list_fields,
    with_read_counts,
)

__all__ = [
    "MAX_CANDIDATES",
    "StoneRecipient",
    "as_latest",
    "assemble",
    "assemble_to_read",
    "contents_matching",
    "count_candidates",
    "distinct_prefixes",
    "find_own_stone",
    "find_stone",
    "find_stone_to_read",
    "in_state",
    "name_for",
    "passage_similarities",
    "passages_of",
    "raise_ambiguous",
    "raise_gone",
    "reloaded",
    "search_contents",
    "search_stones",
    "stones_of",
    "stones_of_text",
    "with_list_fields",
    "with_read_counts",
]
