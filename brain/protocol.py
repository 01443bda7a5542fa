"""The brain's protocol with the specification's names: a query in, a structured response out.

The conversation is an argument: the process keeps no state.
"""

from collections.abc import Mapping
from typing import Any, TypeVar, overload

from django.contrib.auth.models import User
from pydantic import BaseModel

from brain.models import Interface
from brain.services.answer_in_schema import answer_in_schema
from brain.services.answer_question import BrainQuestion, ask
from brain.standard_response import Citation, ExternalSource, Metadata, StandardResponse

Shape = TypeVar("Shape", bound=BaseModel)

__all__ = [
    "Citation",
    "ExternalSource",
    "Metadata",
    "StandardResponse",
    "process_query",
    "process_query_with_schema",
]


def process_query(
    query: str,
    *,
    account: User,
    conversation: str | None = None,
    use_external: bool | None = False,
    interface: Interface = Interface.COMMAND,
    asked_by: str = "",
) -> StandardResponse:
    """The checked answer to a question, stored as a turn; a blank query asks for an overview.

    `conversation`: its name, None: `main`. `use_external` None: the account's preference.

    Raises InvalidQuery, TokenInContent, ModelUnavailable.
    """
    result = ask(
        account,
        BrainQuestion(
            query,
            conversation=conversation,
            interface=interface,
            use_external=use_external,
            asked_by=asked_by,
        ),
    )
    return result.response


@overload
def process_query_with_schema(
    query: str,
    schema: type[Shape],
    system_prompt: str | None = None,
    *,
    account: User,
    use_external: bool | None = False,
) -> Shape: ...


@overload
def process_query_with_schema(
    query: str,
    schema: Mapping[str, Any],
    system_prompt: str | None = None,
    *,
    account: User,
    use_external: bool | None = False,
) -> Any: ...


def process_query_with_schema(
    query: str,
    schema: type[BaseModel] | Mapping[str, Any],
    system_prompt: str | None = None,
    *,
    account: User,
    use_external: bool | None = False,
) -> Any:
    """The answer in the caller's own shape: an instance of the model, or a JSON value that validates against the JSON
    Schema.

    Raises ModelNeeded without a model, InvalidSchema, AnswerNotInSchema, ModelUnavailable. Nothing is stored.
    """
    result = answer_in_schema(
        account=account, query=query, schema=schema, system_prompt=system_prompt, use_external=use_external
    )
    return result.value
