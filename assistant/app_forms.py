"""The form of a new app. The rules are in `assistant.services.manage_apps`."""

from django import forms

from assistant.services.manage_apps import MAX_ORIGIN
from core.pages.name_input import name_input


class AppForm(forms.Form):
    name = forms.CharField(
        label="Name",
        max_length=40,
        help_text="Up to 40 lower-case letters, digits or '-', no spaces: my-notes",
        widget=name_input(
            r"[a-z0-9][a-z0-9\-]*", "Lower-case letters, digits and '-', no spaces", "my-notes"
        ),
    )
    origin = forms.CharField(
        label="Site (origin)",
        # Room for what is normalised: an address with capitals, a slash at its end.
        max_length=2 * MAX_ORIGIN,
        help_text="The beginning of its address: https://notes.example.org, or http://localhost:8080 on this computer",
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        ),
    )
