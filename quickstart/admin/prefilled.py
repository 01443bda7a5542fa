"""The form of a new entry, filled in by the link that led to it: a waiting question, a gap in the tree."""

from typing import Any

from django.http import HttpRequest

from quickstart.models import Review

MOST = 20


def prefilled(request: HttpRequest) -> dict[str, Any]:
    """From `question`, `collection` (its number), `level`, `entry_id`, and `tree_path`, once for each label."""
    given = request.GET
    initial: dict[str, Any] = {name: given[name] for name in ("question", "entry_id") if name in given}
    initial |= {name: given[name] for name in ("collection", "level") if given.get(name, "").isdecimal()}
    if "settles" in given:
        # Who answers a waiting question means the answer to be told.
        initial["review"] = Review.PUBLISHED
    initial["tree_path"] = [label.strip() for label in given.getlist("tree_path") if label.strip()]
    return initial


def prefilled_variants(request: HttpRequest) -> list[str]:
    return [text for text in request.GET.getlist("variants") if text.strip()][:MOST]


def settles(request: HttpRequest) -> list[int]:
    """Numbers of the waiting questions that the new entry answers."""
    parts = request.GET.get("settles", "").split(",")
    return [int(part) for part in parts if part.isdecimal()]
