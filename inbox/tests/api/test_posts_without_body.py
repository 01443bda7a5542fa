"""Operations that take no body refuse one that is no JSON, as the others do and as they document."""

import re
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from core.rest.schema import MEDIA_TYPE
from core.rest.tests.access_assertions import Personas
from inbox.models import Agent
from inbox.tests.factories import deliver


def without_body() -> list[str]:
    generator: Any = SchemaGenerator
    paths = generator().get_schema(request=None, public=True)["paths"]
    return [
        path
        for path, methods in paths.items()
        if "requestBody" not in methods.get("post", {"requestBody": 0})
    ]


def test_each_answers_a_problem(personas: Personas) -> None:
    agent = Agent.objects.get(account=personas.account, name="koda")
    message = deliver(agent).message_id
    paths = without_body()
    assert len(paths) > 8
    found = {}
    for path in paths:
        address = re.sub(r"\{\w+\}", message, path)
        response = personas.owner.post(address, "x", content_type="text/plain")
        assert response["Content-Type"] == MEDIA_TYPE, path
        found[path] = response.status_code
    # 401: of the assistant, which knows no agents' tokens.
    assert set(found.values()) <= {401, 404, 415}, found
    assert found["/mcp/inbox/messages/{message}/acknowledge"] == 415
