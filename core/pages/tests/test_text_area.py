"""A text that was written on a page has the line ends that it is counted and stored with."""

from typing import Any

import pytest
from django import forms
from django.urls import get_resolver

from core.pages.text_area import TextArea


class LetterForm(forms.Form):
    text = forms.CharField(strip=False, widget=TextArea)


@pytest.mark.parametrize(
    "sent", ["Dear Ann,\r\n\r\n  hello\r\n", "Dear Ann,\n\n  hello\n", "Dear Ann,\r\r  hello\r"]
)
def test_line_ends_are_one_character(sent: str) -> None:
    form = LetterForm({"text": sent})
    assert form.is_valid()
    assert form.cleaned_data["text"] == form["text"].value() == "Dear Ann,\n\n  hello\n"


def test_a_text_that_was_not_sent_is_missing() -> None:
    assert not LetterForm({}).is_valid()


def test_every_form_of_a_page_takes_its_texts_so() -> None:
    assert get_resolver().url_patterns  # imports the pages
    forms_of_ours = [
        each
        for each in _subclasses(forms.BaseForm)
        if not each.__module__.startswith(("django", "unfold", "allauth")) and ".admin" not in each.__module__
    ]
    texts = [
        (form.__module__, name, field.widget)
        for form in forms_of_ours
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, forms.Textarea)
    ]
    assert texts
    assert [(module, name) for module, name, widget in texts if not isinstance(widget, TextArea)] == []


def _subclasses(cls: type[Any]) -> list[type[Any]]:
    below: list[type[Any]] = cls.__subclasses__()
    return [each for found in below for each in (found, *_subclasses(found))]
