"""The settings of the assistant and of the clipboard: validated, saved, and as the specification's JSON."""

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from assistant.exceptions import AssistantError
from assistant.models import AssistantSettings
from assistant.queries.read_settings import assistant_settings, channels_in
from clipboard.models import ClipboardSettings
from clipboard.services import clipboard_settings
from stones.format import CHANNELS, DEFAULT_CHANNELS, Channel

FIELDS = (
    "enabled",
    "auto_detect",
    "default_max_lod",
    "spawn_helper_threshold",
    "format_on_copy",
    "channels",
)
TOP_LOD = 3
CLIPBOARD_NAMES = ("clipboard", "cnp")
"""Of its configuration; the second is the specification's."""
COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
# Whether the clipboard is paused is no wish for good: restoring the defaults leaves it as it is.
CLIPBOARD_FIELDS = ("auto_format", "generate_lods", "lod_model", "store_full", "ttl_days")


def assistant_fields(saved: AssistantSettings) -> dict[str, Any]:
    """Settings as `save_assistant_settings` takes them; those of AssistantSettings() are the defaults."""
    return {name: getattr(saved, name) for name in FIELDS}


def clipboard_fields(saved: ClipboardSettings) -> dict[str, Any]:
    """The same for `save_clipboard_settings`."""
    return {name: getattr(saved, name) for name in CLIPBOARD_FIELDS}


class InvalidAssistantSettings(AssistantError):
    """`errors` lists for each field what is wrong with it; those of a channel are named "channels.task.color"."""

    code = "invalid_settings"


def assistant_config(account: User) -> dict[str, Any]:
    """In the specification's shape (`configs/ai-assistant.json`), with every channel."""
    saved = assistant_settings(account)
    return {
        "qastone": {
            "enabled": saved.enabled,
            "autoDetect": saved.auto_detect,
            "defaultMaxLod": saved.default_max_lod,
            "spawnHelperThreshold": saved.spawn_helper_threshold,
            # A stone keeps its text: none is made unasked where the account keeps no texts.
            "formatOnCopy": saved.format_on_copy and clipboard_settings(account).store_full,
            "channels": channels_as_json(channels_in(saved)),
        }
    }


def clipboard_config(account: User) -> dict[str, Any]:
    """In the specification's shape. `lodModel` is the site's where the account names none; empty: there is none."""
    saved = clipboard_settings(account)
    return {
        "qastone": {
            "autoFormat": saved.auto_format,
            "generateLods": saved.generate_lods,
            "lodModel": saved.lod_model or settings.LLM_MODEL,
            "storeFull": saved.store_full,
            "ttlDays": saved.ttl_days,
        }
    }


@transaction.atomic
def save_assistant_settings(account: User, **fields: Any) -> AssistantSettings:
    """Change these of the settings; what is left out stays.

    Channels are all five, each with its `defaultLod` (0 to 3) and `color` (#rrggbb); {} are the format's own.
    Raises InvalidAssistantSettings with what is wrong with each field; then nothing was changed.
    """
    errors = {name: ["There is no such setting."] for name in fields if name not in FIELDS}
    if "channels" in fields:
        errors |= _faults_of_channels(fields["channels"])
    saved, created = AssistantSettings.objects.select_for_update().get_or_create(account=account)
    for name, value in fields.items():
        setattr(saved, name, value)
    if not errors:
        saved.channels = _normalize_colors(saved.channels)
    try:
        saved.full_clean(exclude=["account", "channels"])
    except ValidationError as error:
        errors |= error.message_dict
    if saved.format_on_copy and not clipboard_settings(account).store_full:
        errors.setdefault("format_on_copy", []).append(
            "A stone keeps its text: keep full texts of the clipboard too, or make no stones by themselves."
        )
    if errors:
        name, messages = next(iter(errors.items()))
        raise InvalidAssistantSettings(f"{name}: {messages[0]} Nothing was changed.", errors=errors)
    saved.save(update_fields=None if created else list(fields) or None)
    return saved


def channels_as_json(channels: Mapping[str, Channel]) -> dict[str, dict[str, Any]]:
    return {name: {"defaultLod": each.default_lod, "color": each.color} for name, each in channels.items()}


def _normalize_colors(channels: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Colours in capitals, as the format writes them; nothing where all are the format's own."""
    normalized = {name: each | {"color": each["color"].upper()} for name, each in channels.items()}
    return {} if normalized == channels_as_json(DEFAULT_CHANNELS) else normalized


def _faults_of_channels(channels: Any) -> dict[str, list[str]]:
    """What is wrong with them, by the name of the field."""
    if channels == {}:
        return {}
    if not isinstance(channels, dict) or set(channels) != set(CHANNELS):
        return {"channels": [f"Give all of {', '.join(CHANNELS)}, and no others."]}
    errors: dict[str, list[str]] = {}
    for name, channel in channels.items():
        if not isinstance(channel, dict) or set(channel) != {"defaultLod", "color"}:
            errors[f"channels.{name}"] = ["A channel has a defaultLod and a color, and nothing else."]
            continue
        lod, color = channel["defaultLod"], channel["color"]
        if type(lod) is not int or not 0 <= lod <= TOP_LOD:
            errors[f"channels.{name}.defaultLod"] = [f"A level is 0 to {TOP_LOD}."]
        if not isinstance(color, str) or not COLOR.fullmatch(color):
            errors[f"channels.{name}.color"] = ["A colour is # and six hexadecimal digits, as #4CAF50."]
    return errors
