"""External sources: off until an account or a question enables them, called in parallel, cached for an hour.

Only the question's words (`brain.external.search_terms`) are sent: nothing of notes, history, profile or account. A
source that fails, is slow or cannot be parsed gives no results, and a notice says why.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial
from typing import NamedTuple

import httpx2
import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.external import newsapi, wikipedia
from brain.external.external_pages import ExternalPage, UnreadableResponse
from brain.external.search_terms import extract_search_terms
from brain.models import FetchedResults, OutsidePreference
from core.http import AddressRefused, CallFailed, UrlAnswer, call_url, parse_url
from core.llm import count_tokens
from core.text.passages import CountTokens

log = structlog.get_logger(__name__)

TIMEOUT_SECONDS = 3.5
"""For all sources together: lookup, connection and response. With the rest it stays under four."""
MAX_RESPONSE_BYTES = 512 * 1024
"""Of one answer."""
CACHE_LIFETIME = timedelta(hours=1)
_PRODUCT = "QA.Stone/0.1"

_FAILURE_TEXTS = {
    "timeout": "did not answer in time",
    "too_long": "answered more than is read here",
    "no_http": "answered something that could not be read",
    "unknown_host": "could not be reached: is there a connection to the internet?",
    "no_connection": "could not be reached",
    "address_refused": "was not asked: its address is not one that may be called",
}


class ExternalSourceStatus(NamedTuple):
    """A source that the product supports. `why` it is not ready, for the site's operator."""

    name: str
    title: str
    ready: bool
    why: str


@dataclass(frozen=True, slots=True)
class ExternalResults:
    """Pages from outside, and notices for the asker. `sent_to`: titles of the sources that were called now."""

    sources: tuple[AnswerSource, ...] = ()
    sent_to: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _SourceConfig:
    """One configured source."""

    name: str
    title: str
    url: str
    why: str
    headers: Mapping[str, str]
    path: Callable[[str], str]
    read: Callable[[bytes, CountTokens], list[ExternalPage]]


@dataclass(frozen=True, slots=True)
class _SourceResponse:
    """One source's pages; `failure` continues its title, and then there are no pages."""

    results: tuple[ExternalPage, ...] = ()
    failure: str = ""
    sent: bool = True
    cached: bool = False


def is_external_enabled(account: User) -> bool:
    """Whether the account's questions may be sent outside unless a question says otherwise."""
    return OutsidePreference.objects.filter(account=account, use_external=True).exists()


def set_external_enabled(*, account: User, use_external: bool) -> None:
    OutsidePreference.objects.update_or_create(account=account, defaults={"use_external": use_external})


def list_external_sources() -> list[ExternalSourceStatus]:
    """Every supported source, and whether it is configured."""
    return [
        ExternalSourceStatus(each.name, each.title, not each.why, each.why) for each in _configured_sources()
    ]


def search_external(*, account: User, query: str) -> ExternalResults:
    """Call every configured source, within four seconds. The caller has checked that external sources are enabled.

    Never in a transaction. A repeat within an hour sends nothing.
    """
    ready = [each for each in _configured_sources() if not each.why]
    words = extract_search_terms(query)
    if not ready:
        return ExternalResults(notices=("No outside source is set up on this site.",))
    if not words:
        return ExternalResults(notices=("Nothing was sent outside: the question has no words to look up.",))
    responses = _load_cached(account, ready, words)
    uncached = [each for each in ready if each.name not in responses]
    fetched_responses = _fetch_all(uncached, words)
    _store_cached(account, uncached, words, fetched_responses)
    responses |= fetched_responses
    return _merge_responses([(each, responses[each.name]) for each in ready])


def purge_fetched() -> int:
    """Delete cached results older than an hour. Returns how many rows."""
    deleted, _ = FetchedResults.objects.filter(fetched__lte=timezone.now() - CACHE_LIFETIME).delete()
    return deleted


def _configured_sources() -> list[_SourceConfig]:
    agent = wikipedia.user_agent(_PRODUCT, settings.BRAIN_WIKIPEDIA_CONTACT)
    key = settings.BRAIN_NEWS_API_KEY
    return [
        _SourceConfig(
            name="wikipedia",
            title=wikipedia.TITLE,
            url=settings.BRAIN_WIKIPEDIA_URL,
            why="" if settings.BRAIN_WIKIPEDIA_URL else "BRAIN_WIKIPEDIA_URL is empty.",
            headers={"User-Agent": agent, "Accept": "application/json"},
            path=wikipedia.search_path,
            read=wikipedia.parse_response,
        ),
        _SourceConfig(
            name="news",
            title=newsapi.TITLE,
            url=newsapi.URL,
            why="" if key else "BRAIN_NEWS_API_KEY is not set.",
            headers={"User-Agent": _PRODUCT, "Accept": "application/json", newsapi.KEY_HEADER: key},
            path=newsapi.search_path,
            read=newsapi.parse_response,
        ),
    ]


