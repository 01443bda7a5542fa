"""The base of the assistant's API views, and the parsing of their requests."""

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
        return cast(AssistantCaller, self.request.auth)

    @property
    def reader(self) -> str:
        """The person's name in ledger entries."""
        return self.asker.reader

    @property
    def caller(self) -> str:
        """The stable name under which answers of repeated requests are stored."""
        return self.asker.name

    @property
    def agent_name(self) -> str:
        return self.asker.agent.name


class KeyQuery(StrictSerializer):
    """The only query parameter is the app's key."""

    key = StrictTextField(required=False)


def refuse_parameters(request: Request) -> None:
    """Raises ValidationError for a parameter that is not the app's key."""
    parse_query(request, KeyQuery)


def body_of(request: Request, serializer_class: type[StrictSerializer]) -> dict[str, Any]:
    """The validated fields of the body. Raises ValidationError, also for any query parameter but the key."""
    refuse_parameters(request)
    return dict(parse_body(request, serializer_class).validated_data)
