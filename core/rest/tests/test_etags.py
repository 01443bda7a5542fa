"""Entity tags."""

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from core.rest.etags import is_current, strong_etag

TAG = strong_etag("a", 1)


def test_equal_values_have_equal_tags() -> None:
    assert strong_etag("a", 1) == TAG
    assert (
        len({TAG, strong_etag("a", "1"), strong_etag("a1"), strong_etag(["a", 1]), strong_etag("a", None)})
        == 5
    )


@pytest.mark.parametrize(
    ("header", "current"),
    [
        (TAG, True),
        (f"W/{TAG}", True),
        (f'"x", {TAG}', True),
        ("*", True),
        ("", False),
        ('"x"', False),
        (TAG.strip('"'), False),
        (TAG.upper(), False),
    ],
)
def test_what_the_caller_has(header: str, current: bool) -> None:
    request = Request(APIRequestFactory().get("/", HTTP_IF_NONE_MATCH=header))
    assert is_current(request, TAG) is current
