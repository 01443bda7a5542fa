"""Q&A entries: editing, review, publishing, import and export."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from import_export.admin import ImportExportMixin
from simple_history.admin import SimpleHistoryAdmin
from unfold.contrib.import_export.forms import ExportForm

from audit.services import record
from core.pages.admin_classes import ModelAdmin, TabularInline
from quickstart.admin.entry_preview import draft_from_entry, preview, render_checklist
from quickstart.admin.filters import BranchFilter, EntryTagFilter, StaleFilter
from quickstart.admin.forms import EntryForm, PlainTextField
from quickstart.admin.jsonl_exchange import EntryConfirmForm, EntryImportForm, EntryResource, JsonLinesFormat
from quickstart.admin.prefill_entry_form import initial_entry_data, initial_variants, question_ids_to_settle
from quickstart.admin.row_annotations import is_stale
from quickstart.models import Entry, Variant
from quickstart.parsing.qa_fields import ITEM_CHARACTERS, LIST_ITEMS
from quickstart.services import curate_content
from quickstart.services.settle_questions import settle


class VariantForm(forms.ModelForm[Variant]):
    text = PlainTextField(rows=1, max_length=ITEM_CHARACTERS["question_variants"])
    # The inline's table has the column's head alone for a label.
    text.widget.attrs["aria-label"] = "Another wording of the question"

    class Meta:
        model = Variant
        fields = ["text"]


class VariantInline(TabularInline):
    model = Variant
    form = VariantForm
    extra = 1
    max_num = LIST_ITEMS
    hide_title = True

    def get_formset(self, request: HttpRequest, obj: Entry | None = None, **options: Any) -> Any:
        return super().get_formset(request, obj, **(options | {"validate_max": True}))

    def get_extra(self, request: HttpRequest, obj: Entry | None = None, **options: Any) -> int:
        return self.extra + (len(initial_variants(request)) if obj is None else 0)


@admin.register(Entry)
class EntryAdmin(ImportExportMixin, SimpleHistoryAdmin, ModelAdmin):  # type: ignore[misc]
    form = EntryForm
    list_display = [
        "entry_id", "question", "level", "place", "review", "up_to_date", "collection", "account", "updated",
    ]  # fmt: skip
    list_filter = ["collection", "review", "level", BranchFilter, EntryTagFilter, StaleFilter]
    list_select_related = ["collection", "account"]
    list_per_page = 50
    show_full_result_count = False
    search_fields = ["entry_id", "question", "answer", "variants__text"]
    inlines = [VariantInline]
    actions = ["publish", "retire", "re_embed"]
    readonly_fields = ["judged", "reviewed"]
    fieldsets = [
        (None, {"fields": ["collection", "entry_id", "review", "reviewed", "question", "answer"]}),
        ("Preview and the six points", {"fields": ["judged"]}),
        ("Place", {"fields": ["level", "tree_path", "tags"]}),
        (
            "Onward",
            {"fields": ["prerequisites", "go_deeper", "related_skills", "related_docs", "verify_command"]},
        ),
    ]
    history_list_display = ["review"]

    resource_classes = [EntryResource]
    formats = [JsonLinesFormat]
    import_form_class = EntryImportForm
    confirm_form_class = EntryConfirmForm
    export_form_class = ExportForm
    import_template_name = "admin/quickstart/entry/import.html"
    # The history of each row has the same, and more.
    skip_admin_log = True

    class Media:
        css = {"all": ["quickstart/admin/entry.css"]}
        js = [forms.Script("quickstart/admin/entry.js", type="module")]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        rows: QuerySet[Entry] = super().get_queryset(request)
        return rows.annotate(stale=is_stale("entry"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(preview)
        return [path("preview/", view, name="quickstart_entry_preview"), *super().get_urls()]

    def get_readonly_fields(self, request: HttpRequest, obj: Entry | None = None) -> list[str]:
        return [*self.readonly_fields, *([] if obj is None else ["collection"])]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return initial_entry_data(request)

    def get_formset_kwargs(
        self, request: HttpRequest, obj: Entry, inline: Any, prefix: str
    ) -> dict[str, Any]:
        formset_kwargs: dict[str, Any] = super().get_formset_kwargs(request, obj, inline, prefix)
        if obj._state.adding and request.method == "GET":
            formset_kwargs["initial"] = [{"text": text} for text in initial_variants(request)]
        return formset_kwargs

    @admin.display(description="place", ordering="tree_path")
    def place(self, entry: Entry) -> str:
        return " › ".join(entry.tree_path)

    @admin.display(description="embedded", boolean=True)
    def up_to_date(self, entry: Any) -> bool:
        return not entry.stale

    @admin.display(description="")
    def judged(self, entry: Entry) -> str:
        checklist_html = render_checklist(draft_from_entry(entry), entry.collection_id)
        address = reverse("admin:quickstart_entry_preview")
        return format_html(
            '<div data-judged="{}" role="status" aria-live="polite">{}</div>', address, checklist_html
        )

    def save_model(self, request: HttpRequest, obj: Entry, form: Any, change: bool) -> None:
        reason = f"edited: {', '.join(form.changed_data)}" if change else "added"
        curate_content.save_entry(entry=obj, variants=None if change else (), reason=reason[:100])

    def save_related(self, request: HttpRequest, form: Any, formsets: list[Any], change: bool) -> None:
        entry: Entry = form.instance
        for formset in formsets:
            # The admin's message about the change; the rows are written by the service.
            formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
            if formset.has_changed():
                curate_content.save_entry(
                    entry=entry, variants=_variant_texts(formset), reason="edited: variants"
                )
        questions = question_ids_to_settle(request)
        if questions and (count := settle(account=entry.account, question_ids=questions, entry=entry)):
            messages.success(request, f"{count} waiting questions are settled.")

    def delete_model(self, request: HttpRequest, obj: Entry) -> None:
        curate_content.delete_entries(entries=Entry.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        curate_content.delete_entries(entries=_plain_queryset(queryset))

    @admin.action(description="Publish", permissions=["change"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        messages.success(
            request, f"{curate_content.publish(entries=_plain_queryset(queryset))} entries are published."
        )

    @admin.action(description="Retire", permissions=["change"])
    def retire(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        messages.success(
            request, f"{curate_content.retire(entries=_plain_queryset(queryset))} entries are retired."
        )

    @admin.action(description="Embed anew", permissions=["change"])
    def re_embed(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        messages.success(
            request, f"{curate_content.re_embed(entries=_plain_queryset(queryset))} texts get new vectors."
        )

    def has_import_permission(self, request: HttpRequest) -> bool:
        return self.has_add_permission(request) and self.has_change_permission(request)

    def get_export_data(self, file_format: Any, request: HttpRequest, queryset: Any, **options: Any) -> Any:
        record("export", "Q&A entries", rows=queryset.count())
        return super().get_export_data(file_format, request, queryset, **options)

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_import_resource_kwargs(self, request: HttpRequest, **options: Any) -> dict[str, Any]:
        chosen = getattr(options.get("form"), "cleaned_data", {})
        return {name: chosen[name] for name in ("collection", "draft", "overwrite") if name in chosen}

    def get_confirm_form_initial(self, request: HttpRequest, import_form: Any) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_confirm_form_initial(request, import_form)
        if import_form is not None:
            initial |= {name: import_form.cleaned_data[name] for name in ("draft", "overwrite")}
            initial["collection"] = import_form.cleaned_data["collection"].pk
        return initial

    def process_result(self, result: Any, request: HttpRequest) -> Any:
        # Between preview and confirmation an entry may have been edited.
        if result.has_errors():
            for _, errors in result.row_errors():
                messages.error(request, f"Nothing was imported: {errors[0].error}")
        return super().process_result(result, request)

    def add_success_message(self, result: Any, request: HttpRequest) -> None:
        if not result.has_errors():
            summary_counts = ", ".join(
                f"{count} {name}" for name, count in result.summary_counts.items() if name != "invalid"
            )
            messages.success(request, f"Imported: {summary_counts}.")


def _variant_texts(formset: Any) -> tuple[str, ...]:
    remaining_forms = (form for form in formset.forms if form not in formset.deleted_forms)
    return tuple(text for form in remaining_forms if (text := form.cleaned_data.get("text") or ""))


def _plain_queryset(queryset: QuerySet[Entry]) -> QuerySet[Entry]:
    """The same rows without the list's annotations, joins and order."""
    return Entry.objects.filter(pk__in=list(queryset.values_list("pk", flat=True)))
