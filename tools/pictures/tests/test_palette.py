"""The README's pictures shrink without a change that anybody sees."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from tools.pictures.palette import COLOURS, with_palette


def shrunk(picture: Image.Image) -> Image.Image:
    written = BytesIO()
    picture.save(written, "PNG")
    return Image.open(BytesIO(with_palette(written.getvalue())))


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_few_colours_stay_exact(mode: str) -> None:
    pixels = np.array([[[10, 20, 30], [40, 50, 60]], [[11, 22, 33], [44, 55, 66]]], np.uint8)
    small = shrunk(Image.fromarray(pixels).convert(mode))
    assert small.mode == "P"
    assert np.array_equal(np.asarray(small.convert("RGB")), pixels)


def test_of_many_colours_the_frequent_stay_and_the_others_move_little() -> None:
    steps = np.arange(1000)  # as where two colours run into each other
    shades = np.stack([steps // 4, steps // 4 + steps % 4, np.full_like(steps, 128)], axis=1)
    pixels = np.full((40, 50, 3), 7, np.uint8)
    pixels[:20] = shades.reshape(20, 50, 3)
    small = shrunk(Image.fromarray(pixels))
    moved = np.abs(np.asarray(small.convert("RGB")).astype(int) - pixels).max(axis=2)
    assert len(small.getcolors() or []) <= COLOURS
    assert 0 < moved.max() <= 10
    assert not moved[20:].any()
