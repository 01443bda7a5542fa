"""Forms of the brain's pages. The services validate; a form keeps what was typed and shows errors beside the fields."""

from collections.abc import Sequence
from datetime import date, datetime, time

from django import forms
from django.utils import timezone

from brain.models import Note
from brain.services.note_content import validate_note
from core.pages.text_area import TextArea
from core.rest.exceptions import ProductError

_TALL = {"rows": 18, "spellcheck": "true"}


class TitleForm(forms.Form):
    title = forms.CharField(
        label="Title", required=False, help_text="If empty, it keeps its first name.", strip=True
    )


class NoteForm(forms.Form):
    """A note, new or existing: `version` is the one that was loaded."""

    title = forms.CharField(label="Title", widget=forms.TextInput(attrs={"autocomplete": "off"}))
    tags = forms.CharField(
        label="Tags",
        required=False,
        help_text="Separate tags with commas.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "philosophy, internet"}),
    )
    day = forms.DateField(
        label="Date",
        required=False,
        help_text="The day it is from. If empty: that of its title, its first lines or last entry, or today.",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    body = forms.CharField(label="Text", strip=False, help_text="Markdown.", widget=TextArea(attrs=_TALL))
    version = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)

    def clean_title(self) -> str:
        return self._clean_alone("title")

    def clean_tags(self) -> str:
        return self._clean_alone("tags")

    def clean_body(self) -> str:
        return self._clean_alone("body")

    def _clean_alone(self, name: str) -> str:
        """The field as it was typed, if a note with this and nothing else would be taken: what the service refuses
        stands at its field.
        """
        typed: str = self.cleaned_data[name]
        try:
            validate_note(
                title=typed if name == "title" else "-",
                body=typed if name == "body" else "-",
                tags=[typed] if name == "tags" else (),
            )
        except ProductError as error:
            raise forms.ValidationError(error.message, error.code) from error
        return typed

    @classmethod
    def of(cls, note: Note) -> "NoteForm":
        day = timezone.localdate(note.dated)
        return cls.drafted(note.title, note.tags, note.body, version=note.version, day=day)

    @classmethod
    def drafted(
        cls,
        title: str = "",
        tags: Sequence[str] = (),
        body: str = "",
        version: int | None = None,
        day: date | None = None,
    ) -> "NoteForm":
        initial = {"title": title, "tags": ", ".join(tags), "body": body, "version": version, "day": day}
        return cls(initial=initial)

    def dated(self, note: Note | None = None) -> datetime | None:
        """Noon of the day that was typed; None where it is empty, or the note's day already."""
        day = self.cleaned_data["day"]
        if day is None or (note and timezone.localdate(note.dated) == day):
            return None
        return timezone.make_aware(datetime.combine(day, time(12)))


class ProfileForm(forms.Form):
    """A profile, uploaded or pasted."""

    file = forms.FileField(
        label="A file",
        required=False,
        allow_empty_file=True,
        help_text="YAML or JSON.",
        widget=forms.FileInput(attrs={"accept": ".yaml,.yml,.json,text/yaml,application/json"}),
    )
    text = forms.CharField(
        label="Or paste it",
        required=False,
        strip=False,
        widget=TextArea(
            attrs={
                "rows": 10,
                "spellcheck": "false",
                "placeholder": "full_name: Ann Baker\nheadline: Miller at the Old Mill\nskills:\n- sourdough",
            }
        ),
    )
