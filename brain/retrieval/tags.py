"""The `#tags` of a question, told from what only looks like one: C#, issue #1, a heading, code, an address."""

import re

_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
# Not within a word or an address; a tag begins with a letter, so that "#1" is a number and "# " a heading.
_TAG = re.compile(r"(?<![^\s(\[{\"'“‘,;])#([^\W\d_][\w/-]*)")


def divide(query: str) -> tuple[str, tuple[str, ...]]:
    """(the question without its tags, its tags: lower case, without "#", each once, in their order).

    White space is folded to single spaces. Of nothing but tags the question is empty.
    """
    kept: list[str] = []
    tags: list[str] = []
    end = 0
    for code in [*_CODE.finditer(query), None]:
        plain = query[end : code.start() if code else len(query)]
        tags += [tag.lower().rstrip("-/") for tag in _TAG.findall(plain)]
        kept.append(_TAG.sub(" ", plain))
        if code:
            kept.append(code[0])
            end = code.end()
    return " ".join("".join(kept).split()), tuple(dict.fromkeys(tags))
