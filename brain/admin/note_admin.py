"""Notes and profiles: their text, and whether they are embedded."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from brain.admin.admin_display import WITHOUT_VECTOR, render_preview
from brain.admin.filters import EmbeddedFilter, NoteTagFilter
from brain.models import Note, Profile
from brain.services.reindex_notes import re_embed
from core.pages.admin_classes import ReadOnlyAdmin


@admin.register(Note)
class NoteAdmin(ReadOnlyAdmin):
    list_display = [
        "title", "account", "tag_list", "origin", "dated", "tokens", "embedded",
    ]  # fmt: skip
    list_filter = ["origin", EmbeddedFilter, NoteTagFilter, "dated", "account"]
    list_select_related = ["account"]
    search_fields = ["title", "body", "file", "account__username"]
    actions = ["re_embed"]
    fieldsets = [
        (None, {"fields": ["id", "account", "title", "tag_list", "description", "shown_body"]}),
        ("Where from", {"fields": ["origin", "file", "front_matter", "sources", "dated"]}),
        ("Embedding", {"fields": ["tokens", "version", "updated", "embedded"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Note]:
        rows: QuerySet[Note] = super().get_queryset(request)
        return rows.annotate(without_vector=WITHOUT_VECTOR)

    def has_re_embed_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("brain.change_note")

    @admin.display(description="tags")
    def tag_list(self, note: Note) -> str:
        return ", ".join(note.tags)

    @admin.display(description="embedded", boolean=True)
    def embedded(self, note: Any) -> bool:
        return not note.without_vector

    @admin.display(description="text")
    def shown_body(self, note: Note) -> str:
        return render_preview(note.body)

    @admin.action(description="Embed anew", permissions=["re_embed"])
    def re_embed(self, request: HttpRequest, queryset: QuerySet[Note]) -> None:
        chosen = Note.objects.filter(pk__in=list(queryset.values_list("pk", flat=True)))
        messages.success(request, f"New vectors are made for notes: {re_embed(notes=chosen):,}.")


@admin.register(Profile)
class ProfileAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "account", "tokens", "version", "updated"]
    list_filter = ["updated"]
    list_select_related = ["account"]
    search_fields = ["name", "text", "account__username"]
    fieldsets = [
        (None, {"fields": ["account", "name", "shown_text"]}),
        ("Embedding", {"fields": ["tokens", "version", "updated"]}),
    ]

    @admin.display(description="text")
    def shown_text(self, profile: Profile) -> str:
        return render_preview(profile.text)
