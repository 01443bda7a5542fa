"""Logged questions and past coverage, read-only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from core.pages.admin_classes import ReadOnlyAdmin
from quickstart.models import CoverageRun, Question


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin):
    """Waiting questions are grouped on the Questions page."""

    list_display = [
        "text",
        "outcome",
        "verdict",
        "confidence",
        "intent",
        "asked_by",
        "collection",
        "account",
        "asked",
    ]
    list_filter = ["outcome", "verdict", "intent", "collection", "asked", "settled"]
    list_select_related = ["collection", "account"]
    search_fields = ["text", "comment", "asked_by"]
    exclude = ["embedding", "embedding_model"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        rows: QuerySet[Question] = super().get_queryset(request)
        return rows.defer("embedding")


@admin.register(CoverageRun)
class CoverageRunAdmin(ReadOnlyAdmin):
    list_display = [
        "made",
        "collection",
        "account",
        "percent",
        "nodes",
        "covered",
        "gaps",
        "entries",
        "skills",
    ]
    list_filter = ["collection", "made"]
    list_select_related = ["collection", "account"]
    search_fields = ["collection__name"]
