"""The form that starts a helper. The rules are in `services.spawn_helpers`."""

from typing import Any

from django import forms
from django.contrib.auth.models import User

from inbox.models import Agent, AgentKind
from inbox.services.spawn_helpers import ANSWER_TOKENS, DEFAULT_ANSWER_TOKENS, MAX_TASK

ANSWER_SIZES = (200, 400, DEFAULT_ANSWER_TOKENS, 1_000, ANSWER_TOKENS[-1])


class HelperForm(forms.Form):
    """A stone, a task, and who gets the answer."""

    stone = forms.CharField(
        label="Stone",
        max_length=64,
        help_text="Its border hash.",
        widget=forms.TextInput(
            attrs={"placeholder": "3f9a0c1d2e4b", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    task = forms.CharField(
        label="What do you want to know?",
        max_length=MAX_TASK,
        help_text="A question or a task. The helper reads all of the stone with it at hand.",
        widget=forms.Textarea(attrs={"rows": 4}),
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
        label="The answer goes to",
        queryset=Agent.objects.none(),
        empty_label=None,
        to_field_name="name",
        help_text="Whose inbox it comes to.",
    )

    def __init__(self, *args: Any, account: User, person: Agent, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        agents = Agent.objects.filter(account=account).open()
        agents = agents.exclude(kind__in=[AgentKind.ASSISTANT, AgentKind.HELPER])
        self.fields["agent"].queryset = agents  # type: ignore[attr-defined]  # a ModelChoiceField
        self.fields["agent"].initial = person.name

    @property
    def size(self) -> int:
        """The size that is chosen, in tokens, also while the form is being filled in."""
        chosen = str(self["answer_tokens"].value())
        return next((size for size in ANSWER_SIZES if str(size) == chosen), DEFAULT_ANSWER_TOKENS)
