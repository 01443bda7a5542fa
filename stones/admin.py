"""Stones, contents, levels and jobs for operators: to look at, to delete, to have written again.

Nothing is edited by hand.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import EmptyFieldListFilter
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Coalesce, Left
from django.http import HttpRequest
from django.utils.text import Truncator

from core.pages.admin_classes import ReadOnlyAdmin
from stones import services
from stones.models import Content, LedgerEntry, Level, Stone, StonePassage
from stones.queries import search_contents

PREVIEW_CHARACTERS = 4_000
SENTENCE_CHARACTERS = 120


def first_sentence(content: str, stone: str = "") -> Coalesce:
    """LOD-0 of what these paths of a row name: the stone's own, else that of its content, else how its text begins."""
    own = Q(stone=OuterRef(stone)) if stone else Q()
    written = Level.objects.filter(Q(stone=None) | own, content=OuterRef(content), number=0)
    if not stone:
        written = written.filter(stone=None)
    source = Content.objects.filter(pk=OuterRef(content)).values(
        beginning=Left("text", SENTENCE_CHARACTERS + 1)
    )
    ordered = written.order_by(F("stone").asc(nulls_last=True)).values("text")
    return Coalesce(Subquery(ordered[:1]), Subquery(source[:1]), output_field=TextField())


class StoneAdminBase(ReadOnlyAdmin):
    """A row is named by the sentence that people read, the hash beside it. `content_path`, `stone_path`: where from."""

    content_path = "content"
    stone_path = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        named: QuerySet[Any] = rows.annotate(
            first_sentence=first_sentence(self.content_path, self.stone_path)
        )
        return named

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ["sentence", *super().get_fields(request, obj)]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ["sentence", *super().get_readonly_fields(request, obj)]

    @admin.display(description="sentence")
    def sentence(self, row: Any) -> str:
        return Truncator(row.first_sentence or "(deleted)").chars(SENTENCE_CHARACTERS)

    def has_write_anew_permission(self, request: HttpRequest) -> bool:
        """Whoever the site lets change jobs."""
        return request.user.has_perm("jobs.change_job")


@admin.register(Content)
class ContentAdmin(StoneAdminBase):
    content_path = "pk"
    list_display = ["sentence", "border_hash", "account", "tokens", "levels_failed", "created"]
    list_filter = ["levels_failed", "tokens_exact", "created"]
    list_select_related = ["account"]
    search_fields = ["border_hash"]
    search_help_text = "A hash from its first digit, or words of the text"
    exclude = ["text"]
    readonly_fields = ["beginning"]
    actions = ["write_anew"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Content]:
        rows: QuerySet[Content] = super().get_queryset(request)
        # What was copied and never became a stone is its account's alone.
        return rows.filter(Exists(Stone.objects.filter(content=OuterRef("pk")))).defer("text")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Content], search_term: str
    ) -> tuple[QuerySet[Content], bool]:
        return (search_contents(queryset, search_term) if search_term else queryset), False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm("stones.delete_content")

    def get_deleted_objects(
        self, objs: Iterable[Content], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """What is to be confirmed: the contents. What hangs on them goes with them and asks for no right of its own."""
        named = [
            f"{content} with its stones, levels, passages and copies, pinned ones too" for content in objs
        ]
        return named, {"contents": len(named)}, set(), []

    def delete_model(self, request: HttpRequest, obj: Content) -> None:
        services.delete_content(content_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Content]) -> None:
        for content_id in list(queryset.values_list("pk", flat=True)):
            services.delete_content(content_id=content_id)

    @admin.display(description="text, from its beginning")
    def beginning(self, content: Content) -> str:
        more = len(content.text) - PREVIEW_CHARACTERS
        return content.text[:PREVIEW_CHARACTERS] + (f"\n… and {more:,} characters" if more > 0 else "")

    @admin.action(description="Write the levels anew", permissions=["write_anew"])
    def write_anew(self, request: HttpRequest, queryset: QuerySet[Content]) -> None:
        contents = list(queryset)
        for content in contents:
            services.regenerate(content=content)
        messages.success(request, f"The levels of {len(contents)} contents were asked for anew.")


@admin.register(Stone)
class StoneAdmin(StoneAdminBase):
    """Deleted with its content, there."""

    stone_path = "pk"
    list_display = [
        "sentence",
        "glow_channel",
        "source_agent",
        "account",
        "content",
        "created",
    ]
    list_filter = [
        "glow_channel",
        "stone_type",
        ("claimed_source", EmptyFieldListFilter),
        "generate_lods",
        "level_count",
        "created",
    ]
    list_select_related = ["account", "content"]
    search_fields = [
        "content__border_hash__startswith",
        "claimed_hash__startswith",
        "source_agent",
        "claimed_source",
        "account__username",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Stone]:
        rows: QuerySet[Stone] = super().get_queryset(request)
        return rows.defer("content__text")


@admin.register(Level)
class LevelAdmin(StoneAdminBase):
    list_display = ["sentence", "number", "origin", "model", "tokens", "content", "account", "created"]
    list_filter = ["origin", "number", "model", "created"]
    list_select_related = ["account", "content"]
    search_fields = ["content__border_hash__startswith", "text"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Level]:
        rows: QuerySet[Level] = super().get_queryset(request)
        return rows.defer("content__text")


@admin.register(StonePassage)
class PassageAdmin(StoneAdminBase):
    list_display = [
        "sentence",
        "ordinal",
        "start_line",
        "end_line",
        "trail",
        "tokens",
        "embedding_model",
        "content",
    ]
    list_filter = ["embedding_model"]
    list_select_related = ["content"]
    search_fields = ["content__border_hash__startswith", "trail"]
    exclude = ["embedding"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[StonePassage]:
        rows: QuerySet[StonePassage] = super().get_queryset(request)
        return rows.defer("content__text", "embedding")


@admin.register(LedgerEntry)
class LedgerEntryAdmin(StoneAdminBase):
    content_path = "stone__content"
    stone_path = "stone"
    list_display = ["created", "reader", "sentence", "kind", "level", "tokens", "paste_tokens", "account"]
    list_filter = ["kind", "level", "created"]
    list_select_related = ["account", "reader", "stone__content"]
    search_fields = ["reader__name", "stone__content__border_hash__startswith"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[LedgerEntry]:
        rows: QuerySet[LedgerEntry] = super().get_queryset(request)
        return rows.defer("stone__content__text")
