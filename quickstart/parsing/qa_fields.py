"""The fields of a Q&A entry: their order, their limits, and their validation.

Specification, "Q&A Database Schema". The columns take their limits from here.
"""

from collections.abc import Callable, Iterator, Mapping

from quickstart.parsing.parsed_content import Json
from quickstart.parsing.strict_json import FieldProblem, json_type_name

FIELDS = (
    "id",
    "question",
    "question_variants",
    "level",
    "tree_path",
    "answer",
    "prerequisites",
    "related_skills",
    "related_docs",
    "go_deeper",
    "verify_command",
    "tags",
)
"""In the specification's order, which is also the order of an export."""
REQUIRED = ("id", "question", "level", "tree_path", "answer")
LEVELS = range(5)
FAQ_LEVEL = 3
FAQ_PATH = ("FAQ",)
"""Of a question of a FAQ that says no place of its own."""
TEXT_CHARACTERS = {"id": 200, "question": 500, "answer": 100_000, "verify_command": 4_000}
LIST_ITEMS = 200
ITEM_CHARACTERS = {
    "question_variants": 500,
    "tree_path": 200,
    "prerequisites": 200,
    "related_skills": 300,
    "related_docs": 500,
    "go_deeper": 200,
    "tags": 100,
}
TREE_DEPTH = 20


def problems_in(found: Mapping[str, Json]) -> Iterator[FieldProblem]:
    """All problems of the named fields, in order. Optional ones may be null, which equals absent."""
    for name in FIELDS:
        value = found.get(name)
        if name not in found or (value is None and name not in REQUIRED):
            if name in REQUIRED:
                yield name, "is missing"
            continue
        for reason in _CHECKS[name](name, value):
            yield name, reason


def _text(name: str, value: Json) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"must be a text, not {json_type_name(value)}"
        return
    if not value.strip() and name in REQUIRED:
        yield "is empty"
    if len(value) > (limit := TEXT_CHARACTERS[name]):
        yield f"is {len(value):,} characters long; {limit:,} are allowed"
    if name == "id" and value.strip() and (value != value.strip() or not value.isprintable()):
        yield "may not hold line breaks, control characters or spaces at its ends"


def _level(_: str, value: Json) -> Iterator[str]:
    if isinstance(value, bool) or not isinstance(value, int):
        yield f"must be a whole number from 0 to 4, not {value if isinstance(value, float) else json_type_name(value)}"
    elif value not in LEVELS:
        yield f"must be from 0 to 4, not {str(value)[:20]}"


def _texts(name: str, value: Json) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"must be a list of texts, not {json_type_name(value)}"
        return
    max_items = TREE_DEPTH if name == "tree_path" else LIST_ITEMS
    if len(value) > max_items:
        yield f"holds {len(value):,} texts; {max_items:,} are allowed"
    if name == "tree_path" and not value:
        yield "is empty"
    for number, item in enumerate(value, 1):
        if not isinstance(item, str):
            yield f"number {number} must be a text, not {json_type_name(item)}"
        elif not item.strip():
            yield f"number {number} is empty"
        elif len(item) > (limit := ITEM_CHARACTERS[name]):
            yield f"number {number} is {len(item):,} characters long; {limit:,} are allowed"


_CHECKS: dict[str, Callable[[str, Json], Iterator[str]]] = {
    **dict.fromkeys(TEXT_CHARACTERS, _text),
    **dict.fromkeys(ITEM_CHARACTERS, _texts),
    "level": _level,
}
