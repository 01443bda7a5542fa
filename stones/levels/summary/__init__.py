"""The check of a sender's own summary: that it claims only what the text says, and what it leaves out.

Values in, values out: the token count is an argument.
"""

from stones.levels.summary.check_summary import check_summary, check_words, find_omissions
from stones.levels.summary.summary_report import Omission, SummaryFault, SummaryReport
from stones.levels.summary.summary_source import SummarySource

__all__ = [
    "Omission",
    "SummaryFault",
    "SummaryReport",
    "SummarySource",
    "check_summary",
    "check_words",
    "find_omissions",
]
