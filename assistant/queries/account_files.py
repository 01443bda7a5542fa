"""The files of an account's export with the assistant's settings and apps."""

from assistant.models import App, AssistantSettings, Menu, MenuChange
from core.db.export_files import own_file

ACCOUNT_FILES = (
    own_file(
        "assistant/apps.jsonl", "Pages elsewhere that embed the assistant, without their keys.", App, "key"
    ),
    own_file("assistant/settings.jsonl", "The assistant's settings.", AssistantSettings, "id"),
    own_file("assistant/menus.jsonl", "Its menus.", Menu),
    own_file("assistant/menu_changes.jsonl", "What it proposed to change in them.", MenuChange),
)
