"""The pages of analytics."""

from django.urls import path

from analytics.views import dashboard

app_name = "analytics"
urlpatterns = [
    path("analytics/", dashboard.dashboard, name="dashboard"),
]
