"""The overview, and its first steps as they are made."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analytics.sums.bars import bars
from pages.people import account_of
from qastone_site.overview import attention, steps, waiting
from qastone_site.overview.counting import count_all
from qastone_site.overview.savings import saved_lately
from qastone_site.overview.standing import standing


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What waits, what was saved, what needs attention."""
    account = account_of(request)
    counts = count_all(account, waiting.rows(account) | attention.rows(account) | steps.rows(account))
    saved = saved_lately(account)
    context = {
        "waiting": waiting.waiting(counts),
        "attention": [*standing(account), *attention.attention(account, counts)],
        "steps": steps.steps(account, counts),
        "saved": saved,
        "bars": bars(saved.days),
    }
    return render(request, "overview.html", context)


@require_safe
def first_steps(request: HttpRequest) -> HttpResponse:
    """The steps anew if more of them are made than `?done=`, otherwise 204."""
    account = account_of(request)
    found = steps.steps(account, count_all(account, steps.rows(account)))
    if request.GET.get("done") == str(found.done):
        return HttpResponse(status=204)
    return render(request, "overview/_steps.html", {"steps": found})
