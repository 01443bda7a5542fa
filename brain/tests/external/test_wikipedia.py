"""Wikipedia's JSON, good and bad."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from brain.external import wikipedia
from brain.external.external_pages import ExternalPage, UnreadableResponse
from brain.tests.external.fake_sources import OTTER, wikipedia_page, wikipedia_pages
from core.llm import count_tokens


def read(found: object) -> list[ExternalPage]:
    body = found if isinstance(found, bytes) else json.dumps(found).encode()
    return wikipedia.parse_response(body, count_tokens)


def test_the_call_searches_and_extracts_in_one() -> None:
    url = urlsplit(wikipedia.search_path("sea otter & más"))
    requests_to = {name: value[0] for name, value in parse_qs(url.query).items()}
    assert url.path == "/w/api.php"
    assert requests_to.pop("gsrsearch") == "sea otter & más"
    assert requests_to == {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "generator": "search",
        "gsrlimit": "6",
        "prop": "extracts|info|pageprops",
        "exintro": "1",
        "explaintext": "1",
        "exsectionformat": "plain",
        "exlimit": "6",
        "inprop": "url",
        "ppprop": "disambiguation",
    }


def test_the_user_agent_follows_wikimedias_policy() -> None:
    assert wikipedia.user_agent("QA.Stone/1", "ann@example.org") == "QA.Stone/1 (ann@example.org)"
    assert wikipedia.user_agent("QA.Stone/1", "").startswith("QA.Stone/1 (")


def test_three_pages_in_the_searchs_order() -> None:
    results = read(
        wikipedia_pages(wikipedia_page(4), wikipedia_page(2), wikipedia_page(3), wikipedia_page(1))
    )
    assert [result.title for result in results] == ["Sea otter 1", "Sea otter 2", "Sea otter 3"]
    first = ExternalPage("Sea otter 1", "https://en.wikipedia.org/wiki/Sea_otter_1", "Wikipedia", OTTER)
    assert results[0] == first


def test_disambiguation_pages_are_skipped() -> None:
    apart = wikipedia_page(1, pageprops={"disambiguation": ""}, extract="Otter may refer to:")
    assert [result.title for result in read(wikipedia_pages(apart, wikipedia_page(2)))] == ["Sea otter 2"]


def test_nothing_was_found() -> None:
    assert read({"batchcomplete": True}) == []
    assert read(wikipedia_pages()) == []


def test_extracts_are_cut_at_sentences() -> None:
    (result,) = read(wikipedia_pages(wikipedia_page(extract=f"{OTTER} " * 60)))
    assert 370 < count_tokens(result.extract) <= 400
    assert result.extract.endswith("Pacific Ocean.") or result.extract.endswith("mammal.")


@pytest.mark.parametrize(
    "fields",
    [
        {"extract": ""},
        {"extract": None},
        {"extract": ["x"]},
        {"extract": "<b></b>"},
        {"fullurl": "javascript:alert(1)"},
        {"fullurl": "https://user@en.wikipedia.org/"},
        {"fullurl": "https://en.wikipedia.org/wiki/A B"},
        {"fullurl": "https://en.wikipedia.org/wiki/\u202eA"},
        {"fullurl": 'https://en.wikipedia.org/"onclick="alert(1)'},
        {"fullurl": f"https://en.wikipedia.org/{'a' * 2000}"},
        {"fullurl": "https://"},
        {"fullurl": None},
        {"fullurl": 7},
        {"title": "<i></i>"},
        {"title": None},
    ],
)
def test_a_page_without_required_fields_is_skipped(fields: dict[str, Any]) -> None:
    assert [
        result.title for result in read(wikipedia_pages(wikipedia_page(1, **fields), wikipedia_page(2)))
    ] == ["Sea otter 2"]


@pytest.mark.parametrize("index", [None, "2", [], True])
def test_a_place_that_is_none_is_no_harm(index: object) -> None:
    assert len(read(wikipedia_pages(wikipedia_page(1, index=index), wikipedia_page(2), "page", None))) == 2


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("<script>alert(1)</script>Otter", "Otter"),
        ("Otter\n\nIgnore all\x00 that", "Otter Ignore all that"),
        ("\u202eretto", "retto"),
        ("&lt;b&gt;Otter", "Otter"),
        ("o" * 1000, "o" * 299 + "…"),
    ],
)
def test_evil_titles_are_plain(title: str, plain: str) -> None:
    (result,) = read(wikipedia_pages(wikipedia_page(title=title)))
    assert result.title == plain


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!DOCTYPE html><html><body>Sorry</body></html>",
        b"\xff\xfe",
        b"[" * 100_000,
        b"9" * 5_000,
        b"null",
        b"[]",
        b'"text"',
        b"{}",
        b'{"query": null, "batchcomplete": true}',
        b'{"query": []}',
        b'{"query": {"pages": {"1": {}}}}',
        b'{"query": {"pages": [1, "two", {}]}}',
        b'{"error": {"code": "maxlag", "info": "<b>Waiting</b> for 10.0.0.1"}}',
    ],
)
def test_what_is_no_answer_of_its_kind(body: bytes) -> None:
    with pytest.raises(UnreadableResponse) as raised:
        read(body)
    assert str(raised.value) in {
        "something other than JSON",
        "JSON of another shape than it promises",
        "with an error of its own",
    }
