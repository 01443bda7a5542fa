"""Sources of BSD's manual pages (mdoc(7)) line by line as Markdown."""

import re
from collections.abc import Iterator, Sequence

_TITLE = re.compile(r"\.Dt\s+(\S+)\s+(\w+)")
_MACRO = re.compile(r"\.([A-Z][a-z]\b|\\\")\s*(.*)")
_WORD = re.compile(r'"([^"]*)"|(\S+)')
_SILENT = {"Dd", "Dt", "Os", "Bl", "El", "Pp", "Rs", "Re", "Ed", "Bd", '\\"'}
_ENCLOSING = {"Op": "[]", "Oo": "[]", "Dq": '""', "Sq": "''", "Pq": "()", "Aq": "<>", "Qq": '""'}
_MARKS = frozenset(".,;:?!)")


def is_mdoc(lines: Sequence[str]) -> bool:
    return any(map(_TITLE.match, lines)) and any(line.startswith(".Sh") for line in lines)


def mdoc_as_markdown(lines: Sequence[str]) -> Iterator[str]:
    """The same number of lines."""
    name, in_item = "", False
    for line in lines:
        macro = _MACRO.match(line)
        called, rest = (macro[1], macro[2]) if macro else ("", line)
        name = (rest.split() or [name])[0] if called == "Nm" else name
        text = _words(called, rest, name) if macro else line
        in_item = (in_item or called == "It") and called not in ("Sh", "Ss", "El", "Bl")
        if title := _TITLE.match(line):
            yield f"# {title[1]}({title[2]})"
        elif called in _SILENT:
            yield ""
        elif called in ("Sh", "Ss"):
            yield f"{'##' if called == 'Sh' else '###'} {rest}"
        elif called == "It":
            yield f"- {text}:"
        else:
            yield f"  {text}" if in_item and text else text


def _words(called: str, rest: str, name: str) -> str:
    words = [quoted or word for quoted, word in _WORD.findall(rest)]
    if called == "Nd":
        return f"- {rest}"
    if called == "Nm":
        return " ".join(words) or name
    if called == "Xr" and len(words) > 1:
        return f"{words[0]}({words[1]}){''.join(words[2:])}"
    found, before = "", ""
    for word in words:
        is_macro = len(word) == 2 and word[0].isupper() and word[1].islower()
        if not is_macro:
            dash = "-" * ((before or called) in ("Fl",))
            found += f"{'' if word in _MARKS or not found else ' '}{dash}{word}"
        before = word if is_macro else before
    signs = _ENCLOSING.get(called, "")
    return f"{signs[:1]}{found}{signs[1:]}"
