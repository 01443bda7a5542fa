from django.apps import AppConfig


class LLMConfig(AppConfig):
    name = "core.llm"
    label = "llm"
    verbose_name = "Models"
    default_auto_field = "django.db.models.BigAutoField"
