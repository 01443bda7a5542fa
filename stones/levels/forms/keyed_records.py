"""A handoff that an agent writes as YAML without front matter's rules, as Markdown: its keys are labels, those of a
list lead in to it. Its values are prose; a configuration's are none, and that stays as it is.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

MIN_KEYS = 3
MIN_BLOCKS = 1
"""Keys with a list or a text below them."""
MIN_SENTENCES = 2
"""Lines of prose; one may be a remark in a configuration."""
MAX_LINES = 2_000
MAX_ABOVE = 6
MAX_DEPTH = 2
"""Of keys: deeper is a configuration."""
_KEY = re.compile(r"(?P<key>[a-z][\w-]{0,38}):(?:\s+(?P<value>\S.*))?$")
_BLOCK = re.compile(r"[>|][+-]?$")
_REMARK = re.compile(r"#(?!#)|---$")
_FRAME = re.compile(r"```(?:ya?ml)?\s*$|---$")
_ITEM = re.compile(r"\s*- ")
_WORDS = re.compile(r"(?<!['’\w-])(?:[^\W\d_]['’\w-]*+[,;:]? ){3}[^\W\d_]")
"""Four in a row, as people write them; looked for where a word begins, so that a long one is read once."""
_QUOTED = re.compile(r"(?P<mark>[\"'])(?P<text>[^\"']*)(?P=mark)$")
_SUBJECT = re.compile(r"(?:task|title|subject|topic|handoff|ticket|issue|name)(?: id| name)?: ", re.I)
"""Of the whole, where it stands first."""
_LIST = re.compile(r"\[(?P<items>[^\[\]]*)\]$")


def is_keyed_record(lines: Sequence[str]) -> bool:
    return bool(_record_span(lines))


def _record_span(lines: Sequence[str]) -> range:
    """The lines of the record: each at the margin is a key, or an item below one, and enough below them is prose. A few
    lines may stand above, and any below; empty: there is none.
    """
    first = next((at for at, line in enumerate(lines[:MAX_ABOVE]) if _KEY.match(line)), len(lines))
    keys = blocks = sentences = 0
    is_open, stop = False, first
    for at in range(first, min(len(lines), MAX_LINES)):
        line = lines[at]
        if not line.strip() or _REMARK.match(line):
            continue
        key = _KEY.match(line)
        if not key and not (is_open and (line[0].isspace() or line.startswith("- "))):
            break
        if _is_deep(line):
            return range(0)
        if key:
            is_open = key["value"] is None or _BLOCK.match(key["value"]) is not None
            keys += 1
        blocks += is_open and not key
        sentences += _WORDS.search(line) is not None
        stop = at + 1
    is_ended = stop == len(lines) or not lines[stop].strip() or lines[stop].startswith("```")
    is_record = keys >= MIN_KEYS and blocks >= MIN_BLOCKS and sentences >= MIN_SENTENCES
    return range(first, stop) if is_record and is_ended else range(0)


def _is_deep(line: str) -> bool:
    indent = len(line) - len(line.lstrip())
    return indent > 2 * MAX_DEPTH and _KEY.match(line.strip()) is not None and not _WORDS.search(line)


def keyed_record_as_markdown(lines: Sequence[str]) -> list[str]:
    """The same number of lines; another text's own."""
    span = _record_span(lines)
    if not span:
        return [*lines]
    out = [
        line if at not in span else "" if _REMARK.match(line) else line.rstrip()
        for at, line in enumerate(lines)
    ]
    for at in (span.start - 1, span.stop):
        if 0 <= at < len(out) and _FRAME.match(out[at]):
            out[at] = ""
    keys = [at for at in span if _KEY.match(out[at])]
    spans = [*pairwise([*keys, span.stop])]
    has_block = [any(out[at + 1 : stop]) for at, stop in spans]
    is_last = not any(out[span.stop :])
    # A value or a text behind a list would stand below the list's heading.
    mark = "## " if is_last and has_block == sorted(has_block) else ""
    for at, stop in spans:
        out[at], *out[at + 1 : stop] = _write_field(out[at], out[at + 1 : stop], mark)
    if mark and not has_block[0] and not any(out[: span.start]) and _SUBJECT.match(out[keys[0]]):
        out[keys[0]] = f"# {out[keys[0]]}"
    return out


def _write_field(head: str, below: Sequence[str], mark: str) -> Iterator[str]:
    found = _KEY.match(head)
    name = found["key"].replace("_", " ").replace("-", " ") if found else head
    name = f"{name[:1].upper()}{name[1:]}"
    value = (found["value"] if found else "") or ""
    if not any(below):
        yield f"{name}: {_write_value(value)}"
        yield from below
        return
    if _BLOCK.match(value) and below[0].strip() and not mark:
        yield from ("", f"{name}: {below[0].strip()}", *map(str.strip, below[1:]))
        return
    yield f"{mark}{name}" if mark else f"{name}:"
    indent = _indent(below)
    # A list's, a text's, or fields of their own, each an item.
    is_list = any(map(_ITEM.match, below))
    is_text = _BLOCK.match(value) is not None
    for line in below:
        text = line[min(indent, len(line) - len(line.lstrip())) :]
        is_field = not (is_list or is_text) and _KEY.match(text) is not None
        yield f"- {text}" if is_field else text


def _indent(lines: Sequence[str]) -> int:
    first = next(filter(None, lines), "")
    return sum(1 for _ in takewhile(str.isspace, first))


def _write_value(value: str) -> str:
    if found := _QUOTED.match(value):
        return found["text"]
    if found := _LIST.match(value):
        return found["items"]
    return value
