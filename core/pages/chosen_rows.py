"""Rows that a person chose on a list: their keys, what was done with them, and how that is undone."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar
from urllib.parse import parse_qsl, urlencode

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from core.pages.key_pages import ULID

ModelRow = TypeVar("ModelRow", bound=Model)
# A list or a QuerySet.
Rows = TypeVar("Rows")
# None: the page of the form is the answer.
ChosenAction: TypeAlias = Callable[[HttpRequest, Rows], HttpResponseBase | None]

MAX_CHOSEN = 200
_MARK = "undo:"


class Undo(NamedTuple):
    """A form that takes back what was done: where it goes, and its fields."""

    url: str
    fields: list[tuple[str, str]]


def filter_chosen(
    request: HttpRequest, rows: QuerySet[ModelRow], pattern: re.Pattern[str] = ULID
) -> QuerySet[ModelRow]:
    """Those of the rows that were ticked; `pattern`: what their keys look like."""
    return rows.filter(pk__in=filter(pattern.fullmatch, chosen_keys(request)))


def chosen_keys(request: HttpRequest) -> list[str]:
    """The keys of the ticked rows, each once, in the order of the page; at most MAX_CHOSEN."""
    return list(dict.fromkeys(request.POST.getlist("chosen")))[:MAX_CHOSEN]


def return_url(request: HttpRequest, fallback: str) -> str:
    """The form's `next` where it is a page of this site, else the page of that name."""
    next_url = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return next_url if is_ours and next_url.startswith("/") else reverse(fallback)


def act_on_chosen(
    request: HttpRequest, rows: Rows, actions: Mapping[str, ChosenAction[Rows]], *, fallback: str
) -> HttpResponseBase:
    """Do the form's `action` with the chosen rows; then back to its page, unless that has an answer of its own."""
    act = actions.get(request.POST.get("action", ""))
    if act is None or not rows:
        messages.info(request, "Nothing was selected. Tick some rows first.")
        return HttpResponseRedirect(return_url(request, fallback))
    return act(request, rows) or HttpResponseRedirect(return_url(request, fallback))


MAX_SHOWN_NAMES = 3
"""Of what is to be deleted; static/js/app.js shows as many."""


def undo_mark(url_name: str, keys: Iterable[object], **fields: str) -> str:
    """The extra tags of a message that offers to undo what was done with these rows, by a form with these fields."""
    query: Mapping[str, object] = {**fields, "chosen": list(keys)}
    return f"{_MARK}{reverse(url_name)}?{urlencode(query, doseq=True)}"


def read_undo_mark(extra_tags: str) -> Undo | None:
    """The undo that a message's extra tags offer; None where they offer none."""
    if not extra_tags.startswith(_MARK):
        return None
    url, _, query = extra_tags.removeprefix(_MARK).partition("?")
    return Undo(url, parse_qsl(query))


class Noun(NamedTuple):
    """What the rows of a list are called."""

    one: str
    many: str

    def phrase(self, number: int) -> str:
        """As "1 copy", "1,200 copies"."""
        return f"{number:,} {self.one if number == 1 else self.many}"


def confirm_deletion(
    request: HttpRequest,
    keys: Sequence[str],
    noun: Noun,
    *,
    url_name: str,
    words: str,
    fallback: str,
    verb: str = "Delete",
    names: Sequence[str] = (),
) -> HttpResponse:
    """Ask before these rows are deleted, where no dialog did. `words`: the template that says what goes with them;
    `names`: what the rows are called.
    """
    context = {
        "keys": keys,
        "verb": verb,
        "names": names[:MAX_SHOWN_NAMES],
        "unnamed": len(names[MAX_SHOWN_NAMES:]),
        "many": noun.phrase(len(keys)),
        "action": reverse(url_name),
        "words": words,
        "next": return_url(request, fallback),
    }
    return render(request, "delete_chosen.html", context)
