"""The form in which the sender of a stone or message describes its text."""

from django import forms


class SummaryForm(forms.Form):
    summary = forms.CharField(
        label="The sentence (LOD-0)",
        max_length=1_000,
        help_text="At most 40 tokens: what it is, what is asked or came out, and the warning that turns it. Often all "
        "that is read. It is checked against the text.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    detail = forms.CharField(
        label="The paragraph (LOD-1)",
        required=False,
        max_length=3_000,
        help_text="At most 150 tokens; left empty, the one that is there stays.",
        widget=forms.Textarea(attrs={"rows": 4}),
    )
