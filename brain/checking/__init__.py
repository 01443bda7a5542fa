"""What a model says, checked against what it was given: only what stands there survives.

Pure: values in, values out. Any answer is taken, none raises; time is linear in what is given and said.
"""

from brain.checking.check import MOST_ANSWER_CHARACTERS, NOT_SUPPORTED, check
from brain.checking.guarding import WITHHELD, Guarded, guard
from brain.checking.marks import without_marks
from brain.checking.model import Checked, Dropped, Place

__all__ = [
    "MOST_ANSWER_CHARACTERS",
    "NOT_SUPPORTED",
    "WITHHELD",
    "Checked",
    "Dropped",
    "Guarded",
    "Place",
    "check",
    "guard",
    "without_marks",
]
