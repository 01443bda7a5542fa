from django.apps import AppConfig


class QuickstartConfig(AppConfig):
    name = "quickstart"
    default_auto_field = "django.db.models.BigAutoField"
