"""JSON lines for django-import-export: whole files go to the importing service, which reports what would change.

The library's own row-by-row import is not used: a file is imported all or nothing, with the faults of its reader.
"""

from collections.abc import Iterable
from typing import Any

import tablib
from django import forms
from import_export.fields import Field
from import_export.formats.base_formats import Format
from import_export.forms import ConfirmImportForm
from import_export.resources import Resource
from import_export.results import Error, Result, RowResult
from unfold.contrib.import_export.forms import ImportForm
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldBooleanWidget

from quickstart.models import Collection, Entry, Review
from quickstart.parsing.qa_fields import FIELDS
from quickstart.queries.export_entries import export_rows
from quickstart.services.import_entries import EntryImportResult, import_entries

LINE = "line"
MAX_PREVIEW_ROWS = 200
"""Rows of one kind in a preview."""


class JsonLinesFormat(Format):  # type: ignore[misc]
    """A file as one row per line, so that rows keep their line numbers."""

    def __init__(self, encoding: str | None = None) -> None:
        self.encoding = encoding

    def get_title(self) -> str:
        return "JSON lines, or a FAQ in Markdown"

    def get_extension(self) -> str:
        return "jsonl"

    def get_content_type(self) -> str:
        return "application/jsonl"

    def can_import(self) -> bool:
        return True

    def can_export(self) -> bool:
        return True

    def is_binary(self) -> bool:
        # Read as bytes, so that line ends stay unchanged.
        return True

    def create_dataset(self, in_stream: bytes) -> tablib.Dataset:
        text = in_stream.decode("utf-8-sig")
        return tablib.Dataset(*((line,) for line in text.split("\n")), headers=[LINE])

    def export_data(self, dataset: tablib.Dataset, **options: Any) -> bytes:
        return "".join(f"{line}\n" for line in dataset[LINE]).encode()


class EntryResource(Resource):  # type: ignore[misc]
    """The library's resource interface on top of our own import and export."""

    def __init__(
        self,
        *,
        collection: Collection | None = None,
        draft: bool = False,
        overwrite: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.collection, self.draft, self.overwrite = collection, draft, overwrite

    @classmethod
    def get_display_name(cls) -> str:
        return "Q&A entries"

    def get_user_visible_fields(self) -> list[Field]:
        """For the pages, which list them."""
        return [Field(attribute=name, column_name=name) for name in FIELDS]

    def export(self, *args: Any, queryset: Any = None, **options: Any) -> tablib.Dataset:
        rows = Entry.objects.all() if queryset is None else queryset
        lines = export_rows(rows.order_by("collection", "position", "entry_id")).split("\n")[:-1]
        return tablib.Dataset(*((line,) for line in lines), headers=[LINE])

    def import_data(
        self, dataset: tablib.Dataset, dry_run: bool = False, file_name: str = "", **options: Any
    ) -> Result:
        assert self.collection is not None
        imported = import_entries(
            account=self.collection.account,
            name=self.collection.name,
            files={file_name or "the file": "\n".join(dataset[LINE])},
            dry_run=dry_run,
            overwrite=self.overwrite,
            review=Review.DRAFT if self.draft else Review.PUBLISHED,
        )
        return _result(imported)


class _LineNumberedResult(Result):  # type: ignore[misc]
    def row_errors(self) -> list[tuple[int, list[Error]]]:
        """By line of the file; the library counts rows that it has processed."""
        return [(row.number, row.errors) for row in self.rows if row.errors]


def _result(imported: EntryImportResult) -> Result:
    """The changes for the library's preview, or the faults with their line numbers."""
    result = _LineNumberedResult()
    result.diff_headers = ["id", "what"]
    result.total_rows = len(imported.new) + len(imported.changed) + len(imported.unchanged)
    for fault in imported.faults:
        where = f"{fault.field}: " if fault.field else ""
        row = RowResult()
        row.number = fault.line
        row.import_type = RowResult.IMPORT_TYPE_ERROR
        row.errors = [Error(f"{where}{fault.reason}", number=fault.line)]
        result.rows.append(row)
        result.totals[RowResult.IMPORT_TYPE_ERROR] += 1
    _add(result, RowResult.IMPORT_TYPE_NEW, ((name, "new") for name in imported.new))
    _add(
        result,
        RowResult.IMPORT_TYPE_UPDATE,
        ((name, f"changed: {', '.join(fields)}") for name, fields in imported.changed.items()),
    )
    _add(result, RowResult.IMPORT_TYPE_SKIP, ((name, "unchanged") for name in imported.unchanged))
    result.summary_counts = {
        "new": len(imported.new),
        "changed": len(imported.changed),
        "unchanged": len(imported.unchanged),
        "orphaned": len(imported.orphaned),
        "duplicates": len(imported.duplicates),
        "invalid": len(imported.faults),
    }
    result.orphaned, result.duplicates = (
        imported.orphaned[:MAX_PREVIEW_ROWS],
        imported.duplicates[:MAX_PREVIEW_ROWS],
    )
    result.warnings = imported.warnings[:MAX_PREVIEW_ROWS]
    result.unread = imported.unread[:MAX_PREVIEW_ROWS]
    return result


def _add(result: Result, kind: str, found: Iterable[tuple[str, str]]) -> None:
    for number, diff in enumerate(found):
        result.totals[kind] += 1
        if number >= MAX_PREVIEW_ROWS:
            continue
        row = RowResult()
        row.import_type, row.diff, row.object_repr = kind, list(diff), diff[0]
        result.rows.append(row)


class _ImportOptions(forms.Form):
    collection = forms.ModelChoiceField(
        Collection.objects.select_related("account"), widget=UnfoldAdminSelectWidget()
    )
    draft = forms.BooleanField(
        required=False,
        widget=UnfoldBooleanWidget(),
        help_text="New and changed entries wait to be published.",
    )
    overwrite = forms.BooleanField(
        required=False, widget=UnfoldBooleanWidget(), help_text="Replace entries that were edited here."
    )


class EntryImportForm(ImportForm, _ImportOptions):  # type: ignore[misc]
    field_order = ["resource", "collection", "import_file", "format", "draft", "overwrite"]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["collection"].label_from_instance = (  # type: ignore[attr-defined]
            lambda row: f"{row.name} ({row.account})"
        )

    def clean_import_file(self) -> Any:
        """The library's own message for an undecodable file says only that something is wrong."""
        file = self.cleaned_data["import_file"]
        content = file.read()
        file.seek(0)
        try:
            content.decode()
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise forms.ValidationError(f"Line {line} is not UTF-8: nothing was imported.") from error
        return file


class EntryConfirmForm(ConfirmImportForm, _ImportOptions):  # type: ignore[misc]
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("collection", "draft", "overwrite"):
            self.fields[name].widget = forms.HiddenInput()
