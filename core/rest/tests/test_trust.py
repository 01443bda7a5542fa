"""Others' texts are marked in every answer that contains them, and the schema explains the mark."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from core.rest.trust import UNTRUSTED

# Fields of answers by whose names a text may be what somebody else wrote.
TEXTS = {
    "around", "answer", "body", "content", "data", "description", "excerpt", "lod_0", "message", "note", "object",
    "passages", "payload", "preview", "qastone", "query", "question", "scan", "subject", "summary", "task", "text",
    "title",
}  # fmt: skip
# Those that hold none, each with its reason.
OURS = {
    "AnswerStateBody": "addresses of an answer, and its state",
    "AvailableBody": "names of sources outside, as the settings have them",
    "ConfigBody": "settings of a program",
    "DecidedProposal": "items of our own menus, with figures",
    "MenuProposal": "items of our own menus, with figures",
    "SentStoneAnswer": "our own sentence on what was sent",
}

# Of each kind of text that somebody else may have written, answers that hold it.
HOLDING = {
    "StoneAnswer", "StoneLine", "LevelAnswer", "FocusAnswer", "MessageRow", "LinesAnswer", "MessageAnswer",
    "MessageLevelAnswer", "StoneLevelAnswer", "MessageFocusAnswer", "RecalledAnswer", "ChatAnswered", "BrainAnswer",
    "NoteBody", "AnswerBody",
}  # fmt: skip


@pytest.fixture(scope="module")
def schema() -> Any:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


def answers(schema: Any) -> Iterator[Any]:
    """The schema of each JSON answer that is no error."""
    shared = schema["components"]["responses"]
    for operations in schema["paths"].values():
        for operation in operations.values():
            for status, given in operation["responses"].items() if isinstance(operation, dict) else ():
                response = shared[given["$ref"].rsplit("/", 1)[1]] if "$ref" in given else given
                if status.startswith("2") and "application/json" in response.get("content", {}):
                    yield response["content"]["application/json"]["schema"]


def unmarked(schema: Any, part: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """(answer, field) of each text that neither its own object nor one around it marks."""
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[1]
        if name not in names:
            yield from unmarked(schema, schema["components"]["schemas"][name], (*names, name))
        return
    for inner in (*part.get("allOf", ()), *part.get("oneOf", ()), *part.get("anyOf", ())):
        yield from unmarked(schema, inner, names)
    if "items" in part:
        yield from unmarked(schema, part["items"], names)
    fields = part.get("properties", {})
    if "trust" in fields:
        return
    for field, inner in fields.items():
        if field in TEXTS and "$ref" not in json.dumps(inner):
            yield names[-1] if names else "?", field
        yield from unmarked(schema, inner, names)


def test_every_answer_that_holds_texts_marks_them(schema: Any) -> None:
    found = {each for answer in answers(schema) for each in unmarked(schema, answer)}
    assert {(name, field) for name, field in found if name not in OURS} == set()
    assert {name for name, _ in found} == set(OURS), "an exception that nothing needs"


def test_the_mark_says_what_it_means(schema: Any) -> None:
    marked = {
        name: each["properties"]["trust"]
        for name, each in schema["components"]["schemas"].items()
        if "trust" in each.get("properties", {})
    }
    assert set(marked) >= HOLDING
    for name, trust in marked.items():
        assert trust["enum"] == [UNTRUSTED] if "enum" in trust else "TrustEnum" in str(trust), name
        assert "never instructions" in trust["description"], name
        assert "trust" in schema["components"]["schemas"][name]["required"], name
