"""Stretches of a text marked where they stand in its HTML: a cited passage, a sentence without support, a footnote.

The text is Markdown and untrusted. A mark must change nothing of how it is read: what is written into it to find the
place again is checked to leave the same HTML behind.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from markdown_it.token import Token
from markdown_it.utils import EnvType

from pages.render_cache import cached
from pages.rendering import parse, render_tokens, render_unformatted

# Of the private use area: no text means anything by them.
_FIRST = 0xE000
MOST_MARKS = 60
_SIGN = re.compile("[\ue000-\ue07f]")
_IN_ADDRESS = re.compile("%EE%8[01]%[89AB][0-9A-F]")
_TAG = re.compile(r"""(<(?:"[^"]*"|[^">])*>)""")
# What stands before the words of a line and makes a list, a quotation, a heading or a table of it.
_OPENING = re.compile(r"(?:[ \t]*(?:>|\#{1,6}(?=[ \t])|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|\|))*[ \t]*")
_LEFT_ALONE = re.compile(r"<(/?)(?:pre|code|a)\b")


@dataclass(frozen=True, slots=True)
class Mark:
    """text[start:end], to stand in `tag` elements of the class; the first of them has the id."""

    start: int
    end: int
    tag: str = "mark"
    css: str = ""
    id: str = ""
    behind: str = ""
    """Safe HTML that follows the last of them."""


def render_marked(text: str, marks: Sequence[Mark]) -> tuple[SafeString, tuple[bool, ...]]:
    """The Markdown as `pages.rendering` shows it, with these marks, and which of them stand in it.

    A stretch that cannot be marked to the letter (it begins inside an address, say) has its whole paragraphs marked.
    """
    text = _SIGN.sub("\ufffd", text)
    kept = [mark for mark in marks[:MOST_MARKS] if 0 <= mark.start < mark.end <= len(text)]
    places = [(mark.start, mark.end) for mark in kept]
    html = cached(lambda: mark_safe(_with_signs(text, kept)), text, places)  # noqa: S308 - by `rendering`
    marked, stood = _wrapped(html, kept)
    return mark_safe(marked), tuple(mark in stood for mark in marks)  # noqa: S308 - rendered above, marks are ours


def replace_words(
    html: SafeString, pattern: re.Pattern[str], put: Callable[[re.Match[str]], str]
) -> SafeString:
    """Safe HTML with what `put` makes (safe as well) in place of a pattern in its text, not in code or links."""
    parts, depth = _TAG.split(html), 0
    for at, part in enumerate(parts):
        if at % 2 == 0:
            parts[at] = part if depth else pattern.sub(put, part)
        elif found := _LEFT_ALONE.match(part):
            depth = max(0, depth + (-1 if found[1] else 1))
    return mark_safe("".join(parts))  # noqa: S308 - of safe parts


def _with_signs(text: str, marks: Sequence[Mark]) -> str:
    env: EnvType = {}
    plain = parse(text, env)
    if plain is None:
        return render_unformatted(_signed(text, marks, lines=False))
    precise = _precise(text, str(render_tokens(plain)), marks, steps=env.get("steps", 0))
    return precise or _by_paragraph(text, marks, plain)


def _precise(text: str, plain: str, marks: Sequence[Mark], steps: int) -> str | None:
    """With signs around exactly these words; None where they would change how it is read, as it is `plain`.

    Also where reading it again takes too much work, beside the `steps` that it took.
    """
    if not marks:
        return plain
    tokens = parse(_signed(text, marks, lines=True), {"steps": steps})
    if tokens is None:
        return None
    html = str(render_tokens(tokens))
    is_same = _without_signs(html) == _without_signs(plain)
    return html if is_same and len(_SIGN.findall(_TAG.sub("", html))) == 2 * len(marks) else None


def _without_signs(html: str) -> str:
    return _SIGN.sub("", _IN_ADDRESS.sub("", html))


def _signs(at: int) -> tuple[str, str]:
    return chr(_FIRST + 2 * at), chr(_FIRST + 2 * at + 1)


def _signed(text: str, marks: Sequence[Mark], *, lines: bool) -> str:
    put: list[tuple[int, str]] = []
    for at, mark in enumerate(marks):
        opening, closing = _signs(at)
        start, end = _words_of(text, mark, lines)
        put += [(start, opening), (end, closing)]
    for place, sign in sorted(put, key=lambda each: each[0], reverse=True):
        text = text[:place] + sign + text[place:]
    return text


def _words_of(text: str, mark: Mark, lines: bool) -> tuple[int, int]:
    """From its first word to its last: not from the sign before a list item or a heading."""
    start, end = mark.start, mark.end
    while start < end and text[start].isspace():
        start += 1
    begun = text.rfind("\n", 0, start) + 1
    if lines and (opening := _OPENING.match(text, begun)) and opening.end() > start:
        start = min(opening.end(), end)
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _by_paragraph(text: str, marks: Sequence[Mark], tokens: Sequence[Token]) -> str:
    """With signs around all words of the paragraphs, list items and code that hold them."""
    for at, mark in enumerate(marks):
        first, last = text.count("\n", 0, mark.start), text.count("\n", 0, mark.end)
        for token in tokens:
            if token.map and token.map[0] <= last and first < token.map[1]:
                _sign_token(token, *_signs(at))
    return str(render_tokens(tokens))


def _sign_token(token: Token, opening: str, closing: str) -> None:
    if token.type == "inline":
        signs = [Token("text", "", 0, content=sign) for sign in (opening, closing)]
        token.children = [signs[0], *(token.children or []), signs[1]]
    elif token.type in ("fence", "code_block"):
        token.content = opening + token.content + closing


def _wrapped(html: str, marks: Sequence[Mark]) -> tuple[str, set[Mark]]:
    """Signs become elements, each around words alone: an element over two paragraphs would be none."""
    parts, stood, last = _TAG.split(html), dict[int, int](), dict[int, int]()
    shown: list[str] = []
    current: set[int] = set()
    for at, part in enumerate(parts):
        if at % 2:
            shown.append(_IN_ADDRESS.sub("", _SIGN.sub("", part)))
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
                shown.append(_element(marks[number], piece, is_first=number not in stood))
                stood[number] = last[number] = len(shown) - 1
            else:
                shown.append(piece)
    for number, place in last.items():
        shown[place] += marks[number].behind
    return "".join(shown), {marks[number] for number in stood}


def _element(mark: Mark, words: str, *, is_first: bool) -> str:
    named = f' id="{escape(mark.id)}"' if mark.id and is_first else ""
    of_class = f' class="{escape(mark.css)}"' if mark.css else ""
    return f"<{mark.tag}{named}{of_class}>{words}</{mark.tag}>"
