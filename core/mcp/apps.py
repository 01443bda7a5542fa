from django.apps import AppConfig


class McpToolsConfig(AppConfig):
    name = "core.mcp"
