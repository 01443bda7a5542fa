"""Putting away what is done, one row or many, and taking it back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from inbox.listing import find_deliveries
from inbox.services.reading import archive, unarchive
from pages.people import account_of

MOST = 200


@require_POST
def done(request: HttpRequest) -> HttpResponse:
    """Put the chosen deliveries away (`action=undo`: take them back), and go back to where that was asked.

    `only` names the one row whose own button was pressed. What is not the account's is left out of the count.
    """
    names = [request.POST["only"]] if "only" in request.POST else request.POST.getlist("delivery")
    is_undo = request.POST.get("action") == "undo"
    found = find_deliveries(account_of(request), names[:MOST])
    for delivery in found:
        assert delivery.agent is not None  # they are in an inbox
        change = unarchive if is_undo else archive
        change(agent=delivery.agent, message=delivery.message_id)
    if not found:
        messages.info(request, "Nothing was chosen. Tick the messages that are done first.")
    elif is_undo:
        messages.success(request, f"{len(found)} back in the inbox.")
    else:
        keys = ",".join(str(delivery.pk) for delivery in found)
        messages.success(request, f"{len(found)} done.", extra_tags=f"undo:{keys}")
    return HttpResponseRedirect(back(request))


def back(request: HttpRequest) -> str:
    """The page of ours that a form names as its own, or the inbox."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours and wanted.startswith("/") else reverse("inbox:list")
