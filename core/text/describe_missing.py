"""Tells in words what a quotation says of its question, and what it lacks."""

from collections.abc import Sequence

from core.text.bm25_words import split_words
from core.text.filler_words import ASKING, FUNCTION_WORDS, LIGHT
from core.text.stated_form import MEASURE_NAMES, unstated_form
from core.text.unnamed_words import OF_ANOTHER, WORD, stems_of

MAX_WORD = 40
"""Characters of one that is named."""
_MAX_NAMED = 3
ALL_LACK = ", which does not say"
FIRST_LACKS = "; the first does not say"
_WHY = "why"
_NOR_WHY = " and may not say why"
_FORMS_SAID = {
    **{form: form for form in (_WHY, "who", "where", *MEASURE_NAMES)},
    "date or time": "when",
    **{
        form: f"the {form}"
        for form in (
            *("number", "age", "phone number", "email address", "identifying number"),
            *("IP address", "MAC address", "host name"),
        )
    },
}
"""By the names of `unstated_form`."""


def describe_missing(words: Sequence[str], lead: str = ALL_LACK) -> str:
    """`, which does not say how much or “charge”`: at most three, without light verbs, particles and other words of
    closed classes; empty without any. What is asked for by its form stands without quotation marks: the question may
    ask for it in other words. A reason needs no word that tells it for one: it only may be missing.
    """
    others = {part for word in words if word.startswith(OF_ANOTHER) for part in word.split()}
    short = {word.lower(): word for word in words if word and len(word) <= MAX_WORD and word not in others}
    named = [_said(word) for word in short.values() if (LIGHT | FUNCTION_WORDS).isdisjoint(split_words(word))]
    lacking = [word for word in named if word != _WHY][:_MAX_NAMED]
    if _WHY not in named:
        return f"{lead} {' or '.join(lacking)}" if lacking else ""
    if lacking:
        return f"{lead} {' or '.join(lacking)}{_NOR_WHY}"
    return f"{lead.replace('does not', 'may not')} {_WHY}"


def describe_held(query: str, text: str, missing: Sequence[str], *, context: str) -> str:
    """`says “Ann” and the age`: the words of a question that stand in the text, and what it asks for by its form,
    unless that is `missing`.
    """
    lacking, held = {*missing}, set(split_words(text))
    words = dict.fromkeys(word for word in WORD.findall(query) if not ASKING.issuperset(stems_of(word)))
    named = [
        f"“{word}”" for word in words if word not in lacking and held & {*stems_of(word)} - FUNCTION_WORDS
    ]
    form = unstated_form(query, "", context=context)
    if form and lacking.isdisjoint((form, "")) and not any(each.startswith(OF_ANOTHER) for each in missing):
        named.append(_said(form))
    if not named:
        return "says no word of the question"
    *others, last = named
    return f"says {', '.join(others)} and {last}" if others else f"says {last}"


def _said(word: str) -> str:
    if word.startswith(OF_ANOTHER):
        return f"{OF_ANOTHER}“{word.removeprefix(OF_ANOTHER)}”"
    return _FORMS_SAID.get(word) or f"“{word}”"
