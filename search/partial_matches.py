"""Rows that hold some of a search's words, where no row holds all of them; a rare word counts for more."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
from django.db.models import QuerySet, Value

from core.text.bm25_words import STOP_WORDS
from search.passage_score import shares, word_weights

MAX_WORDS = 10
MAX_ROWS = 500
"""The newest that hold a word."""
LEAST_SHARE = 0.5
"""By weight, of the words that any row holds."""
LEAST_WORDS = 1 / 3
"""Of all words."""
_KEY = re.compile(r"[a-z_]{2,20}:\S", re.IGNORECASE)


def split_search(search: str) -> tuple[list[str], str]:
    """The words that a row may lack, and the rest, which holds for every row: keys (`from:koda`) and left-out words.

    No words where quotes keep some together, and where there is only one.
    """
    typed = search.split()
    rest = [word for word in typed if word.startswith("-") or _KEY.match(word)]
    words = dict.fromkeys(word for word in typed if word not in rest and word.lower() not in STOP_WORDS)
    is_loose = '"' not in search and len(words) > 1
    return list(islice(words, MAX_WORDS)) if is_loose else [], " ".join(rest)


def rows_with_most_words(rows_with: Callable[[str], QuerySet[Any]], search: str, limit: int) -> list[Any]:
    """Keys of at most `limit` rows, the best first, of equals the newest: a later row has a greater key.

    `rows_with` gives the rows that match a search, the newest first. One query, none for a single word.
    """
    words, rest = split_search(search)
    if not words:
        return []
    first, *others = (
        rows_with(f"{word} {rest}".strip()).annotate(word=Value(at)).values_list("pk", "word")[:MAX_ROWS]
        for at, word in enumerate(words)
    )
    held: dict[Any, set[int]] = {}
    for pk, at in first.union(*others, all=True):
        held.setdefault(pk, set()).add(at)
    counts = Counter(at for words_at in held.values() for at in words_at)
    if not counts:
        return []
    known = sorted(counts)
    weights = shares(word_weights([counts[at] for at in known], len(held)))
    weight_of = dict(zip(known, np.asarray(weights).tolist(), strict=True))
    worth = {pk: sum(weight_of[at] for at in words_at) for pk, words_at in held.items()}
    enough = LEAST_WORDS * len(words)
    good = [pk for pk in held if worth[pk] >= LEAST_SHARE and len(held[pk]) >= enough]
    return sorted(sorted(good, reverse=True), key=lambda pk: -worth[pk])[:limit]
