"""The parts that many pages share, around what stands between `{% part … %}` and `{% endpart %}`."""

import os
import sys
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe

from core.pages.chosen_rows import Undo, read_undo_mark
from core.pages.list_window import PARAMETERS, Orders, day_faults
from core.pages.request_account import account_of
from core.pages.saved_searches import MAX_NAME, chooses_rows, saved_searches, searched_query
from core.pages.taken_drafts import draft_name

register = template.Library()

_ON_SITE = "python manage.py"
_FROM_SITE_FOLDER = os.path.relpath(sys.executable, settings.BASE_DIR)
_PYTHON = "python" if _FROM_SITE_FOLDER.startswith("..") else _FROM_SITE_FOLDER
"""As a fresh shell in the site's folder finds it. Without an environment there, as in an image, it is on the path."""


@register.simple_tag
def manage_command(*arguments: str) -> SafeString:
    """A command of the site, within a line of text."""
    return format_html("<code>{} manage.py {}</code>", _PYTHON, " ".join(arguments))


register.filter("draft_about", draft_name)


@register.filter
def without_links(error: str) -> str:
    """An error's plain words, to stand in a link: no link may be in another."""
    return mark_safe(strip_tags(error)) if isinstance(error, SafeString) else error  # noqa: S308 - it was safe


@register.simple_block_tag(takes_context=True)
def snippet(
    context: template.Context, content: SafeString, name: str = "", key: object = "", **options: str
) -> SafeString:
    """Code with its copy button; `name`, or `name-key`, is the code's id, and without one there is no button.

    Options: `box` and `pre` (classes), `label`, `copy_label`, `copy_id`, `is_command`; `where`, a sentence above it,
    which a command of the site has by itself: for who does not run the site, it says who types it.
    """
    code_id = name if key == "" else f"{name}-{key}"
    is_site_command = content.strip().startswith(_ON_SITE)
    if is_site_command:
        content = mark_safe(content.replace("python", _PYTHON, 1))  # noqa: S308 - it was safe
    user = context.get("user")
    shared = {
        "content": content,
        "code_id": code_id,
        "is_site_command": is_site_command,
        "is_operator": user is not None and user.is_staff,
    }
    return render_to_string("_snippet.html", shared | options)


@register.simple_block_tag
def search_form(
    content: SafeString, url_name: str, *, region: str, label: str, draft: str = ""
) -> SafeString:
    """A form of one field, whose answer takes the place of the region with this id. `draft`: as what it is kept until
    it is answered (static/js/drafts.js).
    """
    context = {
        "content": content,
        "url": reverse(url_name),
        "region": region,
        "label": label,
        "draft": draft,
    }
    return render_to_string("_search_form.html", context)


@register.simple_block_tag
def empty_state(
    content: SafeString, title: str, *, url_name: str = "", action: str = "", level: int = 2
) -> SafeString:
    """What stands in the place of a list without rows, and where `action` leads. `level` is the heading's."""
    url = reverse(url_name) if url_name else ""
    context = {"content": content, "title": title, "url": url, "action": action, "level": level}
    return render_to_string("_empty_state.html", context)


@register.simple_block_tag
def choose_bar(content: SafeString) -> SafeString:
    """What can be done with the rows of a list that are ticked: buttons of the form `bulk` (`_choose_form.html`)."""
    return render_to_string("_choose_bar.html", {"content": content})


@register.inclusion_tag("_saved_searches.html", name="saved_searches", takes_context=True)
def saved_searches_of(context: dict[str, Any], list_name: str, *, is_search: bool = True) -> dict[str, Any]:
    """The searches that were saved on this list, and the form that saves the present one, unless it is none."""
    request = context["request"]
    query = searched_query(request.GET.urlencode()) if is_search else ""
    found = saved_searches(account_of(request), list_name, query)
    return {
        "searches": found,
        "current": next((each.search for each in found if each.is_current), None),
        "list_name": list_name,
        "list_url": reverse(list_name),
        "query": query if chooses_rows(list_name, query) else "",
        "max_name": MAX_NAME,
    }


@register.inclusion_tag("_window.html", takes_context=True)
def window_form(context: dict[str, Any], list_name: str, orders: Orders) -> dict[str, Any]:
    """The days and the order of a list; what else its address asks for stays."""
    query = context["request"].GET
    dropped = {*PARAMETERS, "older", "newer", "format"}
    values = {name: query.get(name, "") for name in PARAMETERS}
    return {
        **values,
        "request": context["request"],  # for {% querystring %}
        "url": reverse(list_name),
        "orders": orders,
        "kept": [(name, value) for name, value in query.items() if name not in dropped and value],
        "is_used": any(values.values()),
        "faults": day_faults(query),
    }


@register.filter
def undo_of(extra_tags: str) -> Undo | None:
    """The undo that a message offers, or None."""
    return read_undo_mark(extra_tags)
