"""The documents and questions that focused reading is measured with, as JSON Lines."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stones.format import canonical

NOT_ANSWER = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class FocusQuestion:
    id: str
    doc: str
    question: str
    answers: tuple[str, ...]
    """As `normalised`; any of them counts."""


def read_documents(path: Path) -> dict[str, str]:
    """Texts by id. Raises ValueError with the line that cannot be read."""
    return {str(line["id"]): canonical(str(line["text"])) for line in _lines(path, ("id", "text"))}


def read_questions(path: Path, texts: dict[str, str]) -> list[FocusQuestion]:
    """Raises ValueError with the line that cannot be read, or names no document of `texts`, or has no answer."""
    found = []
    for number, line in enumerate(_lines(path, ("id", "doc", "question", "answers")), 1):
        answers = tuple(filter(None, map(normalised, map(str, line["answers"]))))
        if str(line["doc"]) not in texts:
            raise ValueError(
                f"question {number} of {path.name} asks of {line['doc']!r}, which is no document"
            )
        if not answers:
            raise ValueError(f"question {number} of {path.name} has no answer of letters or digits")
        found.append(FocusQuestion(str(line["id"]), str(line["doc"]), str(line["question"]), answers))
    return found


def normalised(text: str) -> str:
    """Letters and digits only, in lower case, with single spaces."""
    return NOT_ANSWER.sub(" ", text.lower()).strip()


def _lines(path: Path, keys: Sequence[str]) -> list[dict[str, Any]]:
    lines = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except ValueError as error:
            raise ValueError(f"line {number} of {path.name} is no JSON: {error}") from error
        if not isinstance(found, dict) or any(key not in found for key in keys):
            raise ValueError(f"line {number} of {path.name} needs {', '.join(keys)}")
        lines.append(found)
    if not lines:
        raise ValueError(f"{path.name} is empty")
    return lines
