from django.apps import AppConfig

from stones import signals


class InboxConfig(AppConfig):
    name = "inbox"

    def ready(self) -> None:
        """Connect the receivers for deleted and reworded stones."""
        signals.connect_by_path(
            {
                "inbox.services.note_gone_stones.note_reason": signals.stones_deleting,
                "inbox.services.note_gone_stones.describe_recipients": signals.deletion_concerns,
                "inbox.services.reword_message.show_words": signals.stone_reworded,
            }
        )
