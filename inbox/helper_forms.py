"""The form that starts a helper. The rules are in `services.spawn_helpers`."""

from typing import Any

from django import forms
from django.contrib.auth.models import User

from core.pages.text_area import TextArea
from inbox.box_form import BoxForm
from inbox.models import Agent, AgentKind
from inbox.services.box_content import BoxKind
from inbox.services.spawn_helpers import ANSWER_TOKENS, DEFAULT_ANSWER_TOKENS, MAX_TASK

ANSWER_SIZES = (200, 400, DEFAULT_ANSWER_TOKENS, 1_000, ANSWER_TOKENS[-1])


class HelperForm(BoxForm):
    task = forms.CharField(
        label="What do you want to know?",
        max_length=MAX_TASK,
        help_text="A question or a task. The helper reads the whole text with it in mind.",
        widget=TextArea(attrs={"rows": 2, "class": "growing"}),
    )
    answer_tokens = forms.TypedChoiceField(
        label="Answer with at most",
        coerce=int,
        empty_value=DEFAULT_ANSWER_TOKENS,  # type: ignore[arg-type]  # the stub leaves out that it need not be coerced
        choices=[(size, f"{size:,} tokens") for size in ANSWER_SIZES],
        initial=DEFAULT_ANSWER_TOKENS,
        required=False,
    )
    agent = forms.ModelChoiceField(
        label="To",
        queryset=Agent.objects.none(),
        empty_label=None,
        to_field_name="name",
        help_text="The inbox that gets the answer.",
    )

    text_note = "It is stored as a stone, and read."

    def __init__(self, *args: Any, account: User, person: Agent, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        agents = Agent.objects.filter(account=account).open()
        agents = agents.exclude(kind__in=[AgentKind.ASSISTANT, AgentKind.HELPER])
        self.fields["agent"].queryset = agents  # type: ignore[attr-defined]  # a ModelChoiceField
        self.fields["agent"].initial = person.name
        self.fields["text"].label = "What should it read?"

    def clean_text(self) -> str:
        text = super().clean_text()
        if self.content.kind is BoxKind.EMPTY:
            raise forms.ValidationError("Name a stone, choose one, or put in the text that is to be read.")
        if len(self.content.stones) > 1:
            raise forms.ValidationError("A helper reads one stone: leave one of them.")
        if self.content.note:
            raise forms.ValidationError(
                "A helper reads the stone alone: put the text beside it into the question."
            )
        return text

    @property
    def size(self) -> int:
        """The chosen answer size in tokens; the default where the form has none or an invalid one."""
        chosen = str(self["answer_tokens"].value())
        return next((size for size in ANSWER_SIZES if str(size) == chosen), DEFAULT_ANSWER_TOKENS)

    @property
    def has_options(self) -> bool:
        """Whether something under the options was changed, or has a fault."""
        return "answer_tokens" in self.errors or self.size != DEFAULT_ANSWER_TOKENS
