"""Removing the demonstration: a page that says what goes, and the button."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.pages.request_account import account_of
from qastone_site.demonstration.remove_demonstration import remove_demonstration


@require_http_methods(["GET", "HEAD", "POST"])
def demonstration_remove(request: HttpRequest) -> HttpResponse:
    """Ask; by POST remove it and go back to the overview."""
    if request.method != "POST":
        return render(request, "overview/demonstration_remove.html")
    removed = remove_demonstration(account=account_of(request))
    messages.success(request, f"Demonstration removed: {removed}.")
    return redirect("home")
