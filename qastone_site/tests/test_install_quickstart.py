"""The collection about the product itself, put into a site for everybody: the first time, and into which account."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from quickstart.models import Collection, Entry, Skill
from quickstart.queries.readable_collections import find_collection

pytestmark = pytest.mark.django_db


def install(*arguments: str) -> str:
    call_command("install_quickstart", *arguments, stderr=(stderr_text := StringIO()))
    return stderr_text.getvalue()


def test_everybody_on_the_site_may_ask_it() -> None:
    assert "new or changed" in install()
    found = find_collection(User.objects.create_user("guest", password="correct horse 9"), "qastone")
    assert found.shared
    assert found.entries.count() >= 60
    assert found.skills.count() >= 10
    assert set(found.entries.values_list("level", flat=True)) == {0, 1, 2, 3, 4}


def test_it_belongs_to_the_first_account_of_a_site_that_is_set_up() -> None:
    User.objects.create_user("zoe", password="correct horse 9")
    owner = User.objects.create_superuser("owner", password="correct horse 9")
    install()
    assert Collection.objects.get().account == owner
    assert not Entry.objects.exclude(account=owner).exists()
    assert not Skill.objects.exclude(account=owner).exists()


def test_it_does_not_go_into_somebodys_own_of_that_name() -> None:
    ann, bo = (User.objects.create_superuser(name, password="correct horse 9") for name in ("ann", "bo"))
    Collection.objects.create(account=ann, name="qastone")
    install()
    assert Collection.objects.get(account=bo, name="qastone").shared
    assert not Collection.objects.get(account=ann, name="qastone").entries.exists()
