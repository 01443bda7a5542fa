"""What people type on the pages of stones. The rules are those of `services.stone_draft`; forms show them early."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format

from core.pages.text_area import TextArea
from stones.format import CHANNELS, STONE_TYPES
from stones.models import BY_PERSON
from stones.services import StoneDraft
from stones.services.read_passages import MAX_QUESTION
from stones.services.stone_draft import TTL_DAYS
from stones.summary_form import PARAGRAPH_SIZE, SENTENCE_SIZE

FOCUS_BUDGETS = (150, 300, 600, 1200)
_YEAR = 365


def expiry_date(days: int | None = None) -> datetime:
    """When a stone that is stored now is deleted; `days` None: as the site has it."""
    return timezone.localtime(timezone.now() + timedelta(days=days or settings.STONE_TTL_DAYS))


def ttl_choices() -> list[tuple[str, str]]:
    """How long a stone may be kept, as a value of `ttl_days` and its words: the site's own time first."""
    choices = [("", _day())]
    longer = [(_YEAR, "a year"), (TTL_DAYS[-1], "the longest")]
    choices += [
        (str(days), f"{_day(days)}, {words}") for days, words in longer if days > settings.STONE_TTL_DAYS
    ]
    return choices


def _day(days: int | None = None) -> str:
    return date_format(expiry_date(days), "j F Y")


class FocusForm(forms.Form):
    """A question to a stone, and what its answer may cost."""

    q = forms.CharField(label="Your question", max_length=MAX_QUESTION)
    max_tokens = forms.TypedChoiceField(
        label="Cost",
        coerce=int,
        empty_value=None,
        choices=[("", "until answered"), *((number, f"{number:,} tokens") for number in FOCUS_BUDGETS)],
        required=False,
    )
    skip = forms.CharField(required=False, widget=forms.HiddenInput)


class StoreForm(forms.Form):
    text = forms.CharField(label="Text", strip=False, widget=TextArea)
    summary = forms.CharField(
        label="In one sentence",
        required=False,
        max_length=1_000,
        help_text=f"{SENTENCE_SIZE}: what it is, what is asked or found, any warning. If empty, it is extracted.",
        widget=TextArea(attrs={"rows": 2}),
    )
    detail = forms.CharField(
        label="In a paragraph",
        required=False,
        max_length=3_000,
        help_text=f"{PARAGRAPH_SIZE}.",
        widget=TextArea(attrs={"rows": 3}),
    )
    glow_channel = forms.ChoiceField(
        label="Channel", required=False, choices=[("", "Choose for me"), *((word, word) for word in CHANNELS)]
    )
    stone_type = forms.ChoiceField(
        label="Type", required=False, choices=[(word, word) for word in STONE_TYPES], initial="clipboard"
    )
    source_agent = forms.CharField(
        label="Written by",
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"placeholder": "you"}),
    )
    ttl_days = forms.IntegerField(
        label="Keep for (days)", required=False, min_value=TTL_DAYS[0], max_value=TTL_DAYS[-1]
    )
    plain_levels = forms.BooleanField(
        label="One sentence is enough: do not write further levels", required=False, initial=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            # The fields stand beside the form, with what the page found out about the text.
            field.widget.attrs["form"] = "paste"
        usual = f"Left empty, it is kept for {settings.STONE_TTL_DAYS} days, until {_day()}"
        self.fields["ttl_days"].help_text = f"{usual}; at most {TTL_DAYS[-1]:,}."

    @property
    def expiry_date(self) -> datetime:
        """When the stone is deleted if it is stored with what the form holds."""
        days = str(self["ttl_days"].value() or "")
        is_days = days.isascii() and days.isdigit() and len(days) < 5 and int(days) in TTL_DAYS
        return expiry_date(int(days) if is_days else None)

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        size = len(text.encode())
        if size > settings.STONE_MAX_BYTES:
            raise forms.ValidationError(
                f"The text has {size:,} bytes; at most {settings.STONE_MAX_BYTES:,} are stored.", "too_large"
            )
        return text

    def draft(self) -> StoneDraft:
        """The draft of what was typed. Another name than one's own is a claim."""
        data: dict[str, Any] = self.cleaned_data
        source = data["source_agent"].strip()
        return StoneDraft(
            content=data["text"],
            summary=data["summary"],
            detail=data["detail"],
            glow_channel=data["glow_channel"] or None,
            stone_type=data["stone_type"] or "clipboard",
            source_agent=BY_PERSON,
            claimed_source=source if source not in ("", BY_PERSON) else None,
            generate_lods=not data["plain_levels"],
            ttl_days=data["ttl_days"],
        )
