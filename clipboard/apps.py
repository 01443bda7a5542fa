from django.apps import AppConfig


class ClipboardConfig(AppConfig):
    name = "clipboard"
