"""What every operation of the assistant begins with."""

from collections.abc import Mapping
from typing import Any, cast

from rest_framework.request import Request

from assistant.api.caller_authentication import (
    AllowedCaller,
    CallerAuthentication,
    CallerThrottle,
    IsAllowedCaller,
)
from assistant.services.identify_caller import AssistantCaller
from core.rest.request_data import parse_body, parse_query
from core.rest.strict_fields import StrictSerializer, StrictTextField
from core.rest.views import RestView


class AssistantView(RestView):
    """An operation for the assistant in a page. `admits` says for each method who may call it."""

    authentication_classes = (CallerAuthentication,)
    permission_classes = (IsAllowedCaller,)
    throttle_classes = (CallerThrottle,)
    admits: Mapping[str, AllowedCaller] = {}

    @property
    def asker(self) -> AssistantCaller:
        """Who calls, and from where."""
        return cast(AssistantCaller, self.request.auth)

    @property
    def reader(self) -> str:
        """How the ledger of reads names the person."""
        return self.asker.reader

    @property
    def caller(self) -> str:
        """Who calls, for good: answers are kept under it."""
        return f"assistant {self.asker.app}"

    @property
    def agent_name(self) -> str:
        """The person's agent."""
        return self.asker.agent.name


class KeyQuery(StrictSerializer):
    """Only who asks may stand in the query."""

    key = StrictTextField(required=False)


def refuse_parameters(request: Request) -> None:
    """Raises ValidationError for a parameter that is not the app's key."""
    parse_query(request, KeyQuery)


def body_of(request: Request, serializer_class: type[StrictSerializer]) -> dict[str, Any]:
    """The fields of the body. Raises ValidationError."""
    refuse_parameters(request)
    return dict(parse_body(request, serializer_class).validated_data)
