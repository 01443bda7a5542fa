"""The parts that many pages share, around what stands between `{% part … %}` and `{% endpart %}`."""

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from core.pages.chosen_rows import Undo, read_undo_mark

register = template.Library()


@register.simple_block_tag
def snippet(content: SafeString, name: str = "", key: object = "", **options: str) -> SafeString:
    """Code with its copy button; `name`, or `name-key`, is the code's id, and without one there is no button.

    Options: `box` and `pre` (classes), `label`, `copy_label`, `copy_id`, `is_command`.
    """
    code_id = name if key == "" else f"{name}-{key}"
    return render_to_string("_snippet.html", {"content": content, "code_id": code_id, **options})


@register.simple_block_tag
def search_form(content: SafeString, url_name: str, *, region: str, label: str) -> SafeString:
    """A form of one field, whose answer takes the place of the region with this id."""
    context = {"content": content, "url": reverse(url_name), "region": region, "label": label}
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


@register.filter
def undo_of(extra_tags: str) -> Undo | None:
    """The undo that a message offers, or None."""
    return read_undo_mark(extra_tags)
