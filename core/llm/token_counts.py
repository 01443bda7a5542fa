"""The number of o200k tokens of a text: exact with splintr's vocabulary, which needs no download, else an estimate."""

import threading
from collections.abc import Callable

from core.llm.token_estimate import estimate_tokens

# splintr caches every piece that it has split, 66,000 of them however long: a million letters in a row are one piece
# of 3 MB. Emptying the cache (0.4 ms) after so many characters keeps it under about 30 MB.
_CACHE_CHARACTERS = 8_000_000


class _Exact:
    def __init__(self) -> None:
        from splintr import Tokenizer

        self._tokenizer = Tokenizer.from_pretrained("o200k_base")
        self._since_emptied = 0

    def __call__(self, text: str) -> int:
        try:
            count = len(self._tokenizer.encode_ordinary(text))
        except UnicodeEncodeError:
            # A lone surrogate has no UTF-8: counted as the question mark that would be sent instead.
            text = text.encode("utf-8", "replace").decode()
            count = len(self._tokenizer.encode_ordinary(text))
        self._forget(len(text))
        return count

    def _forget(self, characters: int) -> None:
        # Two threads at once may lose an addition: the cache is emptied a little later, nothing else.
        self._since_emptied += characters
        if self._since_emptied > _CACHE_CHARACTERS:
            self._since_emptied = 0
            self._tokenizer.clear_cache()


def _load() -> Callable[[str], int]:
    try:
        return _Exact()
    except ImportError:
        return estimate_tokens


_loaded: Callable[[str], int] | None = None
_loading = threading.Lock()


def _counter() -> Callable[[str], int]:
    global _loaded
    if _loaded is None:
        with _loading:
            _loaded = _loaded or _load()
    return _loaded


def count_tokens(text: str) -> int:
    """o200k tokens of `text`, special tokens read as plain text. Linear time, thread-safe, any string."""
    return _counter()(text)


def tokens_are_exact() -> bool:
    """False: `count_tokens` estimates (`core.llm.token_estimate` says how well), and every shown count must say so."""
    return isinstance(_counter(), _Exact)
