"""Untrusted content as HTML: it passes an allow-list and loads nothing, no images, styles or scripts."""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from core.pages.render_cache import render_cached
from core.text.limited_markdown import LimitedMarkdown, WorkLimitExceeded

# Longer content is shown as plain text: rendering 1 MB takes seconds, and nobody reads that much as a page.
MAX_RENDERED_CHARACTERS = 200_000
NOT_FORMATTED = (
    '<p class="note">Too long, or too intricate, to be set as a page: it is shown as it stands.</p>'
)
# The page has its own h1, the level its h2.
SHIFT = 2

_TAGS = {
    "h3", "h4", "h5", "h6", "p", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "s",
    "a", "div", "table", "thead", "tbody", "tr", "th", "td", "span",
}  # fmt: skip
_ATTRIBUTES = {
    "a": {"href", "title"},
    "ol": {"start"},
    "pre": {"tabindex"},
    "div": {"class", "tabindex"},
    "span": {"class"},
    "code": {"class"},
}
_CLASSES = {"div": {"scroll"}, "span": {"picture"}}
_MARKDOWN = re.compile(
    r"""^(?:\#{1,6}[ ]|[ ]{0,3}(?:[-*+]|\d{1,9}[.)])[ ]|[ ]{0,3}(?:```|~~~)|>[ ]|\|.*\|)  # blocks
      | \*\*\S|`[^`\n]+`|\[[^\[\]\n]+\]\(                                                  # inside a line
    """,
    re.MULTILINE | re.VERBOSE,
)


def _image(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any
) -> str:  # pragma: no branch
    """An image becomes a link to it: loading it would tell its server who reads what, and when."""
    token = tokens[index]
    label = escape(self.renderInlineAsText(token.children, options, env) or "picture")
    return f'<a href="{escape(str(token.attrGet("src") or ""))}"><span class="picture">{label}</span></a>'


def _table_open(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any
) -> str:
    return '<div class="scroll" tabindex="0"><table>\n'


def _table_close(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: Any
) -> str:
    return "</table></div>\n"


def _reader() -> LimitedMarkdown:
    reader = LimitedMarkdown(options_update={"html": False})
    reader.enable(["table", "strikethrough"])
    reader.add_render_rule("image", _image)
    reader.add_render_rule("table_open", _table_open)
    reader.add_render_rule("table_close", _table_close)
    return reader


_READER = _reader()
_WITH_BREAKS = LimitedMarkdown(options_update={"html": False, "breaks": True}).options
_WORDS = RendererHTML()


def _shift(tokens: Sequence[Token]) -> None:
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + SHIFT, 6)}"


def is_markdown(text: str) -> bool:
    """Whether a text has any mark-up; without it, line breaks matter."""
    return _MARKDOWN.search(text) is not None


def render(text: str, *, is_known: bool = False, keeps_lines: bool = False) -> SafeString:
    """Safe HTML: of Markdown where it is that, otherwise line by line.

    `is_known`: it is Markdown, whether it looks so or not. `keeps_lines`: in it a single line break is one, too.
    """
    if not (is_known or is_markdown(text)):
        return render_plain(text)
    return render_cached(lambda: _render(text, keeps_lines), text, keeps_lines)


def _render(text: str, keeps_lines: bool) -> SafeString:
    tokens = parse(text)
    return render_unformatted(text) if tokens is None else render_tokens(tokens, keeps_lines=keeps_lines)


def parse(text: str, env: EnvType | None = None) -> list[Token] | None:
    """Its Markdown tokens; None if the text is too long or takes too much work.

    The work of calls that share one `env` is counted together.
    """
    if len(text) > MAX_RENDERED_CHARACTERS:
        return None
    try:
        tokens = _READER.parse(text, env)
    except WorkLimitExceeded:
        return None
    _shift(tokens)
    return tokens


def text_of_markdown(text: str) -> str:
    """The visible words of a Markdown text, on one line."""
    tokens = parse(text)
    if tokens is None:
        return " ".join(text.split())
    parts = (
        _WORDS.renderInlineAsText(token.children or [], _READER.options, {})
        if token.type == "inline"
        else token.content
        for token in tokens
    )
    return " ".join(" ".join(parts).split())


def render_plain(text: str) -> SafeString:
    """Unformatted, line by line."""
    return mark_safe(f'<div class="plain">{escape(text)}</div>')  # noqa: S308 - escaped


def render_unformatted(text: str) -> SafeString:
    """The same for a text that is too costly to format, with a note that says so."""
    return mark_safe(NOT_FORMATTED + render_plain(text))  # noqa: S308 - ours, and escaped


def render_tokens(tokens: Sequence[Token], *, keeps_lines: bool = False) -> SafeString:
    """Safe HTML of parsed tokens."""
    options = _WITH_BREAKS if keeps_lines else _READER.options
    html = _READER.renderer.render(tokens, options, {}).replace("<pre>", '<pre tabindex="0">')
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        attribute_filter=_filter_class,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
    return mark_safe(clean)  # noqa: S308 - through the allow-list


def _filter_class(tag: str, attribute: str, value: str) -> str | None:
    if attribute != "class" or value in _CLASSES.get(tag, ()):
        return value
    return None


# Characters that a reader does not see, but a model does.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0e\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
)


def count_invisible(text: str) -> int:
    """How many invisible characters it has: zero-width, direction marks, controls, tags."""
    return len(_INVISIBLE.findall(text))
