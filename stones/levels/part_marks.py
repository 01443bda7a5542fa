"""The marks of a part that are no words of it: a box or a sign that is its state, rules, quotes, admonitions."""

import re
from collections.abc import Sequence

from core.text.struck_text import without_struck

MAX_PART_CHARACTERS = 20_000
"""Characters of a part that are read."""
_DONE = re.compile(r"\[[xX✓✔]\][ \t]+|✅|☑|✔")
_OPEN = re.compile(r"\[[ ~/-]\][ \t]+|⬜|☐|🔲|⏳|🚧|❌")
_UNDERWAY = re.compile(r"\[[~/-]\](?=[ \t])")
_BOX = re.compile(r"(?:^|(?<=\s))\[[ xX✓✔~/-]\][ \t]+")
_WHOLLY_EMPHASISED = re.compile(r"\A\s*([*_])(?=[^\s*_])([^*_]{1,2000})(?<=\S)\1\s*\Z")
"""Its sentences would have half of the marks each."""
_RULE_LINE = re.compile(r"\n[ \t]*(?:-{3,}|={3,}|~{3,}|_{3,})[ \t]*(?=\n|$)")
_PROSE = re.compile(r"[\s\d.*>#•-]{0,12}(?:[\w'’,\"(*`/.#:)+-]+ ){4,}[^{}=;]*$")
QUOTE = re.compile(r"(?:[ \t]{0,3}>)+[ \t]?")
ADMONITION = re.compile(
    r"\s*(?:\[!(\w{3,12})\]|(?:!!!|\?\?\?\+?|:::)\s*\{?(\w{3,12})\b\}?|\.\.\s+(\w{3,12})::|"
    r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION):(?=\s))[ \t]*(?:\"[^\"\n]{0,80}\")?\s*"
)
DIRECTIVE = re.compile(
    r"\s*\.\. (?!(?:note|tip|hint|important|warning|caution|danger|attention|error|deprecated|admonition|"
    r"seealso|versionadded|versionchanged|topic)::)[a-z][\w:-]{1,40}::|\.\. _[^:\n]{1,80}:"
)
"""Of reStructuredText, for what is not said in words."""
_LINK = r"(?:\[[^\[\]\n]{1,100}\]\([^()\s]{1,500}\)|<a\s[^<>]{0,1000}>[^<>\n]{1,100}</a>)"
_LINKS = re.compile(
    rf"\s*(?:(?:<b>)?[^\W\d_]{{1,30}}(?:</b>)?\s*[|·•‧∙]\s*)?(?:(?:{_LINK}|[|·•‧∙]|<br ?/?>)\s*)+$",
    re.IGNORECASE,
)
"""A line of links alone; the name that may open it is the page where the reader is."""
_ONE_LINK = re.compile(_LINK, re.IGNORECASE)
_SEPARATOR = re.compile(r"[|·•‧∙]")
_TABLE_RULE = re.compile(r"[\s|:-]*-\s*\|[\s|:-]*$")
MIN_LINKS = 3


def without_marks(text: str) -> tuple[str, bool | None]:
    """The text of a part, and whether its box says that it is done."""
    text = text[:MAX_PART_CHARACTERS].strip("\n")
    is_done = state_of(text)
    # Each is looked for only where it can be: that costs as much as the rest.
    text = _BOX.sub("", text) if "[" in text else text
    text = _RULE_LINE.sub("", text) if "\n" in text else text
    text = without_struck(text) or text
    is_marked = text.lstrip().startswith(("*", "_"))
    return (_WHOLLY_EMPHASISED.sub(r"\2", text) if is_marked else text), is_done


def without_navigation(text: str) -> str:
    """The same lines; those that are but links with a bar or a dot between them, three or more, are empty."""
    if "](" not in text and "<a " not in text:
        return text
    lines = text.split("\n")
    if any(map(_TABLE_RULE.match, lines)):
        return text
    run: list[int] = []
    for at, line in enumerate([*lines, "."]):
        if _LINKS.match(line):
            run.append(at)
            continue
        if run and _is_navigation([lines[each] for each in run], lines[run[0] - 1] if run[0] else ""):
            for each in run:
                lines[each] = ""
        run = []
    return "\n".join(lines)


def _is_navigation(run: Sequence[str], above: str) -> bool:
    links = _ONE_LINK.findall("\n".join(run))
    separators = _SEPARATOR.findall(_ONE_LINK.sub("", "\n".join(run)))
    return len(links) >= MIN_LINKS and len(separators) >= len(links) - 1 and not above.rstrip().endswith(":")


def state_of(text: str) -> bool | None:
    if text[:1].isalnum():
        return None
    return True if _DONE.match(text) else False if _OPEN.match(text) else None


def own_box(text: str) -> str:
    """A box that says neither that it is done nor that nothing is, as `[~]`; empty: there is none."""
    box = _UNDERWAY.match(text) if text[:1] == "[" else None
    return box[0] if box else ""


def quote_depth(line: str) -> int:
    mark = QUOTE.match(line[:40])
    return mark[0].count(">") if mark else 0


def admonition_kind(admonition: re.Match[str]) -> str:
    return str(next(filter(None, admonition.groups()))).lower()


def is_prose(lines: Sequence[str]) -> bool:
    """Whether most of the lines are sentences."""
    found = [line for line in lines[:200] if line.strip()]
    return len(found) > 2 and sum(bool(_PROSE.match(line[:200])) for line in found) > 0.6 * len(found)
