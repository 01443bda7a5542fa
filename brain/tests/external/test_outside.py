"""Sources outside, asked over a real connection."""

import time

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries, Settings
from structlog.testing import capture_logs

from brain.services.outside import ask_outside, is_wanted, set_wanted, sources_available
from brain.sources import Source, SourceType, Stretch
from brain.tests.external.server import (
    KEY,
    NEWS,
    OTTER,
    SEEN,
    WIKIPEDIA,
    Outdoors,
    article,
    articles,
    page,
    pages,
)
from brain.tests.factories import make_note, make_profile, new_account

QUERY = "What does a sea otter eat? #private"


@pytest.fixture
def account(db: None) -> User:
    return new_account("ann")


def test_it_is_off_until_it_is_wanted(account: User) -> None:
    assert not is_wanted(account)
    set_wanted(account=account, use_external=True)
    assert (is_wanted(account), is_wanted(new_account())) == (True, False)
    set_wanted(account=account, use_external=False)
    assert not is_wanted(account)


def test_what_is_set_up(settings: Settings) -> None:
    assert [each[:3] for each in sources_available()] == [
        ("wikipedia", "Wikipedia", True),
        ("news", "NewsAPI.org", False),
    ]
    assert "BRAIN_NEWS_API_KEY" in sources_available()[1].why
    settings.BRAIN_NEWS_API_KEY, settings.BRAIN_WIKIPEDIA_URL = KEY, ""
    assert [each.ready for each in sources_available()] == [False, True]
    assert KEY not in str(sources_available())


def test_both_are_asked(account: User, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, pages(page()))
    outdoors.answer(NEWS, articles(article()))
    outside = ask_outside(account=account, query=QUERY)
    said = f"{SEEN} Many people came to look."
    assert outside.sources == (
        Source(
            SourceType.EXTERNAL,
            "https://en.wikipedia.org/wiki/Sea_otter_1",
            "Sea otter 1",
            (Stretch(0, len(OTTER), OTTER),),
            url="https://en.wikipedia.org/wiki/Sea_otter_1",
            origin="Wikipedia",
        ),
        Source(
            SourceType.EXTERNAL,
            "https://news.example/otters/1",
            "Otters return 1",
            (Stretch(0, len(said), said),),
            url="https://news.example/otters/1",
            origin="The Coast Times",
        ),
    )
    assert (outside.sent_to, outside.notices) == (("Wikipedia", "NewsAPI.org"), ())


def test_nothing_leaves_but_the_words(account: User, outdoors: Outdoors, settings: Settings) -> None:
    settings.BRAIN_WIKIPEDIA_CONTACT = "ann@example.org"
    make_note(account, title="Secret", body="A sea otter is secret.")
    make_profile(account)
    ask_outside(account=account, query=QUERY)
    (wikipedia,), (news,) = outdoors.asked(WIKIPEDIA), outdoors.asked(NEWS)
    assert (wikipedia.method, wikipedia.data, news.method, news.data) == ("GET", b"", "GET", b"")
    assert (wikipedia.args["gsrsearch"], news.args["q"]) == ("sea otter eat", "sea otter eat")
    host = outdoors.server.url_for("/").split("/")[2]
    known = {"Host": host, "Accept": "application/json"}
    assert dict(wikipedia.headers) == known | {"User-Agent": "QA.Stone/0.1 (ann@example.org)"}
    assert dict(news.headers) == known | {"User-Agent": "QA.Stone/0.1", "X-Api-Key": KEY}
    assert KEY not in news.url
    assert KEY not in wikipedia.url


def test_the_same_page_once(account: User, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, pages(page(1), page(2, fullurl=page(1)["fullurl"])))
    outdoors.answer(NEWS, articles(article(url=page(1)["fullurl"])))
    outside = ask_outside(account=account, query=QUERY)
    assert [(each.title, each.origin) for each in outside.sources] == [("Sea otter 1", "Wikipedia")]


def test_without_a_key_there_is_no_news(account: User, outdoors: Outdoors, settings: Settings) -> None:
    settings.BRAIN_NEWS_API_KEY = ""
    assert ask_outside(account=account, query=QUERY).sent_to == ("Wikipedia",)
    assert outdoors.asked(NEWS) == []


def test_nothing_is_set_up(account: User, settings: Settings) -> None:
    settings.BRAIN_WIKIPEDIA_URL = ""
    outside = ask_outside(account=account, query=QUERY)
    assert (outside.sources, outside.sent_to) == ((), ())
    assert "No outside source is set up" in outside.notices[0]


