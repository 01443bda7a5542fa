"""/api/account: the account as one file, and its deletion."""

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from core.rest.request_data import refuse_parameters
from core.rest.schema import file_response, problems
from core.rest.views import RestView
from qastone_site.accounts.export_account import export_account, export_name

ZIP = "application/zip"


class ExportView(RestView):
    required_scopes = {"GET": "account:export"}

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
