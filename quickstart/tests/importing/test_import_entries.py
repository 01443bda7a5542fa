"""services.importing.import_entries."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from core.jobs.models import Job, JobState
from quickstart.exceptions import CollectionNotFound, InvalidCollection
from quickstart.models import Collection, Entry, IndexedText, Node, Question, Review, Skill
from quickstart.parsing.qa_fields import ITEM_CHARACTERS, TEXT_CHARACTERS
from quickstart.queries.export_entries import as_parsed_entry, export_entries
from quickstart.services import change_collection
from quickstart.services.accept_wordings import accept_wordings
from quickstart.services.import_capability_tree import import_tree
from quickstart.services.import_entries import EntryImportResult, import_entries
from quickstart.services.import_skill_files import import_skills
from quickstart.tests.factories import job_of, make_collection, make_entry, make_skill, new_account
from quickstart.tests.importing.qa_line_factory import lines, qa
from quickstart.tests.waiting.question_rows import ask


@pytest.fixture
def account(db: None) -> User:
    return new_account()


def import_rows(
    account: User, *rows: dict[str, object], name: str = "docs", **options: object
) -> EntryImportResult:
    return import_entries(account=account, name=name, files={"a.jsonl": lines(*rows)}, **options)  # type: ignore[arg-type]


def entries(name: str = "docs") -> list[Entry]:
    return list(Entry.objects.filter(collection__name=name).order_by("position"))


def state(name: str = "docs") -> tuple[str, int]:
    collection = Collection.objects.get(name=name)
    return job_of(collection).state, collection.version


def test_new_entries_with_all_they_say(account: User) -> None:
    full = qa(
        1,
        prerequisites=["qa_2"],
        go_deeper=["qa_2"],
        related_skills=["skill_x.md"],
        related_docs=["docs/X.md#y"],
        source={"line": 7, "weight": 1.5, "big": 1e23, "none": None},
    )
    before = timezone.now()
    imported = import_rows(account, full, qa(2))
    assert (imported.new, imported.changed, imported.unchanged) == (("qa_1", "qa_2"), {}, ())
    first, second = entries()
    assert (first.account, first.review, second.review) == (account, Review.PUBLISHED, Review.PUBLISHED)
    assert first.reviewed is not None
    assert first.reviewed > before
    assert [variant.text for variant in first.variants.all()] == ["start part 1", "run part 1"]
    assert first.tree_path == ["Parts", "Part 1"]
    assert first.tree_key != second.tree_key
    assert first.extra == {"source": {"line": 7, "weight": 1.5, "big": 10**23, "none": None}}
    assert set(IndexedText.objects.values_list("entry_id", flat=True)) == {first.pk, second.pk}
    assert state()[0] == JobState.PENDING


def test_again_changes_nothing(account: User) -> None:
    rows = [qa(1, source={"a": 1e16, "b": [-0.0, {"c": 1e-7}]}), qa(2)]
    import_rows(account, *rows)
    Job.objects.all().delete()
    before = [*Entry.objects.order_by("pk").values(), *Entry.history.values("pk"), state()]
    assert import_rows(account, *rows).unchanged == ("qa_1", "qa_2")
    assert [*Entry.objects.order_by("pk").values(), *Entry.history.values("pk"), state()] == before


def test_what_changed_and_what_is_gone(account: User) -> None:
    import_rows(account, qa(1), qa(2), qa(3))
    pks = [entry.pk for entry in entries()]
    old = IndexedText.objects.get(text="start part 1")
    imported = import_rows(
        account, qa(4), qa(1, answer="Ask Ann.", question_variants=["start part 1"]), qa(2)
    )
    assert imported.new == ("qa_4",)
    assert imported.changed == {"qa_1": ("question_variants", "answer")}
    assert (imported.unchanged, imported.orphaned) == (("qa_2",), ("qa_3",))
    fourth, first, second, third = entries()
    assert [first.pk, second.pk, third.pk] == pks
    assert (first.answer, third.review) == ("Ask Ann.", Review.PUBLISHED)
    assert [variant.text for variant in first.variants.all()] == ["start part 1"]
    texts = set(first.texts.values_list("text", flat=True))
    assert "start part 1" in texts
    assert not texts & {"run part 1", old.text + "x"}
    assert fourth.entry_id == "qa_4"


def test_history_has_the_old_text_and_the_file(account: User) -> None:
    import_rows(account, qa(1))
    import_rows(account, qa(1, answer="Ask Ann."))
    newest, oldest = Entry.history.order_by("-pk")
    assert (newest.history_type, oldest.history_type) == ("~", "+")
    assert newest.history_change_reason == "imported from a.jsonl"
    assert [change.field for change in newest.diff_against(oldest, included_fields=["answer"]).changes] == [
        "answer"
    ]
    assert newest.created == oldest.created


def test_a_dry_run_writes_nothing(account: User) -> None:
    assert import_rows(account, qa(1), dry_run=True).new == ("qa_1",)
    assert not Collection.objects.exists()
    import_rows(account, qa(1))
    before = state()
    assert import_rows(account, qa(1, answer="Ask Ann."), dry_run=True).changed == {"qa_1": ("answer",)}
    assert (entries()[0].answer, state()) == (qa(1)["answer"], before)


def test_with_a_fault_nothing_is_written(account: User) -> None:
    imported = import_rows(account, qa(1), qa(2, level=5), qa(3, answer=" "))
    assert [str(fault) for fault in imported.faults] == [
        "a.jsonl, line 2, level: must be from 0 to 4, not 5",
        "a.jsonl, line 3, answer: is empty",
    ]
    assert imported.new == ()
    assert not Collection.objects.exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("question", "x" * 501),
        ("question_variants", ["x" * 501]),
        ("related_docs", ["short", "x" * 501]),
        ("related_skills", ["x" * 301]),
        ("tree_path", ["x" * 190] * 6),
    ],
)
def test_what_does_not_fit_is_a_fault_with_its_line(account: User, name: str, value: object) -> None:
    (fault,) = import_rows(account, qa(1), qa(2, **{name: value})).faults
    assert (fault.line, fault.field) == (2, name)
    assert not Collection.objects.exists()


def test_whatever_the_reader_takes_fits(account: User) -> None:
    longest: dict[str, object] = {name: "x" * limit for name, limit in TEXT_CHARACTERS.items()}
    longest |= {name: ["x" * limit] for name, limit in ITEM_CHARACTERS.items()}
    assert import_rows(account, qa(1) | longest).faults == ()
    assert len(entries()[0].question) == TEXT_CHARACTERS["question"]


def test_drafts(account: User) -> None:
    import_rows(account, qa(1), review=Review.DRAFT)
    (entry,) = entries()
    assert (entry.review, entry.reviewed, entry.texts.count()) == (Review.DRAFT, None, 0)


def test_a_retired_one_stays_retired(account: User) -> None:
    import_rows(account, qa(1))
    Entry.objects.update(review=Review.RETIRED)
    import_rows(account, qa(1, answer="Ask Ann."))
    (entry,) = entries()
    assert (entry.review, entry.answer, entry.texts.count()) == (Review.RETIRED, "Ask Ann.", 0)


def test_what_was_edited_here_is_not_overwritten_silently(account: User) -> None:
    import_rows(account, qa(1), qa(2))
    Entry.objects.filter(entry_id="qa_1").update(question="Edited?")
    (fault,) = import_rows(account, qa(2, answer="Ask Ann."), qa(1)).faults
    assert (fault.file, fault.line, fault.field) == ("a.jsonl", 2, "id")
    assert "'qa_1' was edited here" in fault.reason
    assert "question" in fault.reason
    assert entries()[1].answer == qa(2)["answer"]
    assert import_rows(account, qa(1), qa(2), overwrite=True).changed == {"qa_1": ("question",)}
    assert entries()[0].question == qa(1)["question"]
    assert import_rows(account, qa(1), qa(2)).unchanged == ("qa_1", "qa_2")


def test_an_edited_variant_counts(account: User) -> None:
    import_rows(account, qa(1))
    entries()[0].variants.filter(position=0).update(text="edited")
    (fault,) = import_rows(account, qa(1)).faults
    assert "question_variants" in fault.reason


def test_what_was_edited_here_and_there_alike_is_the_files_again(account: User) -> None:
    import_rows(account, qa(1))
    Entry.objects.update(question="Edited?")
    assert import_rows(account, qa(1, question="Edited?")).unchanged == ("qa_1",)
    assert import_rows(account, qa(1, question="Anew?")).changed == {"qa_1": ("question",)}


def test_the_order_is_the_files(account: User) -> None:
    import_rows(account, qa(1), qa(2), qa(3))
    import_rows(account, qa(3), qa(1))
    assert [entry.entry_id for entry in entries()] == ["qa_3", "qa_1", "qa_2"]


def test_several_files_and_duplicates(account: User) -> None:
    files = {"a.jsonl": lines(qa(1), qa(1)), "b.jsonl": lines(qa(2), qa(1))}
    imported = import_entries(account=account, name="docs", files=files)
    assert imported.new == ("qa_1", "qa_2")
    assert [(each.file, each.line) for each in imported.duplicates] == [("a.jsonl", 2), ("b.jsonl", 2)]
    files["b.jsonl"] = lines(qa(2), qa(1, level=0))
    (fault,) = import_entries(account=account, name="docs", files=files).faults
    assert (fault.file, fault.line) == ("b.jsonl", 2)


def test_the_same_ids_in_two_collections_and_two_accounts(account: User) -> None:
    import_rows(account, qa(1))
    import_rows(account, qa(1, answer="Another."), name="other")
    assert import_rows(new_account(), qa(1, answer="A third.")).new == ("qa_1",)
    assert Entry.objects.count() == 3


def test_somebody_elses_shared_collection_is_not_written(account: User) -> None:
    theirs = make_collection(name="docs", shared=True)
    import_rows(account, qa(1))
    assert not theirs.entries.exists()


@pytest.mark.parametrize(
    "load",
    [
        lambda account: import_rows(account, qa(1)),
        lambda account: import_tree(account=account, name="docs", file="tree.txt", text="A\n  B\n"),
        lambda account: import_skills(account=account, name="docs", files={"skill_a.md": "# A\n\nSay a.\n"}),
    ],
    ids=["entries", "tree", "skills"],
)
def test_nothing_is_written_into_what_passed_to_another_account_meanwhile(
    account: User, load: Callable[[User], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = make_collection(account, name="docs")

    def open_and_wait(**named: object) -> Collection:
        Collection.objects.update(account=new_account())
        return collection

    monkeypatch.setattr(change_collection, "open_collection", open_and_wait)
    with pytest.raises(CollectionNotFound, match=r"^There is no collection 'docs'\.$"):
        load(account)
    for model in (Entry, Node, Skill):
        assert not model._default_manager.exists()


def test_unknown_references_are_warnings(account: User) -> None:
    row = qa(1, prerequisites=["qa_2", "no_1"], go_deeper=["no_2"], related_skills=["skills/skill_no.md"])
    faults = [(each.line, each.field, each.reason) for each in import_rows(account, qa(2), row).warnings]
    assert faults == [
        (2, "prerequisites", "there is no entry 'no_1'"),
        (2, "go_deeper", "there is no entry 'no_2'"),
    ]
    make_skill(Collection.objects.get(), skill_id="skill_yes")
    row["related_skills"] = ["skills/skill_no.md", "docs/skill_yes.md#part", "skill_yes"]
    (*_, warning) = import_rows(account, row).warnings
    assert (warning.line, warning.field) == (1, "related_skills")
    assert "'skills/skill_no.md'" in warning.reason


@pytest.mark.parametrize("name", ["", "Docs", "a b", "-a", "x" * 61])
def test_a_name_that_fits_no_address(account: User, name: str) -> None:
    with pytest.raises(InvalidCollection):
        import_rows(account, qa(1), name=name, dry_run=True)


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=30)
SAID = TEXT.filter(str.strip)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
ROW = st.fixed_dictionaries(
    {
        "question": SAID,
        "level": st.integers(0, 4),
        "tree_path": st.lists(SAID, min_size=1, max_size=3),
        "answer": SAID,
    },
    optional={
        "question_variants": st.lists(SAID, max_size=3),
        "tags": st.lists(SAID, max_size=3),
        "source": JSON,
    },
)


class Laws(TestCase):
    @given(st.lists(ROW, min_size=1, max_size=4))
    def test_what_was_exported_is_imported_and_exported_byte_for_byte(
        self, rows: list[dict[str, object]]
    ) -> None:
        account = new_account()
        numbered = [{"id": f"qa_{number}"} | row for number, row in enumerate(rows)]
        import_rows(account, *numbered, name="first")
        assert len(import_rows(account, *numbered, name="first").unchanged) == len(rows)
        first = Collection.objects.get(account=account, name="first")
        text = export_entries(first)
        import_entries(account=account, name="second", files={"a": text})
        second = Collection.objects.get(account=account, name="second")
        assert export_entries(second) == text
        assert [as_parsed_entry(row) for row in second.entries.all()] == [
            as_parsed_entry(row) for row in first.entries.all()
        ]


def import_faq(account: User, text: str, **options: object) -> EntryImportResult:
    return import_entries(account=account, name="docs", files={"FAQ.md": text}, **options)  # type: ignore[arg-type]


def test_a_changed_faq_changes_its_entries_and_doubles_none(account: User) -> None:
    import_faq(account, "# Ferry\n## Boats\n### How late?\nTen.\n## Buses\n### How late?\nNine.\n")
    ids = {entry.answer: entry.entry_id for entry in entries()}
    found = import_faq(
        account, "# Ferry\n## Buses\n### How late?\nEight.\n### Why?\nSo.\n## Boats\n### How late?\nTen.\n"
    )
    assert (found.new, found.changed, found.unchanged) == (
        ("why",),
        {ids["Nine."]: ("answer",)},
        (ids["Ten."],),
    )
    assert [entry.answer for entry in entries()] == ["Eight.", "So.", "Ten."]


def test_a_faq_among_lines(account: User) -> None:
    files = {"a.jsonl": lines(qa(1)), "FAQ.markdown": "## How late?\nTen.\n## How early?\n"}
    found = import_entries(account=account, name="docs", files=files)
    assert (found.new, [str(each) for each in found.unread]) == (
        ("qa_1", "how_late"),
        ["FAQ.markdown, line 3: “How early?” has no answer"],
    )


def test_a_question_that_was_edited_here_is_no_new_one(account: User) -> None:
    import_faq(account, "## How late?\nTen.\n")
    Entry.objects.update(question="How late is it?")
    (fault,) = import_faq(account, "## How late?\nTen.\n").faults
    assert "was edited here since it was imported" in fault.reason


def test_a_faq_takes_no_entry_of_another_question(account: User) -> None:
    import_faq(account, "## What is C++?\nOne.\n")
    assert len(import_faq(account, "## What is C#?\nAnother.\n").new) == 1
    import_rows(account, qa(1, id="price", question="What does it cost?"))
    assert len(import_faq(account, "## Price?\nTen.\n").new) == 1
    assert {entry.question for entry in entries()} == {
        "What is C++?",
        "What is C#?",
        "What does it cost?",
        "Price?",
    }


def test_a_faq_leaves_what_it_cannot_say(account: User) -> None:
    known = qa(1, id="how_late", question="How late?", tree_path=["FAQ"], level=2, source={"line": 7})
    import_rows(account, known)
    assert import_faq(account, "## How late?\nTen.\n").changed == {"how_late": ("answer",)}
    (entry,) = entries()
    assert as_parsed_entry(entry).question_variants == ("start part 1", "run part 1")
    said = (entry.answer, entry.level, entry.tags, entry.verify_command, entry.extra)
    assert said == ("Ten.", 2, ["parts"], "part 1 --check", {"source": {"line": 7}})
    import_faq(account, "## How late?\nNine.\n", overwrite=True)
    assert entries()[0].variants.count() == 2


@pytest.mark.parametrize("overwrite", [False, True])
def test_an_accepted_wording_outlives_a_changed_faq(account: User, overwrite: bool) -> None:
    import_faq(account, "## How late?\nTen.\n")
    for number, hour in enumerate(("Nine.", "Eight.", "Seven.")):
        entry = entries()[0]
        ask(entry.collection, f"until when {number}", entry=entry, choice="picked", verdict="up")
        accept_wordings(account=account, question_ids=Question.objects.values_list("pk", flat=True))
        found = import_faq(account, f"## How late?\n{hour}\n", overwrite=overwrite)
        assert (found.faults, found.changed) == ((), {"how_late": ("answer",)})
        assert entries()[0].variants.count() == number + 1
    Entry.objects.update(answer="Edited.")
    assert bool(import_faq(account, "## How late?\nSix.\n").faults)


def test_what_came_while_the_lock_was_waited_for_is_known(
    account: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = make_collection(account, name="docs")

    def open_and_wait(**named: object) -> Collection:
        make_entry(collection, entry_id="what_is_c", question="What is C++?")
        return collection

    monkeypatch.setattr(change_collection, "open_collection", open_and_wait)
    (entry_id,) = import_faq(account, "## What is C#?\nAnother.\n").new
    assert entry_id != "what_is_c"
