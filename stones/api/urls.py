"""The addresses of the specification, under /api/."""

from django.urls import path

from stones.api import problems as _problems  # noqa: F401  # registers the status of each error
from stones.api.format_view import FormatView
from stones.api.parse_view import ParseView
from stones.api.search_view import StoneSearchView
from stones.api.stone_list_view import StoneListView
from stones.api.stone_views import FocusView, StoneDetailView, StoneLevelView, SummaryView

app_name = "stones-api"
urlpatterns = [
    path("format-qastone", FormatView.as_view(), name="format"),
    path("parse-qastone", ParseView.as_view(), name="parse"),
    path("stones", StoneListView.as_view(), name="stones"),
    path("stones/search", StoneSearchView.as_view(), name="search"),
    path("stone/<str:border_hash>", StoneDetailView.as_view(), name="stone"),
    path("stone/<str:border_hash>/summary", SummaryView.as_view(), name="summary"),
    path("stone/<str:border_hash>/lod/<str:level>", StoneLevelView.as_view(), name="level"),
    path("stone/<str:border_hash>/focus", FocusView.as_view(), name="focus"),
]
