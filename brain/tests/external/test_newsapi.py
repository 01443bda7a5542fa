"""NewsAPI.org's JSON, good and bad."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from brain.external import newsapi
from brain.external.external_pages import ExternalPage, UnreadableResponse
from brain.tests.external.fake_sources import SIGHTING, news_article, news_articles
from core.llm import count_tokens


def read(found: object) -> list[ExternalPage]:
    body = found if isinstance(found, bytes) else json.dumps(found).encode()
    return newsapi.parse_response(body, count_tokens)


def test_the_call() -> None:
    url = urlsplit(newsapi.search_path("sea otter"))
    assert url.path == "/v2/everything"
    assert parse_qs(url.query) == {
        "q": ["sea otter"],
        "language": ["en"],
        "pageSize": ["3"],
        "sortBy": ["relevancy"],
    }


def test_three_articles_in_their_order() -> None:
    results = read(news_articles(*(news_article(number) for number in (2, 1, 3, 4))))
    assert [result.url[-1] for result in results] == ["2", "1", "3"]
    assert results[1] == ExternalPage(
        "Otters return 1",
        "https://news.example/otters/1",
        "The Coast Times",
        f"{SIGHTING} Many people came to look.",
    )


@pytest.mark.parametrize(
    ("description", "content", "extract"),
    [
        ("One. ", "Two. Three is cut o… [+99 chars]", "One.\nTwo."),
        ("One and…", "One and two.", "One and two."),
        ("One and two.", "One", "One and two."),
        (None, "Two. Three", "Two. Three"),
        ("One", None, "One"),
        ("One", "cut off before its e… [+7 chars]", "One"),
        ("<p>One &amp; all</p>", "", "One & all"),
    ],
)
def test_what_an_article_says(description: object, content: object, extract: str) -> None:
    (result,) = read(news_articles(news_article(description=description, content=content)))
    assert result.extract == extract


@pytest.mark.parametrize("source", [None, {}, {"name": None}, {"name": "<b></b>"}, "x"])
def test_the_publisher_defaults_to_the_host(source: object) -> None:
    (result,) = read(news_articles(news_article(source=source)))
    assert result.source == "news.example"


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "[Removed]", "url": "https://removed.com"},
        {"title": None},
        {"title": ""},
        {"url": "javascript:alert(1)"},
        {"url": "ftp://news.example/"},
        {"url": "//news.example/"},
        {"url": "https://bank.example@news.example/"},
        {"url": "https://news.example:port/"},
        {"url": None},
        {"description": None, "content": None},
        {"description": 5, "content": {}},
    ],
)
def test_an_article_without_required_fields_is_skipped(fields: dict[str, Any]) -> None:
    assert [result.url[-1] for result in read(news_articles(news_article(1, **fields), news_article(2)))] == [
        "2"
    ]


def test_nothing_was_found() -> None:
    assert read(news_articles()) == []


@pytest.mark.parametrize(
    "body",
    [
        b"<html></html>",
        b"[]",
        b"{}",
        b'{"status": "ok"}',
        b'{"status": "ok", "articles": {}}',
        b'{"status": "ok", "articles": [1, null]}',
        b'{"articles": []}',
        b'{"status": "error", "code": "apiKeyInvalid", "message": "<b>Your key</b>"}',
    ],
)
def test_what_is_no_answer_of_its_kind(body: bytes) -> None:
    with pytest.raises(UnreadableResponse) as raised:
        read(body)
    assert "key" not in str(raised.value)
