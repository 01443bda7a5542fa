"""Content in templates: as safe HTML, whole or with its code marked."""

import re
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from core.pages.render_markdown import render, text_of_markdown

register = template.Library()
_CODE = re.compile(r"`([^`\n]+)`")


@register.filter
def rendered(text: str) -> SafeString:
    """A text as safe HTML (core/pages/render_markdown.py)."""
    return render(text)


@register.filter
def markdown(text: str) -> SafeString:
    """The same of a text that is Markdown, whether it looks so or not."""
    return render(text, is_known=True)


@register.filter
def in_words(text: str) -> str:
    """What is read of a Markdown text, on one line, without mark-up."""
    return text_of_markdown(text)


@register.filter
def code_spans(text: str) -> SafeString:
    """One line of content with its `code` set as code; nothing else is mark-up."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(text)))  # noqa: S308 - escaped before
