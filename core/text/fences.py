"""Others' text between two lines that it cannot forge, so that a model takes it for material, whatever it says."""

import hashlib
import re
from typing import NamedTuple


class FenceMarks(NamedTuple):
    """The lines around a text: `{nonce}` stands for what nobody who wrote it can know, `{label}` for what it is."""

    opening: str
    closing: str


PROMPT_MARKS = FenceMarks("=====BEGIN {label} {nonce}", "=====END {label} {nonce}")
"""Of several texts in one prompt, which says the nonce before them."""
TEXT_MARKS = FenceMarks("=====TEXT {nonce}=====", "=====TEXT {nonce}=====")
TURNS_MARKS = FenceMarks("=====TURNS {nonce}=====", "=====TURNS {nonce}=====")
TOOL_MARKS = FenceMarks('<untrusted {nonce} from="{label}">', "</untrusted {nonce}>")
"""Of what a tool answers with; the label is the sender."""


def fence(text: str, *, nonce: str, label: str = "", marks: FenceMarks) -> str:
    """The text, without the nonce, between its marks. The label must be a single line of the caller's own making."""
    opening, closing = (mark.format(label=label, nonce=nonce) for mark in marks)
    return f"{opening}\n{remove_nonce(text, nonce)}\n{closing}"


def fence_by_hash(text: str, marks: FenceMarks = TEXT_MARKS) -> str:
    """Between marks that hold the text's own hash: the same text gives the same prompt, and cannot hold its mark."""
    return fence(text, nonce=hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16], marks=marks)


def remove_nonce(text: str, nonce: str) -> str:
    """Without it, in whatever case: so no text can hold a mark."""
    return re.sub(re.escape(nonce), "…", text, flags=re.IGNORECASE)
