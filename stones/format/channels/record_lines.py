"""Separates records, which are made for machines or columns, from lines of prose."""

import re
from collections import Counter
from collections.abc import Sequence

LINE_CHARACTERS = 300  # characters of a line that are examined

_RECORD = re.compile(
    r"""\s*(?:
        [\[({]\s*(?:["'\[{(\d}\])-]|$|\w+[\]})])|[\]})]      # JSON, brackets
      | "[^"]*"\s*:                                         # JSON, members
      | [\w.-]+\s*=\s*\S                                    # key=value
      | </?[A-Za-z][\w:-]*[\s>/] | <[?!]                    # XML
      | \[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d                     # logs
      | [A-Z][a-z]{2}\ [ \d]\d\ \d\d:\d\d                   # syslog
      | (?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b           # logs
      | Traceback\ \(|File\ "|at\ \S+\ ?\(                  # stack traces
      | (?:\w+\.)*\w*(?:Error|Exception)\b.{0,60}:\s        # exceptions
      | \|.*\|\s*$                                          # Markdown tables
      | [-+|]{3,}$                                          # rules of a table
      | [-+]?\d[\d.,eE+-]*\s*$                              # numbers
      | [-dlrwx]{10}\s                                      # ls -l
      | [0-9a-f]{7,40}\s                                    # git log --oneline
      | @@\ |(?:diff|index)\ \S+|\+\+\+\ |---\ \S|[+-]\s{2,}\S # diffs
      | [$%]\ \w                                            # shell prompts
      | @\w+\{ | \#\ (?:HELP|TYPE)\ | HTTP/\d
      | (?:def|class|import|from|return|if|for|while|elif|else|const|let|var|function|func|package|public|private|
          static|try|catch|except|use|fn|struct|impl)\b[^.?!]*[({:;"\])]\s*$       # code
      | (?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|GRANT|WITH)\s+[A-Z"*\w]   # SQL
      | from\s\S+\simport\s | import\s[\w.]+(?:\sas\s\w+)?;?$ | return\s[^.?!]*$ | "{3}                # code
      | (?://|/\*|\*/|\#!|\#include|;)                      # comments of code
      | [\w.$>\[\]'"-]+\s*(?:=|\+=|:=|=>|->|::)\s*\S        # assignments
      | [a-z][\w.-]*:(?:\s[^.?!]*)?$                        # YAML
      | -\s[\w./-]+:\s                                      # YAML, lists of members
      | [A-Z][A-Z-]{2,}[;:]\S                               # vCard, iCalendar
    )""",
    re.VERBOSE,
)
_CODE_END = re.compile(r"[;{}]\s*$|^\s+(?:[)\]}]|\w[\w.]*\([^ ]*\)\s*$)")
_COLUMNS = re.compile(r"\S(?:\t| {2,})\S")
_LABEL = re.compile(r"\s*[^\W\d_][\w' ./()-]{0,30}\s?:\s\S.{0,40}$")
_WORDS = re.compile(r"(?:^|[\s(\"'«„“¿¡])[^\W\d_]+(?:['’-][^\W\d_]+)*(?=[\s,.;:!?)\"'»“”…]|$)")
_IDEOGRAPH = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_MARKUP = re.compile(r"\s*(?:\[?!\[|\[[^\]]*\]:\s|\.\. |:\w+:|<!--)")
_SPAN = re.compile(r"`[^`]{1,200}`|\[[^\]]{1,200}\]\([^)]{1,200}\)|https?://\S+|\*\*|__")
_MARKERS = re.compile(r"[\s#*>+-]+(?:\[[ xX]\])?|\[[ xX]\]")
_SYMBOL = re.compile(r"[(){}\[\]=<>_|&@$%*/\\+#^~]|\w\.\w")
_SYMBOL_SHARE = 0.06  # of a line's characters, without code spans and links: prose has some .01
_FENCE = re.compile(r"\s*(?:```|~~~)")
_COMMENT = re.compile(r"""\s*[rub]?("{3}|'{3}|/\*|<!--)""")
_COMMENT_ENDS = {'"""': '"""', "'''": "'''", "/*": "*/", "<!--": "-->"}
_SEPARATORS = (",", ";", "\t", "|", " – ", " · ")
_MIN_COLUMN_LINES = 3
_MIN_SURROUNDING, _MOSTLY = 8, 0.7


