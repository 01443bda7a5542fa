"""Error pages: one look, a request id, and nothing of the database where the database may be what failed."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path
from pytest_django import DjangoAssertNumQueries

from core.rest.exceptions import ProductError
from core.rest.problems import register_statuses
from qastone_site import error_pages

pytestmark = pytest.mark.django_db


class Unheard(ProductError):
    code = "unheard"


register_statuses({Unheard: 409})


def breaks(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret detail")


def has_no_database(request: HttpRequest) -> HttpResponse:
    raise OperationalError("connection refused at 10.0.0.1")


def is_unheard(request: HttpRequest) -> HttpResponse:
    raise Unheard("Nobody has heard of <this>.", candidates=["0123456789ab", "0123456789ac"])


def is_too_big(request: HttpRequest) -> HttpResponse:
    raise RequestDataTooBig


urlpatterns = [
    path("breaks", breaks),
    path("no-database", has_no_database),
    path("unheard", is_unheard),
    path("too-big", is_too_big),
    path("", include("qastone_site.urls")),
]
handler400 = error_pages.bad_request
handler403 = error_pages.forbidden
handler404 = error_pages.not_found
handler500 = error_pages.server_error


@pytest.fixture
def person(client: Client) -> Client:
    client.force_login(User.objects.create_user("ann"))
    client.raise_request_exception = False
    return client


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/nowhere", 404, "Page not found"),
        ("/unheard", 409, "Nobody has heard of &lt;this&gt;."),
        ("/too-big", 413, "1,000,000 bytes"),
        ("/breaks", 500, "Something broke here"),
        ("/no-database", 503, "not answering"),
    ],
)
def test_each_says_what_happened_what_was_saved_and_what_to_do(
    person: Client, address: str, status: int, words: str
) -> None:
    response = person.get(address)
    page = response.content.decode()
    assert response.status_code == status
    assert words in page
    assert "saved" in page
    assert len(response.context["error_id"]) == 36
    assert f'<code id="request-id">{response.context["error_id"]}</code>' in page
    assert "secret" not in page
    assert "10.0.0.1" not in page
    assert "Content-Security-Policy" in response


def test_a_page_that_is_not_there_leads_to_the_stones(person: Client) -> None:
    assert '<a class="button" href="/stones/">Go to the stones</a>' in person.get("/nowhere").content.decode()


@pytest.mark.urls(__name__)
def test_candidates_are_links(person: Client) -> None:
    assert '<a href="/stones/0123456789ac">' in person.get("/unheard").content.decode()


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", ["/unheard", "/nowhere", "/breaks"])
def test_htmx_gets_a_block_for_the_page_it_is_on(person: Client, address: str) -> None:
    response = person.get(address, headers={"HX-Request": "true"})
    assert b"<html" not in response.content
    assert (response["HX-Retarget"], response["HX-Push-Url"]) == ("#problem", "false")


def test_an_unknown_address_of_the_api_is_a_problem(client: Client) -> None:
    client.force_login(User.objects.create_user("ann"))
    response = client.get("/api/nowhere")
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "not_found"


def test_a_form_that_has_run_out_is_forbidden() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("ann"))
    response = client.post("/paste", {"text": "x"})
    assert response.status_code == 403
    assert "Nothing was saved" in response.content.decode()
    assert 'href="/paste">Open the page again' in response.content.decode()


@pytest.mark.parametrize(
    ("headers", "address"),
    [
        ({"Referer": "http://testserver/inbox/compose?reply=01M8&x=1"}, "/inbox/compose?reply=01M8&amp;x=1"),
        ({"Referer": "https://elsewhere.example/inbox"}, "/inbox/compose/preview"),
        ({"Referer": "http://testserver//elsewhere.example/"}, "/elsewhere.example/"),
        ({"HX-Request": "true", "HX-Current-URL": "http://testserver/inbox/compose"}, "/inbox/compose"),
    ],
)
def test_an_expired_form_leads_to_its_page(headers: dict[str, str], address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("ann"))
    page = client.post("/inbox/compose/preview", {"text": "x"}, headers=headers).content.decode()
    assert "This form has expired" in page
    assert f'href="{address}">Open the page again' in page


@pytest.mark.parametrize("status", sorted(error_pages.WORDS))
def test_every_status_has_its_words(status: int) -> None:
    request = RequestFactory().get("/somewhere")
    request.user = User(username="ann")
    response = error_pages.error_page(request, status)
    assert response.status_code == status
    assert error_pages.WORDS[status].title in response.content.decode()


@pytest.mark.urls(__name__)
def test_a_server_error_asks_the_database_for_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(User.objects.create_user("ann"))
    client.raise_request_exception = False
    with django_assert_num_queries(2):  # the session and the person, before the view
        client.get("/breaks")


def test_a_lost_session_under_htmx_reloads_the_page() -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/stones/?q=x"}
    response = Client().get("/stones/", headers=headers)
    assert (response.status_code, response["HX-Redirect"]) == (204, "http://testserver/stones/?q=x")


@pytest.mark.parametrize(
    "path", ["/inbox/done", "/preferences", "/clipboard/pause", "/brain/ask", "/inbox/compose/preview"]
)
def test_what_only_a_form_sends_is_no_page(person: Client, path: str) -> None:
    response = person.get(path)
    page = response.content.decode()
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "This is not a page" in page
    assert "Nothing was saved or changed." in page
    assert 'class="button" href="/stones/"' in page


def test_the_same_under_the_api_is_a_problem(client: Client) -> None:
    response = client.post("/configs/ai-assistant.json")
    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")
    assert response.json()["code"] == "method_not_allowed"
