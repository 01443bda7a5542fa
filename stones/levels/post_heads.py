"""Threads copied from a forum or a tracker: a line that says who posts what stands below it, and when."""

import re
from collections.abc import Sequence

from stones.levels.letter_lines import is_salutation

MIN_POSTS = 2
MAX_CHARACTERS = 120
_NAME = r"@?(?P<{}>[^\W\d_][\w.'’-]{{1,38}}(?: [A-Z][\w.'’-]{{0,29}}){{0,2}})(?: \([^()\n]{{1,30}}\))?"
_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.? [^\W\d_]{3,9}\.?,? \d{4}|"
    r"[^\W\d_]{3,9}\.? \d{1,2},? \d{4}|"
    r"(?:about )?(?:an?|\d{1,3}) \w+ ago|yesterday|last \w+)"
)
_POST_HEAD = re.compile(
    rf"\s*(?:\*\*)?(?:{_NAME.format('first')}(?:\*\*)?\s[·•|]\s(?:[^·•|\n]{{1,24}}\s[·•|]\s)?|"
    rf"{_NAME.format('second')}(?:\*\*)? (?:commented|wrote|replied|posted|answered|reviewed|opened (?:this )?(?:issue|"
    rf"pull request)?|left a comment)(?: this)?,? (?:on )?)"
    rf"{_DAY}(?:[ ,T]+(?:at )?\d{{1,2}}:\d\d\S{{0,8}})?[ :·•|]*$"
)


def with_posts_as_labels(lines: Sequence[str]) -> tuple[list[str], int]:
    """The same lines; the heads of several posts are their authors' names with a colon. And the index of the last head;
    0: there are none.
    """
    heads = {at: match for at, line in enumerate(lines) if (match := _POST_HEAD.match(line[:MAX_CHARACTERS]))}
    if len(heads) < MIN_POSTS:
        return [*lines], 0
    labelled = [*lines]
    for at, head in heads.items():
        labelled[at] = f"{head['first'] or head['second']}:"
        if at + 1 < len(lines) and is_salutation(lines[at + 1]):
            labelled[at + 1] = ""
    return labelled, max(heads)
