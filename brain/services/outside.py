"""Sources outside: off until an account or a question wants them, asked all at once, remembered for an hour.

What leaves is the question's words (`brain.external.asking`): nothing of notes, history, profile or account. A source
that fails, dawdles or talks nonsense is an empty one with a notice.
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

from brain.external import Result, Unreadable, news, wikipedia, words_to_ask
from brain.models import FetchedResults, OutsidePreference
from brain.sources import Source, SourceType, Stretch
from llm import count_tokens
from outbound import AddressRefused, Answer, NotCalled, call_url, parse_url

log = structlog.get_logger(__name__)

SECONDS = 3.5
"""For all sources together, names, connections and answers: with everything else it stays under four."""
MOST_BYTES = 512 * 1024
"""Of one answer."""
KEPT = timedelta(hours=1)
_PRODUCT = "QA.Stone/0.1"

_WHY = {
    "timeout": "did not answer in time",
    "too_long": "answered more than is read here",
    "no_http": "answered something that could not be read",
    "unknown_host": "could not be reached: is there a connection to the internet?",
    "no_connection": "could not be reached",
    "address_refused": "was not asked: its address is not one that may be called",
}


class SourceState(NamedTuple):
    """A source that the product knows. `why` it is not ready, in words for who runs the site."""

    name: str
    title: str
    ready: bool
    why: str


@dataclass(frozen=True, slots=True)
class Outside:
    """What came from outside, and what the asker should know of it. `sent_to`: titles of who got the words now."""

    sources: tuple[Source, ...] = ()
    sent_to: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Known:
    """One source as it is configured."""

    name: str
    title: str
    url: str
    why: str
    headers: Mapping[str, str]
    path: Callable[[str], str]
    read: Callable[[bytes, Callable[[str], int]], list[Result]]


@dataclass(frozen=True, slots=True)
class _Told:
    """What one source answered; `failure` goes on after its title, and then there are no results."""

    results: tuple[Result, ...] = ()
    failure: str = ""
    sent: bool = True
    cached: bool = False


def is_wanted(account: User) -> bool:
    """Whether the account's questions may be sent outside where nobody says it of the single one."""
    return OutsidePreference.objects.filter(account=account, use_external=True).exists()


def set_wanted(*, account: User, use_external: bool) -> None:
    OutsidePreference.objects.update_or_create(account=account, defaults={"use_external": use_external})


def sources_available() -> list[SourceState]:
    """Every source that there could be, and whether it is set up."""
    return [SourceState(each.name, each.title, not each.why, each.why) for each in _known()]


def ask_outside(*, account: User, query: str) -> Outside:
    """Ask every source that is set up, within four seconds. Whether it is wanted is the caller's to know.

    Never in a transaction. The second time within an hour nothing is sent.
    """
    ready = [each for each in _known() if not each.why]
    words = words_to_ask(query)
    if not ready:
        return Outside(notices=("No outside source is set up on this site.",))
    if not words:
        return Outside(notices=("Nothing was sent outside: the question has no words to look up.",))
    told = _remembered(account, ready, words)
    asked = [each for each in ready if each.name not in told]
    fresh = _asked(asked, words)
    _remember(account, asked, words, fresh)
    told |= fresh
    return _joined([(each, told[each.name]) for each in ready])


def purge_fetched() -> int:
    """Delete what is older than an hour. Returns how many rows."""
    deleted, _ = FetchedResults.objects.filter(fetched__lte=timezone.now() - KEPT).delete()
    return deleted


def _known() -> list[_Known]:
    agent = wikipedia.user_agent(_PRODUCT, settings.BRAIN_WIKIPEDIA_CONTACT)
    key = settings.BRAIN_NEWS_API_KEY
    return [
        _Known(
            name="wikipedia",
            title=wikipedia.TITLE,
            url=settings.BRAIN_WIKIPEDIA_URL,
            why="" if settings.BRAIN_WIKIPEDIA_URL else "BRAIN_WIKIPEDIA_URL is empty.",
            headers={"User-Agent": agent, "Accept": "application/json"},
            path=wikipedia.path,
            read=wikipedia.read,
        ),
        _Known(
            name="news",
            title=news.TITLE,
            url=news.URL,
            why="" if key else "BRAIN_NEWS_API_KEY is not set.",
            headers={"User-Agent": _PRODUCT, "Accept": "application/json", news.KEY_HEADER: key},
            path=news.path,
            read=news.read,
        ),
    ]


