"""The numbers in an answer that point to its citations: "[2]". They follow when citations are dropped or merged."""

import re
from collections.abc import Mapping

_MARK = re.compile(
    r"(?P<code>```.*?(?:```|\Z)|`[^`\n]*`)"
    r"|(?P<space>[ \t]?)\[(?P<numbers>\d{1,5}(?:[ \t]?[,;][ \t]?\d{1,5}){0,20})\](?![(:])",
    re.DOTALL,
)


def renumber(answer: str, numbers: Mapping[int, int]) -> str:
    """Each mark by its new number; one that has none is taken out. What stands in code is left alone."""

    def renumbered(mark: re.Match[str]) -> str:
        if mark["code"] is not None:
            return mark["code"]
        old = [int(number) for number in re.split(r"[,;]", mark["numbers"])]
        new = dict.fromkeys(numbers[number] for number in old if number in numbers)
        return f"{mark['space']}[{', '.join(map(str, new))}]" if new else ""

    return _MARK.sub(renumbered, answer)


def without_marks(text: str) -> str:
    return renumber(text, {})
