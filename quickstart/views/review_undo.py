"""Messages about review states that were set, with the way back to the states before."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest

from core.pages.chosen_rows import undo_mark
from core.pages.key_pages import NUMBER
from quickstart.models import Review

DONE = {
    Review.PUBLISHED: "published",
    Review.DRAFT: "set to draft",
    Review.RETIRED: "retired",
}


def report_review(request: HttpRequest, url_name: str, text: str, before: Mapping[int, str]) -> None:
    """`before`: the former states by key; the undo is the form's action "restore"."""
    keys = {review: [str(pk) for pk, was in before.items() if was == review] for review in Review}
    fields = {str(review): ",".join(of) for review, of in keys.items() if of}
    undo = undo_mark(url_name, before, action="restore", **fields) if before else ""
    messages.success(request, text, extra_tags=undo)


def read_states(request: HttpRequest) -> dict[int, Review]:
    """The states of such a form by key: `draft=1,2`, `published=3`."""
    return {
        int(key): review
        for review in Review
        for key in request.POST.get(review, "").split(",")
        if NUMBER.fullmatch(key)
    }
