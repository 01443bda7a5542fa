from corsheaders.signals import check_request_enabled
from django.apps import AppConfig

from stones.signals import connect_by_path


class AssistantConfig(AppConfig):
    name = "assistant"

    def ready(self) -> None:
        from assistant.queries.read_settings import channels_of
        from stones.account_channels import register_channels

        register_channels(channels_of)
        connect_by_path({"assistant.api.cors.allows_cors": check_request_enabled})