def _key(source: _SourceConfig, words: str) -> str:
    return hashlib.sha256(f"{source.url}{source.path(words)}".encode()).hexdigest()


def _load_cached(account: User, sources: Sequence[_SourceConfig], words: str) -> dict[str, _SourceResponse]:
    keys = {_key(each, words): each.name for each in sources}
    rows = FetchedResults.objects.filter(
        account=account,
        source__in=keys.values(),
        query_sha256__in=keys,
        fetched__gt=timezone.now() - CACHE_LIFETIME,
    )
    return {
        row.source: _SourceResponse(
            tuple(ExternalPage(**each) for each in row.results), sent=False, cached=True
        )
        for row in rows
    }


def _store_cached(
    account: User, sources: Sequence[_SourceConfig], words: str, responses: Mapping[str, _SourceResponse]
) -> None:
    """Cache what was returned, empty results too; failures are not cached."""
    now = timezone.now()
    rows = [
        FetchedResults(
            account=account,
            source=each.name,
            query_sha256=_key(each, words),
            results=[asdict(result) for result in responses[each.name].results],
            fetched=now,
        )
        for each in sources
        if not responses[each.name].failure
    ]
    # Of two equal queries at once, the later response stays.
    FetchedResults.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["account", "source", "query_sha256"],
        update_fields=["results", "fetched"],
    )


def _fetch_all(sources: Sequence[_SourceConfig], words: str) -> dict[str, _SourceResponse]:
    """All in parallel, one thread each; the threads use no database."""
    if not sources:
        return {}
    fetch = partial(_fetch, words=words, allow_private=settings.WEBHOOK_ALLOW_PRIVATE)
    with ThreadPoolExecutor(max_workers=len(sources), thread_name_prefix="outside") as pool:
        responses = dict(zip((each.name for each in sources), pool.map(fetch, sources), strict=True))
    for name, each in responses.items():
        if each.failure:
            log.warning("outside_source_failed", source=name, why=each.failure, sent=each.sent)
    return responses


def _fetch(source: _SourceConfig, *, words: str, allow_private: bool) -> _SourceResponse:
    try:
        base = parse_url(source.url, https_only=not allow_private, allow_private=allow_private)
        answer = call_url(
            "GET",
            httpx2.URL(str(base).rstrip("/") + source.path(words)),
            headers=source.headers,
            seconds=TIMEOUT_SECONDS,
            most_bytes=MAX_RESPONSE_BYTES,
            allow_private=allow_private,
        )
    except AddressRefused:
        return _SourceResponse(failure=_FAILURE_TEXTS["address_refused"], sent=False)
    except CallFailed as error:
        # Its message may quote what was sent; the code is enough.
        return _SourceResponse(failure=_FAILURE_TEXTS[error.code], sent=error.sent)
    return _parse_answer(source, answer)


def _parse_answer(source: _SourceConfig, answer: UrlAnswer) -> _SourceResponse:
    if failure := _status_failure(answer.status):
        return _SourceResponse(failure=failure)
    try:
        return _SourceResponse(tuple(source.read(answer.body, count_tokens)))
    except UnreadableResponse as error:
        return _SourceResponse(failure=f"answered {error}")


def _status_failure(status: int) -> str:
    if status == 200:
        return ""
    if status == 429:
        return "has been asked too often for now; ask again later"
    if status in (401, 403):
        return f"refused to answer this site ({status})"
    if 300 <= status < 400:
        return "answered with a redirect, which is not followed"
    return f"answered with an error ({status})"


def _merge_responses(responses: Sequence[tuple[_SourceConfig, _SourceResponse]]) -> ExternalResults:
    pages: dict[str, ExternalPage] = {}
    for _, each in responses:
        for result in each.results:
            pages.setdefault(result.url, result)
    notices = [_notice(source, each) for source, each in responses]
    return ExternalResults(
        sources=tuple(_source(result) for result in pages.values()),
        sent_to=tuple(source.title for source, each in responses if each.sent),
        notices=tuple(notice for notice in notices if notice),
    )


def _notice(source: _SourceConfig, response: _SourceResponse) -> str:
    if response.failure:
        return f"{source.title} {response.failure}."
    if response.cached:
        return f"{source.title} was not asked again: its answer of the last hour was at hand."
    return "" if response.results else f"{source.title} found nothing."


def _source(result: ExternalPage) -> AnswerSource:
    return AnswerSource(
        type=SourceType.EXTERNAL,
        id=result.url,
        title=result.title,
        passages=(SourcePassage(0, len(result.extract), result.extract),),
        url=result.url,
        origin=result.source,
    )
