"""reStructuredText line by line as Markdown, for `core.text.text_blocks`; the number of lines stays."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_SUBSTITUTION = re.compile(r"\s*\.\. \|([^|\n]{1,60})\| (replace|image|unicode|date)::[ \t]*(.{0,300})")
_OPENS_CODE = re.compile(
    r"\s*(?:\.\. (?:code-block|code|sourcecode|parsed-literal)::|(?!\.\. ).{0,300}::\s*$)"
)
_NAMED = re.compile(r"\|(?=\S)([^|\n]{1,60})(?<=\S)\|_{0,2}")
_FIELD = re.compile(r":([A-Z][\w-]{1,20}(?: [\w-]{1,20})?):[ \t]+(\S.*)")
_OPTION = re.compile(r"\s+:[\w-]{1,30}:")
_TARGET = re.compile(r"\s*\.\. _([A-Za-z][\w.+-]{0,60}):(?: |$)")
_REFERENCE = re.compile(r"(?<![\w`])([A-Za-z][\w.+-]{0,60}?)_(?![\w`])")
_RULE = re.compile(r"=+(?: +=+)+ *$")
_GRID_RULE = re.compile(r" {0,3}\+(?:[-=]{2,}\+){1,100}\s*$")


def rst_as_markdown(lines: Sequence[str]) -> list[str]:
    """The same lines; text that is not reStructuredText stays as it is."""
    for rewrite in (
        without_substitutions,
        without_reference_marks,
        with_tables_in_bars,
        with_fields_as_labels,
    ):
        lines = rewrite(lines)
    return [*lines]


def without_substitutions(lines: Sequence[str]) -> list[str]:
    """The same lines; reStructuredText's `|name|` as the text that the document gives it, images as nothing."""
    texts = {
        found[1]: found[3] if found[2] == "replace" else ""
        for found in map(_SUBSTITUTION.match, lines)
        if found
    }
    if not texts:
        return [*lines]
    out: list[str] = []
    is_within = False
    for line in lines:
        is_within = bool(_SUBSTITUTION.match(line) or (is_within and _OPTION.match(line)))
        out.append("" if is_within else _NAMED.sub(lambda found: texts.get(found[1], found[0]), line))
    return out


def with_code_indented(lines: Sequence[str]) -> list[str]:
    """The same lines; those of reStructuredText's literal blocks are indented as far as Markdown's code."""
    out = [*lines]
    if not any("::" in line for line in lines):
        return out
    margin = -1
    for at, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if margin >= 0 and line.strip() and indent <= margin:
            margin = -1
        if margin >= 0 and line.strip():
            out[at] = line if line.startswith("    ") else f"    {line}"
        elif margin < 0 and _OPENS_CODE.match(line):
            margin = indent
    return out


def with_fields_as_labels(lines: Sequence[str]) -> list[str]:
    """The same lines; fields of reStructuredText one below the other, `:Version: 4.3`, without their marks."""
    fields = [_FIELD.match(line) for line in lines]
    return [
        f"{field[1]}: {field[2]}" if field and (above or below) else line
        for line, field, above, below in zip(
            lines, fields, [None, *fields], [*fields[1:], None], strict=False
        )
    ]


def without_reference_marks(lines: Sequence[str]) -> list[str]:
    """The same lines; `asyncio_`, for which the document has a target, as the word."""
    names = {found[1].lower() for line in lines if (found := _TARGET.match(line))}
    if not names:
        return [*lines]
    return [
        line
        if _TARGET.match(line)
        else _REFERENCE.sub(lambda found: found[1] if found[1].lower() in names else found[0], line)
        for line in lines
    ]


def with_tables_in_bars(lines: Sequence[str]) -> list[str]:
    """The same lines; tables between rows of `=` and the rules of grid tables with bars, as Markdown has them."""
    out = [line.replace("+", "|") if _GRID_RULE.match(line[:400]) else line for line in lines]
    for first, last in _simple_tables(lines):
        bounds = [found.span() for found in re.finditer("=+", lines[first])]
        for at in range(first, last + 1):
            is_rule = _RULE.match(lines[at])
            out[at] = "|---" * len(bounds) + "|" if is_rule else _row(lines[at], bounds)
        out[first] = out[last] = ""
    return out


def _simple_tables(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """First and last line of each: rules of equal columns, the last before a blank line or the end."""
    first = -1
    rules = [at for at, line in enumerate(lines) if _RULE.match(line[:400])]
    for at, following in pairwise([*rules, len(lines)]):
        if first < 0:
            first = at
        is_end = at + 1 == len(lines) or not lines[at + 1].strip()
        if at > first and is_end:
            yield first, at
            first = -1
        elif following == len(lines) or lines[following].rstrip() != lines[first].rstrip():
            first = -1


def _row(line: str, bounds: Sequence[tuple[int, int]]) -> str:
    """The last column may be longer than its rule."""
    ends = [*(start for start, _ in bounds[1:]), len(line)]
    cells = [line[start:end].strip() for (start, _), end in zip(bounds, ends, strict=True)]
    return f"| {' | '.join(cells)} |"
