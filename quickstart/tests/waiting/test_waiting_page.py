"""/ask/questions/ and its buttons."""

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from quickstart.models import Collection, Entry, Question, Variant
from quickstart.services.accept_wordings import accept_wordings
from quickstart.tests.factories import make_collection, make_entry, make_skill, new_account
from quickstart.tests.waiting.question_rows import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection() -> Collection:
    ann = new_account("ann")
    ann.is_staff = True
    ann.save()
    return make_collection(ann, name="tools")


def client_of(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def page(account: User, **query: str) -> str:
    response = client_of(account).get(reverse("quickstart:questions"), query)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def words(content: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", content).split())


def test_groups_with_their_counts_and_wordings(collection: Collection) -> None:
    near = make_entry(collection, entry_id="qa_near")
    for text, session in (("rotating tokens", "a"), ("How do I rotate a token?", "b")):
        ask(collection, text, session=session, entry=near)
    ask(collection, "Where is the log?")
    page_text = words(page(collection.account))
    assert "3 questions without a good answer, in 2 groups" in page_text
    assert "How do I rotate a token? 2 times 2 askers" in page_text
    assert "2 wordings rotating tokens" in page_text
    assert "Nearest: qa_near" in page_text
    assert page_text.index("How do I rotate") < page_text.index("Where is the log?")


def test_who_may_not_add_is_not_led_there(collection: Collection) -> None:
    ask(collection, "rotating tokens")
    assert "Add this question" not in page(collection.account)


def test_add_opens_the_admins_form_filled_in(collection: Collection) -> None:
    User.objects.update(is_superuser=True)
    near = make_entry(collection, tree_path=["Tools", "Tokens"])
    first = ask(collection, "rotating tokens & keys", entry=near)
    second = ask(collection, "Rotate tokens, keys?", entry=near)
    (link,) = re.findall(r'href="([^"]+)">Add this question', page(collection.account))
    assert urlsplit(link).path == reverse("admin:quickstart_entry_add")
    assert parse_qs(urlsplit(link).query) == {
        "collection": [str(collection.pk)],
        "question": ["Rotate tokens, keys?"],
        "variants": ["rotating tokens & keys"],
        "settles": [f"{second.pk},{first.pk}"],
        "tree_path": ["Tools", "Tokens"],
    }


def test_dismissing(collection: Collection) -> None:
    first, second = ask(collection, "alpha"), ask(collection, "beta")
    client = client_of(collection.account)
    data = {"collection": "tools", "question": [str(first.pk), "x", "99" * 20]}
    response = client.post(reverse("quickstart:questions-dismiss"), data, follow=True)
    assert response.redirect_chain == [("/ask/questions/?collection=tools", 302)]
    assert "Dismissed: 1 question." in response.content.decode()
    assert list(Question.objects.filter(settled=None)) == [second]


def test_dismissing_again_says_so(collection: Collection) -> None:
    question = ask(collection, "alpha")
    client = client_of(collection.account)
    for message in ("Dismissed: 1 question.", "They were already done."):
        response = client.post(
            reverse("quickstart:questions-dismiss"), {"question": str(question.pk)}, follow=True
        )
        assert message in response.content.decode()


def test_nothing_waits(collection: Collection) -> None:
    assert "Nothing waits" in words(page(collection.account))


def test_without_a_collection(collection: Collection) -> None:
    staff = new_account()
    staff.is_staff = True
    staff.save()
    assert "No collection of yours" in words(page(staff))


def test_others_are_refused(collection: Collection) -> None:
    question = ask(collection, "alpha")
    client = client_of(new_account())
    assert client.get(reverse("quickstart:questions")).status_code == 403
    response = client.post(reverse("quickstart:questions-dismiss"), {"question": str(question.pk)})
    assert response.status_code == 403
    question.refresh_from_db()
    assert question.settled is None


def test_staff_see_nothing_of_another_accounts_collection(collection: Collection) -> None:
    question = ask(collection, "alpha")
    Collection.objects.update(shared=True)
    staff = new_account()
    staff.is_staff = True
    staff.save()
    client = client_of(staff)
    for response in (
        client.get(reverse("quickstart:questions"), {"collection": "tools"}),
        client.post(
            reverse("quickstart:questions-dismiss"), {"collection": "tools", "question": str(question.pk)}
        ),
    ):
        assert response.status_code == 404
    client.post(reverse("quickstart:questions-dismiss"), {"question": str(question.pk)})
    question.refresh_from_db()
    assert question.settled is None


def test_it_requires_a_sign_in() -> None:
    assert Client().get(reverse("quickstart:questions")).status_code == 302


def test_the_admin_takes_what_the_link_gives(collection: Collection) -> None:
    User.objects.update(is_superuser=True)
    near = make_entry(collection, tree_path=["Tools", "Saw"])
    for text in ("sharpening saws", "How do I sharpen a saw?"):
        ask(collection, text, entry=near)
    (link,) = re.findall(r'href="([^"]+)">Add this question', page(collection.account))
    form = html.unescape(client_of(collection.account).get(link).content.decode())
    assert "How do I sharpen a saw?" in form
    assert "sharpening saws" in form
    assert "Tools\nSaw" in form


def picked(collection: Collection, text: str, entry: Entry) -> Question:
    return ask(collection, text, outcome="ask_back", entry=entry, choice="picked", verdict="up")


def test_what_askers_picked_becomes_a_wording(collection: Collection) -> None:
    """Once for each wording, whatever its case; the questions wait no more."""
    collection.account.is_superuser = True
    collection.account.save()
    entry = make_entry(collection, question="How do I renew a token?", variants=["token renewal"])
    for text in ("rotating tokens", "Rotating tokens", "Token renewal"):
        picked(collection, text, entry)
    content = page(collection.account)
    assert "Picked 2 times: “How do I renew a token?”" in words(content)
    assert "Nearest:" not in content
    body = {"collection": "tools", "question": list(Question.objects.values_list("pk", flat=True))}
    response = client_of(collection.account).post(reverse("quickstart:questions-accept"), body, follow=True)
    assert "Added as wordings: 3 questions." in response.content.decode()
    assert [each.text for each in entry.variants.all()] == ["token renewal", "rotating tokens"]
    assert not collection.questions.unsettled().exists()
    again = client_of(collection.account).post(reverse("quickstart:questions-accept"), body, follow=True)
    assert "They were already done." in again.content.decode()


def test_a_skill_that_askers_picked_has_a_trigger_more(collection: Collection) -> None:
    collection.account.is_superuser = True
    collection.account.save()
    skill = make_skill(collection, title="Renewing tokens", triggers=["renew it"])
    question = ask(collection, "rotating tokens", skill=skill, choice="picked", verdict="up")
    assert "Picked 1 time: “Renewing tokens”" in words(page(collection.account))
    body = {"collection": "tools", "question": question.pk}
    client_of(collection.account).post(reverse("quickstart:questions-accept"), body)
    assert [each.text for each in skill.triggers.all()] == ["renew it", "rotating tokens"]
    question.refresh_from_db()
    assert question.settled


def test_what_nobody_picked_becomes_no_wording(collection: Collection) -> None:
    collection.account.is_superuser = True
    collection.account.save()
    entry = make_entry(collection)
    opened = ask(collection, "rotating tokens", entry=entry, choice="opened")
    foreign = picked(make_collection(), "rotating keys", entry)
    body = {"collection": "tools", "question": [opened.pk, foreign.pk]}
    client_of(collection.account).post(reverse("quickstart:questions-accept"), body)
    assert not entry.variants.exists()
    assert Question.objects.filter(settled=None).count() == 2


def test_a_wording_that_is_too_long_is_refused_with_the_reason(collection: Collection) -> None:
    collection.account.is_superuser = True
    collection.account.save()
    question = picked(collection, "x" * 501, make_entry(collection))
    body = {"collection": "tools", "question": question.pk}
    response = client_of(collection.account).post(reverse("quickstart:questions-accept"), body, follow=True)
    assert "is 501 characters long; 500 are allowed" in response.content.decode()
    question.refresh_from_db()
    assert question.settled is None


def test_who_may_not_change_entries_accepts_nothing(collection: Collection) -> None:
    entry = make_entry(collection)
    question = picked(collection, "rotating tokens", entry)
    assert "Add to its wordings" not in page(collection.account)
    body = {"collection": "tools", "question": question.pk}
    response = client_of(collection.account).post(reverse("quickstart:questions-accept"), body)
    assert response.status_code == 403
    assert not entry.variants.exists()


@pytest.mark.parametrize(("allowed", "refused"), [("entry", "skill"), ("skill", "entry")])
def test_wordings_of_entries_and_of_skills_need_a_permission_each(
    collection: Collection, allowed: str, refused: str
) -> None:
    permission = Permission.objects.get(
        codename=f"change_{allowed}", content_type__app_label="quickstart", content_type__model=allowed
    )
    collection.account.user_permissions.add(permission)
    owners: dict[str, Any] = {"entry": make_entry(collection), "skill": make_skill(collection, title="Keys")}
    questions = {
        kind: ask(collection, f"{kind} of keys", choice="picked", verdict="up", **{kind: owner})
        for kind, owner in owners.items()
    }
    assert page(collection.account).count("Add to its wordings") == 1
    client, address = client_of(collection.account), reverse("quickstart:questions-accept")
    both = [each.pk for each in questions.values()]
    for numbers in ([questions[refused].pk], both):
        assert client.post(address, {"collection": "tools", "question": numbers}).status_code == 403
    assert Question.objects.filter(settled=None).count() == 2
    client.post(address, {"collection": "tools", "question": questions[allowed].pk})
    assert Question.objects.get(settled=None) == questions[refused]


def test_wordings_are_read_behind_the_lock_of_their_collection(collection: Collection) -> None:
    question = picked(collection, "rotating tokens", make_entry(collection, variants=["token renewal"]))
    with CaptureQueriesContext(connection) as queries:
        accept_wordings(account=collection.account, question_ids=[question.pk])
    statements = [each["sql"] for each in queries]
    locked = next(at for at, sql in enumerate(statements) if "FOR UPDATE" in sql)
    read = next(at for at, sql in enumerate(statements) if f'FROM "{Variant._meta.db_table}"' in sql)
    assert Collection._meta.db_table in statements[locked]
    assert locked < read
