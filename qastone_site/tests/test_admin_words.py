"""What the admin calls things, how it writes a date, and the way back to the site."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from audit.services import record
from core.jobs.models import Job
from qastone_site.admin_words import FIELDS, MODELS, SECTIONS, set_words


@pytest.fixture
def owner(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("mira"))
    return client


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_sections_stand_in_their_order_and_hold_every_model(owner: Client) -> None:
    listed = owner.get("/admin/").context["app_list"]
    assert [section["name"] for section in listed] == list(SECTIONS)
    shown = {model["model"] for section in listed for model in section["models"]}
    assert shown == set(admin.site._registry)


@pytest.mark.parametrize("app", ["auth", "mfa", "axes"])
def test_a_section_is_whole_from_each_of_its_apps(owner: Client, app: str) -> None:
    (section,) = owner.get(reverse("admin:app_list", args=[app])).context["app_list"]
    names = [str(model["name"]) for model in section["models"]]
    assert section["name"] == "People and sign-in"
    assert sorted(names) == ["Failed sign-ins", "Groups", "People", "Second factors", "Sign-ins"]


def test_no_list_speaks_of_access_attempts_or_of_selecting(owner: Client) -> None:
    for model in admin.site._registry:
        page = owner.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
        text = text_of(page)
        assert page.context["title"].lower() == str(model._meta.verbose_name_plural).lower()
        for words in ("Authentication and", "Access attempt", "Access log", "MFA", "yielded", "to view"):
            assert words not in text, (model, words)
        assert "Show all" not in text
        assert 'href="/" class=' in page.content.decode()
        assert "Back to the site" in text


def test_only_a_narrowed_list_offers_all(owner: Client) -> None:
    address = reverse("admin:audit_auditentry_changelist")
    assert "Show all" in text_of(owner.get(address, {"q": "nobody"}))


def test_words_are_of_models_that_there_are_and_set_once() -> None:
    labels = {model._meta.label_lower: model for model in admin.site._registry}
    assert set(MODELS) <= set(labels)
    for named in FIELDS:
        label, _, field = named.rpartition(".")
        assert labels[label]._meta.get_field(field)
    before = [field.verbose_name for model in labels.values() for field in model._meta.fields]
    set_words(list(labels.values()))
    assert [field.verbose_name for model in labels.values() for field in model._meta.fields] == before


@pytest.mark.django_db
def test_words_are_no_change_of_the_tables() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_dates_are_as_on_the_pages(owner: Client) -> None:
    User.objects.update(date_joined="2026-03-05T14:07:00Z")
    assert "2026-03-05 14:07" in text_of(owner.get(reverse("admin:auth_user_changelist")))


def test_the_audit_names_the_account_and_what_was_done(owner: Client) -> None:
    user = User.objects.get()
    record("token.issued", user, account=user.pk, scopes=["stones:read", "inbox:read"], is_shared=True)
    record("token.revoked", user, account=user.pk + 1_000)
    text = text_of(owner.get(reverse("admin:audit_auditentry_changelist")))
    assert "token issued mira mira scopes: stones:read, inbox:read; is shared: yes" in text
    assert f"token revoked mira number {user.pk + 1_000}, deleted" in text


def test_a_job_says_its_work(owner: Client) -> None:
    Job.objects.create(account=User.objects.get(), kind="brain.embed_note", target="1")
    assert "Brain: embed note" in text_of(owner.get(reverse("admin:jobs_job_changelist")))


def test_rights_are_named_in_the_same_words(owner: Client) -> None:
    text = text_of(owner.get(reverse("admin:auth_user_change", args=[User.objects.get().pk])))
    assert "Ask · Q&amp;A entry: change" in text
    assert "session" not in text.partition("Ask ·")[2].partition("Name and address")[0].lower()
    assert "historical" not in text
    assert "content type" not in text
