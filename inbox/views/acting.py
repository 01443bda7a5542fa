"""What a person does in the name of one of their agents: its effect is told first, then it is done."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inbox.listing import find_deliveries
from inbox.models import Agent, AgentKind, Delivery
from inbox.queries import UNREAD
from inbox.services.reading import acknowledge, archive, unarchive
from inbox.views.done import back
from pages.people import account_of


@dataclass(frozen=True)
class Act:
    """`{}` stands for the agent's name. `effect` is what the agent, and others, will see of it."""

    call: Callable[..., Delivery]
    question: str
    effect: str
    button: str
    done: str


ACTS = {
    "acknowledge": Act(
        acknowledge,
        "Acknowledge this for {}?",
        "Its sender is told that {} has taken care of it, and {} no longer finds it among what is open. "
        "This cannot be undone.",
        "Acknowledge for {}",
        "Acknowledged for {}.",
    ),
    "take-out": Act(
        archive,
        "Take this out of {}’s inbox?",
        "{} no longer finds it among its unread or open messages. Its sender is not told. You can put it back.",
        "Take it out of {}’s inbox",
        "Taken out of {}’s inbox.",
    ),
    "put-back": Act(
        unarchive,
        "Put this back into {}’s inbox?",
        "{} finds it in its inbox again, as it was before.",
        "Put it back into {}’s inbox",
        "Back in {}’s inbox.",
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, delivery: str, act: str) -> HttpResponse:
    """Ask, or do it. In their own inbox the person acknowledges; nothing else is anybody's to act for."""
    chosen, found = ACTS[act], _find(request, delivery)
    agent = found.agent
    assert agent is not None
    if agent.kind == AgentKind.PERSON and act != "acknowledge":
        raise Http404("This is your own inbox: mark the message done, or move it back.")
    if request.method == "POST":
        chosen.call(agent=agent, message=found.message_id)
        messages.success(request, _named(chosen.done, agent))
        return HttpResponseRedirect(back(request))
    return render(request, "inbox/act.html", _context(chosen, found, agent))


def _find(request: HttpRequest, key: str) -> Delivery:
    found = find_deliveries(account_of(request), [key])
    if not found:
        raise Http404("There is no such message in your inboxes.")
    return found[0]


def _context(chosen: Act, delivery: Delivery, agent: Agent) -> dict[str, object]:
    return {
        "delivery": delivery,
        "agent": agent,
        "question": _named(chosen.question, agent),
        "effect": _named(chosen.effect, agent),
        "button": _named(chosen.button, agent),
        "is_unread": delivery.state in UNREAD,
        "thread_url": f"{reverse('inbox:thread', args=[delivery.message_id])}#m-{delivery.message_id}",
    }


def _named(words: str, agent: Agent) -> str:
    return words.replace("{}", agent.name)
