"""Sign-in: the same answer for every wrong guess, and an end to guessing."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", password="correct horse 9")


def sign_in(client: Client, **fields: str) -> int:
    return client.post("/sign-in", fields).status_code


def test_it_opens_the_overview(client: Client, ann: User) -> None:
    response = client.post("/sign-in", {"username": "ann", "password": "correct horse 9"})
    assert (response.status_code, response["Location"]) == (302, "/")


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


def test_signing_out_takes_a_post(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.get("/sign-out").status_code == 405
    client.post("/sign-out")
    assert client.get("/stones/").status_code == 302
