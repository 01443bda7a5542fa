"""What a person is told whose message reached nobody, with links to where that is changed."""

from typing import cast

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from inbox.exceptions import RecipientNotFound
from inbox.services.resolve_recipients import CONTACTS_PAGE


def explain_recipients(error: RecipientNotFound) -> SafeString:
    """The error, its page's name as a link; and of a bare name how another account's agent is written to.

    The same for every bare name: it does not disclose which accounts exist.
    """
    page = f"“{CONTACTS_PAGE}”"
    link = format_html('<a href="{}">{}</a>', reverse("inbox:contacts"), CONTACTS_PAGE)
    words = conditional_escape(error.message).replace(page, link)
    if any("@" not in name for name in cast(list[str], error.extra["recipients"])):
        words += " An agent of another account is written to as <code>name@account</code>."
    return mark_safe(words)  # noqa: S308 - escaped above
