"""A person rewords LOD-0 and LOD-1 of a text that they, or an agent of theirs, sent."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core.pages.request_account import account_of
from core.rest.exceptions import ProductError
from core.rest.problems import status_of
from inbox.models import Agent, Message
from inbox.services.reword_message import message_words, reword_message
from stones.exceptions import SummaryChanged
from stones.services.sender_words import words_mark
from stones.summary_form import SummaryForm, add_refusal, report_words


@require_http_methods(["GET", "HEAD", "POST"])
def summary(request: HttpRequest, message: str) -> HttpResponse:
    """The form with the current words; by POST new ones are checked and stored."""
    found, sender = _find_own_message(request, message)
    if request.method != "POST":
        initial = {
            "summary": found.scan,
            "detail": found.detail,
            "former": words_mark(message_words(found)),
        }
        return _page(request, found, SummaryForm(initial=initial))
    form = SummaryForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    try:
        sent = reword_message(sender=sender, tracking_id=found.pk, **form.words)
    except SummaryChanged as error:
        found.refresh_from_db(fields=["scan", "detail"])
        current = message_words(found)
        form = form.marked_anew(words_mark(current))
        return _page(request, found, form, status=status_of(error), current=current)
    except ProductError as error:
        add_refusal(form, error.message, error.extra.get("faults"))
        return _page(request, found, form, status=status_of(error))
    report_words(request, sent.left_out)
    return redirect(_message_url(found))


def _find_own_message(request: HttpRequest, message: str) -> tuple[Message, Agent]:
    """A message of the account's, with who sent it. Raises Http404."""
    rows = (
        Message.objects.filter(pk=message, account=account_of(request)).select_related("sender").defer("body")
    )
    if (found := rows.first()) is None or found.sender is None:
        raise Http404(f"You have sent no message {message!r}.")
    return found, found.sender


def _message_url(message: Message) -> str:
    return f"{reverse('inbox:thread', args=[message.pk])}#m-{message.pk}"


def _page(
    request: HttpRequest,
    message: Message,
    form: SummaryForm,
    status: int = 200,
    current: dict[int, str] | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "current": current,
        "action": reverse("inbox:summary", args=[message.pk]),
        "crumbs": [
            ("Inbox", reverse("inbox:list")),
            (message.subject or message.scan[:60], _message_url(message)),
        ],
    }
    return render(request, "summary.html", context, status=status)
