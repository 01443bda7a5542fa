"""The page Settings: two forms, faults beside their fields and on top, the defaults and back."""

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from assistant.models import AssistantSettings
from assistant.services.save_settings import assistant_config, clipboard_config, save_assistant_settings
from assistant.tests.settings.conftest import ASSISTANT, CLIPBOARD, with_channel
from clipboard.models import ClipboardSettings
from clipboard.services import clipboard_settings, save_clipboard_settings
from core.rest.agent_tokens import new_token

PAGE = "/assistant/settings"


def words(response: Any) -> str:
    page = response.content.decode()
    main = page.partition("<main")[2].partition(">")[2].partition("</main>")[0]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def typed(**changed: Any) -> dict[str, Any]:
    """The assistant's form as it is at first, with these changes; None leaves a field out, as a browser does."""
    fields = {"part": "assistant", "action": "save", "enabled": "on", "auto_detect": "on"}
    fields |= {"default_max_lod": "1", "spawn_helper_threshold": "2"}
    for name, channel in ASSISTANT["channels"].items():
        fields |= {f"{name}_lod": str(channel["defaultLod"]), f"{name}_color": channel["color"]}
    return {name: value for name, value in (fields | changed).items() if value is not None}


def copies(**changed: Any) -> dict[str, Any]:
    """The same of the clipboard's."""
    fields = {"part": "clipboard", "action": "save", "generate_lods": "on", "lod_model": ""}
    fields |= {"store_full": "on", "ttl_days": "30"}
    return {name: value for name, value in (fields | changed).items() if value is not None}


def test_it_shows_what_is_set(person: Client, ann: User) -> None:
    save_assistant_settings(
        ann, enabled=False, default_max_lod=3, channels=with_channel("query", defaultLod=2, color="#ABCDEF")
    )
    save_clipboard_settings(ann, auto_format=True, ttl_days=7, lod_model="small-1")
    page = person.get(PAGE).content.decode()
    ticked = set(re.findall(r'type="checkbox" name="(\w+)"[^>]* checked', page))
    assert ticked == {"auto_detect", "auto_format", "generate_lods", "store_full"}
    chosen = re.findall(r'<select name="(\w+)".*?<option value="(\d)" selected', page, re.DOTALL)
    assert dict(chosen) == {
        **{"default_max_lod": "3", "spawn_helper_threshold": "2"},
        **{"task_lod": "0", "context_lod": "1", "handoff_lod": "1", "query_lod": "2", "data_lod": "2"},
    }
    assert 'name="query_color" value="#ABCDEF"' in page
    assert 'name="ttl_days" value="7"' in page
    assert 'name="lod_model" value="small-1"' in page


def test_the_assistant_is_set_and_the_clipboard_left_alone(person: Client, ann: User) -> None:
    form = typed(enabled=None, format_on_copy="on", default_max_lod="0", data_lod="3", data_color="#0a0b0c")
    response = person.post(PAGE, form, follow=True)
    assert response.redirect_chain == [(f"{PAGE}#assistant", 302)]
    assert "Saved: the assistant." in words(response)
    changed = {"enabled": False, "formatOnCopy": True, "defaultMaxLod": 0}
    assert assistant_config(ann) == {
        "qastone": ASSISTANT | changed | {"channels": with_channel("data", defaultLod=3, color="#0A0B0C")}
    }
    assert not ClipboardSettings.objects.exists()


def test_the_clipboard_is_set_and_the_assistant_left_alone(person: Client, ann: User) -> None:
    save_clipboard_settings(ann, is_paused=True)
    form = copies(generate_lods=None, lod_model=" small-1 ", ttl_days="7", auto_format="on")
    response = person.post(PAGE, form, follow=True)
    assert response.redirect_chain == [(f"{PAGE}#clipboard", 302)]
    changed = {"autoFormat": True, "generateLods": False, "lodModel": "small-1", "ttlDays": 7}
    assert clipboard_config(ann) == {"qastone": CLIPBOARD | changed}
    assert clipboard_settings(ann).is_paused
    assert not AssistantSettings.objects.exists()


