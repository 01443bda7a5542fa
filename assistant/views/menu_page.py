"""The page Menus: the context menus of each app, and the changes that are proposed to them."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from assistant.exceptions import ProposalDecided
from assistant.menus import CONTEXTS, ITEMS, describe_proposal
from assistant.models import OWN_APP, Menu, MenuChange
from assistant.queries.list_apps import apps_of
from assistant.queries.menu_usage import order_of
from assistant.services.decide_proposals import decide, propose, restore_menus
from core.pages.request_account import account_of

STATUS_MESSAGES = {
    "apply": "Applied. You can undo it below.",
    "dismiss": "Dismissed: it will not be proposed again for a month.",
    "undo": "Undone.",
}


class ChangeRow(NamedTuple):
    change: MenuChange
    title: str
    is_open: bool


class AppMenus(NamedTuple):
    """The menus of one app: `menus` as (context in words, titles)."""

    name: str
    origin: str
    changes: list[ChangeRow]
    menus: list[tuple[str, list[str]]]
    is_own: bool


@require_safe
def menus_page(request: HttpRequest) -> HttpResponse:
    """The site's own menus, then those of each app. Renews the proposals."""
    account = account_of(request)
    named = [(OWN_APP, "This site"), *((app.name, app.origin) for app in apps_of(account))]
    rows = [_app_menus(account, name, origin) for name, origin in named]
    return render(request, "assistant/menus.html", {"apps": rows, "own": OWN_APP})


def _app_menus(account: User, name: str, origin: str) -> AppMenus:
    changes = [
        ChangeRow(each, describe_proposal(each.kind, each.item, each.context), each.decision == "proposed")
        for each in propose(account=account, app=name)
    ]
    menus = [
        (CONTEXTS[context], [ITEMS[item].title for item in ids])
        for context, ids in order_of(account, name).items()
        if ids
    ]
    is_own = Menu.objects.filter(account=account, app=name).exists()
    return AppMenus(name, origin, changes, menus, is_own)


@require_POST
def menu_decide(request: HttpRequest, change_id: str) -> HttpResponse:
    """Apply, dismiss or undo one proposal."""
    decision = request.POST.get("decision", "")
    try:
        change = decide(account=account_of(request), change_id=change_id, decision=decision)
    except ProposalDecided as error:
        messages.error(request, error.message)
        return redirect("assistant:menus")
    messages.success(request, STATUS_MESSAGES[decision])
    return redirect(f"{reverse('assistant:menus')}#app-{change.app}")


@require_POST
def menus_restore(request: HttpRequest) -> HttpResponse:
    """Give one app the shipped menus again."""
    app = request.POST.get("app", "")
    if app.isprintable() and restore_menus(account=account_of(request), app=app):
        messages.success(request, "The default menus are restored.")
    else:
        messages.info(request, "These are already the default menus.")
    return redirect("assistant:menus")
