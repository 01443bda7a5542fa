"""Sign-in: the same answer for every wrong guess, and an end to guessing."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from qastone_site.accounts.guess_limits import purge_guesses

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", password="correct horse 9")


def sign_in(client: Client, **fields: str) -> int:
    return client.post("/sign-in", fields).status_code


def test_it_opens_the_overview(client: Client, ann: User) -> None:
    response = client.post("/sign-in", {"username": "ann", "password": "correct horse 9"})
    assert (response.status_code, response["Location"]) == (302, "/")


def test_a_name_is_known_in_any_case_where_one_person_has_it(client: Client, ann: User) -> None:
    assert sign_in(Client(), username="Ann", password="correct horse 9") == 302
    User.objects.create_user("ANN", password="correct horse 8")
    assert sign_in(Client(), username="Ann", password="correct horse 9") == 200, "which of the two?"
    assert sign_in(Client(), username="ANN", password="correct horse 8") == 302


def test_guesses_at_a_name_in_other_cases_are_guesses_at_it(client: Client, ann: User) -> None:
    spellings = ["ann", "Ann", "aNn", "anN", "ANn", "aNN", "AnN", "ANN"]
    codes = [sign_in(client, username=name, password="guess") for name in spellings]
    assert codes == [200] * 7 + [429]


def test_it_returns_to_where_one_was_going(client: Client, ann: User) -> None:
    fields = {"username": "ann", "password": "correct horse 9"}
    assert client.post("/sign-in?next=/paste", fields)["Location"] == "/paste"
    assert Client().post("/sign-in?next=https://evil.example/", fields)["Location"] == "/"


def test_wrong_name_and_wrong_password_read_the_same(client: Client, ann: User) -> None:
    wrong_password = client.post("/sign-in", {"username": "ann", "password": "no"}).content
    wrong_name = client.post("/sign-in", {"username": "bob", "password": "no"}).content
    assert b"correct" in wrong_password
    assert len(wrong_password) == len(wrong_name)


def test_guessing_ends(client: Client, ann: User) -> None:
    codes = [sign_in(client, username="ann", password=f"guess {number}") for number in range(9)]
    assert codes[0] == 200
    assert codes[-1] == 429
    assert sign_in(client, username="ann", password="correct horse 9") == 429


def test_twenty_names_from_one_address_are_limited(client: Client, ann: User) -> None:
    codes = [sign_in(client, username=f"name{number}", password="guess") for number in range(20)]
    assert codes[:15] == [200] * 15
    assert codes[15:] == [429] * 5
    assert sign_in(client, username="ann", password="correct horse 9") == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(elsewhere, username="ann", password="correct horse 9") == 302


def test_a_name_is_limited_over_all_addresses(ann: User) -> None:
    at_home = Client(REMOTE_ADDR="192.0.2.1")
    assert sign_in(at_home, username="ann", password="correct horse 9") == 302
    guessers = [Client(REMOTE_ADDR=f"198.51.100.{number}") for number in range(30)]
    codes = [sign_in(guesser, username="ann", password="guess") for guesser in guessers]
    assert codes == [200] * 23 + [429] * 7
    stranger = Client(REMOTE_ADDR="203.0.113.1")
    assert sign_in(stranger, username="ann", password="correct horse 9") == 429
    assert sign_in(stranger, username="bob", password="guess") == 200, "only this name is closed"
    at_home.logout()
    assert sign_in(at_home, username="ann", password="correct horse 9") == 302, "the owner is not shut out"


def test_an_account_of_ones_own_does_not_wipe_guesses_out(client: Client, ann: User) -> None:
    for number in range(15):
        sign_in(client, username=f"name{number}", password="guess")
    assert sign_in(client, username="ann", password="correct horse 9") == 302
    assert sign_in(Client(), username="name15", password="guess") == 429


def test_a_forwarded_address_of_ones_own_changes_nothing(client: Client, ann: User) -> None:
    """Without a proxy that is named (qastone_site/forwarded_headers.py), and through Django alone, too."""
    codes = [
        client.post(
            "/sign-in",
            {"username": "ann", "password": "guess"},
            headers={"X-Forwarded-For": f"198.51.100.{number}", "X-Real-IP": f"198.51.100.{number}"},
        ).status_code
        for number in range(8)
    ]
    assert codes == [200] * 7 + [429]


def test_neighbours_in_one_ipv6_network_are_one(ann: User) -> None:
    clients = [Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}") for number in range(1, 9)]
    assert [sign_in(each, username="ann", password="guess") for each in clients] == [200] * 7 + [429]
    assert sign_in(Client(REMOTE_ADDR="2001:db8:1:3::1"), username="ann", password="guess") == 200


def test_the_page_says_how_long(client: Client, ann: User) -> None:
    for _ in range(8):
        response = client.post("/sign-in", {"username": "ann", "password": "guess"})
    assert "try again in 15 minutes" in response.content.decode()
    assert 890 <= int(response["Retry-After"]) <= 900
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=14))
    for _ in range(2):  # trying meanwhile does not lengthen it
        response = client.post("/sign-in", {"username": "ann", "password": "guess"})
    assert "try again in 1 minute." in response.content.decode()
    assert 50 <= int(response["Retry-After"]) <= 60
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert sign_in(client, username="ann", password="correct horse 9") == 302


def test_what_counts_no_more_is_forgotten(client: Client, ann: User) -> None:
    sign_in(client, username="ann", password="guess")
    sign_in(client, username="ann", password="correct horse 9")
    sign_in(Client(), username="bob", password="guess")
    assert purge_guesses() == 0
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    AccessLog.objects.update(attempt_time=timezone.now() - timedelta(days=91))
    assert purge_guesses() == 2


def test_signing_out_takes_a_post(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.get("/sign-out").status_code == 405
    client.post("/sign-out")
    assert client.get("/stones/").status_code == 302
