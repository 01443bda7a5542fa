from django.apps import AppConfig


class InboxConfig(AppConfig):
    name = "inbox"

    def ready(self) -> None:
        """Hear of the stones that go, and of those that get better words."""
        from inbox.services import leaving, reword_message  # noqa: F401  the models are loaded only now
