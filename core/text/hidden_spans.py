"""What of a Markdown text is no text to a reader: HTML comments outside code, and lines of nothing but images.

Linear in the length of any text.
"""

import re

_OPENING = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*$|`[^`\n]{1,500}`|<!--", re.MULTILINE)
_ADDRESS = r"\([^()\n]{0,1000}(?:\([^()\n]{0,200}\)[^()\n]{0,500})?\)"
_IMAGE = rf"!\[[^\[\]\n]{{0,500}}\](?:{_ADDRESS}|\[[^\[\]\n]{{0,100}}\])|!\[\[[^\[\]\n]{{1,500}}\]\]"
_IMG = r"<img\b[^<>]{0,2000}>"
_AROUND = r"</?(?:p|a|div|span|center|figure|picture|source|br|td|tr|table)\b[^<>]{0,500}>|\{[^{}\n]{0,200}\}"
_IMAGE_LINE = re.compile(
    rf"^[ \t]*(?:(?:>|[-*+])[ \t]+)*(?=[!\[<])(?:(?:{_AROUND})[ \t]*)*"
    rf"(?:(?:\[(?:{_IMAGE})\]{_ADDRESS}|{_IMAGE}|{_IMG})[ \t|]*(?:(?:{_AROUND})[ \t]*)*)+$",
    re.MULTILINE | re.IGNORECASE,
)

BLANK = "\x1f"
"""White space to Python, but no space of Markdown: neither indents a line nor makes its break a hard one."""
_BLANKED = re.compile(rf"(?<![ \t\n])[ \t\n]*+{BLANK}[{BLANK} \t\n]*+")
_BLANKS = re.compile(rf"(?<![ \t])[ \t]*+{BLANK}[{BLANK} \t]*+(\n?)")


def hidden_spans(text: str) -> list[tuple[int, int]]:
    """(start, end) of all of them, in order; a comment may stand in a line of images."""
    spans = comment_spans(text)
    if "![" in text or "<img" in text.lower():
        # Within a comment there is no image.
        spans += [found.span() for found in _IMAGE_LINE.finditer(mask_comments(text))]
    return sorted(spans)


def mask_comments(text: str) -> str:
    """With spaces in place of comments; lines and all else stay at their places."""
    parts, at = list[str](), 0
    for start, end in comment_spans(text):
        parts += text[at:start], re.sub(r"[^\n]", " ", text[start:end])
        at = end
    return "".join([*parts, text[at:]])


def blank_comments(text: str) -> str:
    """As a reader sees it, of the same length: with BLANK in place of comments, lines of nothing but comments taken
    out, all else at its place.
    """
    parts, at = list[str](), 0
    for start, end in comment_spans(text):
        parts += text[at:start], BLANK * (end - start)
        at = end
    return _BLANKED.sub(_blank_lines, "".join([*parts, text[at:]])) if parts else text


def without_blanks(text: str) -> str:
    """What `blank_comments` left, or a part of it, without BLANK."""
    return _BLANKS.sub(lambda found: found[1] or " ", text).strip() if BLANK in text else text


def _blank_lines(found: re.Match[str]) -> str:
    """With the line breaks of the widest gap, behind what is blank: before it they would end a sentence or a list."""
    gaps = re.split(f"{BLANK}+", found[0])
    broken = [gap for gap in gaps if "\n" in gap]
    if not broken:
        return BLANK * len(found[0])
    breaks = "\n" * min(max(gap.count("\n") for gap in broken), 2)
    behind = breaks + broken[-1].rpartition("\n")[2]
    # A blank line or a fence stays as it is, too.
    is_apart = len(breaks) > 1 or found.string.endswith(("```", "~~~"), 0, found.start())
    before = breaks if is_apart else ""
    return f"{before}{BLANK * (len(found[0]) - len(before) - len(behind))}{behind}"


def comment_spans(text: str) -> list[tuple[int, int]]:
    """`<!-- … -->`, also over several lines, but none that is never closed, nor within code."""
    spans = list[tuple[int, int]]()
    last_end, at = text.rfind("-->"), 0
    while at < last_end and (found := _OPENING.search(text, at)):
        at = found.end()
        if found[1]:
            at = _fence_end(text, at, found[1])
        elif found[0] == "<!--" and (end := text.find("-->", at)) >= 0:
            at = end + len("-->")
            spans.append((found.start(), at))
    return spans


def _fence_end(text: str, at: int, mark: str) -> int:
    closing = re.compile(rf"^ {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
    found = closing.search(text, at + 1)
    return found.end() if found else len(text)
