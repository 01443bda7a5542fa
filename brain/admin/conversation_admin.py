"""Conversations with their turns and summaries."""

from django.contrib import admin

from brain.admin.admin_display import render_preview
from brain.models import Conversation, Summary, Turn
from core.pages.admin_classes import ReadOnlyAdmin


@admin.register(Conversation)
class ConversationAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "account", "interface", "name", "updated"]
    list_filter = ["interface", "updated"]
    list_select_related = ["account"]
    search_fields = ["title", "name", "account__username"]


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin):
    list_display = [
        "__str__", "account", "conversation", "ordinal", "mode", "model", "tokens", "asked_by", "created",
    ]  # fmt: skip
    list_filter = ["mode", "model", "created"]
    list_select_related = ["account", "conversation"]
    search_fields = ["query", "answer", "account__username"]
    fields = [
        "account", "conversation", "ordinal", "query", "shown_answer", "metadata", "mode", "model", "tokens",
        "asked_by", "created", "summary", "trace",
    ]  # fmt: skip

    @admin.display(description="answer")
    def shown_answer(self, turn: Turn) -> str:
        return render_preview(turn.answer)


@admin.register(Summary)
class SummaryAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "account", "conversation", "tokens", "model", "created"]
    list_filter = ["model", "created"]
    list_select_related = ["account", "conversation"]
    search_fields = ["text", "account__username"]
