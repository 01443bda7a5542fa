"""The addresses under /api/brain/."""

from django.urls import path

from brain.api import problems as _problems  # noqa: F401  # registers the status of each error
from brain.api.answer_views import AnswerNoteView, AnswerView
from brain.api.conversation_views import (
    ConversationExportView,
    ConversationsView,
    ConversationView,
    TurnsView,
)
from brain.api.external_source_views import SourcesView
from brain.api.note_views import NoteDetailView, NotesView, RelatedView, TagsView
from brain.api.profile_views import ProfileView
from brain.api.query_views import AskBrainView, AskInSchemaView
from brain.api.written_answer_views import QUERY_PATHS, SCHEMA_PATHS

app_name = "brain-api"
urlpatterns = [
    path("query", AskBrainView.as_view(), name="query"),
    *QUERY_PATHS,
    path("query-with-schema", AskInSchemaView.as_view(), name="query-with-schema"),
    *SCHEMA_PATHS,
    path("notes", NotesView.as_view(), name="notes"),
    path("notes/<str:note_id>", NoteDetailView.as_view(), name="note"),
    path("notes/<str:note_id>/related", RelatedView.as_view(), name="note-related"),
    path("tags", TagsView.as_view(), name="tags"),
    path("profile", ProfileView.as_view(), name="profile"),
    path("sources", SourcesView.as_view(), name="sources"),
    path("conversations", ConversationsView.as_view(), name="conversations"),
    path("conversations/<str:conversation_id>", ConversationView.as_view(), name="conversation"),
    path("conversations/<str:conversation_id>/turns", TurnsView.as_view(), name="conversation-turns"),
    path(
        "conversations/<str:conversation_id>/export",
        ConversationExportView.as_view(),
        name="conversation-export",
    ),
    path("answers/<str:turn_id>", AnswerView.as_view(), name="answer"),
    path("answers/<str:turn_id>/note", AnswerNoteView.as_view(), name="answer-note"),
]
