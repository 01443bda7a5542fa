"""What is sent of a question to external sources: its words that carry meaning, and nothing else.

Search engines require every word on a page (CirrusSearch, NewsAPI.org), so "What does … do?" unchanged finds next to
nothing. Bare words also cannot act as operators: quotes, a leading minus, "intitle:", "OR".
"""

import re

from brain.retrieval.hashtags import extract_hashtags
from core.text.bm25_words import STOP_WORDS

MAX_QUESTION_CHARACTERS = 300
"""The rest of a longer question is not sent."""

# "e-mail", "node.js", "don't", "TCP/IP" are one word; "C++" and "C#" keep what makes them.
_WORD = re.compile(r"\w+(?:[-.'’&/]\w+)*(?:\+\+|#)?")


def extract_search_terms(query: str) -> str:
    """The question's words in order, without `#tags` and without stop words (unless it has no others).

    Empty when the question has no words.
    """
    text = extract_hashtags(query)[0]
    if len(text) > MAX_QUESTION_CHARACTERS:
        text = text[: MAX_QUESTION_CHARACTERS + 1].rsplit(" ", 1)[0][:MAX_QUESTION_CHARACTERS]
    words = _WORD.findall(text)
    significant = [word for word in words if not _is_stop_word(word)]
    # In capitals it could be an operator; AND and OR are stop words.
    return " ".join("not" if word == "NOT" else word for word in significant or map(str.lower, words))


def _is_stop_word(word: str) -> bool:
    # "What's" and "who'd" as "what" and "who".
    return re.split("['’]", word.lower())[0] in STOP_WORDS
