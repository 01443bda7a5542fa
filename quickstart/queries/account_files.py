"""The files of an account's export with the collections that belong to it."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Model, Prefetch, QuerySet

from core.db.export_files import CHUNK, ExportFile, Rows, own_file
from quickstart.models import Collection, CoverageRun, Entry, Node, Question, Skill, Trigger, Variant

_ENTRY_HISTORY: type[Model] = Entry.history.model
_SKILL_HISTORY: type[Model] = Skill.history.model


def _rows_with_texts(rows: QuerySet[Any], texts: str, of: QuerySet[Any]) -> Rows:
    """All columns, the collection's name, and the texts of the related rows, in their order."""
    columns = [field.attname for field in rows.model._meta.concrete_fields if field.attname != "account_id"]
    named = rows.select_related("collection").order_by("pk")
    ordered = named.prefetch_related(Prefetch(texts, queryset=of.order_by("position", "pk")))
    for row in ordered.iterator(chunk_size=CHUNK):
        yield {name: getattr(row, name) for name in columns} | {
            "collection_name": row.collection.name,
            texts: [each.text for each in getattr(row, texts).all()],
        }


def _entries(account: User) -> Rows:
    return _rows_with_texts(Entry.objects.filter(account=account), "variants", Variant.objects.all())


def _skills(account: User) -> Rows:
    return _rows_with_texts(Skill.objects.filter(account=account), "triggers", Trigger.objects.all())


ACCOUNT_FILES = (
    own_file("quickstart/collections.jsonl", "Your collections.", Collection),
    ExportFile(
        "quickstart/entries.jsonl",
        "Their questions with answers, drafts and retired ones too.",
        (Entry,),
        _entries,
        "import_qa FILE --collection NAME (with the collection's name; --draft: published only when a curator says so)",
    ),
    ExportFile(
        "quickstart/skills.jsonl",
        "Their skills.",
        (Skill,),
        _skills,
        "none; what *Export* gives on the page of skills is read by import_skills",
    ),
    own_file(
        "quickstart/tree.jsonl",
        "Their trees of topics.",
        Node,
        imported_by="import_tree FILE --collection NAME (with the collection's name)",
        collection_name=F("collection__name"),
    ),
    own_file(
        "quickstart/questions.jsonl",
        "What you and your agents asked.",
        Question,
        "embedding",
        "embedding_model",
    ),
    own_file("quickstart/coverage.jsonl", "How much of the trees was answered, by day.", CoverageRun),
    own_file("quickstart/entry_history.jsonl", "Former versions of entries.", _ENTRY_HISTORY),
    own_file("quickstart/skill_history.jsonl", "Former versions of skills.", _SKILL_HISTORY),
)
