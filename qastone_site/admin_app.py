"""The admin without its classes: urls.py registers them, so that commands, workers and beat never load them."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks


class AdminConfig(SimpleAdminConfig):
    default_site = "qastone_site.admin_site.SectionedAdminSite"

    def ready(self) -> None:
        checks.register(check_dependencies, checks.Tags.admin)
        checks.register(_check_classes, checks.Tags.admin)


def _check_classes(**options: Any) -> list[checks.CheckMessage]:
    admin.autodiscover()
    return check_admin_app(**options)
