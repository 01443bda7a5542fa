"""External sources over a real connection."""

import time

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries, Settings
from structlog.testing import capture_logs

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.services.search_external import (
    is_external_enabled,
    list_external_sources,
    search_external,
    set_external_enabled,
)
from brain.tests.external.fake_sources import (
    KEY,
    NEWS,
    OTTER,
    SIGHTING,
    WIKIPEDIA,
    FakeSources,
    news_article,
    news_articles,
    wikipedia_page,
    wikipedia_pages,
)
from brain.tests.factories import make_note, make_profile, new_account

QUERY = "What does a sea otter eat? #private"


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


def test_it_is_off_until_enabled(account: User) -> None:
    assert not is_external_enabled(account)
    set_external_enabled(account=account, use_external=True)
    assert (is_external_enabled(account), is_external_enabled(new_account())) == (True, False)
    set_external_enabled(account=account, use_external=False)
    assert not is_external_enabled(account)


def test_what_is_set_up(settings: Settings) -> None:
    assert [each[:3] for each in list_external_sources()] == [
        ("wikipedia", "Wikipedia", True),
        ("news", "NewsAPI.org", False),
    ]
    assert "BRAIN_NEWS_API_KEY" in list_external_sources()[1].why
    settings.BRAIN_NEWS_API_KEY, settings.BRAIN_WIKIPEDIA_URL = KEY, ""
    assert [each.ready for each in list_external_sources()] == [False, True]
    assert KEY not in str(list_external_sources())


def test_both_sources_are_called(account: User, outdoors: FakeSources) -> None:
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()))
    outdoors.answer(NEWS, news_articles(news_article()))
    outside = search_external(account=account, query=QUERY)
    extract = f"{SIGHTING} Many people came to look."
    assert outside.sources == (
        AnswerSource(
            SourceType.EXTERNAL,
            "https://en.wikipedia.org/wiki/Sea_otter_1",
            "Sea otter 1",
            (SourcePassage(0, len(OTTER), OTTER),),
            url="https://en.wikipedia.org/wiki/Sea_otter_1",
            origin="Wikipedia",
        ),
        AnswerSource(
            SourceType.EXTERNAL,
            "https://news.example/otters/1",
            "Otters return 1",
            (SourcePassage(0, len(extract), extract),),
            url="https://news.example/otters/1",
            origin="The Coast Times",
        ),
    )
    assert (outside.sent_to, outside.notices) == (("Wikipedia", "NewsAPI.org"), ())


def test_nothing_leaves_but_the_words(account: User, outdoors: FakeSources, settings: Settings) -> None:
    settings.BRAIN_WIKIPEDIA_CONTACT = "ann@example.org"
    make_note(account, title="Secret", body="A sea otter is secret.")
    make_profile(account)
    search_external(account=account, query=QUERY)
    (wikipedia,), (news,) = outdoors.requests_to(WIKIPEDIA), outdoors.requests_to(NEWS)
    assert (wikipedia.method, wikipedia.data, news.method, news.data) == ("GET", b"", "GET", b"")
    assert (wikipedia.args["gsrsearch"], news.args["q"]) == ("sea otter eat", "sea otter eat")
    host = outdoors.server.url_for("/").split("/")[2]
    known = {"Host": host, "Accept": "application/json"}
    assert dict(wikipedia.headers) == known | {"User-Agent": "QA.Stone/0.1 (ann@example.org)"}
    assert dict(news.headers) == known | {"User-Agent": "QA.Stone/0.1", "X-Api-Key": KEY}
    assert KEY not in news.url
    assert KEY not in wikipedia.url


def test_the_same_page_once(account: User, outdoors: FakeSources) -> None:
    outdoors.answer(
        WIKIPEDIA, wikipedia_pages(wikipedia_page(1), wikipedia_page(2, fullurl=wikipedia_page(1)["fullurl"]))
    )
    outdoors.answer(NEWS, news_articles(news_article(url=wikipedia_page(1)["fullurl"])))
    outside = search_external(account=account, query=QUERY)
    assert [(each.title, each.origin) for each in outside.sources] == [("Sea otter 1", "Wikipedia")]


