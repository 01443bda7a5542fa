"""The password is changed by who knows it; all other browsers are signed out."""

from django.contrib.auth.models import User

from audit.models import AuditEntry
from qastone_site.tests.account.conftest import PASSWORD, sign_in

NEW = "another horse 9"


def form(**changed: str) -> dict[str, str]:
    return {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW, **changed}


def test_it_is_changed_and_others_are_signed_out(ann: User) -> None:
    here, there = sign_in(), sign_in()
    page = here.post("/account/password", form(), follow=True).text
    assert "Password changed" in page
    assert page.count("· signed in") == 1
    assert there.get("/stones/").status_code == 302
    assert here.get("/stones/").status_code == 200
    ann.refresh_from_db()
    assert ann.check_password(NEW)
    assert AuditEntry.objects.filter(action="person.password").count() == 1


def test_a_wrong_password_changes_nothing(ann: User) -> None:
    answer = sign_in().post("/account/password", form(old_password="guess"))
    assert answer.status_code == 422
    assert "That is not your password." in answer.text
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


def test_the_current_one_is_no_new_one(ann: User) -> None:
    answer = sign_in().post("/account/password", form(new_password1=PASSWORD, new_password2=PASSWORD))
    assert answer.status_code == 422
    assert "That is the current one: choose another." in answer.text


def test_guessing_it_ends(ann: User) -> None:
    client = sign_in()
    for _ in range(8):
        client.post("/account/password", form(old_password="guess"))
    assert "Too many wrong passwords" in client.post("/account/password", form()).text
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


def test_a_new_one_follows_the_rules_of_set_up(ann: User) -> None:
    answer = sign_in().post("/account/password", form(new_password1="password", new_password2="password"))
    assert "too common" in answer.text
    unequal = sign_in().post("/account/password", form(new_password2="other horse 9"))
    assert unequal.status_code == 422
