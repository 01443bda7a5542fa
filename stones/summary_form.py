"""The form in which the sender of a stone or message describes its text."""

from collections.abc import Iterable
from typing import Any, Self

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from core.pages.text_area import TextArea

SENTENCE_SIZE = "At most 40 tokens, about 30 words"
PARAGRAPH_SIZE = "At most 150 tokens, about 110 words"
_CHECKED = "Checked: each number, date, name, path and command of them stands in the text"
_NOT_CHECKED = "Not checked: whether they belong together; a true date beside the wrong thing may pass."


class SummaryForm(forms.Form):
    summary = forms.CharField(
        label="Summary in one sentence (LOD-0)",
        max_length=1_000,
        help_text=f"{SENTENCE_SIZE}: what it is, what is asked or found, and any warning. Often all "
        "that is read. Its numbers and names must appear in the text; check that they belong together.",
        widget=TextArea(attrs={"rows": 2}),
    )
    detail = forms.CharField(
        label="Summary in one paragraph (LOD-1)",
        required=False,
        max_length=3_000,
        help_text=f"{PARAGRAPH_SIZE}; if empty, the current one stays.",
        widget=TextArea(attrs={"rows": 4}),
    )
    # The `words_mark` of what it was served with.
    former = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def marked_anew(self, former: str) -> Self:
        """The same form, which now knows what stands there: sent once more, it replaces that."""
        return type(self)({**{name: self.data[name] for name in self.data}, "former": former})

    @property
    def words(self) -> dict[str, Any]:
        """What the services take. A page of another origin may leave out what it was served with."""
        data = self.cleaned_data
        former = data["former"] if "former" in self.data else None
        return {"summary": data["summary"], "detail": data["detail"], "former": former}


def report_words(request: HttpRequest, left_out: Iterable[str]) -> None:
    """Messages of what somebody's words leave out of their text, and of what was checked of them."""
    omissions = [f"Your summary leaves out: {each}" for each in left_out]
    for omission in omissions:
        messages.warning(request, omission)
    if omissions:
        messages.info(request, f"Your words stand, but for what they leave out. {_CHECKED}. {_NOT_CHECKED}")
    else:
        messages.success(
            request,
            f"Your words stand. {_CHECKED}, and nothing that it denies, forbids or leaves open was seen to be said. "
            f"{_NOT_CHECKED}",
        )


def add_refusal(form: forms.Form, message: str, faults: object) -> None:
    """What a service refused: each of its `faults` (message and field) at its field of the form; without a list of
    them, the message at the form.
    """
    if not isinstance(faults, list):
        form.add_error(None, message)
        return
    for fault in faults:
        reason = fault["message"].removeprefix(f"{fault['field']}: ")
        form.add_error(fault["field"], f"{reason[:1].upper()}{reason[1:]}")
