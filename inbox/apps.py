from django.apps import AppConfig


class InboxConfig(AppConfig):
    name = "inbox"

    def ready(self) -> None:
        """Connect the receivers for deleted and reworded stones."""
        from inbox.services import note_gone_stones, reword_message  # noqa: F401  the models are loaded only now
