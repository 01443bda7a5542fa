from typing import Any

from django.apps import AppConfig


class QuickstartConfig(AppConfig):
    name = "quickstart"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.models import User
        from django.db.models.signals import post_delete

        from core.pages.undo_deletion import rows_restored

        post_delete.connect(_delete_history, sender=User)
        rows_restored.connect(_renew_index)


def _renew_index(**signal: Any) -> None:
    from quickstart.services.curate_content import renew_index

    renew_index(**signal)


def _delete_history(**signal: Any) -> None:
    # Imported with the first account that goes: most processes delete none.
    from quickstart.services.curate_content import delete_history

    delete_history(**signal)
