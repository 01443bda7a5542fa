"""The pages of inboxes and agents."""

from django.urls import URLPattern

app_name = "inbox"
urlpatterns: list[URLPattern] = []
