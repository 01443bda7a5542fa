"""The widget's API under /assistant/api/, and the configurations; pages of other origins may call both."""

from django.urls import path, re_path

from assistant.api import problems as _problems  # noqa: F401  # registers the status of each error
from assistant.api.assistant_chat_views import (
    AssistantChatView,
    AssistantNoteView,
    AssistantQueryView,
    AssistantStopView,
    AssistantWrittenEventsView,
    AssistantWrittenView,
)
from assistant.api.assistant_event_views import EventsView
from assistant.api.assistant_helper_views import (
    AssistantHelperJobView,
    AssistantHelperPriceView,
    AssistantHelperView,
)
from assistant.api.assistant_inbox_views import (
    AssistantAcknowledgeView,
    AssistantInboxView,
    AssistantUnreadView,
)
from assistant.api.assistant_send_views import AssistantAgentsView, AssistantSendView
from assistant.api.assistant_stone_views import AssistantLevelView, AssistantStoneView
from assistant.api.config_views import ConfigView
from assistant.api.insight_views import InsightsView, ProposalsView, ProposalView
from core.rest.views import NotFoundView

app_name = "assistant-api"
urlpatterns = [
    path("configs/<str:app>.json", ConfigView.as_view(), name="config"),
    path("assistant/api/events", EventsView.as_view(), name="events"),
    path("assistant/api/level", AssistantLevelView.as_view(), name="level"),
    path("assistant/api/stone", AssistantStoneView.as_view(), name="stone"),
    path("assistant/api/send", AssistantSendView.as_view(), name="send"),
    path("assistant/api/agents", AssistantAgentsView.as_view(), name="agents"),
    path("assistant/api/chat", AssistantChatView.as_view(), name="chat"),
    path("assistant/api/query", AssistantQueryView.as_view(), name="query"),
    path("assistant/api/answers/<str:answer_id>", AssistantWrittenView.as_view(), name="written-answer"),
    path(
        "assistant/api/answers/<str:answer_id>/events",
        AssistantWrittenEventsView.as_view(),
        name="written-events",
    ),
    path("assistant/api/answers/<str:answer_id>/stop", AssistantStopView.as_view(), name="written-stop"),
    path("assistant/api/note", AssistantNoteView.as_view(), name="note"),
    path("assistant/api/helper", AssistantHelperView.as_view(), name="helper"),
    path("assistant/api/helper/<str:job_id>", AssistantHelperJobView.as_view(), name="helper-job"),
    path("assistant/api/helper-price", AssistantHelperPriceView.as_view(), name="helper-price"),
    path("assistant/api/inbox", AssistantInboxView.as_view(), name="inbox"),
    path("assistant/api/unread", AssistantUnreadView.as_view(), name="unread"),
    path("assistant/api/acknowledge", AssistantAcknowledgeView.as_view(), name="acknowledge"),
    path("assistant/api/insights", InsightsView.as_view(), name="insights"),
    path("assistant/api/proposals", ProposalsView.as_view(), name="proposals"),
    path("assistant/api/proposals/<str:proposal_id>", ProposalView.as_view(), name="proposal"),
    re_path("^assistant/api/", NotFoundView.as_view(), name="api-not-found"),
]
