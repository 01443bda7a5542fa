"""The addresses of the specification, under /api/."""

from django.urls import path

from stones.api import problems as _problems  # noqa: F401  # registers the status of each error
from stones.api.formatting import FormatView
from stones.api.listing import StoneListView
from stones.api.parsing import ParseView
from stones.api.reading import FocusView, LevelView, StoneView, SummaryView

app_name = "stones-api"
urlpatterns = [
    path("format-qastone", FormatView.as_view(), name="format"),
    path("parse-qastone", ParseView.as_view(), name="parse"),
    path("stones", StoneListView.as_view(), name="stones"),
    path("stone/<str:border_hash>", StoneView.as_view(), name="stone"),
    path("stone/<str:border_hash>/summary", SummaryView.as_view(), name="summary"),
    path("stone/<str:border_hash>/lod/<str:level>", LevelView.as_view(), name="level"),
    path("stone/<str:border_hash>/focus", FocusView.as_view(), name="focus"),
]