def test_without_a_key_there_is_no_news(account: User, outdoors: FakeSources, settings: Settings) -> None:
    settings.BRAIN_NEWS_API_KEY = ""
    assert search_external(account=account, query=QUERY).sent_to == ("Wikipedia",)
    assert outdoors.requests_to(NEWS) == []


def test_nothing_is_set_up(account: User, settings: Settings) -> None:
    settings.BRAIN_WIKIPEDIA_URL = ""
    outside = search_external(account=account, query=QUERY)
    assert (outside.sources, outside.sent_to) == ((), ())
    assert "No outside source is set up" in outside.notices[0]


@pytest.mark.parametrize("query", ["???", "#work", ""])
def test_a_question_without_words_is_not_sent(account: User, outdoors: FakeSources, query: str) -> None:
    outside = search_external(account=account, query=query)
    assert (outside.sources, outside.sent_to, len(outside.notices)) == ((), (), 1)
    assert outdoors.server.log == []


FAILING: dict[str, tuple[object, int, str]] = {
    "too often": ("", 429, "Wikipedia has been asked too often for now; ask again later."),
    "forbidden": ("", 403, "Wikipedia refused to answer this site (403)."),
    "broken": ("oops", 500, "Wikipedia answered with an error (500)."),
    "no content": ("", 204, "Wikipedia answered with an error (204)."),
    "HTML": ("<html></html>", 200, "Wikipedia answered something other than JSON."),
    "empty": ("", 200, "Wikipedia answered something other than JSON."),
    "2 MB": (b" " * 2_000_000, 200, "Wikipedia answered more than is read here."),
    "wrong types": ({"query": 5}, 200, "Wikipedia answered JSON of another shape than it promises."),
    "an error": ({"error": {"code": "x"}}, 200, "Wikipedia answered with an error of its own."),
}


@pytest.mark.parametrize("kind", FAILING)
def test_one_that_fails_is_an_empty_one_with_a_notice(
    account: User, outdoors: FakeSources, kind: str
) -> None:
    body, status, notice = FAILING[kind]
    outdoors.answer(WIKIPEDIA, body, status)
    outdoors.answer(NEWS, news_articles(news_article()))
    with capture_logs() as logs:
        outside = search_external(account=account, query=QUERY)
    assert outside.notices == (notice,)
    assert [each.origin for each in outside.sources] == ["The Coast Times"]
    assert outside.sent_to == ("Wikipedia", "NewsAPI.org")
    assert [each["event"] for each in logs] == ["outside_source_failed"]
    assert "otter" not in str(logs)


def test_a_key_that_is_refused_is_not_repeated(account: User, outdoors: FakeSources) -> None:
    outdoors.answer(NEWS, {"status": "error", "code": "apiKeyInvalid", "message": f"No: {KEY}"}, 401)
    with capture_logs() as logs:
        outside = search_external(account=account, query=QUERY)
    assert "NewsAPI.org refused to answer this site (401)." in outside.notices
    assert KEY not in f"{logs}{outside}"


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(account: User, outdoors: FakeSources, status: int) -> None:
    outdoors.server.expect_request("/secret").respond_with_json(wikipedia_pages(wikipedia_page()))
    location = f"http://127.0.0.1:{outdoors.server.port}/secret"
    outdoors.answer(WIKIPEDIA, "", status, Location=location)
    outside = search_external(account=account, query=QUERY)
    assert "Wikipedia answered with a redirect, which is not followed." in outside.notices
    assert (outside.sources, outdoors.requests_to("/secret")) == ((), [])


def test_one_that_finds_nothing_says_so(account: User, outdoors: FakeSources) -> None:
    assert search_external(account=account, query=QUERY).notices == (
        "Wikipedia found nothing.",
        "NewsAPI.org found nothing.",
    )


