"""Form fields that keep their value exactly as typed, and forms validated by the rules of the file readers."""

from typing import Any, ClassVar

from django import forms
from unfold.widgets import UnfoldAdminTextareaWidget

from quickstart.models import Entry, Skill
from quickstart.queries.export_entries import LIST_FIELDS, TEXT_FIELDS
from quickstart.services.curate_content import problems_of

FORM_FIELD_NAMES = {"id": "entry_id", "question_variants": None}
"""Names of a file's fields where the form's differ."""


class PlainTextField(forms.CharField):
    """Text unchanged, blanks at its ends included; CR LF, which browsers send, becomes LF."""

    def __init__(self, *, rows: int = 2, **options: Any) -> None:
        options.setdefault("widget", UnfoldAdminTextareaWidget(attrs={"rows": rows}))
        super().__init__(strip=False, **options)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")

    def has_changed(self, initial: Any, data: Any) -> bool:
        return self.to_python(initial) != self.to_python(data)


class LinesField(PlainTextField):
    """A list of texts, one a line."""

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        return [line.strip() for line in super().clean(value).split("\n") if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial or []), data)


class PreserveUntouchedForm(forms.ModelForm[Any]):
    """An untouched field keeps its value byte for byte, even one that no form could hold."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.instance.pk is not None:
            for name in set(cleaned) - set(self.changed_data):
                cleaned[name] = getattr(self.instance, name)
        return cleaned


class EntryForm(PreserveUntouchedForm):
    question = PlainTextField()
    answer = PlainTextField(rows=14)
    verify_command = PlainTextField(required=False)
    tree_path = LinesField(help_text="One label a line, from the root.", rows=3)
    prerequisites = LinesField(required=False, help_text="Ids of entries, one a line.")
    go_deeper = LinesField(required=False, help_text="Ids of entries, one a line.")
    related_skills = LinesField(required=False, help_text="Skill files, one a line.")
    related_docs = LinesField(required=False, help_text="Files or addresses, one a line.")
    tags = LinesField(required=False, help_text="One a line.")

    class Meta:
        model = Entry
        fields: ClassVar = ["collection", "entry_id", "level", "review", *TEXT_FIELDS, *LIST_FIELDS]

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]  # Django's own hook; the stubs leave it out
        if self.errors or self.instance.collection_id is None:
            return
        self.instance.account_id = self.instance.collection.account_id
        for name, reason in problems_of(self.instance, None):
            field_name = FORM_FIELD_NAMES.get(name, name)
            self.add_error(field_name if field_name in self.fields else None, f"{name} {reason}.")


class SkillForm(PreserveUntouchedForm):
    description = PlainTextField(required=False)
    tree_path = LinesField(required=False, help_text="One label a line, from the root.", rows=3)
    prerequisites = LinesField(required=False, help_text="One a line.")
    quick_command = PlainTextField(required=False)
    related = LinesField(required=False, help_text="Skill ids, one a line.")

    class Meta:
        model = Skill
        fields: ClassVar = [
            "title", "description", "tree_path", "prerequisites", "quick_command", "related", "parent", "review",
        ]  # fmt: skip
