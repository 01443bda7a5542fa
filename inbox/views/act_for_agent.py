"""Actions of a person on an agent's deliveries: a page that explains the effect, then the action."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core.pages.chosen_rows import return_url
from core.pages.request_account import account_of
from inbox.models import Agent, AgentKind, Delivery
from inbox.queries.deliveries import UNREAD_STATES
from inbox.queries.inbox_tabs import find_deliveries
from inbox.services.read_messages import acknowledge, archive, unarchive


@dataclass(frozen=True)
class AgentAction:
    """The texts of an action. `{}` is the agent's name; `effect` is what the agent and others will notice."""

    call: Callable[..., Delivery]
    question: str
    effect: str
    button: str
    done: str


AGENT_ACTIONS = {
    "acknowledge": AgentAction(
        acknowledge,
        "Acknowledge this for {}?",
        "Its sender is told that {} has taken care of it, and {} no longer finds it among what is open. "
        "This cannot be undone.",
        "Acknowledge for {}",
        "Acknowledged for {}.",
    ),
    "take-out": AgentAction(
        archive,
        "Remove this from {}’s inbox?",
        "{} will no longer find it among its unread or open messages. Nobody is notified. You can restore it.",
        "Remove it from {}’s inbox",
        "Removed from {}’s inbox.",
    ),
    "put-back": AgentAction(
        unarchive,
        "Restore this to {}’s inbox?",
        "{} will find it in its inbox again, as it was before.",
        "Restore it to {}’s inbox",
        "Restored to {}’s inbox.",
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, delivery: str, act: str) -> HttpResponse:
    """GET explains, POST acts. In the person's own inbox only `acknowledge` is allowed; raises Http404."""
    chosen, found = AGENT_ACTIONS[act], _find_or_404(request, delivery)
    agent = found.agent
    assert agent is not None
    if agent.kind == AgentKind.PERSON and act != "acknowledge":
        raise Http404("This is your own inbox: mark the message done, or move it back.")
    if request.method == "POST":
        chosen.call(agent=agent, message=found.message_id)
        messages.success(request, _with_agent_name(chosen.done, agent))
        return HttpResponseRedirect(return_url(request, "inbox:list"))
    return render(request, "inbox/confirm_action.html", _context(chosen, found, agent))


def _find_or_404(request: HttpRequest, key: str) -> Delivery:
    found = find_deliveries(account_of(request), [key])
    if not found:
        raise Http404("There is no such message in your inboxes.")
    return found[0]


def _context(chosen: AgentAction, delivery: Delivery, agent: Agent) -> dict[str, object]:
    return {
        "delivery": delivery,
        "agent": agent,
        "question": _with_agent_name(chosen.question, agent),
        "effect": _with_agent_name(chosen.effect, agent),
        "button": _with_agent_name(chosen.button, agent),
        "is_unread": delivery.state in UNREAD_STATES,
        "thread_url": f"{reverse('inbox:thread', args=[delivery.message_id])}#m-{delivery.message_id}",
    }


def _with_agent_name(words: str, agent: Agent) -> str:
    return words.replace("{}", agent.name)
