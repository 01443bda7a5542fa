"""Numbers of versions and sections at the heads of lines, which look like dates: `## 1.4.10`, `**2.1.** Open`."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

_MARKS = r"^[ \t#>*_•+`~–—-]{0,12}(?:\d{1,3}[.)][ \t]+)?[*_\[(]{0,4}"
_TRIPLE = re.compile(rf"{_MARKS}(\d{{1,3}}\.\d{{1,3}}\.\d{{1,3}})(?![\d/]|[.,:-]\d)", re.MULTILINE)
_PAIR = re.compile(rf"{_MARKS}(\d{{1,2}}\.\d{{1,2}}\.)(?!\d|[ \t]?\d{{2,4}}\b)", re.MULTILINE)

_Number = tuple[int, ...]


def mask_numbers(text: str) -> str:
    """The text, as long as it was, with no date where the figures at the heads of its lines count on as those of
    versions or sections do.
    """
    for pattern, count_on in ((_TRIPLE, _are_versions), (_PAIR, _are_sections)):
        text = _mask(text, pattern, count_on)
    return text


def _mask(text: str, pattern: re.Pattern[str], count_on: Callable[[Sequence[_Number]], bool]) -> str:
    found = [match.span(1) for match in pattern.finditer(text)]
    numbers = [text[slice(*each)] for each in found]
    is_padded = any(part.startswith("0") and len(part) > 1 for each in numbers for part in each.split("."))
    if is_padded or not count_on([tuple(map(int, filter(None, each.split(".")))) for each in numbers]):
        return text
    parts, at = list[str](), 0
    for (start, end), number in zip(found, numbers, strict=True):
        parts += text[at:start], number.replace(".", "_")
        at = end
    return "".join([*parts, text[at:]])


def _are_versions(numbers: Sequence[_Number]) -> bool:
    """The last figure alone rises or falls by one somewhere, or one before it is 0, as no day or month is."""
    return any(0 in each[:2] for each in numbers) or any(
        first[:2] == second[:2] and abs(first[2] - second[2]) == 1 for first, second in pairwise(numbers)
    )


def _are_sections(numbers: Sequence[_Number]) -> bool:
    """Each is the next in its chapter or opens the next one, and some chapter has two: `1.1.`, `2.1.`, `3.1.` are
    days.
    """
    in_chapter = [(first[0], first[1] + 1) == second for first, second in pairwise(numbers)]
    opens = [(first[0] + 1, 1) == second for first, second in pairwise(numbers)]
    return len(numbers) > 2 and any(in_chapter) and all(map(max, in_chapter, opens))
