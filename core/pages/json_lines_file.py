"""A file of JSON lines to keep, sent as it is being made."""

from collections.abc import Iterable

from django.http import StreamingHttpResponse


def json_lines_file(lines: Iterable[str], name: str) -> StreamingHttpResponse:
    """`name` is what it is saved as. For rows see `core.db.export_files.json_lines`."""
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
