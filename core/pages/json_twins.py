"""`?format=json`: a page's rows as JSON, in the words of REST; and the command that asks REST for the same."""

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, JsonResponse
from django.urls import reverse


class CurlTwin(NamedTuple):
    """What REST calls a page: its address by name and arguments, and a query without its empty values."""

    name: str
    args: Sequence[object] = ()
    query: Mapping[str, object] = {}

    def command(self, request: HttpRequest) -> str:
        """For a shell in which QASTONE_TOKEN has a token: nobody's stands on the page."""
        given = {name: value for name, value in self.query.items() if value not in ("", None)}
        url = request.build_absolute_uri(reverse(self.name, args=self.args))
        url += f"?{urlencode(given)}" if given else ""
        return f'curl -H "Authorization: Bearer $QASTONE_TOKEN" {quote(url)}'


def wants_json(request: HttpRequest) -> bool:
    return request.GET.get("format") == "json"


def json_list(request: HttpRequest, items: Sequence[Any], *, older: str = "") -> JsonResponse:
    """The rows of one page, and the address of the next one; None on the last."""
    query = request.GET.copy()
    query.pop("newer", None)
    query["older"] = older
    following = request.build_absolute_uri(f"{request.path}?{query.urlencode()}") if older else None
    return JsonResponse({"items": list(items), "next": following}, json_dumps_params={"ensure_ascii": False})
