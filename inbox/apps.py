from django.apps import AppConfig


class InboxConfig(AppConfig):
    name = "inbox"

    def ready(self) -> None:
        """Hear of the stones that go."""
        from inbox.services import leaving  # noqa: F401  the models are loaded only now
