"""Content in templates as safe HTML."""

import re
from collections.abc import Iterable
from html import escape

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from core.pages.example_address import at_this_site
from core.pages.render_markdown import render, text_of_markdown

register = template.Library()
_CODE = re.compile(r"`([^`\n]+)`")
_TITLE_STOP = re.compile(r"\s*[.,:;!?–—-]+\s+|\s+(?=[^\sa-zß-öø-ÿ])")
"""Behind a title that stands by itself: a sign, or a new sentence."""


@register.filter
def rendered(text: str) -> SafeString:
    """A text as safe HTML (core/pages/render_markdown.py)."""
    return render(text)


@register.filter
def markdown(text: str, keeps_lines: bool = False) -> SafeString:
    """The same for a text that is known to be Markdown; its lines are kept where the argument is true."""
    return render(text, is_known=True, keeps_lines=keeps_lines)


@register.simple_tag(takes_context=True)
def shipped(context: Context, text: str) -> SafeString:
    """The same, with this site's address where a shipped text has the example's."""
    request = context.get("request")
    return markdown(at_this_site(text, request) if request else text)


@register.filter
def in_words(text: str) -> str:
    """The visible words of a Markdown text, on one line."""
    return text_of_markdown(text)


@register.filter
def after_title(text: str, title: str) -> str:
    """A text without the title that it begins with; all of it where nothing else is there, or where the title is only
    how its first sentence begins.
    """
    rest = text[len(title) :]
    begins = bool(title) and text.lower().startswith(title.lower())
    stop = _TITLE_STOP.match(rest) if begins else None
    return (rest[stop.end() :] if stop else "") or text


@register.filter
def but_text(rows: Iterable[object], text: str) -> list[object]:
    """The rows that do not say this text again, or a sentence or clause of it."""
    said = f". {_plain(text)}."
    return [row for row in rows if not re.search(rf"[.:;] {re.escape(_plain(str(row)))}[.:;]", said)]


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".")


@register.filter
def code_spans(text: str) -> SafeString:
    """One line of content with its `code` as code; other mark-up stays text."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(text)))  # noqa: S308 - escaped before
