"""The pure core of recall: which stems find a memory, in what order memories come, and what is told of them.

Values in, values out; vectors, counts and the clock are arguments. What was measured stands beside each constant.
"""

from inbox.memory.ranking import Candidate, Ranked, best_first, rank
from inbox.memory.scanning import Scanned, scan
from inbox.memory.stems import MOST_WORDS, passage_stems, question_stems
from inbox.memory.writing import Entry, Layout, Piece, Written, plain, write

__all__ = [
    "MOST_WORDS",
    "Candidate",
    "Entry",
    "Layout",
    "Piece",
    "Ranked",
    "Scanned",
    "Written",
    "best_first",
    "passage_stems",
    "plain",
    "question_stems",
    "rank",
    "scan",
    "write",
]
