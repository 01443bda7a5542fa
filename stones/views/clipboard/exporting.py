"""The copies as a file, as many as the list's filters leave."""

from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from audit.services import record
from pages.people import account_of
from stones.copy_facts import copy_lines
from stones.views.clipboard.asked import asked_copies, read_asked


@require_safe
def export(request: HttpRequest) -> StreamingHttpResponse:
    """JSON Lines, newest first, with the texts."""
    account = account_of(request)
    record("export", "clipboard", account=account.pk)
    lines = copy_lines(asked_copies(account, read_asked(request.GET)))
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="clipboard.jsonl"'
    return response
