"""The addresses of inboxes, memory and helpers for agents, under /mcp/ (docs/specification.md, 1)."""

from django.urls import path

from inbox.api import problems as _problems  # noqa: F401  # registers the status of each error
from inbox.api.chat_views import CHAT_PATHS, AgentChatView
from inbox.api.delivery_state_views import (
    AcknowledgeMessageView,
    ArchiveMessageView,
    MarkMessageReadView,
    UnarchiveMessageView,
)
from inbox.api.helper_views import HelperDetailView, HelperListView, RestartHelperView
from inbox.api.memory_views import ForgetView, RecallView, RememberView
from inbox.api.message_views import (
    MessageFocusView,
    MessageLevelView,
    MessageLinesView,
    MessagesView,
    MessageView,
    RequestLodView,
)
from inbox.api.outbox_views import DeadLettersView, SentMessagesView
from inbox.api.send_views import (
    MessageSummaryView,
    ReplyMessageView,
    ResendMessageView,
    SendMessageView,
    SendStoneView,
)
from inbox.api.update_views import UpdatesView
from inbox.api.webhook_views import (
    ResendWebhookCallView,
    RotateSecretView,
    WebhookCallsView,
    WebhooksView,
    WebhookView,
)

app_name = "inbox-api"
MESSAGE = "inbox/messages/<str:message>"
urlpatterns = [
    path("inbox/send", SendMessageView.as_view(), name="send"),
    path("inbox/send-stone", SendStoneView.as_view(), name="send-stone"),
    path("inbox/request-lod", RequestLodView.as_view(), name="request-lod"),
    path("inbox/messages", MessagesView.as_view(), name="messages"),
    path("inbox/lines", MessageLinesView.as_view(), name="lines"),
    path("inbox/updates", UpdatesView.as_view(), name="updates"),
    path("inbox/sent", SentMessagesView.as_view(), name="sent"),
    path("inbox/dead-letters", DeadLettersView.as_view(), name="dead-letters"),
    path(MESSAGE, MessageView.as_view(), name="message"),
    path(f"{MESSAGE}/lod/<str:level>", MessageLevelView.as_view(), name="message-level"),
    path(f"{MESSAGE}/focus", MessageFocusView.as_view(), name="message-focus"),
    path(f"{MESSAGE}/acknowledge", AcknowledgeMessageView.as_view(), name="message-acknowledge"),
    path(f"{MESSAGE}/archive", ArchiveMessageView.as_view(), name="message-archive"),
    path(f"{MESSAGE}/unarchive", UnarchiveMessageView.as_view(), name="message-unarchive"),
    path(f"{MESSAGE}/read", MarkMessageReadView.as_view(), name="message-read"),
    path(f"{MESSAGE}/reply", ReplyMessageView.as_view(), name="message-reply"),
    path(f"{MESSAGE}/summary", MessageSummaryView.as_view(), name="message-summary"),
    path(f"{MESSAGE}/resend", ResendMessageView.as_view(), name="message-resend"),
    path("memory/remember", RememberView.as_view(), name="remember"),
    path("memory/recall", RecallView.as_view(), name="recall"),
    path("memory/forget", ForgetView.as_view(), name="forget"),
    path("helpers", HelperListView.as_view(), name="helpers"),
    path("helpers/<str:helper>", HelperDetailView.as_view(), name="helper"),
    path("helpers/<str:helper>/restart", RestartHelperView.as_view(), name="helper-restart"),
    path("chat", AgentChatView.as_view(), name="chat"),
    *CHAT_PATHS,
    path("webhooks", WebhooksView.as_view(), name="webhooks"),
    path("webhooks/calls", WebhookCallsView.as_view(), name="webhook-calls"),
    path("webhooks/calls/<str:call>/resend", ResendWebhookCallView.as_view(), name="webhook-call-resend"),
    path("webhooks/<str:webhook>", WebhookView.as_view(), name="webhook"),
    path("webhooks/<str:webhook>/rotate", RotateSecretView.as_view(), name="webhook-rotate"),
]
