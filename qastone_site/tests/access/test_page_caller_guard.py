"""Every operation of the assistant declares whom each of its methods admits."""

import pytest

from assistant.api.assistant_view import AssistantView
from assistant.api.caller_authentication import (
    AllowedCaller,
    CallerAuthentication,
    CallerThrottle,
    IsAllowedCaller,
)
from qastone_site.tests.access.test_scope_guard import ALL, OF_PAGES, OPEN, REST

OURS = sorted(path for path in REST if path.startswith(OF_PAGES) and ALL[path].name not in OPEN)


def test_there_is_something_to_guard() -> None:
    assert "assistant/api/level" in OURS


@pytest.mark.parametrize("path", OURS)
def test_operations_say_whom_they_admit(path: str) -> None:
    view = REST[path]
    assert issubclass(view, AssistantView)
    assert view.authentication_classes == (CallerAuthentication,)
    assert view.permission_classes == (IsAllowedCaller,)
    assert view.throttle_classes == (CallerThrottle,)
    methods = {method.upper() for method in view.http_method_names if hasattr(view, method)}
    assert set(view.admits) == methods != set()


@pytest.mark.parametrize("path", OURS)
def test_only_events_and_configurations_are_public(path: str) -> None:
    is_public = AllowedCaller.PUBLIC in REST[path].admits.values()
    assert is_public == (path == "assistant/api/events" or path.startswith("configs/"))
