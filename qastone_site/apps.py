from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "qastone_site"
    verbose_name = "QA.Stone"

    def ready(self) -> None:
        # Tasks are sent by the Celery application that was made last: ours must exist before the first task.
        from qastone_site.celery import app as _app  # noqa: F401
