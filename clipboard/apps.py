from django.apps import AppConfig

from stones import signals

RECEIVERS = "clipboard.services.stone_receivers"


class ClipboardConfig(AppConfig):
    name = "clipboard"

    def ready(self) -> None:
        """Connect the receivers of the signals of stones."""
        signals.connect_by_path(
            {
                f"{RECEIVERS}.count_copies": signals.counting_copies,
                f"{RECEIVERS}.delete_copies": signals.content_deleting,
                f"{RECEIVERS}.has_copies": signals.contents_purging,
                f"{RECEIVERS}.write_fingerprints": signals.levels_writing,
                f"{RECEIVERS}.chosen_model": signals.choosing_model,
            }
        )
