"""Whatever a source answers: plain results with addresses, or a plain refusal; nothing else is raised."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brain.external import newsapi, wikipedia
from brain.external.external_pages import MAX_RESULTS, ExternalPage, UnreadableResponse
from brain.external.sanitize_text import INVISIBLE
from brain.tests.external.fake_sources import news_article, news_articles, wikipedia_page, wikipedia_pages

Read = Callable[[bytes, Callable[[str], int]], list[ExternalPage]]

# Half surrogate pairs too: JSON can spell them.
_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)
_MARKUP = st.lists(
    st.sampled_from([*"<>&/;!-\"' a#x", "<b>", "&lt;", "script", "&amp;", "\ud800", "http://"])
)
_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT | _MARKUP.map("".join),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)


def _changed(whole: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """The whole with some of its fields replaced by anything."""
    return st.dictionaries(st.sampled_from(sorted(whole)), _VALUE, max_size=4).map(lambda some: whole | some)


def read(source: Read, found: object) -> None:
    try:
        results = source(json.dumps(found).encode(), len)
    except UnreadableResponse:
        return
    assert len(results) <= MAX_RESULTS
    for result in results:
        assert result.url.startswith(("http://", "https://", "HTTP"))
        for text in (result.title, result.source, result.extract):
            assert text
            assert not INVISIBLE.search(text)
            text.encode()


@pytest.mark.parametrize("source", [wikipedia.parse_response, newsapi.parse_response])
@given(found=_VALUE)
def test_anything(source: Read, found: object) -> None:
    read(source, found)


@given(st.lists(_changed(wikipedia_page()) | _VALUE, max_size=4))
@example(
    [
        wikipedia_page(fullurl="https://[::1"),
        wikipedia_page(fullurl="https://xn--/"),
        wikipedia_page(extract="\ud800<b>x</b>"),
    ]
)
def test_pages_with_anything_in_them(found: list[object]) -> None:
    read(wikipedia.parse_response, wikipedia_pages(*found))


@given(st.lists(_changed(news_article()) | _VALUE, max_size=4))
def test_articles_with_anything_in_them(found: list[object]) -> None:
    read(newsapi.parse_response, news_articles(*found))
