"""The addresses of inboxes, memory and helpers for agents, under /mcp/ (spec/1-qastone.md, API contracts)."""

from django.urls import path

from inbox.api import problems as _problems  # noqa: F401  # registers the status of each error
from inbox.api.acting import AcknowledgeView, ArchiveView, ReadView, UnarchiveView
from inbox.api.chat import ChatView
from inbox.api.helpers import HelperRestartView, HelpersView, HelperView
from inbox.api.memory import ForgetView, RecallView, RememberView
from inbox.api.messages import (
    LinesView,
    MessageFocusView,
    MessageLevelView,
    MessagesView,
    MessageView,
    RequestLodView,
)
from inbox.api.outbox import DeadLettersView, SentView
from inbox.api.sending import MessageSummaryView, ReplyView, ResendView, SendStoneView, SendView
from inbox.api.updates import UpdatesView
from inbox.api.webhooks import CallsView, ResendCallView, WebhooksView, WebhookView

app_name = "inbox-api"
MESSAGE = "inbox/messages/<str:message>"
urlpatterns = [
    path("inbox/send", SendView.as_view(), name="send"),
    path("inbox/send-stone", SendStoneView.as_view(), name="send-stone"),
    path("inbox/request-lod", RequestLodView.as_view(), name="request-lod"),
    path("inbox/messages", MessagesView.as_view(), name="messages"),
    path("inbox/lines", LinesView.as_view(), name="lines"),
    path("inbox/updates", UpdatesView.as_view(), name="updates"),
    path("inbox/sent", SentView.as_view(), name="sent"),
    path("inbox/dead-letters", DeadLettersView.as_view(), name="dead-letters"),
    path(MESSAGE, MessageView.as_view(), name="message"),
    path(f"{MESSAGE}/lod/<str:level>", MessageLevelView.as_view(), name="message-level"),
    path(f"{MESSAGE}/focus", MessageFocusView.as_view(), name="message-focus"),
    path(f"{MESSAGE}/acknowledge", AcknowledgeView.as_view(), name="message-acknowledge"),
    path(f"{MESSAGE}/archive", ArchiveView.as_view(), name="message-archive"),
    path(f"{MESSAGE}/unarchive", UnarchiveView.as_view(), name="message-unarchive"),
    path(f"{MESSAGE}/read", ReadView.as_view(), name="message-read"),
    path(f"{MESSAGE}/reply", ReplyView.as_view(), name="message-reply"),
    path(f"{MESSAGE}/summary", MessageSummaryView.as_view(), name="message-summary"),
    path(f"{MESSAGE}/resend", ResendView.as_view(), name="message-resend"),
    path("memory/remember", RememberView.as_view(), name="remember"),
    path("memory/recall", RecallView.as_view(), name="recall"),
    path("memory/forget", ForgetView.as_view(), name="forget"),
    path("helpers", HelpersView.as_view(), name="helpers"),
    path("helpers/<str:helper>", HelperView.as_view(), name="helper"),
    path("helpers/<str:helper>/restart", HelperRestartView.as_view(), name="helper-restart"),
    path("chat", ChatView.as_view(), name="chat"),
    path("webhooks", WebhooksView.as_view(), name="webhooks"),
    path("webhooks/calls", CallsView.as_view(), name="webhook-calls"),
    path("webhooks/calls/<str:call>/resend", ResendCallView.as_view(), name="webhook-call-resend"),
    path("webhooks/<str:webhook>", WebhookView.as_view(), name="webhook"),
]
