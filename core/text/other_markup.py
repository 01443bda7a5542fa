"""Other markup languages line by line as Markdown, for `core.text.text_blocks`; the number of lines stays."""

import re
from collections.abc import Sequence

from core.text.text_blocks import FENCE, HEAD_CHARACTERS, LIST_ITEM

_UNDERLINE = re.compile(r"([=~^\"'*+#-])\1{2,}\s*$")
_ASCIIDOC = re.compile(r"={1,6}(?= \S)")
_MAY_BE_MARKED = re.compile(r"={1,6} |\s*<h|\t|    |[=~^\"'*+#-]{3}")
_PROMPT = re.compile(r" {0,3}(?P<mark>[#$]) [a-z~./]")
_HTML_HEADING = re.compile(r"\s*<h([1-6])[^<>]{0,200}>([^\n]{1,300}?)</h[1-6]>\s*$", re.I)


def with_prompts_indented(lines: Sequence[str]) -> list[str]:
    """The same lines; those typed at a prompt, `# apt update`, are indented as code: a root's prompt is no heading."""
    out = [*lines]
    is_fenced, lead, first = False, "", 0
    for at, line in enumerate([*lines, ""]):
        is_fenced ^= FENCE.match(line[:HEAD_CHARACTERS]) is not None
        if line.strip():
            continue
        if first < at and not is_fenced and _is_session(lines[first:at], lead):
            out[first:at] = [f"    {each}" for each in lines[first:at]]
        lead = lines[at - 1] if first < at else lead
        first = at + 1
    return out


def _is_session(run: Sequence[str], lead: str) -> bool:
    """Whether lines without a blank one begin with a prompt, and then there is another, or a line above leads in."""
    marks = [found["mark"] if (found := _PROMPT.match(line)) else "" for line in run]
    if not marks[0] or "#" not in marks:
        return False
    is_led_in = len(run) == 1 and lead.rstrip().endswith(":") and " " in run[0].strip()[2:]
    return is_led_in or marks[:2] == ["#", "#"] or marks[0] == "$"


def without_comments(lines: Sequence[str]) -> list[str]:
    """The same lines; those of comments that begin a line are emptied."""
    last_end = max((at for at, line in enumerate(lines) if "-->" in line), default=-1)
    if last_end < 0:
        return [*lines]
    out: list[str] = []
    is_comment = False
    for at, line in enumerate(lines):
        is_comment = is_comment or (at <= last_end and line.lstrip().startswith("<!--"))
        ends = is_comment and "-->" in line
        out.append(line.partition("-->")[2] if ends else "" if is_comment else line)
        is_comment = is_comment and not ends
    return out


def as_markdown(lines: Sequence[str]) -> list[str]:
    """The same lines, with headings of reStructuredText, AsciiDoc and HTML as Markdown's.

    Fences and lists are recognised even if they are indented by a tab or too far.
    """
    out = list(lines)
    for at, line in enumerate(lines):
        head = line[:400]
        if not _MAY_BE_MARKED.match(head):
            continue
        if _ASCIIDOC.match(head):
            out[at] = _ASCIIDOC.sub(lambda match: "#" * len(match[0]), head, count=1)
        elif head.lstrip().startswith("<h") and (heading := _HTML_HEADING.match(head)):
            out[at] = f"# {heading[2]}"
        elif head.startswith(("    ", "\t")) and FENCE.match(head.lstrip()):
            out[at] = head.lstrip()
        elif head.startswith("\t"):
            out[at] = line.expandtabs(4)
        elif at and _UNDERLINE.match(head) and _is_title(lines, at - 1, len(head.rstrip())):
            is_between = at > 1 and lines[at - 2].rstrip() == head.rstrip() != "---"
            out[at] = "===" if head[0] == "=" or is_between else "---"
            if is_between:
                out[at - 2] = ""
    return out


def _is_title(lines: Sequence[str], at: int, width: int) -> bool:
    """Whether a row of marks below this line underlines it: a title has no neighbours and is about as wide."""
    title = lines[at].strip()
    is_alone = at == 0 or not lines[at - 1].strip() or bool(_UNDERLINE.match(lines[at - 1][:400]))
    return (
        0 < len(title) <= width + 2
        and title[0] not in "|>#<"
        and any(map(str.isalnum, title))
        and is_alone
        and not LIST_ITEM.match(title)
    )
