"""A ZIP file as it is being made: nothing of it is held but what was not sent yet."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.http import StreamingHttpResponse

# What is collected before it is sent on.
_PIECE = 64 * 1024


class _Outgoing(io.RawIOBase):
    """Takes what `zipfile` writes. It cannot be sought: sizes and checksums come behind each file."""

    def __init__(self) -> None:
        self.pending = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = memoryview(data)  # type: ignore[arg-type]  # bytes or a buffer
        self.pending += piece
        return piece.nbytes

    def take(self) -> bytes:
        taken = bytes(self.pending)
        self.pending.clear()
        return taken


def stream_zip(files: Iterable[tuple[str, Iterable[bytes]]], *, now: datetime) -> Iterator[bytes]:
    """The pieces of a ZIP with these files: each a name and its content, which is asked for when it is its turn."""
    outgoing = _Outgoing()
    with zipfile.ZipFile(outgoing, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, pieces in files:
            info = zipfile.ZipInfo(name, now.timetuple()[:6])
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            # Its size is not known before: it may need more than 32 bits.
            with archive.open(info, "w", force_zip64=True) as file:
                for piece in pieces:
                    file.write(piece)
                    if len(outgoing.pending) > _PIECE:
                        yield outgoing.take()
    yield outgoing.take()


def zip_file(
    files: Iterable[tuple[str, Iterable[bytes]]], name: str, *, now: datetime
) -> StreamingHttpResponse:
    """The same as a file to keep; `name` is what it is saved as."""
    response = StreamingHttpResponse(stream_zip(files, now=now), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
