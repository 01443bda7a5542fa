from django.apps import AppConfig


class AssistantConfig(AppConfig):
    name = "assistant"

    def ready(self) -> None:
        from assistant.api import cors as _cors  # noqa: F401  # its receiver is connected
        from assistant.queries.read_settings import channels_of
        from stones.account_channels import register_channels

        register_channels(channels_of)
