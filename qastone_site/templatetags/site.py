"""Template tags of every page: shortcuts, numbers and times."""

from datetime import datetime

from django import template
from django.forms import BaseForm
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.pages.format_duration import format_duration
from core.pages.taken_drafts import pop_taken_draft
from qastone_site.keyboard_shortcuts import ShortcutGroup, shortcut_groups
from qastone_site.templatetags.terms import shown_levels
from stones.models import BY_PERSON, Stone

register = template.Library()


@register.simple_tag(takes_context=True)
def shortcuts(context: template.Context) -> tuple[ShortcutGroup, ...]:
    return shortcut_groups(shown_levels(context))


@register.simple_tag(takes_context=True)
def account_mark(context: template.Context) -> str:
    """Tells the account's drafts in a browser from those of others. It does not disclose which account it is."""
    return salted_hmac("drafts", str(context["user"].pk)).hexdigest()[:12]


@register.simple_tag(takes_context=True)
def taken_draft(context: template.Context) -> str:
    return pop_taken_draft(context["request"])


@register.simple_tag(takes_context=True)
def source_of(context: template.Context, stone: Stone, name: str) -> str:
    """`name`, who wrote or stored a stone, for its reader; a person, who is "user" in headers, as "you" or by name.

    What another site's header claims stays as it is.
    """
    if name != BY_PERSON or (name == stone.claimed_source and stone.source_agent != BY_PERSON):
        return name
    return "you" if stone.account_id == context["user"].pk else stone.account.get_username()


@register.filter
def number(value: int) -> str:
    """1234 → 1,234."""
    return f"{value:,}"


@register.filter
def capped(value: int, limit: int) -> str:
    """A count, or for more than `limit`: 10,000+."""
    return f"{limit:,}+" if value > limit else f"{value:,}"


@register.filter
def ago(value: datetime) -> SafeString:
    """A moment as its distance from now, with the exact time behind it."""
    seconds = (timezone.now() - value).total_seconds()
    return _time(value, f"{format_duration(abs(seconds))} ago" if seconds >= 45 else "just now")


@register.filter
def ahead(value: datetime) -> SafeString:
    """A moment to come, as its distance from now."""
    return _time(value, f"in {format_duration((value - timezone.now()).total_seconds())}")


def _time(value: datetime, words: str) -> SafeString:
    exact = value.astimezone(timezone.get_current_timezone())
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        exact.isoformat(timespec="seconds"),
        exact.strftime("%Y-%m-%d %H:%M:%S %Z"),
        words,
    )


@register.filter
def error_count(form: BaseForm) -> int:
    """How many things are to be mended in a form: a field may have several."""
    return sum(map(len, form.errors.values()))


@register.filter
def item(mapping: dict[object, object], key: object) -> object:
    """The value of a key, or ""."""
    return mapping.get(key, "")
