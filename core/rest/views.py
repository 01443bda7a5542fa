"""Base class of the apps' REST operations."""

from collections.abc import Mapping
from typing import Any, cast

from django.contrib.auth.models import User
from rest_framework.exceptions import APIException, NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.db.reader_names import agent_reader
from core.rest.schema import LENGTH_REQUIRED


class LengthRequired(APIException):
    """WSGI reads a body by its length: a chunked one would arrive empty."""

    status_code = 411
    default_code = LENGTH_REQUIRED["code"]
    default_detail = LENGTH_REQUIRED["detail"]


class RestView(APIView):
    """An operation on this site. Its `required_scopes` name what each method needs; there are no others.

    HEAD is not answered: a GET may be a read that goes into the ledger, and a HEAD would have to pay for it too.
    """

    http_method_names = ["get", "post", "put", "patch", "delete"]
    required_scopes: Mapping[str, str | tuple[str, ...]] = {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if "Transfer-Encoding" in request.headers and "Content-Length" not in request.headers:
            raise LengthRequired

    @property
    def account(self) -> User:
        """The account of the token's agent; all data is looked up within it."""
        return cast(User, self.request.user)

    @property
    def reader(self) -> str:
        """The caller's name in the ledger of reads."""
        return agent_reader(self.agent_name)

    @property
    def caller(self) -> str:
        """A permanent key of the caller: names may be given to another."""
        return str(self.request.auth.agent_id)  # type: ignore[union-attr]  # an inbox.AgentToken

    @property
    def agent(self) -> Any:
        """The calling inbox.Agent, from the token only."""
        return self.request.auth.agent  # type: ignore[union-attr]  # an inbox.AgentToken

    @property
    def agent_name(self) -> str:
        return str(self.agent.name)


class NotFoundView(APIView):
    """The end of the API's addresses: a problem, where Django's own page would be HTML."""

    detail = "There is no such operation. What there is stands at /api/docs."

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()
    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        raise NotFound(self.detail)

    def get(self, request: Request) -> Response:
        raise NotFound
