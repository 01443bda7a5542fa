"""Answers on the pages of a signed-in person: the draft as a stream of HTML, and Stop."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from answering.answer_events import DONE, Place, event
from answering.describe_answers import EVENTS
from answering.queries.find_answers import find_person_answer
from answering.queries.render_events import AS_HTML, render_pieces
from answering.services.request_answer import stop_answer
from core.pages.fragments import is_htmx
from core.pages.request_account import account_of
from core.rest.held_responses import HOLD_HEADER, Hold

STREAM_SECONDS = 600.0
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@require_safe
def answer_events(request: HttpRequest, answer_id: str) -> HttpResponse:
    """`draft`: all that is written so far, as escaped text. `waiting`: why it has not begun, as JSON. `done`: the
    state in which it ended; the page that asked shows the answer.
    """
    answer = find_person_answer(account_of(request), answer_id)
    after = request.GET.get("after", "")
    since = _place(after)._replace(waiting=request.GET.get("waiting", "")[:20])
    if not answer.is_open:
        return HttpResponse(event(DONE, answer.state), content_type=EVENTS, headers=HEADERS)
    text, place = render_pieces(answer, since, AS_HTML)
    path = f"{reverse('answering:events', args=[answer.pk])}?after={place}&waiting={place.waiting}"
    hold = Hold(answer.topic, STREAM_SECONDS, path, streams=True)
    return HttpResponse(text, content_type=EVENTS, headers=HEADERS | {HOLD_HEADER: hold.header()})


@require_POST
def answer_stop(request: HttpRequest, answer_id: str) -> HttpResponse:
    """Stop it. htmx gets nothing, as the stream says `done`; others go back to `next`."""
    stop_answer(find_person_answer(account_of(request), answer_id))
    if is_htmx(request):
        return HttpResponse(status=204)
    address = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        address, {request.get_host()}, require_https=request.is_secure()
    )
    return redirect(address if is_ours else reverse("home"))


def _place(text: str) -> Place:
    try:
        return Place.parse(text) if text else Place()
    except ValueError:
        return Place()
