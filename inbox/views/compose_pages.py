"""The compose page: the form, its preview, and sending once."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from core.db.new_id import new_id
from core.pages.request_account import account_of
from core.pages.taken_drafts import takes_draft
from core.rest.exceptions import ProductError
from core.rest.problems import status_of
from inbox.exceptions import RecipientNotFound
from inbox.forms import ComposeForm
from inbox.models import Message
from inbox.queries.deliveries import thread_messages
from inbox.queries.inbox_tabs import Tab, is_key
from inbox.services.box_content import BoxKind
from inbox.services.post_draft import MessageDraft, PostResult, SentBefore, post
from inbox.services.preview_draft import preview
from inbox.services.resolve_recipients import reply_addresses
from inbox.views.person_agents import person_agent
from inbox.views.recipient_errors import explain_recipients
from inbox.views.stone_picker import chosen_values, describe_box, initial_text, is_choosing, render_form
from stones.stone_name import MAX_NAMED

# What an address may fill in.
_FILLED_BY = ("reply", "to", "stone")
# The field of an error of sending; others are above the form.
_FIELDS = {
    "recipient_not_found": "others",
    "token_in_content": "text",
    "message_too_large": "text",
    "content_too_large": "text",
    "content_not_text": "text",
    "not_a_stone": "text",
    "summary_refused": "summary",
    "stone_not_found": "text",
    "ambiguous_hash": "text",
    "invalid_hash": "text",
}


@require_http_methods(["GET", "HEAD", "POST"])
@takes_draft
def compose(request: HttpRequest) -> HttpResponse:
    """The form, filled in by the address (`to`, `stone`, `reply`); by POST a preview, a stone picked, or sending."""
    if request.method != "POST":
        form = ComposeForm.addressed(account_of(request), **_initial_values(request))
        form.fields["text"].widget.attrs["autofocus"] = True
        return _page(request, form)
    form = ComposeForm(chosen_values(request.POST), account=account_of(request))
    form.full_clean()
    if is_choosing(request):
        return _page(request, form, _preview_context(request, form))
    form.check_for_sending()
    if form.errors:
        return _page(request, form, _preview_context(request, form), status=422)
    try:
        posted = post(
            sender=person_agent(account_of(request)),
            draft=_draft(form),
            token=form.cleaned_data["token"] or new_id(),
            again=request.POST.get("action") == "again",
        )
    except SentBefore as sent_before:
        return _page(request, form, {"sent_before": sent_before}, status=409)
    except ProductError as error:
        words = explain_recipients(error) if isinstance(error, RecipientNotFound) else error.message
        form.add_error(_FIELDS.get(error.code), words)
        return _page(request, form, status=status_of(error))
    messages.success(request, _sent_text(posted, has_note=bool(form.note)))
    for each in posted.left_out:
        messages.warning(request, f"Your summary leaves out: {each}")
    if len(form.content.stones) > 1:
        return redirect(f"{reverse('inbox:list')}?tab={Tab.SENT}")
    first = posted.tracking_ids[0]
    # A new thread is seen from its top on.
    anchor = f"#m-{first}" if form.cleaned_data["reply"] else ""
    return redirect(f"{reverse('inbox:thread', args=[first])}?tab={Tab.SENT}{anchor}")


@require_POST
def compose_preview(request: HttpRequest) -> HttpResponse:
    """The preview's fragment with the line under the box, while the person types."""
    form = ComposeForm(request.POST, account=account_of(request))
    person = person_agent(account_of(request))
    context = _preview_context(request, form) | {"says": describe_box(form, person), "is_fragment": True}
    return render(request, "inbox/_preview.html", context)


def _preview_context(request: HttpRequest, form: ComposeForm) -> dict[str, Any]:
    if not form.is_valid() or form.content.kind is BoxKind.EMPTY:
        return {}
    try:
        previews = preview(sender=person_agent(account_of(request)), draft=_draft(form))
    except ProductError as error:
        return {"preview_fault": error.message}
    return {
        "previews": previews,
        "is_one": sum(not each.is_note for each in previews) == 1,
        "row_tokens": sum(row.tokens for each in previews for row in each.rows[:1]),
        "tokens": sum(each.tokens for each in previews),
    }


def _draft(form: ComposeForm) -> MessageDraft:
    data = form.cleaned_data
    return MessageDraft(
        content=form.content,
        outgoing=form.outgoing,
        max_lod=data["max_lod"],
        summary=data["summary"],
        detail=data["detail"],
        note=form.note,
    )


def _sent_text(posted: PostResult, *, has_note: bool) -> str:
    missed = ""
    if posted.undelivered:
        missed = f" Not delivered to {', '.join(posted.undelivered)}: see the tab “Not delivered”."
    if not posted.is_first:
        return f"It was already sent, and was not sent again.{missed}"
    many = len(posted.tracking_ids) - has_note
    text = "Sent" if many == 1 else f"{many} stones sent, each as a message of its own,"
    beside = ", with your note beside it" if has_note else ""
    return f"{text} to {', '.join(posted.recipients)}{beside}.{missed}"


def _initial_values(request: HttpRequest) -> dict[str, Any]:
    """The form's values from the query string."""
    names = request.GET.getlist("stone")[:MAX_NAMED]
    initial: dict[str, Any] = {"token": new_id(), "text": initial_text(account_of(request), names)}
    to = request.GET.getlist("to")
    if (original := _find_replied_message(request, request.GET.get("reply", ""))) is not None:
        initial["reply"] = original.pk
        subject = original.subject or original.scan
        initial["subject"] = (subject if subject.lower().startswith("re:") else f"Re: {subject}")[:120]
        with suppress(RecipientNotFound):  # then the page asks for whom it is
            to = to or reply_addresses(person_agent(account_of(request)), original, reply_to_all=False)
    return initial | {"to": to}


def _about(request: HttpRequest) -> str:
    """What the address fills in, as its query: the form of another has a draft of its own."""
    filled = [(name, value) for name in _FILLED_BY for value in request.GET.getlist(name)]
    return urlencode(filled, errors="replace")


def _find_replied_message(request: HttpRequest, tracking_id: str) -> Message | None:
    """The message that is replied to, if the account may see it."""
    if not is_key(Message.objects.all(), tracking_id):
        return None
    found = Message.objects.filter(pk=tracking_id).values_list("thread", flat=True).first()
    if found is None:
        return None
    return thread_messages(account_of(request), found).filter(pk=tracking_id).defer("body").first()


def _page(
    request: HttpRequest, form: ComposeForm, context: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    reply = _find_replied_message(request, str(form["reply"].value() or ""))
    shared = {"reply": reply, "about": _about(request)} | (context or {})
    person = person_agent(account_of(request))
    return render_form(request, "inbox/compose.html", form, shared, person=person, status=status)
