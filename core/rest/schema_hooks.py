"""Post-processing of the API's documentation (drf-spectacular's POSTPROCESSING_HOOKS).

For client generators: openapi-typescript treats a field with a default as required, and repeating each response in
full triples the document.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]
_NULL = {"type": "null"}


def describe_defaults(result: Schema, **kwargs: Any) -> Schema:
    """Move defaults of fields into their descriptions; a field with a default is optional."""
    for schema in result["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            default = field.pop("default", None)
            if default not in (None, "", [], {}):
                words = f"{json.dumps(default, ensure_ascii=False)} unless given."
                field["description"] = f"{field.get('description', '')} {words}".strip()
    return result


def allow_null_once(result: Schema, **kwargs: Any) -> Schema:
    """Of alternatives one may hold: drf-spectacular adds null to those that have it, or that allow anything."""
    for schema in result["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            kinds = field.get("oneOf", [])
            if {} in kinds:
                del field["oneOf"]
            elif kinds.count(_NULL) > 1:
                field["oneOf"] = [kind for kind in kinds if kind != _NULL] + [_NULL]
    return result


def share_responses(result: Schema, **kwargs: Any) -> Schema:
    """Define a response that several operations share once, under components/responses, and refer to it."""
    answers = Counter(_text_of(responses[status]) for responses, status in _responses(result))
    shared: dict[str, str] = {}
    for responses, status in _responses(result):
        text = _text_of(responses[status])
        if answers[text] > 1:
            if text not in shared:
                shared[text] = _free_name(_name_of(responses[status]), shared.values())
                result["components"].setdefault("responses", {})[shared[text]] = responses[status]
            responses[status] = {"$ref": f"#/components/responses/{shared[text]}"}
    return result


def _responses(result: Schema) -> Iterator[tuple[Schema, str]]:
    for methods in result["paths"].values():
        for operation in methods.values():
            for status in operation["responses"]:
                yield operation["responses"], status


def _text_of(response: Schema) -> str:
    return json.dumps(response, sort_keys=True, default=str)


def _name_of(response: Schema) -> str:
    """From its examples, which for a problem are its codes; else from its description, or the schema's name."""
    bodies = list(response.get("content", {}).values())
    if named := [name for body in bodies for name in body.get("examples", {})]:
        return "Or".join(named)
    refs = [body["schema"]["$ref"].rpartition("/")[2] for body in bodies if "$ref" in body.get("schema", {})]
    words = re.findall("[A-Za-z]+", str(response.get("description", ""))) or refs
    return "".join(word[0].upper() + word[1:] for word in words) or "Empty"


def _free_name(name: str, used_names: Any) -> str:
    names = [name, *(f"{name}{number}" for number in range(2, 1000))]
    return next(each for each in names if each not in used_names)
