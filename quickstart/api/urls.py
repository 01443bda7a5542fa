"""The addresses under /api/quickstart/."""

from django.urls import path

from quickstart.api import problems as _problems  # noqa: F401  # registers the status of each error
from quickstart.api.ask_views import ASK_PATHS, AskView, FeedbackView
from quickstart.api.content_views import (
    CollectionsView,
    EntriesView,
    EntryView,
    SkillsView,
    SkillView,
    TreeView,
)
from quickstart.api.coverage_view import CoverageView

app_name = "quickstart-api"
urlpatterns = [
    path("collections", CollectionsView.as_view(), name="collections"),
    path("ask", AskView.as_view(), name="ask"),
    *ASK_PATHS,
    path("feedback", FeedbackView.as_view(), name="feedback"),
    path("entries", EntriesView.as_view(), name="entries"),
    path("entries/<path:entry_id>", EntryView.as_view(), name="entry"),
    path("skills", SkillsView.as_view(), name="skills"),
    path("skills/<path:skill_id>", SkillView.as_view(), name="skill"),
    path("tree", TreeView.as_view(), name="tree"),
    path("coverage", CoverageView.as_view(), name="coverage"),
]
