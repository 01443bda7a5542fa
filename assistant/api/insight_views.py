"""GET /assistant/api/insights, GET and POST proposals: tokens saved, and proposed changes of menus."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assistant.api import examples
from assistant.api.assistant_view import AssistantView, body_of, refuse_parameters
from assistant.api.caller_authentication import AllowedCaller
from assistant.api.problems import REFUSALS
from assistant.exceptions import ProposalNotFound
from assistant.menus import describe_proposal
from assistant.models import MenuChange
from assistant.queries.menu_usage import menus_of
from assistant.services.decide_proposals import decide, propose
from assistant.services.panel_insights import insights
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer, StrictTextField

PROPOSAL = OpenApiParameter("proposal_id", OpenApiTypes.STR, "path")


class AssistantInsights(serializers.Serializer[Any]):
    days = serializers.IntegerField()
    saved = serializers.IntegerField(help_text="Tokens, net of levels that were written and of helpers.")
    percent = serializers.FloatField(allow_null=True, help_text="Of what pasting would have cost.")
    received = serializers.IntegerField(help_text="Stones that were met.")
    loaded = serializers.IntegerField(help_text="Levels that were loaded.")


class MenuProposal(serializers.Serializer[Any]):
    """Nothing of it holds before somebody applies it."""

    id = serializers.CharField()
    context = serializers.CharField()  # type: ignore[assignment]  # DRF takes fields out of the class
    kind = serializers.CharField(help_text="reorder, remove or add.")
    item = serializers.CharField()
    title = serializers.CharField()
    reason = serializers.CharField(help_text="With the figures that it rests on.")
    before = serializers.ListField(child=serializers.CharField())
    after = serializers.ListField(child=serializers.CharField())
    decision = serializers.CharField(help_text="proposed, or applied: then it may be undone.")


class MenuProposals(serializers.Serializer[Any]):
    proposals = MenuProposal(many=True)


class ProposalDecision(StrictSerializer):
    decision = StrictTextField(help_text="apply, dismiss or undo.")


class DecidedProposal(MenuProposal):
    menus = serializers.DictField(help_text="As they are now: for each context its items in their order.")


def proposal_answer(change: MenuChange) -> dict[str, Any]:
    named = ("id", "context", "kind", "item", "reason", "before", "after", "decision")
    answer = {name: getattr(change, name) for name in named}
    return answer | {
        "title": describe_proposal(change.kind, change.item, change.context),
        "decision": str(change.decision),
    }


class InsightsView(AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_insights",
        tags=["assistant"],
        summary="What stones saved in a week",
        responses={200: AssistantInsights} | problems(*REFUSALS, 400),
        examples=[OpenApiExample("A week", examples.INSIGHTS, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        return Response(insights(self.account)._asdict())


class ProposalsView(AssistantView):
    admits = {"GET": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_proposals",
        tags=["assistant"],
        summary="How use would change the menus",
        description="Of the app that asks: what waits for a decision, and what was applied in the last seven days.",
        responses={200: MenuProposals} | problems(*REFUSALS, 400),
        examples=[
            OpenApiExample(
                "One", {"proposals": [examples.PROPOSAL]}, response_only=True, status_codes=["200"]
            )
        ],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        found = propose(account=self.account, app=self.asker.app)
        return Response({"proposals": [proposal_answer(each) for each in found]})


class ProposalView(AssistantView):
    admits = {"POST": AllowedCaller.CONNECTED}

    @extend_schema(
        operation_id="assistant_decide",
        tags=["assistant"],
        summary="Apply, dismiss or undo a proposal",
        description="Safe to repeat. An undone change is not proposed again for 30 days.",
        parameters=[PROPOSAL],
        request=ProposalDecision,
        responses={200: DecidedProposal}
        | problems(*REFUSALS, 400, (404, examples.NO_PROPOSAL), (409, examples.MENU_CHANGED), 415),
        examples=[
            OpenApiExample("Apply", {"decision": "apply"}, request_only=True),
            OpenApiExample("Applied", examples.DECIDED, response_only=True, status_codes=["200"]),
        ],
    )
    def post(self, request: Request, proposal_id: str) -> Response:
        fields = body_of(request, ProposalDecision)
        # A page decides about its own menus alone.
        changes = MenuChange.objects.filter(account=self.account, app=self.asker.app)
        if not proposal_id.isalnum() or not changes.filter(pk=proposal_id).exists():
            raise ProposalNotFound("There is no such proposal for the menus of this page.")
        change = decide(account=self.account, change_id=proposal_id, decision=fields["decision"])
        return Response(proposal_answer(change) | {"menus": menus_of(self.account, change.app)})
