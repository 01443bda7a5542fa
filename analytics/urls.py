"""The pages of analytics."""

from django.urls import path

from analytics.views import dashboard, exports

app_name = "analytics"
urlpatterns = [
    path("analytics/", dashboard.dashboard, name="dashboard"),
    path("analytics/export.csv", exports.export_csv, name="export-csv"),
    path("analytics/export.json", exports.export_json, name="export-json"),
]
