"""The page Apps: the origins that embed the assistant, and the script tag for each."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from assistant.app_forms import AppForm
from assistant.exceptions import AppTaken, InvalidApp, TooManyApps
from assistant.models import App
from assistant.queries.list_apps import apps_of
from assistant.services.manage_apps import create_app, delete_app, end_connections, find_app
from core.pages.request_account import account_of
from core.rest.problems import status_of


@require_http_methods(["GET", "HEAD", "POST"])
def app_list(request: HttpRequest) -> HttpResponse:
    """The account's apps; by POST another one is made."""
    form = AppForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        app, status = _created(request, form)
        if app is not None:
            messages.success(request, f"The app {app.name} is created: copy its script tag into its pages.")
            return redirect(f"{reverse('assistant:apps')}#app-{app.name}")
    site = own_origin(request)
    rows = [(app, _script_tag(site, app)) for app in apps_of(account_of(request))]
    context = {"rows": rows, "form": form, "site": site}
    return render(request, "assistant/apps.html", context, status=status)


def _created(request: HttpRequest, form: AppForm) -> tuple[App | None, int]:
    if not form.is_valid():
        return None, 422
    try:
        app = create_app(account=account_of(request), own_origin=own_origin(request), **form.cleaned_data)
    except (InvalidApp, AppTaken, TooManyApps) as error:
        field = error.extra.get("field")
        form.add_error(str(field) if field else None, error.message)
        return None, 422 if isinstance(error, InvalidApp) else status_of(error)
    return app, 200


def own_origin(request: HttpRequest) -> str:
    """This site's origin, as a browser sends it."""
    return request.build_absolute_uri("/").rstrip("/")


def _script_tag(site: str, app: App) -> str:
    """The script tag with the file's own name, not the one with its hash: tags in other pages must stay valid."""
    return (
        f'<script type="module" src="{site}{settings.STATIC_URL}assistant/widget.js?key={app.key}"></script>'
    )


@require_http_methods(["GET", "HEAD", "POST"])
def app_delete(request: HttpRequest, app_id: str) -> HttpResponse:
    """GET asks for confirmation, POST deletes."""
    account = account_of(request)
    if request.method != "POST":
        return render(request, "assistant/app_delete.html", {"app": find_app(account, app_id)})
    app = delete_app(account=account, app_id=app_id)
    messages.success(request, f"The app {app.name} is deleted: its key and connections no longer work.")
    return redirect("assistant:apps")


@require_POST
def app_end_connections(request: HttpRequest, app_id: str) -> HttpResponse:
    """Without confirmation, as one press on the app's page connects it again."""
    app = end_connections(account=account_of(request), app_id=app_id)
    messages.success(
        request,
        f"The connections of {app.name} are ended: connect its pages again to use them.",
    )
    return redirect(f"{reverse('assistant:apps')}#app-{app.name}")
