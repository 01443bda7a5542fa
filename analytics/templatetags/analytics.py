"""Template filters that put keys and figures of the dashboard into words."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from analytics.sums import Figures
from core.db.reader_names import COMMAND_LINE, LEVEL_WRITER, PERSON
from stones.format import CHANNELS, LEVEL_NAMES, level_title

register = template.Library()

_LEVELS = {f"lod-{number}": level_title(number) for number in range(len(LEVEL_NAMES))} | {
    # Of a text with fewer levels its last one, which is the text itself.
    **{f"lod-{number}": f"{level_title(number)} or {LEVEL_NAMES[-1]}" for number in (1, 2)},
    "passages": "Passages for a question",
    "helpers": "Helpers' models",
    "generation": "Models that wrote levels",
}


_READERS = {LEVEL_WRITER: "this site, writing levels", COMMAND_LINE: "the command line"}


@register.filter
def reader_words(key: str) -> str:
    """The ledger's name of the reader; words for the site, the command line and people."""
    name = key.removeprefix(PERSON)
    return _READERS.get(key, key) if name == key else f"{name}, a person"


@register.filter
def level_words(key: str) -> str:
    """lod-1 → LOD-1 Detail or Source, lod-4, which few stones have, → LOD-4."""
    return _LEVELS.get(key, key.upper())


@register.filter
def key_words(key: str, by: str) -> str:
    """What a row of the table by agent, channel or level is called."""
    return {"agent": reader_words, "channel": channel_words, "level": level_words}[by](key)


@register.filter
def channel_words(key: str) -> SafeString:
    """The channel as a dot and its word."""
    if key not in CHANNELS:
        return format_html("{}", key or "no channel")
    return format_html(
        '<span class="channel" data-channel="{}"><span class="dot" aria-hidden="true"></span>{}</span>',
        key,
        key,
    )


@register.filter
def percent(figures: Figures) -> str:
    """The saved share of the pastes: 81%, −5%; – where nothing would have been pasted."""
    if figures.percent is None:
        return "–"
    formatted = f"{figures.percent:.0f}%" if abs(figures.percent) < 99.5 else f"{figures.percent:.1f}%"
    return formatted.replace("-", "−")


@register.filter
def outcome(figures: Figures) -> str:
    """What reading saved, or cost: saved 81%, spent 25% more than pasting."""
    if figures.saved < 0:
        return f"spent {-(figures.percent or 0):,.0f}% more than pasting"
    return f"saved {percent(figures)}"


@register.filter
def signed(tokens: int) -> str:
    """1,204 or −1,204."""
    return f"{tokens:,}".replace("-", "−")


@register.filter
def span(milliseconds: int | None) -> str:
    """450 ms, 12 s, 3 min, 1 h 5 min; – for None."""
    if milliseconds is None:
        return "–"
    seconds = round(milliseconds / 1000)
    if milliseconds < 1000:
        return f"{milliseconds} ms"
    if seconds < 60:
        return f"{seconds} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
