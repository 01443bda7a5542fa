"""Every admin page of the quickstart renders, with as many queries for three rows as for one."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.jobs.models import JobState
from quickstart.models import Collection, CoverageRun, Entry, Node, Question, Skill
from quickstart.tests.admin.admin_pages import url
from quickstart.tests.factories import job_of, make_collection, make_entry, make_skill

MODELS: list[type[Model]] = [Collection, Entry, Skill, Node, Question, CoverageRun]
LOOKED_AT = ("node", "question", "coveragerun")


def add_rows(collection: Collection, number: int) -> None:
    entry = make_entry(collection, variants=["another", "a third"], tags=["t"])
    skill = make_skill(collection, triggers=["by hand"])
    owner = {"account": collection.account, "collection": collection}
    Node.objects.create(**owner, label=f"L{number}", path=[f"L{number}"], key=f"l{number}")
    Question.objects.create(
        **owner, text="How?", intent="hybrid", outcome="answered", confidence=0.5, entry=entry, skill=skill,
        asked=timezone.now(), asked_by="page",
    )  # fmt: skip
    CoverageRun.objects.create(
        **owner, made=timezone.now(), percent=5, nodes=1, covered=0, gaps=1, entries=1, skills=1
    )
    if number:
        make_collection(collection.account)


def queries(staff: Client, page: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert staff.get(page).status_code == 200
    return len(captured)


@pytest.mark.parametrize("model", MODELS)
def test_lists(staff: Client, collection: Collection, model: type[Model]) -> None:
    page = url(model._meta.model_name or "")
    assert staff.get(page).status_code == 200
    add_rows(collection, 0)
    staff.get(page)
    one = queries(staff, page)
    add_rows(collection, 1)
    add_rows(collection, 2)
    assert queries(staff, page) == one
    text = staff.get(page).content.decode()
    assert "ann" in text
    assert staff.get(page, {"q": "docs"}).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_a_row(staff: Client, collection: Collection, model: type[Model]) -> None:
    add_rows(collection, 0)
    row = model._default_manager.all()[0]
    name = model._meta.model_name or ""
    assert staff.get(url(name, "change", row.pk)).status_code == 200
    assert staff.get(url(name, "history", row.pk)).status_code == 200
    assert staff.get(url(name, "add")).status_code == (200 if model in (Entry, Collection) else 403)
    if name in LOOKED_AT:
        assert staff.post(url(name, "change", row.pk), {"label": "forged"}).status_code == 403


@pytest.mark.parametrize(
    "chosen",
    [
        {"level__exact": "3"}, {"branch": "Parts"}, {"tag": "t"}, {"embedding": "stale"}, {"embedding": "fresh"},
        {"review__exact": "draft"}, {"q": "a third"},
    ],
    ids=str,
)  # fmt: skip
def test_filters_of_entries(staff: Client, collection: Collection, chosen: dict[str, str]) -> None:
    entry = make_entry(collection, variants=["a third"], tags=["t"])
    listed = entry.entry_id in staff.get(url("entry"), chosen).context["cl"].result_list.values_list(
        "entry_id", flat=True
    )
    # Nothing is embedded yet, and it is published.
    assert listed == (chosen not in ({"embedding": "fresh"}, {"review__exact": "draft"}))


def test_an_unknown_choice_is_no_error(staff: Client, collection: Collection) -> None:
    assert staff.get(url("entry"), {"embedding": "x", "branch": "x", "tag": "x"}).status_code == 200
    assert staff.get(url("entry"), {"branch": "\x00", "tag": "\x00"}).status_code == 200


@pytest.mark.parametrize("name", ["guide", "guide.md", "skills/guide.md#steps", "guide/SKILL.md"])
def test_a_skill_whose_text_is_newer_than_its_entries(
    staff: Client, collection: Collection, name: str
) -> None:
    now = timezone.now()
    skill = make_skill(collection, skill_id="guide", body_changed=now - timedelta(days=1))
    make_entry(collection, related_skills=[name], reviewed=now - timedelta(days=2))
    # It was reviewed before the file was imported, whose first text this is.
    assert "review 1" not in staff.get(url("skill")).content.decode()
    Skill.objects.filter(pk=skill.pk).update(created=now - timedelta(days=3))
    assert "review 1" in staff.get(url("skill")).content.decode()
    Entry.objects.update(reviewed=now)
    assert "review 1" not in staff.get(url("skill")).content.decode()


def test_who_is_no_operator_is_sent_away(client: Client, collection: Collection) -> None:
    client.force_login(User.objects.create(username="user"))
    for page in (url("entry"), url("entry", "import"), url("entry", "export"), url("entry", "preview")):
        assert client.get(page).status_code == 302


def test_the_collection_is_named_and_its_job_left_alone(staff: Client, collection: Collection) -> None:
    body = {"title": "Docs", "description": "About it.", "shared": "on", "name": "forged", "version": "99"}
    assert staff.post(url("collection", "change", collection.pk), body).status_code == 302
    collection.refresh_from_db()
    assert (collection.title, collection.shared, collection.name) == ("Docs", True, "docs")
    assert collection.version < 99
    for typed, stored in (("0.7", 0.7), ("", 0.0)):
        assert (
            staff.post(url("collection", "change", collection.pk), body | {"sure_from": typed}).status_code
            == 302
        )
        assert Collection.objects.get().sure_from == stored
    refused = staff.post(url("collection", "change", collection.pk), body | {"sure_from": "1.1"})
    assert refused.status_code == 200


def test_a_collection_is_made(staff: Client, root: User) -> None:
    assert staff.get(url("collection", "add")).context["adminform"].form.initial["account"] == root.pk
    body = {"account": root.pk, "name": "handbook", "title": "The handbook", "shared": "on"}
    assert staff.post(url("collection", "add"), body).status_code == 302
    made = Collection.objects.get()
    assert (made.account, made.name, made.title, made.shared) == (root, "handbook", "The handbook", True)
    # Nothing is there to be indexed.
    assert job_of(made).state == JobState.DONE


@pytest.mark.parametrize(
    ("name", "message"), [("docs", "already exists"), ("No name", "1 to 60"), ("", "required")]
)
def test_a_collection_that_cannot_be(staff: Client, collection: Collection, name: str, message: str) -> None:
    body = {"account": collection.account_id, "name": name}
    response = staff.post(url("collection", "add"), body)
    assert response.status_code == 200
    assert message in str(response.context["adminform"].form.errors)
    assert Collection.objects.count() == 1


def test_the_admin_has_the_sites_icon(staff: Client) -> None:
    assert 'href="/static/icons/favicon' in staff.get(url("entry")).content.decode()
