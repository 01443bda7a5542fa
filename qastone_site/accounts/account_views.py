"""The page Account: what it is, its password, and where its person is signed in."""

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.pages.request_account import account_of
from core.pages.undo_deletion import deleted_of
from qastone_site.accounts.account_forms import ChangePasswordForm, DeleteAccountForm
from qastone_site.accounts.browser_words import describe_browser
from qastone_site.accounts.delete_account import (
    LastOwner,
    WrongConfirmation,
    delete_account,
    heir_of_shipped,
    is_alone,
    is_last_owner,
)
from qastone_site.accounts.export_account import export_account, export_name
from qastone_site.accounts.first_setup import setup_is_open
from qastone_site.accounts.second_factor import has_second_factor
from qastone_site.accounts.sessions import end_session, end_sessions, open_sessions, record_session


@never_cache
@require_safe
def account_page(request: HttpRequest) -> HttpResponse:
    """All that a person has here of their own, each with what can be done about it."""
    account = account_of(request)
    current = request.session.session_key
    sessions = [
        {"row": row, "browser": describe_browser(row.client), "is_current": row.session_id == current}
        for row in open_sessions(account)
    ]
    sessions.sort(key=lambda session: not session["is_current"])
    context = {
        "sessions": sessions,
        "has_second_factor": has_second_factor(account),
        "deleted": deleted_of(account).only("what", "deleted"),
    }
    return render(request, "accounts/account.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def change_password(request: HttpRequest) -> HttpResponse:
    """All other browsers are signed out with it; tokens of agents go on."""
    account = account_of(request)
    form = ChangePasswordForm(account, request.POST if request.method == "POST" else None, request=request)
    if form.is_valid():
        form.save()
        update_session_auth_hash(request, account)
        record_session(request, account)
        end_sessions(account=account, but=request.session.session_key)
        messages.success(request, "Password changed. All other browsers are signed out.")
        return redirect("account")
    return render(request, "accounts/password.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
def session_end(request: HttpRequest, session_id: int) -> HttpResponse:
    """Signs out another browser; this one has its own button for that."""
    if end_session(account=account_of(request), session_id=session_id):
        messages.success(request, "That browser is signed out.")
    else:
        messages.info(request, "That browser was already signed out.")
    return redirect("account")


@require_POST
def sessions_end(request: HttpRequest) -> HttpResponse:
    count = end_sessions(account=account_of(request), but=request.session.session_key)
    messages.success(request, f"{count} other browser{'' if count == 1 else 's'} signed out.")
    return redirect("account")


@never_cache
@require_safe
def export(request: HttpRequest) -> StreamingHttpResponse:
    """Everything of the account as a ZIP, made while it is downloaded."""
    account = account_of(request)
    response = StreamingHttpResponse(export_account(account=account), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{export_name(account)}"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def delete(request: HttpRequest) -> HttpResponse:
    """What goes and what stays; by POST, with name and password, the account is deleted."""
    account = account_of(request)
    form = DeleteAccountForm(
        request.POST if request.method == "POST" else None, request=request, account=account
    )
    if form.is_valid():
        try:
            deletion = delete_account(account=account, confirmation=form.cleaned_data["confirmation"])
        except WrongConfirmation as error:
            form.add_error("confirmation", error.message)
        except LastOwner as error:
            form.add_error(None, error.message)
        else:
            return _deleted(request, deletion.name)
    context = {
        "form": form,
        "is_last_owner": is_last_owner(account),
        "is_alone": is_alone(account),
        "heir": heir_of_shipped(account),
    }
    return render(request, "accounts/delete.html", context, status=422 if form.errors else 200)


def _deleted(request: HttpRequest, name: str) -> HttpResponse:
    logout(request)
    context = {"name": name, "is_open": setup_is_open()}
    response = render(request, "accounts/deleted.html", context)
    # Drafts and chats in the browser, as at signing out.
    response["Clear-Site-Data"] = '"storage"'
    return response
