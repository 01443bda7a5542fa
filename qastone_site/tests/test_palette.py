"""The README's pictures shrink without a change that anybody sees."""

import struct
import zlib

import pytest

from tools.pictures.palette import SIGNATURE, decode, with_palette


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, rows: bytes, *, depth: int = 8, colour: int = 2) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return SIGNATURE + parts


# Two rows of two pixels, (10 20 30) (40 50 60) and (11 22 33) (44 55 66), written with each filter of section 9.2.
FIRST = bytes([0, 10, 20, 30, 40, 50, 60])
SECOND = {
    "none": [0, 11, 22, 33, 44, 55, 66],
    "left": [1, 11, 22, 33, 33, 33, 33],
    "above": [2, 1, 2, 3, 4, 5, 6],
    "average": [3, 6, 12, 18, 19, 19, 20],
    "paeth": [4, 1, 2, 3, 4, 5, 6],
}


@pytest.mark.parametrize("name", SECOND)
def test_every_filter_is_read(name: str) -> None:
    rows = decode(png(2, 2, FIRST + bytes(SECOND[name])))
    assert rows.tolist() == [[[10, 20, 30], [40, 50, 60]], [[11, 22, 33], [44, 55, 66]]]


def test_few_colours_stay_exact() -> None:
    small = with_palette(png(2, 2, FIRST + bytes(SECOND["none"])))
    palette = small[small.index(b"PLTE") + 4 :]
    data = small[small.index(b"IDAT") + 4 :]
    indexes = zlib.decompressobj().decompress(data)
    shown = [[tuple(palette[3 * i : 3 * i + 3]) for i in indexes[at + 1 : at + 3]] for at in (0, 3)]
    assert shown == [[(10, 20, 30), (40, 50, 60)], [(11, 22, 33), (44, 55, 66)]]


def test_many_colours_move_little() -> None:
    line = b"".join(bytes([i % 256, (i * 7) % 256, 128]) for i in range(1000))
    small = with_palette(png(1000, 1, b"\0" + line))
    size = struct.unpack(">I", small[small.index(b"PLTE") - 4 :][:4])[0]
    assert size <= 3 * 256


def test_another_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="browser"):
        with_palette(png(1, 1, b"\0\0", colour=0))
