"""An answer without a model: the best sentences of what was found, quoted and cited, or that there are none. Pure."""

from brain.extracting.extract import EXTRACTED, MOST_TOKENS, NOT_IN_NOTES, extract
from brain.extracting.sentences import sentences_of

__all__ = ["EXTRACTED", "MOST_TOKENS", "NOT_IN_NOTES", "extract", "sentences_of"]
