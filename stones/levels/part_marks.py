"""The marks of a part that are no words of it: a box or a sign that is its state, rules, quotes, admonitions."""

import re
from collections.abc import Sequence

from core.text.struck_text import without_struck

MAX_PART_CHARACTERS = 20_000
"""Characters of a part that are read."""
_DONE = re.compile(r"\[[xX✓✔]\][ \t]+|✅|☑|✔")
_OPEN = re.compile(r"\[[ ~/-]\][ \t]+|⬜|☐|🔲|⏳|🚧|❌")
_BOX = re.compile(r"(?:^|(?<=\s))\[[ xX✓✔~-]\][ \t]+")
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
_LINK = r"(?:\[[^\[\]\n]{1,100}\]\([^()\s]{1,500}\)|<a\s[^<>]{0,1000}>[^<>]{1,100}</a>)(?:\s{0,100}<br ?/?>)?"
_BETWEEN = r"\s{0,100}[|·•‧∙/–—]\s{0,100}"
_NAVIGATION = re.compile(
    rf"(?:<b>)?(?:(?<![\w ])[^\W\d_]{{1,30}}(?:</b>)?{_BETWEEN})?{_LINK}(?:{_BETWEEN}{_LINK}){{2,200}}",
    re.IGNORECASE,
)
"""Three links or more with a bar or a dot between them; the name before them is the page where the reader is."""


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
    return _NAVIGATION.sub(" ", text) if "](" in text or "<a " in text else text


def state_of(text: str) -> bool | None:
    if text[:1].isalnum():
        return None
    return True if _DONE.match(text) else False if _OPEN.match(text) else None


def quote_depth(line: str) -> int:
    mark = QUOTE.match(line[:40])
    return mark[0].count(">") if mark else 0


def admonition_kind(admonition: re.Match[str]) -> str:
    return str(next(filter(None, admonition.groups()))).lower()


def is_prose(lines: Sequence[str]) -> bool:
    """Whether most of the lines are sentences."""
    found = [line for line in lines[:200] if line.strip()]
    return len(found) > 2 and sum(bool(_PROSE.match(line[:200])) for line in found) > 0.6 * len(found)
