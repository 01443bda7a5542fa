from django.apps import AppConfig


class QuickstartConfig(AppConfig):
    name = "quickstart"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.models import User
        from django.db.models.signals import post_delete

        from quickstart.services.curate_content import delete_history

        post_delete.connect(delete_history, sender=User)
