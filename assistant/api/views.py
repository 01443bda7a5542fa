"""What every operation of the assistant begins with."""

from collections.abc import Mapping
from typing import Any, cast

from rest_framework.request import Request

from assistant.api.callers import Admits, CallerAuthentication, CallerThrottle, MayCall
from assistant.services.callers import Caller
from rest.fields import StrictSerializer, Text
from rest.views import RestView


class AssistantView(RestView):
    """An operation for the assistant in a page. `admits` says for each method who may call it."""

    authentication_classes = (CallerAuthentication,)
    permission_classes = (MayCall,)
    throttle_classes = (CallerThrottle,)
    admits: Mapping[str, Admits] = {}

    @property
    def asker(self) -> Caller:
        """Who calls, and from where."""
        return cast(Caller, self.request.auth)

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

    key = Text(required=False)


def refuse_parameters(request: Request) -> None:
    """Raises ValidationError for a parameter that is not the app's key."""
    KeyQuery(data=request.query_params.dict()).is_valid(raise_exception=True)


def body_of(request: Request, known: type[StrictSerializer]) -> dict[str, Any]:
    """The fields of the body as `known` reads them. Raises ValidationError."""
    refuse_parameters(request)
    asked = known(data=request.data)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)
