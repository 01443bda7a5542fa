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
