"""A pydantic class as the shape of an answer: pydantic generates its schema and validates, constraints included."""

import json
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.errors import PydanticUserError

from brain.answer_schemas.schema_faults import MAX_FAULTS, SchemaFault, shortened

Model = TypeVar("Model", bound=BaseModel)


class PydanticSchema(Generic[Model]):
    def __init__(self, model: type[Model]) -> None:
        """Raises SchemaFault for a class that no JSON Schema describes."""
        self._model = model
        try:
            self.schema: Mapping[str, Any] = model.model_json_schema()
        except PydanticUserError as error:
            raise SchemaFault("#", shortened(error.message)) from error

    def read(self, value: object) -> tuple[Model | None, tuple[str, ...]]:
        """An instance, or None and pydantic's messages, at most five."""
        try:
            return self._model.model_validate_json(json.dumps(value)), ()
        except ValidationError as error:
            faults = error.errors(include_url=False, include_context=False)[:MAX_FAULTS]
        return None, tuple(
            shortened(f"{'.'.join(['$', *map(str, fault['loc'])])}: {fault['msg']}") for fault in faults
        )
