"""Which pages of other origins may read the assistant's answers: those of somebody's app. Never with cookies."""

from typing import Any

from corsheaders.signals import check_request_enabled
from django.dispatch import receiver
from django.http import HttpRequest

from assistant.api.callers import is_own_origin
from assistant.services.apps import has_app

PATHS = ("/assistant/api/", "/configs/")


@receiver(check_request_enabled, dispatch_uid="assistant.cors")
def is_apps_page(sender: object, request: HttpRequest, **kwargs: Any) -> bool:
    """A preflight has no headers of ours, so the grant is not known yet; a key in the address is, and must be its own.

    It is asked for every path of the site, and answers for the assistant's alone.
    """
    origin = request.headers.get("Origin", "")
    if not origin or not request.path_info.startswith(PATHS) or is_own_origin(request):
        return False
    return has_app(origin=origin, key=request.GET.get("key", ""))
