"""The pages about the assistant: its settings, the apps it is embedded in, and where such an app is connected."""

from django.urls import path

from assistant.views import apps, connect, menus, settings

app_name = "assistant"
urlpatterns = [
    path("assistant/settings", settings.settings_page, name="settings"),
    path("assistant/apps", apps.app_list, name="apps"),
    path("assistant/apps/<str:app_id>/delete", apps.app_delete, name="app-delete"),
    path("assistant/apps/<str:app_id>/end-connections", apps.app_end_connections, name="app-end-connections"),
    path("assistant/connect", connect.connect, name="connect"),
    path("assistant/menus", menus.menus_page, name="menus"),
    path("assistant/menus/restore", menus.menus_restore, name="menus-restore"),
    path("assistant/menus/<str:change_id>", menus.menu_decide, name="menu-decide"),
]
