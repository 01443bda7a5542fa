"""The built-in writer reads a text that many tests store once in each worker (a plugin of pytest, as conftest.py says).

Every other text is read each time. What is read of one is never changed: levels are written from it as always.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from core.text.passages import CountTokens
from stones.levels import extract


@pytest.fixture(scope="session", autouse=True)
def _each_shared_text_once() -> Iterator[None]:
    from stones.tests.factories import SHARED_TEXTS

    read = extract._Writer
    remember = cache(read)

    def writer(content: str, count_tokens: CountTokens) -> object:
        return (remember if content in SHARED_TEXTS else read)(content, count_tokens)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extract, "_Writer", writer)
        yield
