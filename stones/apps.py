from django.apps import AppConfig


class StonesConfig(AppConfig):
    name = "stones"
