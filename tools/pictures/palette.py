"""A screenshot with at most 256 colours: a third of its bytes, and what is flat in it stays exactly what it was."""

import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 256
EXACT = 96  # the most frequent ones, whatever they are
APART = 10**2  # squared distance from which on a colour is another one

Pixels = npt.NDArray[np.uint8]
Numbers = npt.NDArray[Any]


def with_palette(png: bytes) -> bytes:
    """The same picture. `png` has three or four channels of 8 bits, as browsers write it; ValueError otherwise."""
    pixels = decode(png)
    height, width, _ = pixels.shape
    wide = pixels.astype(np.uint32)
    packed = (wide[..., 0] << 16) | (wide[..., 1] << 8) | wide[..., 2]
    colours, of_pixel, counts = np.unique(packed, return_inverse=True, return_counts=True)
    palette = _chosen(colours, counts)
    indexes = _nearest(colours, palette).astype(np.uint8)[of_pixel].reshape(height, width)
    rows = np.zeros((height, width + 1), np.uint8)  # each begins with its filter: none
    rows[:, 1:] = indexes
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", _split(palette).astype(np.uint8).tobytes()))
    data = ((b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, body) for kind, body in (*parts, *data))


def _chosen(colours: Numbers, counts: Numbers) -> Numbers:
    """The most frequent colours, then the most frequent that are far from all before: the small red word, too."""
    order = np.argsort(counts)[::-1]
    palette = list(colours[order[:EXACT]])
    shades = _split(colours[order])
    distances = _distance(shades, shades[:EXACT])
    for _ in range(EXACT, COLOURS):
        far = np.flatnonzero(distances > APART)
        if not len(far):
            break
        palette.append(colours[order[far[0]]])
        distances = np.minimum(distances, ((shades - shades[far[0]]) ** 2).sum(axis=1))
    return np.array(palette)


def _distance(shades: Numbers, palette: Numbers) -> Numbers:
    """Squared, to the nearest of the palette."""
    found = [((palette - part[:, None]) ** 2).sum(axis=2).min(axis=1) for part in _parts(shades)]
    return np.concatenate(found)


def _nearest(colours: Numbers, palette: Numbers) -> Numbers:
    colour_parts, palette_parts = _split(colours), _split(palette)
    found = [
        ((palette_parts - part[:, None]) ** 2).sum(axis=2).argmin(axis=1) for part in _parts(colour_parts)
    ]
    return np.concatenate(found)


def _parts(rows: Numbers) -> list[Numbers]:
    return [rows[start : start + 4096] for start in range(0, len(rows), 4096)]


def _split(packed: Numbers) -> Numbers:
    return np.stack([packed >> 16, (packed >> 8) & 255, packed & 255], axis=-1).astype(np.int32)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def decode(png: bytes) -> Pixels:
    """Rows × columns × channels."""
    at, data, header = len(SIGNATURE), b"", b""
    while at < len(png):
        (size,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + size]
        header = body if kind == b"IHDR" else header
        data += body if kind == b"IDAT" else b""
        at += size + 12
    width, height, depth, colour, *others = struct.unpack(">IIBBBBB", header)
    if depth != 8 or colour not in (2, 6) or any(others):
        raise ValueError("This is no picture of a browser's.")
    step = 3 if colour == 2 else 4
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, width * step + 1)
    above = np.zeros((width, step), np.int32)
    rows = np.empty((height, width, step), np.uint8)
    for number, row in enumerate(raw):
        above = _unfilter(row[0], row[1:].reshape(width, step).astype(np.int32), above)
        rows[number] = above
    return rows[..., :3]


def _unfilter(kind: int, row: Numbers, above: Numbers) -> Numbers:
    """PNG specification, section 9.2."""
    if kind == 0:
        return row
    if kind == 1:
        summed: Numbers = np.cumsum(row, axis=0) & 255
        return summed
    if kind == 2:
        return (row + above) & 255
    left, corner = [0] * row.shape[1], [0] * row.shape[1]
    rows_done = []
    for palette_parts, up in zip(row.tolist(), above.tolist(), strict=True):
        pairs = zip(palette_parts, left, up, corner, strict=True)
        left = [(x + ((a + b) // 2 if kind == 3 else _paeth(a, b, c))) & 255 for x, a, b, c in pairs]
        corner = up
        rows_done.append(left)
    return np.array(rows_done, np.int32)


def _paeth(a: int, b: int, c: int) -> int:
    away = a + b - c
    return min((abs(away - a), 0, a), (abs(away - b), 1, b), (abs(away - c), 2, c))[2]
