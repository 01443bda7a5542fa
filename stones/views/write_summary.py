"""A person writes the sentence of a stone in the place of what stands there."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core.pages.request_account import account_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of
from stones import services
from stones.assembled_stone import AssembledStone
from stones.exceptions import StoneNotFound, SummaryChanged
from stones.models import LevelOrigin, ListedStone, Stone
from stones.queries import assemble, find_own_stone
from stones.services.sender_words import words_mark
from stones.stored_header import text_of
from stones.summary_form import SummaryForm, add_refusal, report_words


def summary_form(stone: ListedStone) -> SummaryForm:
    """The form with what stands there: the sentence to improve; the paragraph where it is the sender's own."""
    assembled = assemble(stone)
    has_detail = stone.top_level > 1 and assembled.levels[1].origin == LevelOrigin.SENDER
    detail = text_of(assembled, 1) if has_detail else ""
    former = words_mark(sender_words(assembled))
    return SummaryForm(initial={"summary": text_of(assembled, 0), "detail": detail, "former": former})


def sender_words(assembled: AssembledStone) -> dict[int, str]:
    """The levels that are the sender's own words, by number."""
    own = [level for level in assembled.levels if level.origin == LevelOrigin.SENDER]
    return {level.number: text_of(assembled, level.number) for level in own}


def can_reword(stone: Stone) -> bool:
    """Whether its reader may write its sentence: not somebody else's stone, nor another writer's."""
    return stone.shared_with is None and not stone.claimed_header and stone.top_level > 0


@require_http_methods(["GET", "HEAD", "POST"])
def summary(request: HttpRequest, border_hash: str) -> HttpResponse:
    """The form; by POST the words are checked and stand."""
    stone = find_own_stone(account_of(request), border_hash)
    if request.method != "POST":
        return _page(request, stone, summary_form(stone))
    form = SummaryForm(request.POST)
    if not form.is_valid():
        return _page(request, stone, form, status=422)
    try:
        left_out = services.reword(account=account_of(request), border_hash=stone.pk, **form.words).left_out
    except StoneNotFound:
        raise
    except SummaryChanged as error:
        current = sender_words(assemble(find_own_stone(account_of(request), stone.pk)))
        form = form.marked_anew(words_mark(current))
        return _page(request, stone, form, status=status_of(error), current=current)
    except ProductError as error:
        add_refusal(form, error.message, error.extra.get("faults"))
        return _page(request, stone, form, status=status_of(error))
    report_words(request, left_out)
    return redirect("stones:detail", border_hash=stone.address)


def warn_left_out(request: HttpRequest, left_out: tuple[str, ...]) -> None:
    """Name what somebody's words do not say of their text."""
    for each in left_out:
        messages.warning(request, f"Your summary leaves out: {each}")


def _page(
    request: HttpRequest,
    stone: ListedStone,
    form: SummaryForm,
    status: int = 200,
    current: dict[int, str] | None = None,
) -> HttpResponse:
    page = reverse("stones:detail", args=[stone.address])
    context = {
        "form": form,
        "current": current,
        "action": reverse("stones:summary", args=[stone.pk]),
        "crumbs": [("Stones", reverse("stones:list")), (stone.content.border_hash, page)],
    }
    return render(request, "summary.html", context, status=status)
