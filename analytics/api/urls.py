"""The addresses of analytics, under /api/analytics/."""

from django.urls import path

from analytics.api import problems as _problems  # noqa: F401  # registers the status of each error
from analytics.api.views import SavingsFileView, SavingsView, UsageView

app_name = "analytics-api"
urlpatterns = [
    path("savings", SavingsView.as_view(), name="savings"),
    path("savings.csv", SavingsFileView.as_view(), name="savings-csv"),
    path("usage", UsageView.as_view(), name="usage"),
]
