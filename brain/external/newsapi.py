"""News by NewsAPI.org: https://newsapi.org/docs/endpoints/everything.

The key goes in a header: addresses end up in logs.
"""

import re
from typing import Any
from urllib.parse import urlencode

import httpx2

from brain.external.external_pages import (
    MAX_RESULTS,
    MAX_TITLE,
    ExternalPage,
    UnreadableResponse,
    read_object,
    safe_web_url,
)
from brain.external.sanitize_text import EXTRACT_TOKENS, to_plain_line, to_plain_text
from core.text.cut_to_tokens import cut_to_sentences
from core.text.passages import CountTokens

TITLE = "NewsAPI.org"
URL = "https://newsapi.org"
KEY_HEADER = "X-Api-Key"
LANGUAGE = "en"
MAX_SOURCE = 100
# Articles that their publisher has withdrawn are listed under this name.
_REMOVED = "[Removed]"
# Contents are cut off after 200 characters.
_CUT = re.compile(r"\s*…?\s*\[\+\d+ chars\]\s*$")
_LAST_SENTENCE = re.compile(r"(?s)^.*[.!?][\"'”’)]*(?=\s)")


def search_path(words: str) -> str:
    """Path and query of the search for these words."""
    parameters = {"q": words, "language": LANGUAGE, "pageSize": MAX_RESULTS, "sortBy": "relevancy"}
    return f"/v2/everything?{urlencode(parameters)}"


def parse_response(body: bytes, count_tokens: CountTokens) -> list[ExternalPage]:
    """The articles, the most relevant first. Raises UnreadableResponse where the answer is not one of NewsAPI.org's."""
    found = read_object(body)
    if found.get("status") == "error":
        raise UnreadableResponse("with an error of its own")
    articles = found.get("articles")
    if found.get("status") != "ok" or not isinstance(articles, list):
        raise UnreadableResponse("JSON of another shape than it promises")
    valid = [each for each in articles if isinstance(each, dict) and isinstance(each.get("title"), str)]
    if articles and not valid:
        raise UnreadableResponse("JSON of another shape than it promises")
    results = (_result(article, count_tokens) for article in valid)
    return [result for result in results if result is not None][:MAX_RESULTS]


def _result(article: dict[str, Any], count_tokens: CountTokens) -> ExternalPage | None:
    title, url = to_plain_line(article["title"], MAX_TITLE), safe_web_url(article.get("url"))
    extract = cut_to_sentences(_extract(article), EXTRACT_TOKENS, count_tokens, ellipsis="")
    if not (title and url and extract) or title == _REMOVED:
        return None
    publisher = article.get("source")
    name = to_plain_line(publisher.get("name"), MAX_SOURCE) if isinstance(publisher, dict) else ""
    return ExternalPage(title, url, name or httpx2.URL(url).host, extract)


def _extract(article: dict[str, Any]) -> str:
    """Description and beginning of the article; only the longer one where one begins with the other."""
    description, content = (
        to_plain_text(article.get("description")),
        _drop_truncated_sentence(to_plain_text(article.get("content"))),
    )
    if not content or description.startswith(content):
        return description
    if content.startswith(description.rstrip("….")):
        return content
    return f"{description}\n{content}"


def _drop_truncated_sentence(content: str) -> str:
    """Without a last sentence that was cut off."""
    uncut = _CUT.sub("", content)
    if uncut == content:
        return content
    complete = _LAST_SENTENCE.match(uncut)
    return complete[0] if complete else ""
