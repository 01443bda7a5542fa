from django.apps import AppConfig


class ClipboardConfig(AppConfig):
    name = "clipboard"

    def ready(self) -> None:
        """Connect the receivers of the signals of stones."""
        from clipboard.services import stone_receivers  # noqa: F401  the models are loaded only now
