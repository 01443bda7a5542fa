"""A text that a person records by hand. What may be recorded is for the service to say."""

from django import forms

from core.pages.text_area import TextArea


class RecordForm(forms.Form):
    content = forms.CharField(
        label="Text",
        strip=False,
        widget=TextArea(attrs={"rows": 6, "spellcheck": "false", "autocapitalize": "off"}),
    )
    source_app = forms.CharField(
        label="Copied from",
        required=False,
        max_length=200,
        help_text="An application or a web address.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "firefox"}),
    )
