"""reStructuredText line by line as Markdown, for `core.text.text_blocks`; the number of lines stays."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.text.bm25_words import STOP_WORDS
from core.text.text_blocks import FENCE, HEAD_CHARACTERS, LIST_ITEM

_SUBSTITUTION = re.compile(r"\s*\.\. \|([^|\n]{1,60})\| (replace|image|unicode|date)::[ \t]*(.{0,300})")
_OPENS_CODE = re.compile(
    r"\s*(?:\.\. (?:code-block|code|sourcecode|parsed-literal)::|(?!\.\. ).{0,300}::\s*$)"
)
_IN_SENTENCE = re.compile(r"(?<=[a-z] )\|([^|\n]{1,60})\|_{0,2}(?=[.,;)]| [a-z])")
"""An image in place of a word."""
_NAMED = re.compile(r"\|(?=\S)([^|\n]{1,60})(?<=\S)\|_{0,2}")
_UNKNOWN = re.compile(r"(?<!\w)\|([A-Za-z][\w.-]{0,40})\|(?!\w)")
_FIELD = re.compile(r":([A-Z][\w-]{1,20}(?: [\w-]{1,20})?):[ \t]+(\S.*)")
_OPTION = re.compile(r"\s+:[\w-]{1,30}:")
_TARGET = re.compile(r"\s*\.\. _([A-Za-z\d][\w.+-]{0,60}):(?: |$)")
_REFERENCE = re.compile(r"(?<![\w`])([A-Za-z\d][\w.+-]{0,60}?)_(?![\w`])")
_COMMENT = re.compile(r"\.\.(?: (?!_|\||\[|[\w:.+-]{1,60} ?::)\S|\s*$)")
_MARKED = re.compile(r"\.\. (?:_|\||[\w:.+-]{1,60} ?::)|\.\. SPDX-")
_QUOTED = re.compile(r"``[^`]+``|(?<!`)`([^`]+)`(?:(__?)(?!\w))?")
"""A literal, or interpreted text, which refers with an underscore behind it."""
_NULL = re.compile(r"(?<=[`*|_])\\ |\\ (?=[`*|])")
"""A space that only parts a mark from a letter."""
_TERM = re.compile(r"(?:\*\*)?(?:[^\w\s]{1,3} )?[^\W_]\S{0,40}(?: \S{1,40}){0,7}(?<![.:;,!?=~^-])$")
_DEFINITION = re.compile(r" {2,8}(?:https?://|[^\W_a-z]\S* \S)")
_RULE = re.compile(r"={2,}(?: +={2,}){1,29} *$")
_GRID_RULE = re.compile(r" {0,3}\+(?:[-=]{2,}\+){1,100}\s*$")


def rst_as_markdown(lines: Sequence[str]) -> list[str]:
    """The same lines; text that is not reStructuredText, and code, stay as they are."""
    code = _code_lines(lines)
    prose: Sequence[str] = ["" if at in code else line for at, line in enumerate(lines)]
    is_marked = any(map(_MARKED.match, prose))
    if is_marked:
        prose = with_definitions_as_labels(without_marks(without_comments(prose)))
    for rewrite in (
        without_substitutions,
        without_reference_marks,
        with_tables_in_bars,
        with_fields_as_labels,
    ):
        prose = rewrite(prose)
    if is_marked:
        prose = with_unknown_substitutions_named(prose)
    return [line if at in code else prose[at] for at, line in enumerate(lines)]


def _code_lines(lines: Sequence[str]) -> set[int]:
    """Those of fences and of literal blocks."""
    found: set[int] = set()
    fence = ""
    for at, line in enumerate(lines):
        mark = FENCE.match(line[:HEAD_CHARACTERS])
        if fence or mark:
            found.add(at)
            is_closing = fence and mark and mark[1].startswith(fence)
            fence = "" if is_closing else fence or (mark[1] if mark else "")
    return found.union(_literal_lines(["" if at in found else line for at, line in enumerate(lines)]))


def _literal_lines(lines: Sequence[str]) -> Iterator[int]:
    """Those that are indented below a line that ends in `::`, without blank ones."""
    margin = -1
    for at, line in enumerate(lines):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        if 0 <= margin < indent:
            yield at
        else:
            margin = indent if _OPENS_CODE.match(line[:HEAD_CHARACTERS]) else -1


def without_comments(lines: Sequence[str]) -> list[str]:
    """The same lines; comments, `.. to do`, with what is indented below them are emptied."""
    out: list[str] = []
    is_within = False
    for line in lines:
        is_within = _COMMENT.match(line) is not None or (is_within and line.startswith((" ", "\t")))
        out.append("" if is_within else line)
    return out


def without_marks(lines: Sequence[str]) -> list[str]:
    """The same lines; references, `` `the pier`_ ``, as their words, and no spaces that only end a mark."""
    return [
        _QUOTED.sub(
            lambda found: found[1] if found[2] and "<" not in found[1] else found[0], _NULL.sub("", line)
        )
        if "`" in line or "\\ " in line
        else line
        for line in lines
    ]


def with_definitions_as_labels(lines: Sequence[str]) -> list[str]:
    """The same lines; a term with its definition, a sentence or an address, indented right below it ends in a colon."""
    return [
        f"{line}:" if not above.strip() and _is_term(line) and _DEFINITION.match(below) else line
        for above, line, below in zip(["", *lines], lines, [*lines[1:], ""], strict=False)
    ]


def _is_term(line: str) -> bool:
    if not _TERM.match(line) or LIST_ITEM.match(line):
        return False
    return line.split()[-1].lower() not in STOP_WORDS


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
        line = _IN_SENTENCE.sub(
            lambda found: texts.get(found[1], found[0]) or found[1].replace("-", " "), line
        )
        out.append("" if is_within else _NAMED.sub(lambda found: texts.get(found[1], found[0]), line))
    return out


def with_unknown_substitutions_named(lines: Sequence[str]) -> list[str]:
    """The same lines; `|release|`, whose text another file has, as its name: a line that begins with it is no row."""
    return [_UNKNOWN.sub(r"\1", line) if line.count("|") == 2 else line for line in lines]


def with_code_indented(lines: Sequence[str]) -> list[str]:
    """The same lines; those of reStructuredText's literal blocks are indented as far as Markdown's code."""
    out = [*lines]
    for at in _literal_lines(lines):
        out[at] = lines[at] if lines[at].startswith("    ") else f"    {lines[at]}"
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
    out = [line.replace("+", "|") if _GRID_RULE.match(line[:HEAD_CHARACTERS]) else line for line in lines]
    for first, last, bounds in _simple_tables(lines):
        for at in range(first, last + 1):
            out[at] = "|---" * len(bounds) + "|" if _is_rule(lines[at]) else _row(lines[at], bounds)
        out[first] = out[last] = ""
    return out


Bounds = Sequence[tuple[int, int]]
"""First and last position, exclusive, of each column."""


def _simple_tables(lines: Sequence[str]) -> Iterator[tuple[int, int, Bounds]]:
    """First and last line of each, and its columns: the last rule is like the first one and stands before a blank line
    or the end; between columns no row has text.
    """
    first, bounds = -1, list[tuple[int, int]]()
    for at, line in enumerate(lines):
        if not _is_rule(line):
            if first >= 0 and _crosses(line, bounds):
                first = -1
        elif first < 0 or line.rstrip() != lines[first].rstrip():
            first, bounds = at, [found.span() for found in re.finditer("=+", line)]
        elif at + 1 == len(lines) or not lines[at + 1].strip():
            yield first, at, bounds
            first = -1


def _is_rule(line: str) -> bool:
    return len(line) <= HEAD_CHARACTERS and _RULE.match(line) is not None


def _crosses(line: str, bounds: Bounds) -> bool:
    return any(end < len(line) and line[end:start].strip() for (_, end), (start, _) in pairwise(bounds))


def _row(line: str, bounds: Bounds) -> str:
    """The last column may be longer than its rule; what is empty at the end is left out."""
    starts = [start for start, _ in bounds if start < len(line)]
    cells = [line[start:end].strip() for start, end in pairwise([*starts, len(line)])]
    return f"| {' | '.join(cells).rstrip(' |')} |"
