"""GET /configs/{app}.json: an account's settings of the assistant, or of the clipboard, in the specified shape."""

from typing import Any

from django.utils.crypto import salted_hmac
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assistant.api.assistant_view import AssistantView, refuse_parameters
from assistant.api.caller_authentication import AllowedCaller
from assistant.api.problems import REFUSALS
from assistant.exceptions import AppNotFound
from assistant.models import OWN_APP, App
from assistant.queries.menu_usage import menus_of
from assistant.services.save_settings import CLIPBOARD_NAMES, assistant_config, clipboard_config
from core.rest.schema import problems

OWN_NAMES = (OWN_APP, "ai-assistant")
"""Both are the configuration of the pages that ask, which may know their key and not their name; the second is the
specification's file name."""

_CONFIG = {
    "qastone": {
        "enabled": True,
        "autoDetect": True,
        "defaultMaxLod": 1,
        "spawnHelperThreshold": 2,
        "formatOnCopy": False,
        "channels": {
            "task": {"defaultLod": 0, "color": "#4CAF50"},
            "context": {"defaultLod": 1, "color": "#2196F3"},
            "handoff": {"defaultLod": 1, "color": "#FF9800"},
            "query": {"defaultLod": 0, "color": "#9C27B0"},
            "data": {"defaultLod": 2, "color": "#607D8B"},
        },
    },
    "app": "notes",
    "site": "https://qastone.example.org",
    "enabled": True,
    "menus": {"selection": [{"id": "copy-as-stone", "title": "Copy as stone"}]},
}
_CLIPBOARD = {
    "qastone": {
        "autoFormat": False,
        "generateLods": True,
        "lodModel": "gpt-4o-mini",
        "storeFull": True,
        "ttlDays": 30,
    }
}
_NO_APP = {"code": "app_not_found", "detail": "There is no configuration 'wiki' for you."}


class ConfigBody(serializers.Serializer[Any]):
    """Of the clipboard: `qastone` alone."""

    qastone = serializers.DictField(help_text="The specification's own keys.")
    app = serializers.CharField(required=False)
    account = serializers.CharField(
        required=False,
        help_text="A mark of the account, for what the browser keeps; where a person is signed in.",
    )
    site = serializers.CharField(required=False, help_text="The origin of this site.")
    enabled = serializers.BooleanField(required=False, help_text="Whether the assistant is shown.")
    menus = serializers.DictField(
        required=False, help_text="For each context its items in their order: id, title, shortcut."
    )


class ConfigView(AssistantView):
    admits = {"GET": AllowedCaller.PUBLIC}

    @extend_schema(
        operation_id="read_config",
        tags=["assistant"],
        summary="Read a configuration",
        description=(
            "`ai-assistant` (or `qastone`) is that of the pages that ask: this site's own for a signed-in person, "
            "an app's from its origin with its key. `clipboard` (or `cnp`) is for a signed-in person."
        ),
        responses={200: ConfigBody} | problems(400, *REFUSALS, (404, _NO_APP)),
        examples=[
            OpenApiExample("An app's", _CONFIG, response_only=True, status_codes=["200"]),
            OpenApiExample("The clipboard's", _CLIPBOARD, response_only=True, status_codes=["200"]),
        ],
    )
    def get(self, request: Request, app: str) -> Response:
        refuse_parameters(request)
        answer = Response(self._config(request, app))
        # A change of the settings holds from the next page on.
        answer["Cache-Control"] = "private, no-cache"
        return answer

    def _config(self, request: Request, name: str) -> dict[str, Any]:
        is_own = self.asker.app == OWN_APP
        if is_own and name in CLIPBOARD_NAMES:
            return clipboard_config(self.account)
        app = self.asker.app if name in OWN_NAMES else name
        if app != self.asker.app and not (is_own and self._has_app(app)):
            raise AppNotFound(f"There is no configuration {name[:60]!r} for you.")
        config = assistant_config(self.account)
        # What a browser keeps of a chat is the account's alone; from the mark nobody can tell which account it is.
        mark = salted_hmac("assistant.account", str(self.account.pk)).hexdigest()[:12]
        own = {"account": mark} if self.asker.is_connected else {}
        return (
            config
            | own
            | {
                "app": app,
                "site": request.build_absolute_uri("/").rstrip("/"),
                "enabled": config["qastone"]["enabled"],
                "menus": menus_of(self.account, app),
            }
        )

    def _has_app(self, name: str) -> bool:
        """A person may look at what the pages of an app of theirs are told."""
        return "\x00" not in name and App.objects.filter(account=self.account, name=name).exists()
