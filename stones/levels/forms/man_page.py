"""Manual pages line by line as Markdown: the source of `man(7)`, and the text that `man` shows."""

import re
from collections.abc import Iterator, Sequence

from stones.levels.forms.mdoc_page import is_mdoc, mdoc_as_markdown

_SOURCE_TITLE = re.compile(r"\.TH\s")
_SOURCE_SECTION = re.compile(r"\.S[HS]\b")
_SHOWN_TITLE = re.compile(r"(\S+\([0-9]\w*\))\s{2,}\S.*\s{2,}\1\s*$")
_SHOWN_SECTION = re.compile(r"[A-Z][A-Z ]{2,40}$")
_MACRO = re.compile(r"[.'][ \t]*(?:\\\"|([A-Za-z]{0,3}))[ \t]*(.*)")
_FONTS = ("B", "I", "SM", "SB")
_ALTERNATING = ("BR", "RB", "IR", "RI", "BI", "IB")
_ARGUMENT = re.compile(r'"((?:[^"]|"")*)"|(\S+)')
_ESCAPE = re.compile(
    r"\\(?:f(?:\[\w*\]|\(\w\w|\w)|s[+-]?\d{1,2}|\*(?:\[\w+\]|\(..|.)|\((..)|\[(\w{1,10})\]|\"(.*)|(.))", re.S
)
_SIGNS = {
    "aq": "'", "dq": '"', "bu": "•", "em": "—", "en": "–", "lq": '"', "rq": '"', "oq": "'", "cq": "'", "ha": "^",
    "ti": "~", "co": "©", "rs": "\\", "hy": "-", "mi": "-", "ga": "`", "dg": "†", "->": "→", "<=": "≤", ">=": "≥",
}  # fmt: skip
_CHARACTERS = {"-": "-", "e": "\\", " ": " ", "~": " ", "0": " ", "'": "'", "`": "`", ".": ".", "\\": "\\"}
MAX_TITLE = 400
MAX_NAMES = 80
"""Characters of the names before the dash."""
_INDENT = 7
_OPTION_INDENT = 14
_WRAPPED = re.compile(r"(?<=\S) {2,}(?=\S)")


def man_page_as_markdown(lines: Sequence[str]) -> list[str]:
    """The same number of lines; unchanged if they are no manual page."""
    if is_mdoc(lines):
        return _name_as_description([*mdoc_as_markdown(lines)])
    if any(map(_SOURCE_TITLE.match, lines)) and any(map(_SOURCE_SECTION.match, lines)):
        return _name_as_description([*_source(lines)])
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    title = _SHOWN_TITLE.match(lines[first][:MAX_TITLE]) if lines else None
    return _name_as_description([*_shown(lines, first, title[1])]) if title else [*lines]


def _name_as_description(lines: list[str]) -> list[str]:
    """What the section NAME says the thing does stands below the title, without its name again."""
    at = next((at for at, line in enumerate(lines) if line == "## NAME"), None)
    if at is not None:
        lines[at] = ""
        first = next((i for i in range(at, len(lines)) if lines[i]), at)
        names, dash, does = lines[first].replace(" — ", " - ", 1).partition(" - ")
        lines[first] = does if dash and len(names) <= MAX_NAMES else lines[first]
        # In mdoc(7) the name is a line of its own.
        if lines[first + 1 : first + 2] and lines[first + 1].startswith("- "):
            lines[first : first + 2] = "", lines[first + 1].removeprefix("- ")
    return lines


def _source(lines: Sequence[str]) -> Iterator[str]:
    """A paragraph with a tag becomes an item that begins with it."""
    awaits_heading, awaits_tag, awaits_point, in_item = "", False, False, False
    for line in lines:
        macro = _MACRO.match(line)
        name, rest = (macro[1] or "", macro[2]) if macro else ("", line)
        text = _plain(_words(name, rest)) if not macro or name in _SAYING else ""
        if macro and name in ("SH", "SS"):
            in_item, awaits_heading = False, "## " if name == "SH" else "### "
        elif name in ("TP", "IP", "TQ", "PP", "P", "LP", "HP"):
            awaits_tag, in_item = name in ("TP", "TQ"), name == "IP"
        if name in ("nf", "fi", "EX", "EE"):
            yield "```"
        elif name == "TH":
            words = _arguments(rest)
            yield f"# {_plain(words[0])}({words[1]})" if len(words) > 1 else ""
        elif text and awaits_heading:
            yield awaits_heading + text
            awaits_heading = ""
        elif text and (awaits_tag or name == "IP"):
            is_word = any(map(str.isalnum, text))
            # A bullet is no tag: the item begins with the text below.
            yield f"- {text}:" if is_word else ""
            awaits_tag, in_item, awaits_point = False, True, not is_word
        elif text and awaits_point:
            yield f"- {text}"
            awaits_point = False
        else:
            yield f"  {text}" if in_item and text else text


def _words(name: str, rest: str) -> str:
    if name in _ALTERNATING:
        return "".join(_arguments(rest))
    if name == "IP":
        return "".join(_arguments(rest)[:1])
    return " ".join(_arguments(rest)) if name else rest


def _arguments(rest: str) -> list[str]:
    return [quoted or word for quoted, word in _ARGUMENT.findall(rest)]


def _plain(text: str) -> str:
    return _ESCAPE.sub(
        lambda found: _SIGNS.get(found[1] or found[2] or "", "") or _CHARACTERS.get(found[4] or "", ""), text
    )


def _shown(lines: Sequence[str], first: int, title: str) -> Iterator[str]:
    for at, line in enumerate(lines):
        text = _WRAPPED.sub(" ", line.strip())
        indent = len(line) - len(line.lstrip())
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if at == first:
            yield f"# {title}"
        elif not text or (indent == 0 and line.rstrip().endswith(title)):
            yield ""
        elif indent == 0 and _SHOWN_SECTION.match(text):
            yield f"## {text}"
        elif indent == _INDENT and below.startswith(" " * _OPTION_INDENT):
            yield f"- {text}:"
        else:
            yield f"  {text}" if indent >= _OPTION_INDENT else text


_SAYING = ("SH", "SS", "IP", "UR", "MT", *_FONTS, *_ALTERNATING)
