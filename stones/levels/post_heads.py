"""Threads copied from a forum or a tracker: a line that says who posts what stands below it, and when."""

import re
from collections.abc import Sequence

from stones.levels.author_rules import RuleKind, worded_kind
from stones.levels.letter_lines import is_salutation

MIN_POSTS = 2
MAX_CHARACTERS = 120
_WORD = r"[^\W\d_][\w.'’-]{1,38}"
_CAPITALISED = r"[A-ZÀ-ÖØ-Þ][\w.'’-]{0,29}"
_ROLE = r"(?: \([^()\n]{1,30}\))?(?:\*\*)?"
_PERSON = rf"(?:@{_WORD}|{_CAPITALISED}(?: {_CAPITALISED}){{1,2}})"
"""A name that is no plain noun."""
_ANY_NAME = rf"@?{_WORD}(?: {_CAPITALISED}){{0,2}}"
_POST = r"(?:comment(?:ed)?|reply|post|author|owner|member|contributor|collaborator|maintainer)"
_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.? [^\W\d_]{3,9}\.?,? \d{4}|"
    r"[^\W\d_]{3,9}\.? \d{1,2},? \d{4}|"
    r"(?:about )?(?:an?|\d{1,3}) \w+ ago|yesterday|last \w+)"
)
_POST_HEAD = re.compile(
    rf"\s*(?:\*\*)?(?:"
    rf"(?P<person>{_PERSON}){_ROLE}\s[·•|]\s(?:{_POST}\s[·•|]\s)?|"
    rf"(?P<author>{_ANY_NAME}){_ROLE}\s[·•|]\s{_POST}\s[·•|]\s|"
    rf"(?P<writer>{_PERSON}){_ROLE} (?:wrote|posted|answered|opened (?:this )?(?:issue|pull request)?)"
    r"(?: this)?,? (?:on )?|"
    rf"(?P<mailer>{_ANY_NAME}){_ROLE} wrote,? (?:on )?(?=[^\n]*:\s*$)|"
    rf"(?P<commenter>{_ANY_NAME}){_ROLE} (?:commented|replied|reviewed|left a comment)(?: this)?,? (?:on )?)"
    rf"{_DAY}(?:[ ,T]+(?:at )?\d{{1,2}}:\d\d\S{{0,8}})?[ :·•|]*$"
)


def with_posts_as_labels(lines: Sequence[str]) -> tuple[list[str], int]:
    """The same lines; the heads of several posts are their authors' names with a colon. And the index of the last head;
    0: there are none.
    """
    heads = {at: name for at, line in enumerate(lines) if (name := _author_of(line))}
    if len(heads) < MIN_POSTS:
        return [*lines], 0
    labelled = [*lines]
    for at, name in heads.items():
        labelled[at] = f"{name}:"
        if at + 1 < len(lines) and is_salutation(lines[at + 1]):
            labelled[at + 1] = ""
    return labelled, max(heads)


def _author_of(line: str) -> str:
    """Empty: it is no head of a post. What warns or forbids is none."""
    head = _POST_HEAD.match(line) if len(line) <= MAX_CHARACTERS else None
    if head is None or worded_kind(line) in (RuleKind.WARNING, RuleKind.PROHIBITION):
        return ""
    return next(name.lstrip("@") for name in head.groupdict().values() if name)
