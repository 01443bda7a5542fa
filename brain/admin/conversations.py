"""Conversations with their turns and summaries."""

from django.contrib import admin

from brain.admin.showing import rendered
from brain.models import Conversation, Summary, Turn
from pages.curating import LookOnly


@admin.register(Conversation)
class ConversationAdmin(LookOnly):
    list_display = ["__str__", "account", "interface", "room", "updated", "state", "error_code"]
    list_filter = ["interface", "state", "updated"]
    list_select_related = ["account"]
    search_fields = ["title", "room", "account__username"]


@admin.register(Turn)
class TurnAdmin(LookOnly):
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
        return rendered(turn.answer)


@admin.register(Summary)
class SummaryAdmin(LookOnly):
    list_display = ["__str__", "account", "conversation", "tokens", "model", "created"]
    list_filter = ["model", "created"]
    list_select_related = ["account", "conversation"]
    search_fields = ["text", "account__username"]
