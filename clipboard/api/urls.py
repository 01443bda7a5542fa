"""The addresses of the clipboard, under /api/clipboard/."""

from django.urls import path

from clipboard.api import problems as _problems  # noqa: F401  # registers the status of each error
from clipboard.api.copy_list_views import CopiesExportView, CopiesView
from clipboard.api.copy_views import CopyPinView, CopyStoneView, CopyView, ProvenanceChartView, ProvenanceView

app_name = "clipboard-api"
urlpatterns = [
    path("", CopiesView.as_view(), name="copies"),
    path("export", CopiesExportView.as_view(), name="export"),
    path("<str:name>", CopyView.as_view(), name="copy"),
    path("<str:name>/chain", ProvenanceView.as_view(), name="chain"),
    path("<str:name>/chain.svg", ProvenanceChartView.as_view(), name="chain-drawn"),
    path("<str:name>/stone", CopyStoneView.as_view(), name="copy-stone"),
    path("<str:name>/pin", CopyPinView.as_view(), name="copy-pin"),
]
