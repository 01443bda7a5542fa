"""The forms of the settings page. The services hold the rules; a form keeps what was typed and shows their errors."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings

from assistant.models import AssistantSettings
from assistant.queries.read_settings import channels_in
from assistant.services.save_settings import COLOR, TOP_LOD, assistant_fields, clipboard_fields
from clipboard.models import ClipboardSettings
from stones.format import CHANNELS, level_title

_LEVELS = [(number, level_title(number)) for number in range(TOP_LOD + 1)]
_CHOICE = {
    "invalid_choice": f"Choose a level, 0 to {TOP_LOD}.",
    "required": f"Choose a level, 0 to {TOP_LOD}.",
}


def _level(label: str, help_text: str = "") -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=_LEVELS, coerce=int, help_text=help_text, error_messages=_CHOICE
    )


class SettingsForm(forms.Form):
    """`errors_at` maps the name under which a service reports an error to the field; None: above the form."""

    def errors_at(self, name: str) -> str | None:
        return name if name in self.fields else None

    def take(self, errors: Mapping[str, list[str]]) -> None:
        """Add the errors of a service to their fields."""
        for name, messages in errors.items():
            for words in messages:
                self.add_error(self.errors_at(name), words)


class ClipboardForm(SettingsForm):
    auto_format = forms.BooleanField(
        label="Make a stone from every copy",
        required=False,
        help_text="Otherwise you make one from a copy when you want to.",
    )
    generate_lods = forms.BooleanField(
        label="Write the levels of these stones",
        required=False,
        help_text="Otherwise a stone has its first sentence and its source.",
    )
    lod_model = forms.CharField(
        label="Model that writes the levels",
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )
    store_full = forms.BooleanField(
        label="Keep full texts",
        required=False,
        help_text="Otherwise only hashes, first words and fingerprints are stored, and no stone can be made later.",
    )
    ttl_days = forms.IntegerField(
        label="Keep copies for (days)", help_text="1 to 3,650. Pinned copies stay.", min_value=None
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        site = settings.LLM_MODEL
        self.fields["lod_model"].help_text = (
            f"Empty: the site's, {site}." if site else "Empty: the site's. It has none, and takes extracts."
        )

    @classmethod
    def of(cls, chosen: ClipboardSettings) -> "ClipboardForm":
        return cls(initial=clipboard_fields(chosen))

    def chosen(self) -> dict[str, Any]:
        """The arguments of `save_clipboard_settings`."""
        return dict(self.cleaned_data)


class AssistantForm(SettingsForm):
    """How the assistant behaves, with a level and a colour for every channel."""

    enabled = forms.BooleanField(
        label="Show the assistant", required=False, help_text="On the pages of this site and of your apps."
    )
    auto_detect = forms.BooleanField(
        label="Recognise stones that are pasted into any page",
        required=False,
        help_text="The text stays in its field. If off, stones are recognised only in the assistant's own panel.",
    )
    format_on_copy = forms.BooleanField(
        label="Make a stone when something is copied in a page with the assistant", required=False
    )
    default_max_lod = _level(
        "Read up to",
        "The highest level that is used without being asked for. More is loaded one press at a time.",
    )
    spawn_helper_threshold = _level(
        "Offer a helper from", "For a complex stone that needs this level or more, with its price."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in CHANNELS:
            self.fields[f"{name}_lod"] = _level(f"Level of {name}")
            self.fields[f"{name}_color"] = forms.CharField(
                label=f"Colour of {name}",
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "spellcheck": "false", "placeholder": "#4CAF50"}
                ),
                error_messages={"required": "A colour is # and six hexadecimal digits, as #4CAF50."},
            )

    @classmethod
    def of(cls, chosen: AssistantSettings) -> "AssistantForm":
        initial = assistant_fields(chosen)
        for name, channel in channels_in(chosen).items():
            initial |= {f"{name}_lod": channel.default_lod, f"{name}_color": channel.color}
        return cls(initial=initial)

    def chosen(self) -> dict[str, Any]:
        """The arguments of `save_assistant_settings`."""
        data = self.cleaned_data
        plain = ("enabled", "auto_detect", "format_on_copy", "default_max_lod", "spawn_helper_threshold")
        return {name: data[name] for name in plain} | {
            "channels": {
                name: {"defaultLod": data[f"{name}_lod"], "color": data[f"{name}_color"]} for name in CHANNELS
            }
        }

    def errors_at(self, name: str) -> str | None:
        """ "channels.task.color" belongs to the field `task_color`."""
        channel, _, part = name.removeprefix("channels.").partition(".")
        field = f"{channel}_{'lod' if part == 'defaultLod' else part}" if part else name
        return super().errors_at(field)

    def channels(self) -> list[tuple[str, forms.BoundField, forms.BoundField, str]]:
        """Each channel with its two fields, and the colour to display: grey where what was typed is none."""
        rows = [(name, self[f"{name}_lod"], self[f"{name}_color"]) for name in CHANNELS]
        return [(*row, _display_color(row[2].value())) for row in rows]


def _display_color(color: object) -> str:
    return color if isinstance(color, str) and COLOR.fullmatch(color) else "#808080"
