"""What the widget calls, under /assistant/api/, and the configurations. Only these answer pages of other origins."""

from django.urls import path, re_path

from assistant.api import problems as _problems  # noqa: F401  # registers the status of each error
from assistant.api.configs import ConfigView
from assistant.api.conversing import ChatView, NoteView, QueryView
from assistant.api.events import EventsView
from assistant.api.helpers import HelperJobView, HelperPriceView, HelperView
from assistant.api.inbox import AcknowledgeView, InboxView, UnreadView
from assistant.api.insights import InsightsView, ProposalsView, ProposalView
from assistant.api.sending import AgentsView, SendView
from assistant.api.stones import LevelView, StoneView
from rest.views import NoSuchOperation

app_name = "assistant-api"
urlpatterns = [
    path("configs/<str:app>.json", ConfigView.as_view(), name="config"),
    path("assistant/api/events", EventsView.as_view(), name="events"),
    path("assistant/api/level", LevelView.as_view(), name="level"),
    path("assistant/api/stone", StoneView.as_view(), name="stone"),
    path("assistant/api/send", SendView.as_view(), name="send"),
    path("assistant/api/agents", AgentsView.as_view(), name="agents"),
    path("assistant/api/chat", ChatView.as_view(), name="chat"),
    path("assistant/api/query", QueryView.as_view(), name="query"),
    path("assistant/api/note", NoteView.as_view(), name="note"),
    path("assistant/api/helper", HelperView.as_view(), name="helper"),
    path("assistant/api/helper/<str:job_id>", HelperJobView.as_view(), name="helper-job"),
    path("assistant/api/helper-price", HelperPriceView.as_view(), name="helper-price"),
    path("assistant/api/inbox", InboxView.as_view(), name="inbox"),
    path("assistant/api/unread", UnreadView.as_view(), name="unread"),
    path("assistant/api/acknowledge", AcknowledgeView.as_view(), name="acknowledge"),
    path("assistant/api/insights", InsightsView.as_view(), name="insights"),
    path("assistant/api/proposals", ProposalsView.as_view(), name="proposals"),
    path("assistant/api/proposals/<str:proposal_id>", ProposalView.as_view(), name="proposal"),
    re_path("^assistant/api/", NoSuchOperation.as_view(), name="api-not-found"),
]
