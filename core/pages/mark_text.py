"""Spans of a Markdown text marked in its HTML: a cited passage, an unsupported sentence, a footnote.

The text is untrusted. A mark must not change how it is parsed: signs are inserted to find the place again, and the
result is compared with the HTML without them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

from django.utils.safestring import SafeString, mark_safe
from markdown_it.token import Token
from markdown_it.utils import EnvType

from core.pages.render_cache import render_cached
from core.pages.render_markdown import parse, render_tokens, render_unformatted

# From the private use area: no text means anything by them.
_FIRST = 0xE000
MAX_MARKS = 60
_SIGN = re.compile("[\ue000-\ue07f]")
_SIGN_IN_ADDRESS = re.compile("%EE%8[01]%[89AB][0-9A-F]")
_TAG = re.compile(r"""(<(?:"[^"]*"|[^">])*>)""")
# What precedes the words of a line that begins a list, a quotation, a heading or a table.
_LINE_PREFIX = re.compile(r"(?:[ \t]*(?:>|\#{1,6}(?=[ \t])|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\|))*[ \t]*")
_ToHtml = Callable[[Sequence[Token]], SafeString]
_SKIPPED_TAGS = re.compile(r"<(/?)(?:pre|code|a)\b")


@dataclass(frozen=True, slots=True)
class Mark:
    """text[start:end], in `tag` elements of the class; the first of them gets the id."""

    start: int
    end: int
    tag: str = "mark"
    css: str = ""
    id: str = ""
    suffix: str = ""
    """Safe HTML that follows the last element."""


def render_marked(
    text: str, marks: Sequence[Mark], *, keeps_lines: bool = False
) -> tuple[SafeString, tuple[bool, ...]]:
    """The Markdown as `core.pages.render_markdown` renders it, with these marks, and which of them are in it.

    If a span cannot be marked exactly (it begins inside an address, say), its whole paragraphs are marked.
    """
    text = _SIGN.sub("\ufffd", text)
    valid_marks = [mark for mark in marks[:MAX_MARKS] if 0 <= mark.start < mark.end <= len(text)]
    places = [(mark.start, mark.end) for mark in valid_marks]
    make = partial(_render_with_signs, text, valid_marks, keeps_lines)
    html = render_cached(lambda: mark_safe(make()), text, places, keeps_lines)  # noqa: S308 - by render_markdown
    marked, positions = _wrap_signs(html, valid_marks)
    return mark_safe(marked), tuple(mark in positions for mark in marks)  # noqa: S308 - rendered above, marks are ours


def replace_words(
    html: SafeString, pattern: re.Pattern[str], insertions: Callable[[re.Match[str]], str]
) -> SafeString:
    """Safe HTML with `insertions` (which must return safe HTML) in place of a pattern in its text, not in code or
    links.
    """
    parts, depth = _TAG.split(html), 0
    for at, part in enumerate(parts):
        if at % 2 == 0:
            parts[at] = part if depth else pattern.sub(insertions, part)
        elif found := _SKIPPED_TAGS.match(part):
            depth = max(0, depth + (-1 if found[1] else 1))
    return mark_safe("".join(parts))  # noqa: S308 - of safe parts


def _render_with_signs(text: str, marks: Sequence[Mark], keeps_lines: bool) -> str:
    env: EnvType = {}
    plain = parse(text, env)
    if plain is None:
        return render_unformatted(_insert_signs(text, marks, lines=False))
    to_html = partial(render_tokens, keeps_lines=keeps_lines)
    precise = _render_precisely(text, str(to_html(plain)), marks, env.get("steps", 0), to_html)
    return precise or _render_by_paragraph(text, marks, plain, to_html)


def _render_precisely(
    text: str, plain: str, marks: Sequence[Mark], steps: int, to_html: _ToHtml
) -> str | None:
    """With signs around exactly these words; None if they would change the HTML `plain`.

    Also None if parsing it again takes too much work on top of `steps`.
    """
    if not marks:
        return plain
    tokens = parse(_insert_signs(text, marks, lines=True), {"steps": steps})
    if tokens is None:
        return None
    html = str(to_html(tokens))
    is_same = _without_signs(html) == _without_signs(plain)
    return html if is_same and len(_SIGN.findall(_TAG.sub("", html))) == 2 * len(marks) else None


def _without_signs(html: str) -> str:
    return _SIGN.sub("", _SIGN_IN_ADDRESS.sub("", html))


def _sign_pair(at: int) -> tuple[str, str]:
    return chr(_FIRST + 2 * at), chr(_FIRST + 2 * at + 1)


def _insert_signs(text: str, marks: Sequence[Mark], *, lines: bool) -> str:
    insertions: list[tuple[int, str]] = []
    for at, mark in enumerate(marks):
        opening, closing = _sign_pair(at)
        start, end = _word_range(text, mark, lines)
        insertions += [(start, opening), (end, closing)]
    for place, sign in sorted(insertions, key=lambda each: each[0], reverse=True):
        text = text[:place] + sign + text[place:]
    return text


def _word_range(text: str, mark: Mark, lines: bool) -> tuple[int, int]:
    """From its first word to its last: not from the marker before a list item or a heading."""
    start, end = mark.start, mark.end
    while start < end and text[start].isspace():
        start += 1
    line_start = text.rfind("\n", 0, start) + 1
    if lines and (opening := _LINE_PREFIX.match(text, line_start)) and opening.end() > start:
        start = min(opening.end(), end)
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _render_by_paragraph(text: str, marks: Sequence[Mark], tokens: Sequence[Token], to_html: _ToHtml) -> str:
    """With signs around all words of the paragraphs, list items and code that contain the spans."""
    for at, mark in enumerate(marks):
        first, last = text.count("\n", 0, mark.start), text.count("\n", 0, mark.end)
        for token in tokens:
            if token.map and token.map[0] <= last and first < token.map[1]:
                _sign_token(token, *_sign_pair(at))
    return str(to_html(tokens))


def _sign_token(token: Token, opening: str, closing: str) -> None:
    if token.type == "inline":
        signs = [Token("text", "", 0, content=sign) for sign in (opening, closing)]
        token.children = [signs[0], *(token.children or []), signs[1]]
    elif token.type in ("fence", "code_block"):
        token.content = opening + token.content + closing


def _wrap_signs(html: str, marks: Sequence[Mark]) -> tuple[str, set[Mark]]:
    """Replaces signs by elements, each around words only: an element across two paragraphs would be invalid."""
    parts, positions, last = _TAG.split(html), dict[int, int](), dict[int, int]()
    pieces: list[str] = []
    current: set[int] = set()
    for at, part in enumerate(parts):
        if at % 2:
            pieces.append(_SIGN_IN_ADDRESS.sub("", _SIGN.sub("", part)))
            continue
        for piece in re.split(f"({_SIGN.pattern})", part):
            if _SIGN.fullmatch(piece):
                number, closes = divmod(ord(piece) - _FIRST, 2)
                if closes:
                    current.discard(number)
                else:
                    current.add(number)
            elif current and piece.strip():
                number = min(current)
                pieces.append(_element(marks[number], piece, is_first=number not in positions))
                positions[number] = last[number] = len(pieces) - 1
            else:
                pieces.append(piece)
    for number, place in last.items():
        pieces[place] += marks[number].suffix
    return "".join(pieces), {marks[number] for number in positions}


def _element(mark: Mark, words: str, *, is_first: bool) -> str:
    id_attribute = f' id="{escape(mark.id)}"' if mark.id and is_first else ""
    class_attribute = f' class="{escape(mark.css)}"' if mark.css else ""
    return f"<{mark.tag}{id_attribute}{class_attribute}>{words}</{mark.tag}>"
