from typing import Any

from axes.apps import AppConfig as AxesConfig
from django.apps import AppConfig


class SignInsConfig(AxesConfig):  # type: ignore[misc]  # axes has no types
    """Axes, by what the admin's reader finds in it."""

    verbose_name = "Sign-ins"


class SiteConfig(AppConfig):
    # Of the two classes here, the one that "qastone_site" in INSTALLED_APPS means.
    default = True
    name = "qastone_site"
    verbose_name = "QA.Stone"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        user_logged_in.connect(_record_sign_in)


def _record_sign_in(**signal: Any) -> None:
    # Imported with the first sign-in: commands have none.
    from qastone_site.accounts.sessions import record_sign_in

    record_sign_in(**signal)
