"""What is refused as a password, wherever one is set; and what is not."""

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from qastone_site.accounts.first_setup import new_setup_code

REFUSED = (
    "20262026",
    "2026-11-22",
    "+43 660 1234567",
    "31415926535",
    "٢٠٢٦٢٠٢٦٢٠",
    "abcabcabc",
    "Stone1Stone1",
    "aaaaaaaaaaab",
    "abababab1",
    "abcdefgh",
    "zyxwvutsrq",
    "qwertyuiop",
    "1234567890qw",
    "password",
)
TAKEN = ("correct horse 9", "20262026 apples", "Grüße an 2 Füchse", "xK4!tr9zQm", "stone stone gravel")


@pytest.mark.parametrize("password", REFUSED)
def test_it_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize("password", TAKEN)
def test_it_is_taken(password: str) -> None:
    validate_password(password)


@pytest.mark.django_db
def test_set_up_refuses_it(client: Client) -> None:
    fields = {"code": new_setup_code(), "username": "ann", "password": "20262026"}
    response = client.post("/setup", fields)
    assert response.status_code == 422
    assert "add some letters" in response.content.decode()
    assert not User.objects.exists()


@pytest.mark.django_db
def test_the_admin_refuses_it(admin_client: Client) -> None:
    fields = {"username": "bob", "usable_password": "true", "password1": "20262026", "password2": "20262026"}
    response = admin_client.post("/admin/auth/user/add/", fields)
    assert "add some letters" in response.content.decode()
    assert not User.objects.filter(username="bob").exists()
    own = {"old_password": "password", "new_password1": "20262026", "new_password2": "20262026"}
    assert "add some letters" in admin_client.post("/admin/password_change/", own).content.decode()


@pytest.mark.django_db
def test_commands_refuse_it(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("ann", password="correct horse 9")
    monkeypatch.setattr("getpass.getpass", lambda prompt: "20262026")
    with pytest.raises(CommandError, match="Aborting"):
        call_command("changepassword", "ann")
    assert User.objects.get(username="ann").check_password("correct horse 9")
