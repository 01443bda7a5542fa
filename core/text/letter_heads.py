"""What stands above the text of a mail or a letter and is none of its sentences: headers, addresses, the salutation."""

import re
from collections.abc import Iterator

from core.text.written_dates import dates_of

MAX_HEAD_LINES = 12
"""That are not empty, about."""
MAX_HEAD_CHARACTERS = 2_000
MAX_HEAD_WORDS = 9
"""Of a line of an address; one of more is text."""
_MARKS = r"[ \t>*_#]*"
_LABELS = (
    r"(?:from|to|cc|bcc|date|sent|subject|reply-to|von|an|kopie|gesendet|datum|betreff|de|à|para|objet|asunto|"
    r"fecha)"
)
_LABELLED = re.compile(rf"{_MARKS}{_LABELS}{_MARKS}:", re.IGNORECASE)
_SENDER = re.compile(
    rf"^{_MARKS}(?:from|von|de){_MARKS}:{_MARKS}(?P<who>[^\n]*)", re.IGNORECASE | re.MULTILINE
)
_LABEL_OF_OTHERS = re.compile(rf"(?:^|[\s*_]){_LABELS}{_MARKS}:", re.IGNORECASE)
_FULL_NAME = re.compile(r"[^\W\d_][\w.'’-]{0,29}(?: [^\W\d_][\w.'’-]{0,29}){0,4}")
_NAME = re.compile(r"[^\W\d_]{2,}")
_WORD = re.compile(r"\w+")
SALUTATION = re.compile(
    r"[ \t>*_]*(?:dear|hi|hello|good (?:morning|afternoon|evening)|hallo|moin|guten (?:tag|morgen)|liebe[rs]?|"
    r"sehr geehrte[rs]?|ch[eè]re?s?|estimad[oa]s?|querid[oa]s?|beste)\b"
    r"(?:[ \t]+(?:[^\W\d_][\w'’&-]*|&)\.?){0,6}[*_]*[,:!–—]",
    re.IGNORECASE,
)
"""With its comma: the letter may go on in the same line."""


def mail_headers(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each run of header lines, as of a thread: a sender, and to whom, about what or on which day."""
    start, end = -1, -1
    at = 0
    for line in text.split("\n"):
        if _LABELLED.match(line):
            start, end = (at if start < 0 else start), at + len(line)
        elif start >= 0:
            if _is_mail_header(text[start:end]):
                yield start, end
            start = -1
        at += len(line) + 1
    if start >= 0 and _is_mail_header(text[start:end]):
        yield start, end


def sender_of(header: str) -> str:
    """The name of who sent the mail with this header; empty where it has none."""
    found = _SENDER.search(header)
    name = re.split(r"[<(\[,;|]", found["who"], maxsplit=1)[0].strip(" \t*_\"'“”") if found else ""
    return name if _FULL_NAME.fullmatch(name) else ""


def head_spans(text: str, *, is_beginning: bool) -> list[tuple[int, int]]:
    """(start, end) of what is no sentence, in order: mail headers, salutations at the head of a letter or a mail, and
    the lines of address and date above such a one. `is_beginning`: the text is that of a note from its first line on.
    """
    spans: list[tuple[int, int]] = []
    for start, end in [*([(0, 0)] if is_beginning else []), *mail_headers(text)]:
        behind = salutation_end(text, end) or end
        if behind > start >= (spans[-1][1] if spans else 0):
            spans.append((start, behind))
    return spans


def salutation_end(text: str, start: int) -> int | None:
    """Where the salutation ends that stands below `start` with nothing but short lines between; None without one."""
    at = start
    for line in text[start : start + MAX_HEAD_CHARACTERS].split("\n")[: MAX_HEAD_LINES * 2]:
        if found := SALUTATION.match(line):
            return at + found.end()
        if not is_head_line(line):
            return None
        at += len(line) + 1
    return None


def is_head_line(line: str) -> bool:
    """Whether it may stand above a letter's text: empty, or a few words that end as no sentence does."""
    plain = line.strip(" \t>*_#|")
    return len(_WORD.findall(plain)) <= MAX_HEAD_WORDS and not plain.endswith((".", "!", "?", ";", ","))


def _is_mail_header(block: str) -> bool:
    """It names who sends, which is no day ("From: 1 June"), and a day, a recipient or a subject."""
    sender = _SENDER.search(block)
    if sender is None or not _NAME.search(_without_days(sender["who"])):
        return False
    return len(_LABEL_OF_OTHERS.findall(block)) > 1 or next(dates_of(block), None) is not None


def _without_days(text: str) -> str:
    """Without what follows the first figure: "1 June to 5 June"."""
    return re.split(r"\d", text, maxsplit=1)[0]
