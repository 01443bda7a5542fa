"""The page Settings, of the assistant and of the clipboard."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from assistant.forms import AssistantForm, ClipboardForm, SettingsForm
from assistant.models import AssistantSettings
from assistant.queries.read_settings import assistant_settings
from assistant.services.save_settings import (
    InvalidAssistantSettings,
    assistant_fields,
    clipboard_fields,
    save_assistant_settings,
)
from clipboard.exceptions import InvalidClipboardSettings
from clipboard.models import ClipboardSettings
from clipboard.queries.find_copies import last_watched
from clipboard.services import clipboard_settings, save_clipboard_settings
from core.pages.request_account import account_of
from core.rest.agent_tokens import TokenInContent
from core.rest.exceptions import ProductError

PARTS = {"assistant": "The assistant", "clipboard": "The clipboard"}
BEFORE = "settings_before"
"""Session key: the settings that the last restoring of defaults replaced, so that it can be undone."""


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Both forms. By POST one of them (`part`) is saved, set to the defaults, or set to what these replaced."""
    if request.method != "POST":
        return _page(request, {})
    part, action = request.POST.get("part", ""), request.POST.get("action", "save")
    if part not in PARTS:
        messages.error(request, "Nothing was saved: the form was incomplete. Reload the page and try again.")
        return redirect("assistant:settings")
    if action == "restore":
        return _restore(request, part)
    return _take_back(request, part) if action == "undo" else _save(request, part)


def _save(request: HttpRequest, part: str) -> HttpResponse:
    form: AssistantForm | ClipboardForm = (
        AssistantForm(request.POST) if part == "assistant" else ClipboardForm(request.POST)
    )
    if form.is_valid():
        try:
            _save_fields(account_of(request), part, form.chosen())
        except (InvalidAssistantSettings, InvalidClipboardSettings, TokenInContent) as error:
            _add_error(form, error)
    if form.errors:
        return _page(request, {part: form}, status=422)
    request.session.pop(BEFORE, None)
    messages.success(request, f"Saved: {PARTS[part].lower()}.")
    return _back(part)


def _add_error(form: SettingsForm, error: ProductError) -> None:
    errors = error.extra.get("errors")
    form.take(errors if isinstance(errors, dict) else {"lod_model": [error.message]})


def _save_fields(account: User, part: str, fields: dict[str, Any]) -> None:
    (save_assistant_settings if part == "assistant" else save_clipboard_settings)(account, **fields)


def _restore(request: HttpRequest, part: str) -> HttpResponse:
    account = account_of(request)
    if part == "assistant":
        before, defaults = (
            assistant_fields(assistant_settings(account)),
            assistant_fields(AssistantSettings()),
        )
    else:
        before, defaults = (
            clipboard_fields(clipboard_settings(account)),
            clipboard_fields(ClipboardSettings()),
        )
    _save_fields(account, part, defaults)
    if before != defaults:
        request.session[BEFORE] = {part: before}
    messages.success(request, f"{PARTS[part]} has its defaults again.")
    return _back(part)


def _take_back(request: HttpRequest, part: str) -> HttpResponse:
    before = request.session.pop(BEFORE, {}).get(part)
    if before is None:
        messages.info(request, "There is nothing to undo.")
    else:
        _save_fields(account_of(request), part, before)
        messages.success(request, f"{PARTS[part]} is as it was before.")
    return _back(part)


def _back(part: str) -> HttpResponse:
    return redirect(f"{reverse('assistant:settings')}#{part}")


def _page(request: HttpRequest, forms: dict[str, SettingsForm], status: int = 200) -> HttpResponse:
    account = account_of(request)
    copies = clipboard_settings(account)
    context = {
        "assistant_form": forms.get("assistant") or AssistantForm.of(assistant_settings(account)),
        "clipboard_form": forms.get("clipboard") or ClipboardForm.of(copies),
        "invalid_form": next(iter(forms.values()), None),
        "is_paused": copies.is_paused,
        "watched": last_watched(account),
        "undoable": [name for name in request.session.get(BEFORE, {}) if name in PARTS],
    }
    return render(request, "assistant/settings.html", context, status=status)
