"""What a person is told whose message reached nobody, with links to where that is changed."""

from typing import cast

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from inbox.exceptions import RecipientNotFound
from inbox.services.resolve_recipients import CONTACTS_PAGE


def explain_recipients(error: RecipientNotFound) -> SafeString:
    """The error, its page's name as a link; and of an account's name alone how its agents are written to."""
    page = f"“{CONTACTS_PAGE}”"
    link = format_html('<a href="{}">{}</a>', reverse("inbox:contacts"), CONTACTS_PAGE)
    words = conditional_escape(error.message).replace(page, link)
    names = [name for name in cast(list[str], error.extra["recipients"]) if "@" not in name]
    for username in User.objects.filter(username__in=names, is_active=True).values_list(
        "username", flat=True
    ):
        words += format_html(
            " {} is an account: an agent of it is written to as <code>name@{}</code>.", username, username
        )
    return mark_safe(words)  # noqa: S308 - escaped above
