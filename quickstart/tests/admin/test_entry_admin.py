"""Entries in the admin: written by the service, judged as a file would be, filled in by a link."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from quickstart.models import Collection, Entry, Node, Question, Review
from quickstart.parsing.question_ids import made_id
from quickstart.queries.export_entries import export_entries
from quickstart.services.import_entries import import_entries
from quickstart.tests.admin.admin_pages import form_of, url
from quickstart.tests.factories import make_entry
from quickstart.tests.importing.qa_line_factory import lines, qa


def errors(response: object) -> str:
    return str(response.context["adminform"].form.errors)  # type: ignore[attr-defined]


def act(staff: Client, action: str, body: dict[str, Any]) -> str:
    return staff.post(url("entry"), body | {"action": action}, follow=True).content.decode()


def ask(collection: Collection, text: str) -> Question:
    return Question.objects.create(
        account=collection.account, collection=collection, text=text, intent="hybrid", outcome="no_answer",
        confidence=0.1, asked=timezone.now(), asked_by="page",
    )  # fmt: skip


def test_a_new_entry(staff: Client, collection: Collection) -> None:
    make_entry(collection, position=7)
    body = form_of(
        variants=["one way", "another, with a comma"],
        collection=collection.pk, entry_id="qa_new", question="How?", answer="So.\r\n\r\nAnd so.",
        tree_path="A\r\nB (x, y)",
    )  # fmt: skip
    assert staff.post(url("entry", "add"), body).status_code == 302
    entry = Entry.objects.get(entry_id="qa_new")
    assert (entry.account, entry.answer, entry.tree_path) == (
        collection.account,
        "So.\n\nAnd so.",
        ["A", "B (x, y)"],
    )
    assert [variant.text for variant in entry.variants.all()] == ["one way", "another, with a comma"]
    assert entry.tree_key
    assert entry.reviewed is not None
    assert entry.position == 8
    assert "one way" in entry.texts.values_list("text", flat=True)
    record = entry.history.get(history_type="+")
    assert (record.history_user.username, record.history_change_reason) == ("root", "added")


def test_an_entry_edited(staff: Client, collection: Collection) -> None:
    entry = make_entry(collection, variants=["keep", "drop"], answer="a\n\nb\n", tags=["x"])
    body = form_of(entry, variants=["keep"], question="Edited?")
    assert staff.post(url("entry", "change", entry.pk), body).status_code == 302
    entry.refresh_from_db()
    assert (entry.question, entry.answer, entry.tags) == ("Edited?", "a\n\nb\n", ["x"])
    assert [variant.text for variant in entry.variants.all()] == ["keep"]
    assert {"Edited?", "keep"} <= set(entry.texts.values_list("text", flat=True))
    assert "drop" not in entry.texts.values_list("text", flat=True)
    assert entry.history.filter(history_change_reason="edited: question").exists()
    page = staff.get(url("entry", "history", entry.pk)).content.decode()
    assert "Edited?" in page


def test_saving_untouched_changes_nothing(staff: Client, collection: Collection) -> None:
    odd = qa(1, answer="  a\r\nb\n ", tags=["two\nlines"], related_docs=[" x "], source={"a": 1})
    import_entries(account=collection.account, name="docs", files={"f": lines(odd)})
    text = export_entries(collection)
    entry = Entry.objects.get()
    body = form_of(entry, answer="  a\r\nb\r\n ")
    assert staff.post(url("entry", "change", entry.pk), body).status_code == 302
    assert export_entries(collection) == text
    assert import_entries(account=collection.account, name="docs", files={"f": lines(odd)}).unchanged == (
        "qa_1",
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"tree_path": " \r\n"}, "tree_path"),
        ({"answer": " "}, "answer is empty"),
        ({"question": "x" * 501}, "500 characters"),
        ({"entry_id": "a\tb"}, "control characters"),
        ({"level": "7"}, "level"),
        ({"entry_id": "qa_taken"}, "already exists in this collection"),
    ],
)
def test_what_a_reader_would_refuse(
    staff: Client, collection: Collection, fields: dict[str, str], message: str
) -> None:
    make_entry(collection, entry_id="qa_taken")
    entry = make_entry(collection)
    response = staff.post(url("entry", "change", entry.pk), form_of(entry) | fields)
    assert response.status_code == 200
    assert message in errors(response)
    assert Entry.objects.get(pk=entry.pk).answer == entry.answer


def test_more_variants_than_a_file_may_hold(staff: Client, collection: Collection) -> None:
    body = form_of(
        variants=[f"variant {number}" for number in range(201)], collection=collection.pk, entry_id="qa_x",
        question="How do I x?", answer="So.", tree_path="A",
    )  # fmt: skip
    response = staff.post(url("entry", "add"), body)
    assert response.status_code == 200
    (formset,) = response.context["inline_admin_formsets"]
    assert "at most 200" in str(formset.formset.non_form_errors())
    assert not Entry.objects.exists()


def test_filled_in_by_a_link_and_settling_what_it_answers(staff: Client, collection: Collection) -> None:
    first, second, other = (ask(collection, text) for text in ("how x", "how to x", "other"))
    link: dict[str, Any] = {
        "question": "How do I x?", "variants": ["how x", "how to x"], "tree_path": ["CSV/TSV"], "level": "2",
        "collection": collection.pk, "settles": f"{first.pk},{second.pk},nonsense",
    }  # fmt: skip
    page = staff.get(url("entry", "add"), link)
    form = page.context["adminform"].form
    assert (form["question"].value(), form["tree_path"].value(), form["level"].value()) == (
        "How do I x?",
        "CSV/TSV",
        "2",
    )
    (formset,) = page.context["inline_admin_formsets"]
    assert [each.initial.get("text") for each in formset.formset.forms] == ["how x", "how to x", None]
    body = form_of(
        variants=["how x", "how to x"], collection=collection.pk, entry_id="qa_x", question="How do I x?",
        answer="So.", tree_path="A",
    )  # fmt: skip
    response = staff.post(f"{url('entry', 'add')}?settles={first.pk},{second.pk}", body, follow=True)
    assert "2 waiting questions are settled" in response.content.decode()
    settled = set(Question.objects.exclude(settled=None))
    assert settled == {first, second}
    assert other not in settled
    assert Entry.objects.get().variants.count() == 2


def test_a_question_alone_gets_what_an_upload_gives_it(staff: Client, collection: Collection) -> None:
    link: dict[str, Any] = {"question": "How warm is the lake?", "collection": collection.pk}
    page = staff.get(url("entry", "add"), link)
    form = page.context["adminform"].form
    assert [form[name].value() for name in ("entry_id", "level", "tree_path")] == [
        made_id("How warm is the lake?"),
        "3",
        "FAQ",
    ]
    assert 'aria-label="Another wording of the question"' in page.content.decode()


def test_publish_retire_and_embed_anew(staff: Client, collection: Collection) -> None:
    one, two = make_entry(collection, review=Review.DRAFT), make_entry(collection, review=Review.DRAFT)
    other = make_entry(collection)
    body = {"_selected_action": [one.pk, two.pk]}
    assert (
        "2 entries are published"
        in staff.post(url("entry"), body | {"action": "publish"}, follow=True).content.decode()
    )
    one.refresh_from_db()
    assert one.review == Review.PUBLISHED
    assert one.reviewed is not None
    assert one.texts.exists()
    assert one.history.first().history_user.username == "root"
    assert (
        "texts get new vectors"
        in staff.post(url("entry"), body | {"action": "re_embed"}, follow=True).content.decode()
    )
    staff.post(url("entry"), body | {"action": "retire"})
    one.refresh_from_db()
    assert (one.review, one.texts.exists(), other.texts.exists()) == (Review.RETIRED, False, True)


def test_who_may_only_look_does_not_write(client: Client, collection: Collection) -> None:
    looker = User.objects.create(username="looker", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(looker)
    entry = make_entry(collection)
    for page in (
        url("entry"),
        url("entry", "change", entry.pk),
        url("entry", "history", entry.pk),
        url("entry", "export"),
    ):
        assert client.get(page).status_code == 200
    assert (
        client.post(url("entry", "change", entry.pk), form_of(entry, question="Forged?")).status_code == 403
    )
    client.post(url("entry"), {"action": "retire", "_selected_action": [entry.pk]})
    assert client.get(url("entry", "import")).status_code == 403
    entry.refresh_from_db()
    assert (entry.question == "Forged?", entry.review) == (False, Review.PUBLISHED)


def test_deleted_with_its_texts(staff: Client, collection: Collection) -> None:
    entry, other = make_entry(collection), make_entry(collection)
    assert staff.post(url("entry", "delete", entry.pk), {"post": "yes"}).status_code == 302
    staff.post(url("entry"), {"action": "delete_selected", "_selected_action": [other.pk], "post": "yes"})
    assert not Entry.objects.exists()
    assert not collection.texts.exists()


def test_the_preview_judges_what_is_typed_and_stores_nothing(staff: Client, collection: Collection) -> None:
    Node.objects.create(account=collection.account, collection=collection, label="A", path=["A"], key="a")
    body = form_of(
        variants=["one", "two"], collection=collection.pk, entry_id="x", question="What is **it**?", level="0",
        answer="Stones carry *handoffs*. <script>alert(1)</script>\r\n\r\n- one", tree_path="a", related_docs="x",
    )  # fmt: skip
    page = staff.post(url("entry", "preview"), body).content.decode()
    assert "<em>handoffs</em>" in page
    assert "<script>" not in page
    assert (page.count("✓ met"), page.count("! to do")) == (6, 0)
    page = staff.post(url("entry", "preview"), {"answer": "", "collection": "x"}).content.decode()
    assert "! to do" in page
    assert not Entry.objects.exists()
    assert staff.get(url("entry", "preview")).status_code == 405