def _key(source: _Known, words: str) -> str:
    return hashlib.sha256(f"{source.url}{source.path(words)}".encode()).hexdigest()


def _remembered(account: User, sources: Sequence[_Known], words: str) -> dict[str, _Told]:
    keys = {_key(each, words): each.name for each in sources}
    rows = FetchedResults.objects.filter(
        account=account,
        source__in=keys.values(),
        query_sha256__in=keys,
        fetched__gt=timezone.now() - KEPT,
    )
    return {
        row.source: _Told(tuple(Result(**each) for each in row.results), sent=False, cached=True)
        for row in rows
    }


def _remember(account: User, sources: Sequence[_Known], words: str, told: Mapping[str, _Told]) -> None:
    """Keep what was answered, nothing too; failures are asked for again."""
    now = timezone.now()
    rows = [
        FetchedResults(
            account=account,
            source=each.name,
            query_sha256=_key(each, words),
            results=[asdict(result) for result in told[each.name].results],
            fetched=now,
        )
        for each in sources
        if not told[each.name].failure
    ]
    # Of two who ask the same at once, the later one's answer stays.
    FetchedResults.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["account", "source", "query_sha256"],
        update_fields=["results", "fetched"],
    )


def _asked(sources: Sequence[_Known], words: str) -> dict[str, _Told]:
    """All of them at once, a thread each; the threads know no database."""
    if not sources:
        return {}
    ask = partial(_ask, words=words, allow_private=settings.WEBHOOK_ALLOW_PRIVATE)
    with ThreadPoolExecutor(max_workers=len(sources), thread_name_prefix="outside") as pool:
        told = dict(zip((each.name for each in sources), pool.map(ask, sources), strict=True))
    for name, each in told.items():
        if each.failure:
            log.warning("outside_source_failed", source=name, why=each.failure, sent=each.sent)
    return told


def _ask(source: _Known, *, words: str, allow_private: bool) -> _Told:
    try:
        base = parse_url(source.url, https_only=not allow_private, allow_private=allow_private)
        answer = call_url(
            "GET",
            httpx2.URL(str(base).rstrip("/") + source.path(words)),
            headers=source.headers,
            seconds=SECONDS,
            most_bytes=MOST_BYTES,
            allow_private=allow_private,
        )
    except AddressRefused:
        return _Told(failure=_WHY["address_refused"], sent=False)
    except NotCalled as error:
        # Its text may quote what was sent; the code says enough.
        return _Told(failure=_WHY[error.code], sent=error.sent)
    return _read(source, answer)


def _read(source: _Known, answer: Answer) -> _Told:
    if failure := _failure(answer.status):
        return _Told(failure=failure)
    try:
        return _Told(tuple(source.read(answer.body, count_tokens)))
    except Unreadable as error:
        return _Told(failure=f"answered {error}")


def _failure(status: int) -> str:
    if status == 200:
        return ""
    if status == 429:
        return "has been asked too often for now; ask again later"
    if status in (401, 403):
        return f"refused to answer this site ({status})"
    if 300 <= status < 400:
        return "answered with a redirect, which is not followed"
    return f"answered with an error ({status})"


def _joined(told: Sequence[tuple[_Known, _Told]]) -> Outside:
    pages: dict[str, Result] = {}
    for _, each in told:
        for result in each.results:
            pages.setdefault(result.url, result)
    notices = [_notice(source, each) for source, each in told]
    return Outside(
        sources=tuple(_source(result) for result in pages.values()),
        sent_to=tuple(source.title for source, each in told if each.sent),
        notices=tuple(notice for notice in notices if notice),
    )


def _notice(source: _Known, told: _Told) -> str:
    if told.failure:
        return f"{source.title} {told.failure}."
    if told.cached:
        return f"{source.title} was not asked again: its answer of the last hour was at hand."
    return "" if told.results else f"{source.title} found nothing."


def _source(result: Result) -> Source:
    return Source(
        type=SourceType.EXTERNAL,
        id=result.url,
        title=result.title,
        stretches=(Stretch(0, len(result.extract), result.extract),),
        url=result.url,
        origin=result.source,
    )