@pytest.mark.parametrize("query", ["???", "#work", ""])
def test_a_question_without_words_is_not_sent(account: User, outdoors: Outdoors, query: str) -> None:
    outside = ask_outside(account=account, query=query)
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
def test_one_that_fails_is_an_empty_one_with_a_notice(account: User, outdoors: Outdoors, kind: str) -> None:
    body, status, notice = FAILING[kind]
    outdoors.answer(WIKIPEDIA, body, status)
    outdoors.answer(NEWS, articles(article()))
    with capture_logs() as logs:
        outside = ask_outside(account=account, query=QUERY)
    assert outside.notices == (notice,)
    assert [each.origin for each in outside.sources] == ["The Coast Times"]
    assert outside.sent_to == ("Wikipedia", "NewsAPI.org")
    assert [each["event"] for each in logs] == ["outside_source_failed"]
    assert "otter" not in str(logs)


def test_a_key_that_is_refused_is_not_repeated(account: User, outdoors: Outdoors) -> None:
    outdoors.answer(NEWS, {"status": "error", "code": "apiKeyInvalid", "message": f"No: {KEY}"}, 401)
    with capture_logs() as logs:
        outside = ask_outside(account=account, query=QUERY)
    assert "NewsAPI.org refused to answer this site (401)." in outside.notices
    assert KEY not in f"{logs}{outside}"


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(account: User, outdoors: Outdoors, status: int) -> None:
    outdoors.server.expect_request("/secret").respond_with_json(pages(page()))
    location = f"http://127.0.0.1:{outdoors.server.port}/secret"
    outdoors.answer(WIKIPEDIA, "", status, Location=location)
    outside = ask_outside(account=account, query=QUERY)
    assert "Wikipedia answered with a redirect, which is not followed." in outside.notices
    assert (outside.sources, outdoors.asked("/secret")) == ((), [])


def test_one_that_finds_nothing_says_so(account: User, outdoors: Outdoors) -> None:
    assert ask_outside(account=account, query=QUERY).notices == (
        "Wikipedia found nothing.",
        "NewsAPI.org found nothing.",
    )


def test_they_are_asked_at_once(account: User, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, pages(page()))
    outdoors.answer(NEWS, articles(article()))
    outdoors.wait_for_each_other()
    outside = ask_outside(account=account, query=QUERY)
    assert len(outside.sources) == 2


def test_who_hangs_is_left_within_four_seconds(account: User, outdoors: Outdoors) -> None:
    outdoors.answer(WIKIPEDIA, pages(page()), after=30)
    outdoors.answer(NEWS, articles(article()))
    begun = time.monotonic()
    outside = ask_outside(account=account, query=QUERY)
    # A busy machine adds its own.
    assert time.monotonic() - begun < 4 + 6
    assert outside.notices == ("Wikipedia did not answer in time.",)
    assert (len(outside.sources), outside.sent_to) == (1, ("Wikipedia", "NewsAPI.org"))


def test_a_mirror_may_stand_in_a_folder(account: User, outdoors: Outdoors, settings: Settings) -> None:
    outdoors.server.expect_request("/mirror/w/api.php").respond_with_json(pages(page()))
    settings.BRAIN_WIKIPEDIA_URL += "/mirror/"
    assert len(ask_outside(account=account, query=QUERY).sources) == 1


def test_nobody_listens(account: User, outdoors: Outdoors, settings: Settings) -> None:
    settings.BRAIN_WIKIPEDIA_URL = "http://127.0.0.1:1"
    outside = ask_outside(account=account, query=QUERY)
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


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_addresses_of_this_machine_and_its_network_are_not_called(
    account: User, outdoors: Outdoors, settings: Settings, spelling: str
) -> None:
    settings.WEBHOOK_ALLOW_PRIVATE = False
    settings.BRAIN_NEWS_API_KEY = ""
    settings.BRAIN_WIKIPEDIA_URL = spelling.format(outdoors.server.port)
    outside = ask_outside(account=account, query=QUERY)
    assert outside.notices == ("Wikipedia was not asked: its address is not one that may be called.",)
    assert (outside.sent_to, outdoors.server.log) == ((), [])


def test_the_database_is_asked_as_often_whatever_is_found(
    account: User, outdoors: Outdoors, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 3):
        outdoors.answer(WIKIPEDIA, pages(*(page(number) for number in range(1, count + 1))))
        outdoors.answer(NEWS, articles(*(article(number) for number in range(1, count + 1))))
        with django_assert_num_queries(2):
            outside = ask_outside(account=account, query=f"otters {count}")
        assert len(outside.sources) == 2 * count
