from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "qastone_site"
    verbose_name = "QA.Stone"
