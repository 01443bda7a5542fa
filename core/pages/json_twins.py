"""`?format=json` and `?format=csv`: a page's rows in the words of REST; and the command that asks REST for the same."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
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


def wants_rows(request: HttpRequest) -> bool:
    """Whether a list is asked for as JSON or CSV."""
    return request.GET.get("format") in ("json", "csv")


def rows_response(
    request: HttpRequest, items: Sequence[Mapping[str, Any]], *, file_name: str, older: str = ""
) -> HttpResponse:
    """What `wants_rows` asks for. `older`: where the next page begins; empty on the last."""
    if wants_json(request):
        return json_list(request, items, older=older)
    return _csv_list(items, f"{file_name}.csv")


def json_list(request: HttpRequest, items: Sequence[Any], *, older: str = "") -> JsonResponse:
    """The rows of one page, and the address of the next one; None on the last."""
    query = request.GET.copy()
    query.pop("newer", None)
    query["older"] = older
    following = request.build_absolute_uri(f"{request.path}?{query.urlencode()}") if older else None
    return JsonResponse({"items": list(items), "next": following}, json_dumps_params={"ensure_ascii": False})


def _csv_list(items: Sequence[Mapping[str, Any]], file_name: str) -> HttpResponse:
    """The rows of one page as a table (RFC 4180): values within a value have columns of their own, `tokens.whole`."""
    rows = [dict(_cells(item)) for item in items]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    response = HttpResponse(file.getvalue(), content_type="text/csv; charset=utf-8; header=present")
    response["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return response


def _cells(item: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, value in item.items():
        if isinstance(value, Mapping):
            yield from _cells(value, f"{prefix}{name}.")
        elif isinstance(value, (list, tuple)):
            is_plain = all(isinstance(each, (str, int, float)) for each in value)
            yield f"{prefix}{name}", _plain_text(" ".join(map(str, value)) if is_plain else json.dumps(value))
        else:
            yield f"{prefix}{name}", _plain_text(value) if isinstance(value, str) else value


def _plain_text(text: str) -> str:
    """A text that no spreadsheet takes for a formula: others have written it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
