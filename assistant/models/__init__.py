"""The pages in which the assistant lives, what an account decided about it, and how its menus changed."""

from assistant.models.embedding_apps import OWN_APP, App, AssistantSettings, Connection
from assistant.models.menu_changes import Decision, Menu, MenuChange, MenuChangeQuerySet

__all__ = [
    "OWN_APP",
    "App",
    "AssistantSettings",
    "Connection",
    "Decision",
    "Menu",
    "MenuChange",
    "MenuChangeQuerySet",
]
