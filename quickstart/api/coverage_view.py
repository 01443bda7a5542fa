"""GET /api/quickstart/coverage: how much of the tree has answers and skills, and where the gaps are."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.rest.schema import problems
from quickstart.api import examples
from quickstart.api.views import COLLECTION, CollectionView
from quickstart.coverage.render_report import as_json
from quickstart.queries.coverage_inputs import trend
from quickstart.services.coverage_reports import report_coverage


class CoverageView(CollectionView):
    required_scopes = {"GET": "kb:read"}

    @extend_schema(
        operation_id="read_coverage",
        tags=["quickstart"],
        summary="Read the coverage report",
        description="The tree with percentages, gaps with a severity and a suggestion, what has no place in the tree, "
        "the balance over levels, what is stale, and the trend. The rule of a percentage: docs/adr/0011-coverage.md.",
        parameters=[COLLECTION],
        responses={200: OpenApiTypes.OBJECT}
        | problems((400, examples.NOT_CHOSEN), (404, examples.NO_COLLECTION)),
        examples=[OpenApiExample("A report", examples.COVERAGE, response_only=True, status_codes=["200"])],
    )
    def get(self, request: Request) -> Response:
        collection = self.collection_of(request)
        return Response(as_json(report_coverage(collection=collection), trend(collection)))