FAULTS: dict[str, tuple[dict[str, Any], str, str]] = {
    "a level": (typed(default_max_lod="4"), "default_max_lod", "Read up to: Choose a level, 0 to 3."),
    "no level": (typed(task_lod=None), "task_lod", "Level of task: Choose a level, 0 to 3."),
    "a colour": (typed(data_color="red"), "data_color", "Colour of data: A colour is # and six"),
    "no colour": (typed(data_color=""), "data_color", "Colour of data: A colour is # and six"),
    "days": (copies(ttl_days="0"), "ttl_days", "Keep copies for (days): Ensure this value is greater"),
    "too many days": (copies(ttl_days="3651"), "ttl_days", "Keep copies for (days): Ensure this value is"),
    "no number": (copies(ttl_days="ten"), "ttl_days", "Keep copies for (days): Enter a whole number."),
    "a long model": (
        copies(lod_model="x" * 201),
        "lod_model",
        "Model that writes the levels: Ensure this value has",
    ),
    "stones without texts": (
        copies(auto_format="on", store_full=None),
        "auto_format",
        "Make a stone from every copy: A stone keeps its text",
    ),
}


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_errors_are_listed_on_top_and_at_their_fields(person: Client, ann: User, name: str) -> None:
    form, field, message = FAULTS[name]
    response = person.post(PAGE, form)
    assert response.status_code == 422
    page = response.content.decode()
    summary = page.partition('<div class="summary"')[2].partition("</div>")[0]
    assert f'<a href="#id_{field}">{html.escape(message)[:20]}' in summary
    assert message in words(response)
    assert f'id="id_{field}_error"' in page
    described = re.search(rf'id="id_{field}"[^>]*|<(?:input|select)[^>]*name="{field}"[^>]*>', page)
    assert described
    assert f"id_{field}_error" in described[0]
    assert 'aria-invalid="true"' in described[0]
    assert assistant_config(ann) == {"qastone": ASSISTANT}
    assert clipboard_config(ann) == {"qastone": CLIPBOARD}


def test_invalid_input_stays_in_the_form(person: Client, ann: User) -> None:
    response = person.post(PAGE, typed(task_color="green", data_color="#0a0b0c", enabled=None))
    page = response.content.decode()
    assert 'name="task_color" value="green"' in page
    assert 'name="data_color" value="#0a0b0c"' in page
    assert "enabled" not in re.findall(r'type="checkbox" name="(\w+)"[^>]* checked', page)


def test_a_token_is_no_model(person: Client, ann: User) -> None:
    response = person.post(PAGE, copies(lod_model=new_token()))
    assert response.status_code == 422
    assert 'href="#id_lod_model"' in response.content.decode()
    assert clipboard_config(ann) == {"qastone": CLIPBOARD}


@pytest.mark.parametrize("part", ["assistant", "clipboard"])
def test_the_defaults_are_restored_and_taken_back(person: Client, ann: User, part: str) -> None:
    save_assistant_settings(ann, default_max_lod=3, channels=with_channel("task", defaultLod=3))
    save_clipboard_settings(ann, ttl_days=7, is_paused=True)
    config_of = {"assistant": assistant_config, "clipboard": clipboard_config}
    defaults = {"assistant": ASSISTANT, "clipboard": CLIPBOARD}
    other = "clipboard" if part == "assistant" else "assistant"
    before, others = config_of[part](ann), config_of[other](ann)

    # What stands in the form, even what is wrong in it, is not looked at.
    response = person.post(PAGE, {"part": part, "action": "restore", "ttl_days": "ten"}, follow=True)
    assert "has its defaults again." in words(response)
    assert "Undo" in words(response)
    assert config_of[part](ann) == {"qastone": defaults[part]}
    assert config_of[other](ann) == others
    assert clipboard_settings(ann).is_paused

    response = person.post(PAGE, {"part": part, "action": "undo"}, follow=True)
    assert "is as it was before." in words(response)
    assert "Take back" not in words(response)
    assert config_of[part](ann) == before
    response = person.post(PAGE, {"part": part, "action": "undo"}, follow=True)
    assert "There is nothing to undo." in words(response)
    assert config_of[part](ann) == before


def test_what_was_saved_since_is_not_overwritten(person: Client, ann: User) -> None:
    save_assistant_settings(ann, default_max_lod=3)
    person.post(PAGE, {"part": "assistant", "action": "restore"})
    person.post(PAGE, typed(default_max_lod="2"))
    assert "Take back" not in words(person.get(PAGE))
    person.post(PAGE, {"part": "assistant", "action": "undo"})
    assert assistant_config(ann)["qastone"]["defaultMaxLod"] == 2


def test_a_form_that_says_nothing_changes_nothing(person: Client, ann: User) -> None:
    response = person.post(PAGE, {"action": "restore"}, follow=True)
    assert "Nothing was saved" in words(response)
    assert not AssistantSettings.objects.exists()


def test_settings_are_for_who_is_signed_in(client: Client, db: None) -> None:
    assert client.get(PAGE)["Location"] == f"/sign-in?next={PAGE}"
