"""The pure core of recall: which stems find a memory, in what order memories come, and what is told of them.

Values in, values out; vectors, counts and the clock are arguments. What was measured stands beside each constant.
"""

from inbox.memory.ranking import Candidate, Ranked, best_first, rank
from inbox.memory.scanning import Scanned, scan
from inbox.memory.writing import Entry, Layout, Piece, Written, plain, write

__all__ = [
    "Candidate",
    "Entry",
    "Layout",
    "Piece",
    "Ranked",
    "Scanned",
    "Written",
    "best_first",
    "plain",
    "rank",
    "scan",
    "write",
]
