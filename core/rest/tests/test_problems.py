"""Errors on their way out."""

import sys
from typing import Any

import pytest
import structlog
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError, connection, transaction
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from core.rest.exceptions import ProductError
from core.rest.problems import register_statuses, status_of
from core.rest.strict_fields import MOST_REPEATED, StrictSerializer, StrictTextField
from core.rest.views import RestView


class TeapotError(ProductError):
    code = "teapot"


class ShortError(TeapotError):
    code = "short"


class OtherError(ProductError):
    code = "other"


class AwayError(ProductError):
    code = "away"


register_statuses({TeapotError: 418, AwayError: 503})


class Broken(RestView):
    authentication_classes = ()
    permission_classes = ()
    error: Exception

    def get(self, request: Request) -> Response:
        raise self.error


def answer(error: Exception) -> Any:
    return Broken.as_view(error=error)(APIRequestFactory().get("/"))


Broken.error = RuntimeError()


def test_a_product_error() -> None:
    response = answer(TeapotError("I am short and stout.", height=12))
    assert response.status_code == 418
    assert response.content_type == "application/problem+json"
    assert response.data == {
        "type": "urn:qastone:problem:teapot",
        "title": "Teapot",
        "status": 418,
        "detail": "I am short and stout.",
        "code": "teapot",
        "height": 12,
    }


def test_only_bugs_are_reported_as_such() -> None:
    reported: list[str] = []

    def report(sender: object, **said: object) -> None:
        reported.append(type(sys.exc_info()[1]).__name__)

    got_request_exception.connect(report)
    try:
        assert answer(AwayError("No model.")).status_code == 503
        assert reported == []
        assert answer(KeyError("secret")).status_code == 500
    finally:
        got_request_exception.disconnect(report)
    assert reported == ["KeyError"]


def test_a_product_error_with_retry_after() -> None:
    response = answer(TeapotError("Empty.", retry_after=40))
    assert (response["Retry-After"], response.data["retry_after"]) == ("40", 40)
    assert "Retry-After" not in answer(TeapotError("Empty."))


def test_subclasses_inherit_the_status() -> None:
    assert status_of(ShortError("")) == 418
    assert status_of(OtherError("")) == 400


@pytest.mark.parametrize(
    "error", [OperationalError("server closed the connection"), InterfaceError("closed")]
)
def test_a_database_that_does_not_answer(error: Exception) -> None:
    response = answer(error)
    assert (response.status_code, response.data["code"]) == (503, "database_unavailable")
    assert response["Retry-After"] == "5"
    assert "closed" not in response.data["detail"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "status"), [("54000", 500), ("53300", 503), ("57P01", 503), ("40P01", 503)]
)
def test_only_what_passes_is_to_be_tried_again(state: str, status: int) -> None:
    with pytest.raises(OperationalError) as raised, connection.cursor() as cursor, transaction.atomic():
        cursor.execute(f"DO $$ BEGIN RAISE SQLSTATE '{state}'; END $$")
    assert answer(raised.value).status_code == status


def test_a_bug_reveals_nothing() -> None:
    response = answer(KeyError("secret"))
    assert response.status_code == 500
    assert "secret" not in str(response.data)


def test_a_bug_says_what_to_do() -> None:
    with structlog.contextvars.bound_contextvars(request_id="r-1"):
        body = answer(KeyError("secret")).data
    assert (body["code"], body["request_id"]) == ("error", "r-1")
    assert "Try again" in body["detail"]
    assert "give the request id to an administrator of the site" in body["detail"]


class Row(StrictSerializer):
    name = StrictTextField()


class Rows(StrictSerializer):
    rows = Row(many=True)
    kind = serializers.ChoiceField(["round", "square"])


def problem_of(data: object) -> Any:
    """What is wrong with the data of a request."""
    with pytest.raises(ValidationError) as raised:
        Rows(data=data).is_valid(raise_exception=True)
    return answer(raised.value).data


def test_what_is_wrong_with_many_items_is_said_once() -> None:
    told = problem_of({"rows": [7] * 300, "kind": "round"})
    assert told["detail"] == "rows.0: A JSON object is expected, with: name.; and 299 more"
    assert [each["field"] for each in told["errors"]] == ["rows.0"]
    two = problem_of({"rows": [7, {}, 7, {}], "kind": "round"})
    assert [each["field"] for each in two["errors"]] == ["rows.0", "rows.1.name"]
    assert two["detail"].endswith("; and 2 more")


def test_an_unknown_value_is_repeated_in_short() -> None:
    told = problem_of({"rows": [], "kind": "o" * 3_000})
    assert told["detail"] == f'kind: "{"o" * MOST_REPEATED}" is none of: round, square.'
