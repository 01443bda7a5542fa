"""Q&A files for tests."""

import json
from typing import Any


def qa(number: int, **fields: Any) -> dict[str, Any]:
    """A complete entry; other fields have defaults."""
    return {
        "id": f"qa_{number}",
        "question": f"How do I start part {number}?",
        "question_variants": [f"start part {number}", f"run part {number}"],
        "level": 3,
        "tree_path": ["Parts", f"Part {number}"],
        "answer": f"Run it:\n\n```bash\npart {number}\n```",
        "verify_command": f"part {number} --check",
        "tags": ["parts"],
    } | fields


def lines(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
