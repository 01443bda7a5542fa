"""Sources outside: what is asked of them, and what their answers say."""

from brain.external.asking import MAX_QUESTION, words_to_ask
from brain.external.results import MOST_RESULTS, Result, Unreadable

__all__ = ["MAX_QUESTION", "MOST_RESULTS", "Result", "Unreadable", "words_to_ask"]
