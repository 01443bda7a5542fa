"""The addresses of inboxes, memory and helpers for agents, under /mcp/ (spec/1-qastone.md, API contracts)."""

from django.urls import URLPattern

from inbox.api import problems as _problems  # noqa: F401  # registers the status of each error

app_name = "inbox-api"
urlpatterns: list[URLPattern] = []
