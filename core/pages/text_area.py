"""The box of a form that takes a text: what comes of it has the line ends that were seen and counted, not those that
browsers send.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict

from core.text.storable_text import plain_lines


class TextArea(forms.Textarea):
    """HTML has browsers send CR LF for each line end of a text box."""

    def value_from_datadict(
        self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str
    ) -> str | None:
        value = super().value_from_datadict(data, files, name)
        return plain_lines(value) if isinstance(value, str) else None
