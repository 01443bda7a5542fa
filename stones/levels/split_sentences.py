"""Plain text into sentences, and how many there are."""

import re
from itertools import pairwise

from core.text.sentence_ends import sentence_ends

MAX_SENTENCE_CHARACTERS = 1_200
"""Characters. A longer run without a full stop is no sentence; it is cut so that no pattern meets a huge text."""


def split_sentences(text: str) -> list[str]:
    """Sentences of a one-line text, in order, nothing but outer spaces lost; a longer one in several pieces."""
    starts = [0, *sentence_ends(text, 0, len(text))]
    sentences = (text[start:end].strip() for start, end in pairwise(starts))
    return [piece for sentence in sentences if sentence for piece in _pieces(sentence)]


def _pieces(sentence: str) -> list[str]:
    if len(sentence) <= MAX_SENTENCE_CHARACTERS:
        return [sentence]
    return [
        sentence[at : at + MAX_SENTENCE_CHARACTERS] for at in range(0, len(sentence), MAX_SENTENCE_CHARACTERS)
    ]


SENTENCE_BREAK = re.compile(r"[.!?…](?=[\"'”’)\]]*\s+[\"'“‘(\[]*[A-Z0-9])|[。！？](?=.)")
"""Where the simplest reader sees a sentence end before another."""


def sentence_count(text: str) -> int:
    """Sentences as the simplest reader would count them, so that nobody counts more than we do."""
    return len(SENTENCE_BREAK.findall(text)) + bool(text.strip())
