"""GET, PUT and DELETE /api/brain/profile."""

from typing import Any

import pytest

from brain.api import examples
from brain.models import Profile
from brain.profile_serializers import ProfileBody
from brain.tests.api.api_calls import API, SECRET, call, get, read_json, read_problem
from brain.tests.factories import index, make_profile
from core.rest.agent_tokens import new_token
from core.rest.tests.access_assertions import Personas, assert_guarded


def put(personas: Personas, data: Any, **more: Any) -> Any:
    return call(personas.owner, "PUT", "profile", {"data": data} | more)


def test_a_profile_is_put_read_and_deleted(personas: Personas) -> None:
    assert read_json(put(personas, examples.PROFILE_DATA))["version"] == 1
    index(personas.account)
    body = read_json(get(personas.owner, "profile"))
    same = {"name", "data", "text", "tokens", "version", "indexed"}
    assert list(body) == list(examples.PROFILE) == list(ProfileBody().fields)
    assert {name: body[name] for name in same} == {name: examples.PROFILE[name] for name in same}
    response = call(personas.owner, "DELETE", "profile")
    assert (response.status_code, response.content) == (204, b"")
    for method in ("GET", "DELETE"):
        read_problem(call(personas.owner, method, "profile"), 404, "profile_not_found")


def test_the_same_again_writes_nothing(personas: Personas) -> None:
    first = read_json(put(personas, examples.PROFILE_DATA))
    index(personas.account)
    again = read_json(put(personas, examples.PROFILE_DATA))
    assert again == first | {"indexed": True}
    other = read_json(put(personas, {"full_name": "Ann Baker"}))
    assert (other["version"], other["name"], other["indexed"]) == (2, "Ann Baker", False)


def test_another_account_has_its_own(personas: Personas) -> None:
    make_profile(personas.other_account, {"full_name": SECRET})
    missing = read_problem(get(personas.owner, "profile"), 404, "profile_not_found")
    assert missing["detail"] == "There is no profile."
    read_problem(call(personas.owner, "DELETE", "profile"), 404, "profile_not_found")
    read_json(put(personas, {"full_name": "Ann"}))
    assert read_json(get(personas.stranger, "profile"))["name"] == SECRET


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid"),
        ({"data": None}, 400, "invalid"),
        ({"data": "Ann"}, 400, "invalid"),
        ({"data": [{"full_name": "Ann"}]}, 400, "invalid"),
        ({"data": {}}, 400, "invalid_profile"),
        ({"data": {"summary": "  "}}, 400, "invalid_profile"),
        ({"data": {"summary": "a" * 500_001}}, 413, "profile_too_large"),
        ({"data": {"summary": "a\x00b"}}, 400, "invalid_profile"),
        ({"data": {"full_name": "Ann"}, "text": "# Ann"}, 400, "invalid"),
        ({"full_name": "Ann"}, 400, "invalid"),
        ({"data": {"summary": new_token()}}, 422, "token_in_content"),
    ],
)
def test_what_is_not_stored(personas: Personas, body: Any, status: int, code: str) -> None:
    read_problem(call(personas.owner, "PUT", "profile", body), status, code)
    assert not Profile.objects.exists()


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_parameters_are_refused(personas: Personas, method: str) -> None:
    make_profile(personas.account)
    body = {"data": {"full_name": "Mallory"}} if method == "PUT" else None
    read_problem(call(personas.owner, method, "profile?name=ann", body), 400, "invalid")
    assert Profile.objects.get().name == "Ann Baker"


def test_who_may(personas: Personas) -> None:
    make_profile(personas.account)
    assert_guarded(personas, "GET", f"{API}/profile", scope="brain:ask")
    body = {"data": {"full_name": "Mallory"}}
    assert_guarded(personas, "PUT", f"{API}/profile", scope="brain:write", body=body)
    assert_guarded(personas, "DELETE", f"{API}/profile", scope="brain:write")
    assert Profile.objects.get().name == "Ann Baker"
