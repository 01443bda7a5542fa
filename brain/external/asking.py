"""What of a question is sent outside: its words that carry meaning, and nothing else.

Search engines ask that every word stands in a page (CirrusSearch, NewsAPI.org): "What does … do?" as it stands finds
next to nothing. Words alone also leave none of their operators: quotes, a leading minus, "intitle:", "OR".
"""

import re

from brain.retrieval.tags import divide
from texts.words import STOP_WORDS

MAX_QUESTION = 300
"""Characters; what a longer question says after them is not sent."""

# "e-mail", "node.js", "don't", "TCP/IP" are one word; "C++" and "C#" keep what makes them.
_WORD = re.compile(r"\w+(?:[-.'’&/]\w+)*(?:\+\+|#)?")


def words_to_ask(query: str) -> str:
    """The question's words in their order, without `#tags` and stop words (which are sent where it has no others).

    Empty where the query has no word at all.
    """
    text = divide(query)[0]
    if len(text) > MAX_QUESTION:
        text = text[: MAX_QUESTION + 1].rsplit(" ", 1)[0][:MAX_QUESTION]
    words = _WORD.findall(text)
    telling = [word for word in words if not _is_stop_word(word)]
    # In capitals it would be an operator; AND and OR are stop words.
    return " ".join("not" if word == "NOT" else word for word in telling or map(str.lower, words))


def _is_stop_word(word: str) -> bool:
    # "What's" and "who'd" as "what" and "who".
    return re.split("['’]", word.lower())[0] in STOP_WORDS
