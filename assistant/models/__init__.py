"""Apps that embed the assistant, its settings, its menus and their proposed changes."""

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
