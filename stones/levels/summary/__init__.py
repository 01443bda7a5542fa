"""The check of a sender's own words: that they claim only what the text says, and what they leave out.

Values in, values out: the token count is an argument.
"""

from stones.levels.summary.check import check_summary, check_words, words_left_out
from stones.levels.summary.report import LeftOut, SummaryFault, SummaryReport
from stones.levels.summary.source import Source

__all__ = [
    "LeftOut",
    "Source",
    "SummaryFault",
    "SummaryReport",
    "check_summary",
    "check_words",
    "words_left_out",
]
