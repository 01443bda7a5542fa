"""Apps, settings and menus for operators: read-only, but an app can be deleted, with its key and its connections."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from assistant.models import App, AssistantSettings, Menu, MenuChange
from assistant.services.manage_apps import delete_app
from core.pages.admin_classes import ModelAdmin, ReadOnlyAdmin


@admin.register(App)
class AppAdmin(ReadOnlyAdmin):
    list_display = ["name", "account", "origin", "created", "last_used"]
    list_filter = ["created", "last_used"]
    list_select_related = ["account"]
    search_fields = ["name", "origin", "account__username"]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return ModelAdmin.has_delete_permission(self, request)

    def delete_model(self, request: HttpRequest, obj: App) -> None:
        delete_app(account=obj.account, app_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[App]) -> None:
        for app in queryset.select_related("account"):
            delete_app(account=app.account, app_id=app.pk)


@admin.register(AssistantSettings)
class AssistantSettingsAdmin(ReadOnlyAdmin):
    list_display = ["account", "enabled", "auto_detect", "default_max_lod", "format_on_copy"]
    list_filter = ["enabled"]
    list_select_related = ["account"]
    search_fields = ["account__username"]


@admin.register(Menu)
class MenuAdmin(ReadOnlyAdmin):
    list_display = ["app", "account", "changed"]
    list_select_related = ["account"]
    search_fields = ["app", "account__username"]


@admin.register(MenuChange)
class MenuChangeAdmin(ReadOnlyAdmin):
    list_display = ["kind", "item", "context", "app", "account", "reason", "decision", "created"]
    list_filter = ["decision", "kind"]
    list_select_related = ["account"]
    search_fields = ["item", "app", "account__username"]
