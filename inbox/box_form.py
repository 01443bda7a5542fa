"""The one box that takes a text, a stone pasted whole, or stones by their hashes; a picker fills it in."""

from django import forms

from core.pages.text_area import TextArea
from inbox.services.box_content import BoxContent, read_box
from stones.stone_name import MAX_NAMED


class BoxForm(forms.Form):
    """`aside` is what stood in the box before a stone was picked."""

    text = forms.CharField(
        label="Message",
        required=False,
        strip=False,
        help_text="A text, a whole stone, or the border hash of one.",
        widget=TextArea(attrs={"rows": 5, "class": "growing"}),
    )
    aside = forms.CharField(
        label="Set aside",
        required=False,
        strip=False,
        widget=TextArea(attrs={"rows": 3, "readonly": True}),
    )

    # What becomes of a text that is no stone.
    text_note = ""
    # Whether what stands aside is sent beside the stone.
    has_note = False

    @property
    def content(self) -> BoxContent:
        """What the box holds, also of a form that is not valid."""
        return read_box(str(self["text"].value() or ""))

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        if (count := len(read_box(text).stones)) > MAX_NAMED:
            raise forms.ValidationError(f"At most {MAX_NAMED} stones at once, not {count:,}.")
        return text
