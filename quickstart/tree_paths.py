"""Paths in a capability tree: their comparison, and their similarity to a question.

Authors write one label as "Data Binding", "data-binding" and "Data bindings"; "Browser Python (Pyodide)" is "Browser
Python". A key is for comparing only: displays keep the author's spelling.
"""

import re
from collections.abc import Collection, Sequence

from core.text.bm25_words import split_words
from core.text.normalize_unicode import normalize_unicode

SEPARATOR = " › "
"""Between the labels of a key; no normalized label contains it."""

_HINT = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
# Signs stay if they make the name: C#, C++, F#.
_WORD = re.compile(r"[^\W_]+(?:[+#]+(?![^\W_]))?")


def key_of(path: Sequence[str]) -> str:
    """Equal for equivalent paths: case, hyphens, underscores, signs, plurals and trailing hints are ignored."""
    return SEPARATOR.join(map(normalize_label, path))


def normalize_label(label: str) -> str:
    """One label as in keys; empty only for a blank label."""
    folded = normalize_unicode("NFKC", label).casefold().replace("&", " and ").strip()
    for spelling in (_HINT.sub("", folded), folded):
        if found := _WORD.findall(spelling):
            return " ".join(map(_singular, found))
    return folded.replace(SEPARATOR.strip(), " ").strip() or folded


def path_similarity(stems: Collection[str], path: Sequence[str]) -> float:
    """How closely a question with these stems (`core.text.bm25_words`) matches a place: 0 to 1.

    Each label counts by the share of its words in the question, deeper ones more: a question that names the last
    label means this place, one that names the first means the branch.
    """
    query_stems = set(stems)
    total = matched = 0.0
    for depth, label in enumerate(path, start=1):
        of_label = set(split_words(label))
        if of_label:
            total += depth
            matched += depth * len(query_stems & of_label) / len(of_label)
    return matched / total if total else 0.0


def _singular(word: str) -> str:
    if len(word) < 4 or not word.isascii() or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1]
