"""A question to one stone, on its page: the passages that answer it, and where to read on."""

from typing import Any

from django.http import HttpRequest

from core.pages.request_account import account_of, ledger_reader_of
from stones import services
from stones.exceptions import InvalidFocusQuestion
from stones.focus import Focus
from stones.focus.absent_words import absent_words
from stones.forms import FocusForm
from stones.services.visit_stone import Visit


def answer_question(request: HttpRequest, current_visit: Visit) -> dict[str, Any]:
    """The passages that answer `?q=`, where there is one."""
    if "q" not in request.GET:
        return {}
    form = FocusForm(request.GET)
    if not form.is_valid():
        return {"focus_form": form}
    try:
        result = services.focus(
            account=account_of(request),
            border_hash=current_visit.stone.pk,
            question=form.cleaned_data["q"],
            max_tokens=form.cleaned_data["max_tokens"],
            skip=form.cleaned_data["skip"],
            reader=ledger_reader_of(request),
        )
    except InvalidFocusQuestion as error:
        form.add_error("q", error.message)
        return {"focus_form": form}
    return {
        "focus_form": form,
        "focused": result,
        "is_whole": not form.cleaned_data["skip"] and _is_whole(result.focus),
        "next_passages": _next_passages(request, result.focus),
        "absent_words": absent_words(result.question, result.focus),
    }


def _is_whole(focus: Focus) -> bool:
    """Whether this one answer is all of the text, which has then no price but its own."""
    return bool(focus.passages) and not focus.left_out and focus.next is None


def _next_passages(request: HttpRequest, focus: Focus) -> str:
    """The query that reads on; empty where nothing is left."""
    if focus.next is None:
        return ""
    query = request.GET.copy()
    query["skip"] = focus.next.skip
    query["max_tokens"] = str(focus.next.max_tokens or "")
    return f"?{query.urlencode()}"
