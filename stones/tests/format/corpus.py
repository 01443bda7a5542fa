"""Reads stones/tests/corpus; its README says what is in there."""

import json
from pathlib import Path
from typing import Any

from stones.format import Header

CORPUS = Path(__file__).parent.parent / "corpus"

Document = dict[str, Any]


def load(name: str) -> Any:
    return json.loads((CORPUS / name).read_text(encoding="utf-8"))


def text_of(value: Any, parts: dict[str, Any] | None = None) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(text_of(part, parts) for part in value)
    if "ref" in value:
        return text_of((parts or {})[value["ref"]], parts)
    unit, times = value["repeat"]
    return str(unit * times)


def header_of(expected: Document) -> Header:
    """The header that a document expects; its strings are texts."""
    values: dict[str, Any] = {
        key: text_of(value) if key not in ("extra", "lod_tokens") and isinstance(value, list) else value
        for key, value in expected.items()
    }
    tokens = expected["lod_tokens"]
    values["lod_tokens"] = None if tokens is None else tuple(tokens)
    values["extra"] = tuple((key, text_of(value)) for key, value in expected["extra"])
    return Header(**values)


def documents(folder: str, files: str = "*.json") -> list[Document]:
    """All documents of valid/ or invalid/, or of one file there, with `text` and expectations spelled out."""
    found = []
    for path in sorted((CORPUS / folder).glob(files)):
        file = load(f"{folder}/{path.name}")
        parts = file["parts"]
        for document in file["documents"]:
            spelled = {**document, "text": text_of(document["text"], parts)}
            if folder == "valid":
                spelled["header"] = header_of({**file["header"], **document["header"]})
                spelled["levels"] = tuple(text_of(level, parts) for level in document["levels"])
            found.append(spelled)
    return found


def named(cases: list[Document]) -> list[str]:
    return [case["name"] for case in cases]
