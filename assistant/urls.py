"""The pages about the assistant: settings, apps, menus, and the window that connects an app."""

from django.urls import path

from assistant.views import app_pages, connect_page, menu_page, settings_page

app_name = "assistant"
urlpatterns = [
    path("assistant/settings", settings_page.settings_page, name="settings"),
    path("assistant/apps", app_pages.app_list, name="apps"),
    path("assistant/apps/<str:app_id>/delete", app_pages.app_delete, name="app-delete"),
    path(
        "assistant/apps/<str:app_id>/end-connections",
        app_pages.app_end_connections,
        name="app-end-connections",
    ),
    path("assistant/connect", connect_page.connect, name="connect"),
    path("assistant/menus", menu_page.menus_page, name="menus"),
    path("assistant/menus/restore", menu_page.menus_restore, name="menus-restore"),
    path("assistant/menus/<str:change_id>", menu_page.menu_decide, name="menu-decide"),
]
