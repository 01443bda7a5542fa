"""The site: settings, addresses, the embedded services. It assembles the apps and is imported by none."""

from qastone_site.celery import app as celery_app

__all__ = ["celery_app"]
