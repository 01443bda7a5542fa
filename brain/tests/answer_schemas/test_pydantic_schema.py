"""Pydantic classes as shapes: their own validation, an instance in the end."""

from collections.abc import Callable
from datetime import date

import pytest
from pydantic import BaseModel, ConfigDict, Field, RootModel, field_validator

from brain.answer_schemas import PydanticSchema, SchemaFault


class Reading(BaseModel):
    model_config = ConfigDict(strict=True)

    number: int = Field(ge=1, le=10)
    text: str = Field(min_length=5, alias="theText")
    day: date | None = None

    @field_validator("text")
    @classmethod
    def not_shouted(cls, text: str) -> str:
        if text.isupper():
            raise ValueError("do not shout")
        return text


class Points(RootModel[list[str]]):
    pass


class Holder(BaseModel):
    call: Callable[[], None]


def test_gives_an_instance_read_as_json() -> None:
    value, faults = PydanticSchema(Reading).read({"number": 3, "theText": "enough", "day": "2026-03-04"})

    assert value == Reading(number=3, theText="enough", day=date(2026, 3, 4))
    assert faults == ()


def test_reports_pydantics_words_with_their_places() -> None:
    value, faults = PydanticSchema(Reading).read({"number": 0, "theText": "Hi"})

    assert value is None
    assert faults == (
        "$.number: Input should be greater than or equal to 1",
        "$.theText: String should have at least 5 characters",
    )
    assert PydanticSchema(Reading).read({"number": 1, "theText": "LOUDLY"})[1] == (
        "$.theText: Value error, do not shout",
    )


def test_a_list_may_be_the_whole() -> None:
    assert PydanticSchema(Points).read(["a"])[0] == Points(["a"])
    assert PydanticSchema(Points).schema["type"] == "array"


def test_a_class_that_no_schema_describes_is_refused() -> None:
    with pytest.raises(SchemaFault, match="#: "):
        PydanticSchema(Holder)
