"""What a model says, checked against what it was given: only what stands there survives.

Pure: values in, values out. Any answer is taken, none raises; time is linear in what is given and said.
"""

from brain.checking.check import MOST_ANSWER_CHARACTERS, NOT_SUPPORTED, check
from brain.checking.guarding import WITHHELD, Guarded, guard
from brain.checking.marks import without_marks
from brain.checking.model import Checked, Dropped, Place
from brain.checking.unsupported import NOT_SUPPORTED_MARK, places_in, with_marks

__all__ = [
    "MOST_ANSWER_CHARACTERS",
    "NOT_SUPPORTED",
    "NOT_SUPPORTED_MARK",
    "WITHHELD",
    "Checked",
    "Dropped",
    "Guarded",
    "Place",
    "check",
    "guard",
    "places_in",
    "with_marks",
    "without_marks",
]
