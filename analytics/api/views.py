"""/api/analytics/savings, the same as CSV, and /api/analytics/usage."""

from datetime import date

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.api import analytics_serializers
from analytics.queries import savings, usage
from analytics.sums import MAX_DAYS, period_of, savings_csv, savings_json, usage_json
from audit.services import record
from core.rest.negotiation import IgnoreAcceptHeader
from core.rest.request_data import parse_query
from core.rest.schema import problems
from core.rest.strict_fields import StrictSerializer
from core.rest.views import RestView

SCOPES = {"GET": "analytics:read"}


class PeriodQuery(StrictSerializer):
    days = serializers.IntegerField(
        default=14,
        min_value=1,
        max_value=MAX_DAYS,
        help_text="Whole days of UTC up to today, today included.",
    )


class SavingsView(RestView):
    required_scopes = SCOPES

    @extend_schema(
        operation_id="savings",
        tags=["analytics"],
        summary="What was saved",
        description="Sums over the ledger of reads, in tokens. A paste is counted once for each reader and source, on "
        "the day of the first read; each table adds up to the whole. What others read of a stone that was sent to them "
        "is its owner's saving.",
        parameters=[PeriodQuery],
        responses={200: analytics_serializers.SavingsBody} | problems((400, analytics_serializers.BAD_DAYS)),
        examples=[
            OpenApiExample(
                "two reads", analytics_serializers.SAVINGS, response_only=True, status_codes=["200"]
            )
        ],
    )
    def get(self, request: Request) -> Response:
        since, until = _period(request)
        return Response(savings_json(savings(self.account, since=since, until=until)))


class SavingsFileView(RestView):
    required_scopes = SCOPES
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="savings_csv",
        tags=["analytics"],
        summary="What was saved, as CSV",
        description="A line for the whole, and for each day, agent, channel and level.",
        parameters=[PeriodQuery],
        responses={(200, "text/csv"): OpenApiTypes.STR} | problems((400, analytics_serializers.BAD_DAYS)),
    )
    def get(self, request: Request) -> HttpResponse:
        since, until = _period(request)
        record("export", "analytics", account=self.account.pk, form="csv")
        return HttpResponse(
            savings_csv(savings(self.account, since=since, until=until)),
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="savings-{since}-{until}.csv"'},
        )


class UsageView(RestView):
    required_scopes = SCOPES

    @extend_schema(
        operation_id="usage",
        tags=["analytics"],
        summary="How the site is used",
        description="Counts of events, without any content: what was chosen, pressed and visited, the most used first.",
        parameters=[PeriodQuery],
        responses={200: analytics_serializers.UsageBody} | problems((400, analytics_serializers.BAD_DAYS)),
        examples=[
            OpenApiExample(
                "three events", analytics_serializers.USAGE, response_only=True, status_codes=["200"]
            )
        ],
    )
    def get(self, request: Request) -> Response:
        return Response(usage_json(usage(self.account, *_period(request))))


def _period(request: Request) -> tuple[date, date]:
    """Raises ValidationError."""
    query = parse_query(request, PeriodQuery)
    return period_of(query.validated_data["days"], today=timezone.now().date())