def test_sources_are_called_in_parallel(account: User, outdoors: FakeSources) -> None:
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()))
    outdoors.answer(NEWS, news_articles(news_article()))
    outdoors.wait_for_each_other()
    outside = search_external(account=account, query=QUERY)
    assert len(outside.sources) == 2


@pytest.mark.long
def test_who_hangs_is_left_within_four_seconds(account: User, outdoors: FakeSources) -> None:
    outdoors.answer(WIKIPEDIA, wikipedia_pages(wikipedia_page()), after=30)
    outdoors.answer(NEWS, news_articles(news_article()))
    begun = time.monotonic()
    outside = search_external(account=account, query=QUERY)
    # A busy machine adds its own.
    assert time.monotonic() - begun < 4 + 6
    assert outside.notices == ("Wikipedia did not answer in time.",)
    assert (len(outside.sources), outside.sent_to) == (1, ("Wikipedia", "NewsAPI.org"))


def test_a_mirror_may_have_a_path_prefix(account: User, outdoors: FakeSources, settings: Settings) -> None:
    outdoors.server.expect_request("/mirror/w/api.php").respond_with_json(wikipedia_pages(wikipedia_page()))
    settings.BRAIN_WIKIPEDIA_URL += "/mirror/"
    assert len(search_external(account=account, query=QUERY).sources) == 1


def test_nobody_listens(account: User, outdoors: FakeSources, settings: Settings) -> None:
    settings.BRAIN_WIKIPEDIA_URL = "http://127.0.0.1:1"
    outside = search_external(account=account, query=QUERY)
    assert "Wikipedia could not be reached." in outside.notices
    assert outside.sent_to == ("NewsAPI.org",)


# Each leads to this machine or its network, or is no address of a server; the port is put in.
SPELLINGS = [
    "https://127.0.0.1:{}",
    "https://127.1:{}",
    "https://127.0.0.1.:{}",
    "https://0:{}",
    "https://0.0.0.0:{}",
    "https://2130706433:{}",
    "https://0x7f000001:{}",
    "https://0x7f.1:{}",
    "https://0177.0.0.1:{}",
    "https://017700000001:{}",
    "https://localhost:{}",
    "https://LOCALHOST.:{}",
    "https://wiki.localhost:{}",
    "https://[::1]:{}",
    "https://[::ffff:127.0.0.1]:{}",
    "https://[::ffff:7f00:1]:{}",
    "https://[64:ff9b::7f00:1]:{}",
    "https://[2002:7f00:1::]:{}",
    "https://169.254.169.254",
    "https://10.0.0.1",
    "https://en.wikipedia.org@127.0.0.1:{}",
    "https://en.wikipedia.org\\@127.0.0.1:{}",
    "https://１２７.０.０.１:{}",
    "http://en.wikipedia.org",
    "file:///etc/passwd",
    "gopher://127.0.0.1:{}",
]


@pytest.mark.every_case
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_addresses_of_this_machine_and_its_network_are_not_called(
    account: User, outdoors: FakeSources, settings: Settings, spelling: str
) -> None:
    settings.WEBHOOK_ALLOW_PRIVATE = False
    settings.BRAIN_NEWS_API_KEY = ""
    settings.BRAIN_WIKIPEDIA_URL = spelling.format(outdoors.server.port)
    outside = search_external(account=account, query=QUERY)
    assert outside.notices == ("Wikipedia was not asked: its address is not one that may be called.",)
    assert (outside.sent_to, outdoors.server.log) == ((), [])


def test_the_number_of_queries_is_constant(
    account: User, outdoors: FakeSources, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 3):
        outdoors.answer(
            WIKIPEDIA, wikipedia_pages(*(wikipedia_page(number) for number in range(1, count + 1)))
        )
        outdoors.answer(NEWS, news_articles(*(news_article(number) for number in range(1, count + 1))))
        with django_assert_num_queries(2):
            outside = search_external(account=account, query=f"otters {count}")
        assert len(outside.sources) == 2 * count
