"""The copies as a file, as many as the list's filters leave."""

from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from audit.services import record
from clipboard.serialize_copies import serialize_copies
from clipboard.views.copy_filter import Copies, filter_copies, parse_copy_filter
from core.pages.json_lines_file import json_lines_file
from core.pages.request_account import account_of


@require_safe
def export(request: HttpRequest) -> StreamingHttpResponse:
    """JSON Lines, newest first, with the texts."""
    account = account_of(request)
    record("export", "clipboard", account=account.pk)
    return copies_file(filter_copies(account, parse_copy_filter(request.GET)))


def copies_file(copies: Copies) -> StreamingHttpResponse:
    """These copies as a file to keep."""
    return json_lines_file(serialize_copies(copies), "clipboard.jsonl")
