"""An answer without a model: the best sentences of what was found, quoted and cited, or that there are none. Pure."""

from brain.extracting.explain_quotes import explain_quotes
from brain.extracting.extractive_answer import MAX_ANSWER_TOKENS, extract_answer
from brain.extracting.quote_response import EXTRACTIVE_EXPLANATION, NOT_IN_NOTES
from brain.extracting.source_sentences import split_source_sentences

__all__ = [
    "EXTRACTIVE_EXPLANATION",
    "MAX_ANSWER_TOKENS",
    "NOT_IN_NOTES",
    "explain_quotes",
    "extract_answer",
    "split_source_sentences",
]
