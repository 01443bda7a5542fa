"""/api/brain/profile: who the account's person is. One for each account."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from brain.api import examples
from brain.api.parse_request import validate_body
from brain.exceptions import ProfileNotFound
from brain.profile_serializers import ProfileBody
from brain.queries.note_queries import profile_of
from brain.services.save_profile import MAX_BYTES, delete_profile, save_profile
from core.rest.request_data import refuse_parameters
from core.rest.schema import problems
from core.rest.strict_fields import JsonObject, StrictSerializer
from core.rest.views import RestView


class ProfileRequest(StrictSerializer):
    data = JsonObject(  # type: ignore[assignment]  # DRF takes fields out of the class
        help_text=f"Any names: full_name, summary, experiences and the like; at most {MAX_BYTES:,} bytes of text."
    )


class ProfileView(RestView):
    required_scopes = {"GET": "brain:ask", "PUT": "brain:write", "DELETE": "brain:write"}

    @extend_schema(
        operation_id="read_profile",
        tags=["brain"],
        summary="Read the profile",
        responses={200: ProfileBody} | problems(400, (404, examples.NO_PROFILE)),
        examples=[OpenApiExample("A profile", examples.PROFILE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        refuse_parameters(request)
        profile = profile_of(self.account)
        if profile is None:
            raise ProfileNotFound("There is no profile.")
        return Response(ProfileBody(profile).data)

    @extend_schema(
        operation_id="save_profile",
        tags=["brain"],
        summary="Put a profile in place of the one there is",
        description="Safe to repeat: what says the same writes nothing.",
        request=ProfileRequest,
        responses={200: ProfileBody}
        | problems(
            (400, examples.INVALID_PROFILE),
            (400, examples.INVALID),
            (413, examples.PROFILE_TOO_LARGE),
            415,
            (422, examples.TOKEN),
        ),
        examples=[
            OpenApiExample("A profile", {"data": examples.PROFILE_DATA}, request_only=True),
            OpenApiExample("Stored", examples.PROFILE, response_only=True, status_codes=["200"]),
        ],
    )
    def put(self, request: Request) -> Response:
        profile = save_profile(account=self.account, data=validate_body(request, ProfileRequest)["data"])
        return Response(ProfileBody(profile).data)

    @extend_schema(
        operation_id="delete_profile",
        tags=["brain"],
        summary="Delete the profile",
        description="For good. Answers that used it stay.",
        responses={204: None} | problems(400, (404, examples.NO_PROFILE)),
    )
    def delete(self, request: Request) -> Response:
        refuse_parameters(request)
        delete_profile(account=self.account)
        return Response(status=204)
