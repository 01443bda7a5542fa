"""Saving settings, refusals, and the resulting configuration."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from assistant.models import AssistantSettings
from assistant.queries.read_settings import assistant_settings, channels_of
from assistant.services.save_settings import (
    InvalidAssistantSettings,
    assistant_config,
    clipboard_config,
    save_assistant_settings,
)
from assistant.tests.settings.conftest import ASSISTANT, CLIPBOARD, with_channel
from clipboard.services import save_clipboard_settings
from stones.format import DEFAULT_CHANNELS, Channel, assess, parse
from stones.queries import assemble
from stones.services.read_levels import stone_text
from stones.tests.factories import LONG, store


def test_who_set_nothing_has_the_specifications_defaults(ann: User) -> None:
    assert assistant_config(ann) == {"qastone": ASSISTANT}
    assert clipboard_config(ann) == {"qastone": CLIPBOARD}
    assert channels_of(ann) == DEFAULT_CHANNELS
    assert not AssistantSettings.objects.exists()


def test_saved_settings_are_in_the_configuration(ann: User, mallory: User) -> None:
    save_assistant_settings(
        ann, enabled=False, default_max_lod=3, channels=with_channel("task", defaultLod=3, color="#00ff7f")
    )
    save_clipboard_settings(ann, auto_format=True, lod_model="small-1", ttl_days=7)
    changed = {"enabled": False, "defaultMaxLod": 3}
    assert assistant_config(ann) == {
        "qastone": ASSISTANT | changed | {"channels": with_channel("task", defaultLod=3, color="#00FF7F")}
    }
    assert clipboard_config(ann) == {
        "qastone": CLIPBOARD | {"autoFormat": True, "lodModel": "small-1", "ttlDays": 7}
    }
    assert assistant_config(mallory) == {"qastone": ASSISTANT}
    assert clipboard_config(mallory) == {"qastone": CLIPBOARD}


def test_the_configured_model_is_the_one_that_writes(ann: User) -> None:
    with override_settings(LLM_MODEL="the-sites-own"):
        assert clipboard_config(ann)["qastone"]["lodModel"] == "the-sites-own"
        save_clipboard_settings(ann, lod_model="small-1")
        assert clipboard_config(ann)["qastone"]["lodModel"] == "small-1"


def test_what_is_left_out_stays(ann: User) -> None:
    save_assistant_settings(ann, auto_detect=False)
    save_assistant_settings(ann, format_on_copy=True)
    saved = assistant_settings(ann)
    assert (saved.auto_detect, saved.format_on_copy, saved.enabled) == (False, True, True)
    assert AssistantSettings.objects.count() == 1


def test_default_channels_are_stored_as_none(ann: User) -> None:
    save_assistant_settings(ann, channels=with_channel("task", color="#4caf50"))
    assert AssistantSettings.objects.get().channels == {}
    save_assistant_settings(ann, channels=with_channel("task", color="#4caf51"))
    assert AssistantSettings.objects.get().channels == with_channel("task", color="#4CAF51")
    save_assistant_settings(ann, channels={})
    assert channels_of(ann) == DEFAULT_CHANNELS


def test_a_stone_is_assessed_by_the_accounts_channels(ann: User) -> None:
    """From its own level on, in its own colour: this is what the configuration is for."""
    save_assistant_settings(ann, channels=with_channel("data", defaultLod=0, color="#123456"))
    channels = channels_of(ann)
    assert channels["data"] == Channel(0, "#123456")
    stone = store(ann, content=LONG, glow_channel="data", stone_type="artifact")
    header = parse(stone_text(assemble(stone))).header
    assert assess(header).reason.startswith("data starts at LOD-2")
    assert assess(header, channels=channels).reason.startswith("data starts at LOD-0")


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a level too high": ({"default_max_lod": 4}, "default_max_lod"),
    "a level too low": ({"spawn_helper_threshold": -1}, "spawn_helper_threshold"),
    "no level": ({"default_max_lod": None}, "default_max_lod"),
    "a word for a flag": ({"enabled": "sometimes"}, "enabled"),
    "an unknown setting": ({"colour": "red"}, "colour"),
    "no channels": ({"channels": None}, "channels"),
    "a channel too few": ({"channels": {"task": ASSISTANT["channels"]["task"]}}, "channels"),
    "a channel too many": ({"channels": ASSISTANT["channels"] | {"gossip": {}}}, "channels"),
    "a channel that is none": ({"channels": ASSISTANT["channels"] | {"task": 1}}, "channels.task"),
    "a key too many": ({"channels": with_channel("task", glow=1)}, "channels.task"),
    "a channel's level": ({"channels": with_channel("task", defaultLod=4)}, "channels.task.defaultLod"),
    "a flag for a level": ({"channels": with_channel("task", defaultLod=True)}, "channels.task.defaultLod"),
    "a text for a level": ({"channels": with_channel("task", defaultLod="1")}, "channels.task.defaultLod"),
    "a colour's name": ({"channels": with_channel("task", color="red")}, "channels.task.color"),
    "three digits": ({"channels": with_channel("task", color="#abc")}, "channels.task.color"),
    "more than a colour": ({"channels": with_channel("task", color="#4CAF50;x")}, "channels.task.color"),
    "a line too many": ({"channels": with_channel("task", color="#4CAF50\n")}, "channels.task.color"),
    "no colour": ({"channels": with_channel("task", color=None)}, "channels.task.color"),
}


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_is_named_and_nothing_changes(ann: User, name: str) -> None:
    fields, field = FAULTS[name]
    with pytest.raises(InvalidAssistantSettings) as caught:
        save_assistant_settings(ann, **{"format_on_copy": True} | fields)
    errors = caught.value.extra["errors"]
    assert isinstance(errors, dict)
    assert list(errors) == [field]
    assert caught.value.message.startswith(f"{field}: ")
    assert caught.value.message.endswith("Nothing was changed.")
    assert assistant_config(ann) == {"qastone": ASSISTANT}


def test_every_fault_is_named(ann: User) -> None:
    channels = with_channel("task", defaultLod=9, color="red")
    with pytest.raises(InvalidAssistantSettings) as caught:
        save_assistant_settings(ann, default_max_lod=9, channels=channels)
    assert caught.value.extra["errors"].keys() == {  # type: ignore[attr-defined]  # a dict, as above
        *("default_max_lod", "channels.task.defaultLod", "channels.task.color"),
    }


def test_no_automatic_stones_without_stored_texts(ann: User) -> None:
    save_assistant_settings(ann, format_on_copy=True)
    save_clipboard_settings(ann, store_full=False)
    assert assistant_config(ann)["qastone"]["formatOnCopy"] is False
    with pytest.raises(InvalidAssistantSettings, match="keep full texts"):
        save_assistant_settings(ann, format_on_copy=True)
    save_clipboard_settings(ann, store_full=True)
    assert assistant_config(ann)["qastone"]["formatOnCopy"] is True
