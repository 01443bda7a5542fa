"""Who of another account may write to an account's agents."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from core.pages.json_twins import rows_response, wants_rows
from core.pages.request_account import account_of
from inbox.agent_forms import ContactForm, PolicyForm
from inbox.exceptions import InvalidContact
from inbox.models import Contact
from inbox.services.manage_contacts import add_contact, contact_policy, remove_contact, set_contact_policy


@require_http_methods(["GET", "HEAD", "POST"])
def contacts(request: HttpRequest) -> HttpResponse:
    """The contact policy, and the contacts. A POST with `policy` sets the policy, with `username` it adds a contact."""
    account = account_of(request)
    known = Contact.objects.filter(account=account).select_related("other").order_by("other__username")
    if wants_rows(request):
        rows = [
            {"account": each.other.get_username(), "known_since": each.created.isoformat()} for each in known
        ]
        return rows_response(request, rows, file_name="contacts")
    is_policy = "policy" in request.POST
    policy = PolicyForm(request.POST if is_policy else None, initial={"policy": contact_policy(account)})
    contact = ContactForm(request.POST if request.method == "POST" and not is_policy else None)
    if policy.is_bound and policy.is_valid():
        set_contact_policy(account=account, policy=policy.cleaned_data["policy"])
        messages.success(request, "Saved.")
        return redirect("inbox:contacts")
    if contact.is_bound and contact.is_valid() and _add_contact(request, contact):
        return redirect("inbox:contacts")
    context = {"policy": policy, "form": contact, "contacts": known}
    return render(
        request, "agents/contacts.html", context, status=422 if policy.errors or contact.errors else 200
    )


def _add_contact(request: HttpRequest, form: ContactForm) -> bool:
    try:
        contact = add_contact(account=account_of(request), username=form.cleaned_data["username"])
    except InvalidContact as error:
        form.add_error("username", error.message)
        return False
    messages.success(request, f"{contact.other.get_username()} may now write to your agents.")
    return True


@require_POST
def remove(request: HttpRequest, user_id: int) -> HttpResponse:
    """Remove a contact. Messages that were delivered stay."""
    account = account_of(request)
    other = get_object_or_404(
        User, pk=user_id, pk__in=Contact.objects.filter(account=account).values("other")
    )
    remove_contact(account=account, other=other)
    messages.success(request, f"{other.get_username()} was removed from the known accounts.")
    return redirect("inbox:contacts")
