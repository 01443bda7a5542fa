"""The fields of strict serializers: those of their class, and nothing of one request in the next."""

from typing import Any

import pytest

from core.rest.strict_fields import StrictBooleanField, StrictIntegerField, StrictSerializer, StrictTextField


class Request(StrictSerializer):
    name = StrictTextField()
    count = StrictIntegerField(required=False, min_value=1)
    is_quick = StrictBooleanField(required=False, default=True)


class WiderRequest(Request):
    name = StrictTextField(required=False)
    kind = StrictTextField(required=False)


def test_fields_are_made_once_a_class() -> None:
    assert Request(data={}).fields is Request(data={"name": "a"}).fields
    assert [*Request().fields] == ["name", "count", "is_quick"]
    assert {*WiderRequest().fields} == {"name", "count", "is_quick", "kind"}
    assert Request().fields["name"].required
    assert not WiderRequest().fields["name"].required


@pytest.mark.parametrize("data", [[], "x", 5, None])
def test_what_is_no_object_is_told_what_is_expected(data: Any) -> None:
    refused = Request(data=data)
    assert not refused.is_valid()
    assert refused.errors["non_field_errors"] == ["A JSON object is expected, with: name, count, is_quick."]


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        ({"name": "a", "count": 0}, {"count": "min_value"}),
        ({"name": 5}, {"name": "invalid"}),
        ({}, {"name": "required"}),
        ({"name": "a", "kind": "b"}, {"kind": "unknown"}),
    ],
)
def test_what_was_refused_stays_with_its_request(data: dict[str, Any], codes: dict[str, str]) -> None:
    good, refused = Request(data={"name": "first", "count": 2}), Request(data=data)
    assert not refused.is_valid()
    assert good.is_valid()
    assert good.validated_data == {"name": "first", "count": 2, "is_quick": True}
    assert {name: found[0].code for name, found in refused.errors.items()} == codes
    assert Request(data={"name": "third"}).is_valid()
