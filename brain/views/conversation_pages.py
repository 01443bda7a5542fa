"""Rename, delete and export a conversation."""

from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from audit.services import record
from brain.models import Conversation
from brain.queries.conversation_queries import find_conversation, turns_of
from brain.queries.export_conversations import ExportFormat, export_conversation
from brain.services.manage_conversations import delete_conversation, rename_conversation
from brain.views.forms import TitleForm
from core.pages.request_account import account_of
from core.pages.undo_deletion import pack_deleted, store_deletion
from core.rest.exceptions import ProductError
from core.rest.problems import status_of

_TYPES = {ExportFormat.MARKDOWN: "text/markdown", ExportFormat.JSON: "application/json"}


@require_http_methods(["GET", "HEAD", "POST"])
def conversation_rename(request: HttpRequest, conversation_id: str) -> HttpResponse:
    """Set its title; without one it goes by its name."""
    conversation = find_conversation(account_of(request), conversation_id)
    if request.method != "POST":
        return _rename_page(request, conversation, TitleForm(initial={"title": conversation.title}))
    form = TitleForm(request.POST)
    if not form.is_valid():
        return _rename_page(request, conversation, form, 422)
    try:
        renamed = rename_conversation(conversation=conversation, title=form.cleaned_data["title"])
    except ProductError as error:
        form.add_error("title", error.message)
        return _rename_page(request, conversation, form, status_of(error))
    messages.success(request, f"Renamed to “{renamed}”.")
    return redirect(_chat_url(renamed))


def _rename_page(
    request: HttpRequest, conversation: Conversation, form: TitleForm, status: int = 200
) -> HttpResponse:
    context = {"conversation": conversation, "form": form}
    return render(request, "brain/conversation_rename.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def conversation_delete(request: HttpRequest, conversation_id: str) -> HttpResponse:
    """GET asks for confirmation; POST deletes it with its turns."""
    conversation = find_conversation(account_of(request), conversation_id)
    if request.method != "POST":
        context = {"conversation": conversation, "turn_count": turns_of(conversation).count()}
        return render(request, "brain/conversation_delete.html", context)
    name = f"The conversation “{conversation}”"
    with transaction.atomic():
        packed = pack_deleted([conversation])
        delete_conversation(conversation=conversation)
        undo = store_deletion(account_of(request), name, packed)
    messages.success(request, f"{name} is deleted.", extra_tags=undo)
    return redirect("brain:chat")


@require_safe
def conversation_export(request: HttpRequest, conversation_id: str, form: str) -> HttpResponse:
    """The whole conversation as a file: md or json."""
    if form not in list(ExportFormat):
        raise Http404(f"There is no form {form!r} of a conversation.")
    conversation = find_conversation(account_of(request), conversation_id)
    export_format = ExportFormat(form)
    text = export_conversation(conversation, export_format)
    record("export", f"conversation {conversation.pk}", account=conversation.account_id, form=form)
    response = HttpResponse(text, content_type=f"{_TYPES[export_format]}; charset=utf-8")
    name = slugify(str(conversation))[:60] or "conversation"
    response["Content-Disposition"] = f'attachment; filename="{name}.{export_format}"'
    return response


def _chat_url(conversation: Conversation) -> str:
    return f"{reverse('brain:chat')}?{urlencode({'c': conversation.pk})}"