def is_prose(line: str) -> bool:
    """Whether a line reads as natural language, not as a record."""
    line = line[:LINE_CHARACTERS]
    if _RECORD.match(line) or _CODE_END.search(line):
        return False
    if not line.isascii() and len(_IDEOGRAPH.findall(line)) >= 6:
        return True
    words = len(_WORDS.findall(line))
    return words >= 2 and words >= 0.5 * len(line.split())


def split_records(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The record lines, and the prose lines, in which a blank replaces each record.

    A fence is an example in a text that says more, and a record in one that says nothing else.
    """
    columns = _same_columns(lines)
    outside, fenced = _split_fences(lines)
    if not any(is_prose(line) for line in outside):
        outside = [a or b for a, b in zip(outside, fenced, strict=True)]
    is_record = [
        bool(line.strip()) and (is_comment or _is_record(line, columns))
        for line, is_comment in zip(outside, _comments(outside), strict=True)
    ]
    _close_gaps(is_record, outside)
    records = [
        line for line, record in zip(outside, is_record, strict=True) if record and not _MARKUP.match(line)
    ]
    prose = ["" if record else line for line, record in zip(outside, is_record, strict=True)]
    return records, prose


def _close_gaps(is_record: list[bool], lines: Sequence[str]) -> None:
    """In a text that is mostly records, the lines between records count as records, too: comments in code."""
    places = [i for i, record in enumerate(is_record) if record]
    if len(places) < _MIN_SURROUNDING or len(places) < _MOSTLY * sum(bool(line.strip()) for line in lines):
        return
    for i in range(places[0], places[-1]):
        is_record[i] = bool(lines[i].strip())


def _split_fences(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    is_fenced, outside, fenced = False, [], []
    for line in lines:
        is_fence = _FENCE.match(line) is not None
        is_fenced ^= is_fence
        outside.append("" if is_fenced or is_fence else line)
        fenced.append(line if is_fenced and not is_fence else "")
    return outside, fenced


def _comments(lines: Sequence[str]) -> list[bool]:
    """For each line whether it is within a comment or a docstring of several lines."""
    end, found = "", []
    for line in lines:
        opened = _COMMENT.match(line)
        if end:
            found.append(True)
            end = "" if end in line else end
        else:
            found.append(opened is not None)
            if opened and _COMMENT_ENDS[opened[1]] not in line[opened.end() :]:
                end = _COMMENT_ENDS[opened[1]]
    return found


def _is_record(line: str, columns: frozenset[tuple[str, int]]) -> bool:
    line = line[:LINE_CHARACTERS]
    if _RECORD.match(line) or _CODE_END.search(line) or _is_dense(line):
        return True
    body = line.strip()
    if any((separator, line.count(separator)) in columns for separator in _SEPARATORS):
        # The order below a list may have as many commas as its rows.
        return not body.endswith((".", "?", "!"))
    return _COLUMNS.search(body) is not None and not _ends_sentence(body)


def _is_dense(line: str) -> bool:
    bare = _SPAN.sub("", _MARKERS.sub("", line))
    return len(_SYMBOL.findall(bare)) > max(1, _SYMBOL_SHARE * len(bare))


def _ends_sentence(line: str) -> bool:
    return line.endswith((".", "?", "!", "。", "？")) and len(line) > 60


def _same_columns(lines: Sequence[str]) -> frozenset[tuple[str, int]]:
    """Separators with their count that at least three neighbouring lines share, as in CSV.

    Lines without a separator do not count for it, and few commas are normal in prose.
    """
    found = set()
    for separator in _SEPARATORS:
        counts = [line[:LINE_CHARACTERS].count(separator) for line in lines if line.strip()]
        runs = Counter(a for a, b, c in zip(counts, counts[1:], counts[2:], strict=False) if a == b == c)
        most, times = max(runs.items(), key=lambda run: (run[0] > 0) * run[1], default=(0, 0))
        if most > 0 and times + 2 >= max(_MIN_COLUMN_LINES, 0.4 * len(counts)):
            found.add((separator, most))
    return frozenset(found)


def label_share(lines: Sequence[str]) -> float:
    """The share of lines that are a short label with a short value."""
    filled = [line for line in lines if line.strip()]
    return sum(_LABEL.match(line[:LINE_CHARACTERS]) is not None for line in filled) / max(1, len(filled))
