"""Wikipedia by the Action API of MediaWiki: one GET that searches and brings the introductions of what it finds.

https://www.mediawiki.org/wiki/Extension:TextExtracts (several extracts at once: of introductions only),
https://www.mediawiki.org/wiki/API:Search. `maxlag` is left out, as its manual advises where somebody waits.
"""

from typing import Any
from urllib.parse import urlencode

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

TITLE = "Wikipedia"
# More than are used: some are disambiguation pages.
_REQUESTED_PAGES = 6
_ENTRY_POINT = "/w/api.php"


def search_path(words: str) -> str:
    """Path and query of the search for these words."""
    parameters = {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "generator": "search",
        "gsrsearch": words,
        "gsrlimit": _REQUESTED_PAGES,
        "prop": "extracts|info|pageprops",
        "exintro": "1",
        "explaintext": "1",
        "exsectionformat": "plain",
        "exlimit": _REQUESTED_PAGES,
        "inprop": "url",
        "ppprop": "disambiguation",
    }
    return f"{_ENTRY_POINT}?{urlencode(parameters)}"


def user_agent(product: str, contact: str) -> str:
    """As https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy requires.

    `contact` is an e-mail or web address of the site's operator; empty leaves it out.
    """
    return f"{product} ({contact or 'a site of its own; one search for each question of a person'})"


def parse_response(body: bytes, count_tokens: CountTokens) -> list[ExternalPage]:
    """The pages in the search's order. Raises UnreadableResponse where the answer is not one of MediaWiki's."""
    found = read_object(body)
    if "error" in found:
        raise UnreadableResponse("with an error of its own")
    query = found.get("query", {} if "batchcomplete" in found else None)
    pages = query.get("pages", []) if isinstance(query, dict) else None
    if not isinstance(pages, list):
        raise UnreadableResponse("JSON of another shape than it promises")
    valid = [page for page in pages if isinstance(page, dict) and isinstance(page.get("title"), str)]
    if pages and not valid:
        raise UnreadableResponse("JSON of another shape than it promises")
    results = (_result(page, count_tokens) for page in sorted(valid, key=_search_rank))
    return [result for result in results if result is not None][:MAX_RESULTS]


def _search_rank(page: dict[str, Any]) -> float:
    """The search's rank: the response itself orders pages by id."""
    index = page.get("index")
    return index if isinstance(index, int) else float("inf")


def _result(page: dict[str, Any], count_tokens: CountTokens) -> ExternalPage | None:
    properties = page.get("pageprops")
    if isinstance(properties, dict) and "disambiguation" in properties:
        return None
    title, url = to_plain_line(page["title"], MAX_TITLE), safe_web_url(page.get("fullurl"))
    extract = cut_to_sentences(to_plain_text(page.get("extract")), EXTRACT_TOKENS, count_tokens, ellipsis="")
    return ExternalPage(title, url, TITLE, extract) if title and url and extract else None
