"""The format's terms, each explained behind a `?` where it first stands on a page."""

from collections.abc import Mapping
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string

from stones.format import level_title

register = template.Library()


class Line(NamedTuple):
    word: str
    text: str


class Term(NamedTuple):
    question: str
    """The name of its button."""
    lines: tuple[Line, ...]


LEVELS = (
    Line(level_title(0), "One or two sentences. Always loaded."),
    Line(level_title(1), "One paragraph: enough for a standard task."),
    Line(level_title(2), "Decisions, state, files, commands, numbers, open questions."),
    Line(level_title(3), "All of it, word for word."),
)
FEWER = Line(
    "Short texts",
    "have fewer levels; the highest is always the text itself. Each says its price before it is loaded.",
)
MORE = Line("Longer texts", "have up to four levels, the last of which is the text itself.")

TERMS: Mapping[str, Term] = {
    "stone": Term(
        "What is a stone?",
        (
            Line(
                "Stone",
                "One text at up to four levels of detail, from a sentence to all of it. Its reader begins with the "
                "sentence and loads more only where the task needs it.",
            ),
        ),
    ),
    "scan": Term(f"What is {level_title(0)}?", LEVELS[:1]),
    "levels": Term("What are the levels?", (*LEVELS, FEWER)),
    "channel": Term(
        "What is a glow channel?",
        (
            Line(
                "Glow channel",
                "What a stone is for: task, context, handoff, query or data. It sets the level that is read first, and "
                "the colour.",
            ),
        ),
    ),
    "hash": Term(
        "What is a border hash?",
        (
            Line(
                "Border hash",
                "The short name of a stone, made from its content. It is no secret and no signature.",
            ),
        ),
    ),
    "fortune": Term(
        "What is a fortune?",
        (
            Line(
                "Fortune", "What to expect, in three words: channel, subject, and simple, medium or complex."
            ),
        ),
    ),
}


@register.simple_tag(takes_context=True)
def level_lines(context: template.Context) -> tuple[Line, ...]:
    """Those of the stone that the page shows, else of any."""
    count = shown_levels(context)
    if not 0 < count < len(LEVELS):
        return LEVELS
    return (*LEVELS[: count - 1], LEVELS[-1]._replace(word=level_title(count - 1)))


def shown_levels(context: template.Context) -> int:
    """How many levels the stone of a page has; 0 on other pages."""
    return len(context.get("meter") or ())


@register.simple_tag(takes_context=True)
def explain(context: template.Context, name: str) -> str:
    """The `?` of a term; nothing where the page has it already."""
    explained = vars(context["request"]).setdefault("explained_terms", set())
    if name in explained:
        return ""
    explained.add(name)
    term = TERMS[name]
    if name == "levels" and (lines := level_lines(context)) != LEVELS:
        term = term._replace(lines=(*lines, MORE))
    return render_to_string("_term.html", {"name": name, "term": term})
