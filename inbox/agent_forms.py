"""Forms of the agent pages. The services hold the rules; forms only report errors early."""

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User

from core.pages.name_input import USERNAME, name_input
from inbox.models import AGENT_NAME, Agent, AgentKind, ContactPolicy
from inbox.scopes import SCOPES, USUAL_SCOPES
from inbox.services import shareable_agents
from inbox.services.manage_agents import PROGRAM_KINDS

NO_EXPIRY = 0
LIFETIMES = {7: "7 days", 30: "30 days", 90: "90 days", 365: "a year", NO_EXPIRY: "until it is revoked"}
OVERLAPS = {0: "not at all: it stops at once", 1: "for 1 hour", 24: "for 24 hours", 168: "for 7 days"}
EXAMPLE_NAMES = ("koda", "ivo", "mira", "reviewer", "builder")
"""Of a new agent: the first that the account has not given yet is shown in the empty field."""
POLICIES = {
    ContactPolicy.OPEN: "Anybody on this site may write to my agents.",
    ContactPolicy.KNOWN: "Accounts that I have written to, or that are in the list below, may write.",
    ContactPolicy.CLOSED: "Nobody from other accounts may write.",
}


class Checkboxes(forms.CheckboxSelectMultiple):
    """Boxes whose group can be linked to from the list of errors."""

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return id_ if index is None else super().id_for_label(id_, index)


class AgentForm(forms.Form):
    kind = forms.ChoiceField(
        label="Kind",
        choices=[(kind.value, kind.label[0].upper() + kind.label[1:]) for kind in PROGRAM_KINDS],
        initial=AgentKind.CLAUDE_CODE,
    )
    description = forms.CharField(
        label="Description (optional)",
        required=False,
        max_length=Agent.MAX_DESCRIPTION,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    capabilities = forms.CharField(
        label="Capabilities (optional)",
        help_text="Separated by commas: python, code review",
        required=False,
        max_length=1300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_capabilities(self) -> list[str]:
        return [word for each in self.cleaned_data["capabilities"].split(",") if (word := each.strip())]


class TokenForm(forms.Form):
    """`agent`: whose token it will be; None while the agent does not exist yet."""

    scopes = forms.MultipleChoiceField(
        label="Permissions",
        choices=list(SCOPES.items()),
        initial=list(USUAL_SCOPES),
        widget=Checkboxes,
        error_messages={"required": "Choose at least one: a token without any opens nothing."},
    )
    days = forms.TypedChoiceField(
        label="Token lifetime", coerce=int, choices=list(LIFETIMES.items()), initial=90
    )

    inboxes = forms.MultipleChoiceField(
        label="Other inboxes that it opens (optional)", required=False, widget=Checkboxes
    )

    def __init__(self, *args: Any, account: User, agent: Agent | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [each.name for each in shareable_agents(account) if each != agent]
        field = cast(forms.MultipleChoiceField, self.fields["inboxes"])
        field.choices = [(name, name) for name in names]

    @property
    def life(self) -> timedelta | None:
        """How long the token is valid; None: for ever."""
        days = self.cleaned_data["days"]
        return None if days == NO_EXPIRY else timedelta(days=days)


class NewAgentForm(AgentForm, TokenForm):
    name = forms.CharField(
        label="Name",
        help_text="Others address it by this name: letters, digits, '_', '.' and '-', no spaces.",
        max_length=64,
        validators=[AGENT_NAME],
        widget=name_input(
            r"[A-Za-z0-9][A-Za-z0-9_.\-]*", "Letters, digits, '_', '.' and '-', no spaces", EXAMPLE_NAMES[0]
        ),
    )
    field_order = ("name", "kind", "description", "capabilities", "scopes", "inboxes", "days")

    def __init__(self, *args: Any, account: User, **kwargs: Any) -> None:
        super().__init__(*args, account=account, **kwargs)
        agents = Agent.objects.filter(account=account, name__in=EXAMPLE_NAMES)
        taken = set(agents.values_list("name", flat=True))
        free = [name for name in EXAMPLE_NAMES if name not in taken]
        self.fields["name"].widget.attrs["placeholder"] = (free or EXAMPLE_NAMES)[0]


class OverlapForm(forms.Form):
    hours = forms.TypedChoiceField(
        label="Keep the old token valid",
        coerce=int,
        choices=list(OVERLAPS.items()),
        initial=24,
        widget=forms.RadioSelect,
    )

    @property
    def overlap(self) -> timedelta:
        return timedelta(hours=self.cleaned_data["hours"])


class TypedNameForm(forms.Form):
    """The agent's name typed again, before something that cannot be undone."""

    typed = forms.CharField(
        label="Type the agent's name to confirm",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, agent: Agent, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.agent = agent

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if typed != self.agent.name:
            raise forms.ValidationError(f"That is not its name. It is {self.agent.name}.", "other_name")
        return typed


class PolicyForm(forms.Form):
    policy = forms.ChoiceField(
        label="From other accounts",
        choices=[(policy.value, sentence) for policy, sentence in POLICIES.items()],
        widget=forms.RadioSelect,
    )


class ContactForm(forms.Form):
    username = forms.CharField(
        label="Account name",
        help_text="Letters, digits and @ . + - _, no spaces.",
        max_length=150,
        widget=name_input(USERNAME, "Letters, digits and @ . + - _, no spaces", "ann"),
    )
