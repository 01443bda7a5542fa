"""The `#tags` of a question, as opposed to what only looks like one: C#, issue #1, a heading, code, a URL."""

import re
from collections.abc import Iterator

_TICKS = re.compile(r"`+")
# Not within a word or a URL; a tag begins with a letter, so "#1" is a number and "# " a heading.
_TAG = re.compile(r"(?<![^\s(\[{\"'“‘,;])#([^\W\d_][\w/-]*)")


def extract_hashtags(query: str) -> tuple[str, tuple[str, ...]]:
    """(the question without its tags, its tags: lower case, without "#", each once, in order).

    White space is collapsed. A question of nothing but tags becomes empty.
    """
    text_parts: list[str] = []
    tags: list[str] = []
    end = 0
    for first, stop in [*_code_spans(query), (len(query), len(query))]:
        plain = query[end:first]
        tags += [tag.lower().rstrip("-/") for tag in _TAG.findall(plain)]
        text_parts += [_TAG.sub(" ", plain), query[first:stop]]
        end = stop
    return " ".join("".join(text_parts).split()), tuple(dict.fromkeys(tags))


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    """From a run of backticks to the next one of the same length, in one pass over the text."""
    runs = [found.span() for found in _TICKS.finditer(text)]
    nexts: list[int] = [0] * len(runs)
    last: dict[int, int] = {}
    for at in range(len(runs) - 1, -1, -1):
        length = runs[at][1] - runs[at][0]
        nexts[at] = last.get(length, 0)
        last[length] = at
    at = 0
    while at < len(runs):
        if closing := nexts[at]:
            yield runs[at][0], runs[closing][1]
        at = (closing or at) + 1
