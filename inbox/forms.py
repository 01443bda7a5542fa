"""The form of the compose page. The rules are in `services.send_messages`; the form only reports errors early."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.forms.boundfield import BoundWidget

from core.pages.text_area import TextArea
from core.text.is_blank import is_blank
from inbox.box_form import BoxForm
from inbox.models import Priority
from inbox.queries.agent_activity import QuietAgent, quiet_agents
from inbox.services.box_content import BoxKind
from inbox.services.resolve_recipients import agents_to_write_for
from inbox.services.send_messages import MAX_SUBJECT, Outgoing
from stones.format import LEVEL_NAMES, MAX_LEVELS, level_title

_SEPARATORS = re.compile(r"[\s,;]+")
LEVELS = [(number, level_title(number)) for number in range(len(LEVEL_NAMES))]
DEFAULT_LOD = 1
# The fields that stand under "Options".
OPTIONS = ("for_agent", "subject", "summary", "detail", "max_lod", "priority", "needs_answer")


class ComposeForm(BoxForm):
    """A message to agents of the account, or of others by `name@account`: a text, or stones up to a level."""

    has_note = True

    for_agent = forms.ChoiceField(
        label="From",
        required=False,
        help_text="If you write for an agent, the receivers see that you wrote it, and answer the agent.",
    )
    recipients = forms.MultipleChoiceField(
        label="To", required=False, widget=forms.CheckboxSelectMultiple, choices=[]
    )
    others = forms.CharField(
        label="Others",
        required=False,
        max_length=2_000,
        help_text="Agents of other accounts, as name@account. Separate several by commas.",
        widget=forms.TextInput(
            attrs={"placeholder": "koda@ann", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    aside = forms.CharField(
        label="Note",
        required=False,
        strip=False,
        help_text="It is sent as its own message, in the stone’s thread.",
        widget=TextArea(attrs={"rows": 3, "class": "growing"}),
    )
    subject = forms.CharField(label="Subject", required=False, max_length=MAX_SUBJECT)
    summary = forms.CharField(
        label="Summary in one sentence",
        required=False,
        max_length=1_000,
        help_text="What a long message is, what it asks or tells, what warns: all that its reader sees at first. It is "
        "checked against the message; left empty, it is extracted.",
        widget=TextArea(attrs={"rows": 2}),
    )
    detail = forms.CharField(
        label="Summary in one paragraph",
        required=False,
        max_length=3_000,
        help_text="At most 150 tokens: enough to start with.",
        widget=TextArea(attrs={"rows": 3}),
    )
    max_lod = forms.TypedChoiceField(
        label="Deliver up to",
        coerce=int,
        empty_value=DEFAULT_LOD,  # type: ignore[arg-type]  # the stub leaves out that it need not be coerced
        choices=LEVELS,
        initial=DEFAULT_LOD,
        required=False,
        widget=forms.RadioSelect,
    )
    priority = forms.ChoiceField(
        label="Priority",
        choices=[(each, each) for each in Priority.values],
        initial=Priority.NORMAL,
        required=False,
    )
    needs_answer = forms.BooleanField(label="Needs an answer", required=False)
    reply = forms.CharField(required=False, max_length=26, widget=forms.HiddenInput)
    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, account: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        agents = list(agents_to_write_for(account).values_list("name", "is_demo"))
        names = [name for name, _ in agents]
        self.fields["for_agent"].choices = [  # type: ignore[attr-defined]  # a ChoiceField
            ("", "yourself"),
            *((name, f"yourself, for {name}") for name in names),
        ]
        self.fields["recipients"].choices = [  # type: ignore[attr-defined]
            (name, f"{name} (demo)" if is_demo else name) for name, is_demo in agents
        ]
        self.has_agents = bool(names)
        self.quiet_agents = quiet_agents(account)

    def recipient_boxes(self) -> Iterator[tuple[BoundWidget, QuietAgent | None]]:
        """Each box of a recipient, with why no answer of it is to be expected, if so."""
        for box in self["recipients"]:
            yield box, self.quiet_agents.get(str(box.data["value"]))

    @classmethod
    def addressed(cls, account: User, *, to: Sequence[str], **initial: Any) -> Self:
        """An unbound form to these recipients: ticked where there is a box, else typed."""
        form = cls(account=account, initial=initial)
        own_names = {name for name, _ in form.fields["recipients"].choices}  # type: ignore[attr-defined]
        form.initial["recipients"] = [name for name in to if name in own_names]
        form.initial["others"] = ", ".join(name for name in to if name not in own_names)
        return form

    @property
    def addresses(self) -> list[str]:
        """All recipients, ticked ones first. The form is valid."""
        typed = _SEPARATORS.split(self.cleaned_data["others"])
        return [*self.cleaned_data["recipients"], *(address for address in typed if address)]

    @property
    def note(self) -> str:
        """What goes beside the stone: typed for it, or around the stone in the box. The form is valid."""
        parts = (self.cleaned_data["aside"], self.content.note) if self.content.is_stone else ()
        return "\n\n".join(part for part in parts if not is_blank(part))

    @property
    def has_options(self) -> bool:
        """Whether something under the options was changed, or has a fault."""
        if any(name in self.errors for name in OPTIONS):
            return True
        return self.is_bound and any(
            str(self[name].value() or "") != str(self[name].initial or "") for name in OPTIONS
        )

    @property
    def outgoing(self) -> Outgoing:
        """Recipients and options. The form is valid."""
        return Outgoing(
            recipients=self.addresses,
            subject=self.cleaned_data["subject"],
            priority=self.cleaned_data["priority"] or Priority.NORMAL,
            needs_answer=self.cleaned_data["needs_answer"],
            in_reply_to=self.cleaned_data["reply"] or None,
            for_agent=self.cleaned_data["for_agent"],
        )

    def clean_max_lod(self) -> int:
        """The last choice means the top level, whatever its number."""
        chosen: int = self.cleaned_data["max_lod"]
        return MAX_LEVELS - 1 if chosen == LEVELS[-1][0] else chosen

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if (data.get("summary") or data.get("detail")) and self.content.is_stone:
            self.add_error(
                "summary", "A stone has its own sentence, which its page changes: leave this empty."
            )
        return data

    def check_for_sending(self) -> None:
        """Add errors for missing recipients or content, which the preview does without."""
        if not self.errors and not (self.addresses or self.cleaned_data["reply"]):
            self.add_error(
                "recipients", "Choose at least one recipient, or name one under “Agents of other accounts”."
            )
        if not self.errors and self.content.kind is BoxKind.EMPTY:
            self.add_error("text", "Write something, or choose a stone.")
        if not self.errors and not self.content.is_stone and not is_blank(self.cleaned_data["aside"]):
            self.add_error(
                "aside", "There is no stone for it to stand beside: choose one, or move this into the box."
            )
