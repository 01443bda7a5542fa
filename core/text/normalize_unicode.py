"""Unicode normalisation in linear time. Python's own sorts the marks on a letter by insertion: a megabyte of them
takes a quarter of an hour. No script puts more than 30 on one (UAX #15, "Stream-Safe Text Format"); a longer run is
normalised in parts.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

MAX_MARKS = 30
# Marks are no word characters. Everything else that matches is checked one by one.
_MARK_RUN = re.compile(rf"[^\w\s\x00-\x7f]{{{MAX_MARKS + 1},}}")


def normalize_unicode(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """As `unicodedata.normalize`, but for runs of more than MAX_MARKS marks."""
    if len(text) <= MAX_MARKS or not _MARK_RUN.search(text):
        return unicodedata.normalize(form, text)
    return "".join(unicodedata.normalize(form, part) for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    start = 0
    for found in _MARK_RUN.finditer(text):
        run = 0
        for at in range(*found.span()):
            run = run + 1 if unicodedata.combining(text[at]) else 0
            if run > MAX_MARKS:
                yield text[start:at]
                start, run = at, 1
    yield text[start:]
