"""Screenshots with at most 256 colours: a third of the bytes, with the colours of flat areas unchanged."""

from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

COLOURS = 256
EXACT = 96  # the most frequent ones, whatever they are
APART = 10**2  # squared distance from which on a colour is another one

Numbers = npt.NDArray[Any]


def with_palette(png: bytes) -> bytes:
    """The same picture, and nothing of it transparent."""
    # Pillow's own choice of colours (Image.quantize) leaves the most frequent ones not what they were.
    wide = np.asarray(Image.open(BytesIO(png)).convert("RGB"), np.uint32)
    packed = (wide[..., 0] << 16) | (wide[..., 1] << 8) | wide[..., 2]
    colours, of_pixel, counts = np.unique(packed, return_inverse=True, return_counts=True)
    palette = _chosen(colours, counts)
    indexes = _nearest(colours, palette).astype(np.uint8)[of_pixel].reshape(packed.shape)
    small = Image.fromarray(indexes)
    small.putpalette(_split(palette).astype(np.uint8).tobytes())
    written = BytesIO()
    small.save(written, "PNG", optimize=True)
    return written.getvalue()


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
