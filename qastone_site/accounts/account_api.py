"""/api/account: the account as one file, and its deletion."""

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.negotiation import IgnoreAcceptHeader
from core.rest.problems import register_statuses
from core.rest.request_data import parse_query, refuse_parameters
from core.rest.schema import file_response, problems
from core.rest.strict_fields import StrictSerializer, StrictTextField
from core.rest.views import RestView
from qastone_site.accounts.delete_account import AccountGone, LastOwner, WrongConfirmation, delete_account
from qastone_site.accounts.export_account import export_account, export_name

ZIP = "application/zip"
register_statuses({WrongConfirmation: 400, LastOwner: 409, AccountGone: 404})
WRONG_CONFIRMATION = {
    "code": WrongConfirmation.code,
    "detail": "Type the account's name, ann, to delete it. Nothing was deleted.",
}
LAST_OWNER = {
    "code": LastOwner.code,
    "detail": "You are this site's only owner, and others have accounts here. Nothing was deleted.",
}


class DeleteAccountQuery(StrictSerializer):
    confirm = StrictTextField(help_text="The account's user name.")


class AccountDeleted(serializers.Serializer[Any]):
    account = serializers.CharField(help_text="Its name, which is free from now on.")
    state = serializers.ChoiceField(["deleting"], help_text="It is closed; its rows are deleted by a job.")


class AccountExportView(RestView):
    required_scopes = {"GET": "account:export"}
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="export_account",
        tags=["account"],
        summary="Export everything",
        description="A ZIP with a file of JSON lines for each kind of rows, and a README.txt that tells what each is: "
        "stones with their levels, messages of all of the account's agents, memory, notes, conversations, collections, "
        "copies, settings, the ledger of reads. No password, token or other secret is in it. The scope is given on "
        "request only.",
        responses=file_response(ZIP) | problems(400),
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        refuse_parameters(request)
        response = StreamingHttpResponse(export_account(account=self.account), content_type=ZIP)
        response["Content-Disposition"] = f'attachment; filename="{export_name(self.account)}"'
        return response


class AccountView(RestView):
    required_scopes = {"DELETE": "account:delete"}

    @extend_schema(
        operation_id="delete_account",
        tags=["account"],
        summary="Delete the account",
        description="Closes the account of this token at once: all its tokens open nothing any more, this one too, and "
        "nobody can sign in to it or write to it. A job then deletes everything in it. What other accounts received of "
        "it stays theirs, as it was delivered, and the collection about QA.Stone passes to another that has none of "
        "its name. It cannot be undone: export it first. The scope is given on request only.",
        parameters=[DeleteAccountQuery],
        responses={202: AccountDeleted} | problems((400, WRONG_CONFIRMATION), (409, LAST_OWNER)),
    )
    def delete(self, request: Request) -> Response:
        confirmation = parse_query(request, DeleteAccountQuery).validated_data["confirm"]
        deletion = delete_account(account=self.account, confirmation=confirmation)
        return Response(AccountDeleted({"account": deletion.name, "state": "deleting"}).data, status=202)
