"""Initial values of the form for a new entry, from the link to it: a waiting question or a gap in the tree."""

from typing import Any

from django.http import HttpRequest

from quickstart.models import Review
from quickstart.parsing.qa_fields import FAQ_LEVEL, FAQ_PATH
from quickstart.parsing.question_ids import made_id

MAX_VARIANTS = 20


def initial_entry_data(request: HttpRequest) -> dict[str, Any]:
    """From the parameters `question`, `collection` (its number), `level`, `entry_id`, and one `tree_path` per label.

    A question without id, level or place gets those that the upload of a FAQ gives it.
    """
    params = request.GET
    initial: dict[str, Any] = {name: params[name] for name in ("question", "entry_id") if name in params}
    initial |= {name: params[name] for name in ("collection", "level") if params.get(name, "").isdecimal()}
    if "settles" in params:
        # Who answers a waiting question means to publish the answer.
        initial["review"] = Review.PUBLISHED
    initial["tree_path"] = [label.strip() for label in params.getlist("tree_path") if label.strip()]
    if question := params.get("question"):
        # As the upload of a FAQ completes a question.
        place = {"entry_id": made_id(question), "level": str(FAQ_LEVEL), "tree_path": list(FAQ_PATH)}
        initial |= {name: value for name, value in place.items() if not initial.get(name)}
    return initial


def initial_variants(request: HttpRequest) -> list[str]:
    return [text for text in request.GET.getlist("variants") if text.strip()][:MAX_VARIANTS]


def question_ids_to_settle(request: HttpRequest) -> list[int]:
    """Ids of the waiting questions that the new entry answers."""
    parts = request.GET.get("settles", "").split(",")
    return [int(part) for part in parts if part.isdecimal()]
