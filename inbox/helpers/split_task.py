"""The questions in a task: "What failed, and who mends it?" are two, and an answer to one is half an answer."""

import re

MAX_PARTS = 3
MIN_WORDS = 2
_ASKING = "what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|do|did|has|have|can|could|should|must|will"
# Behind a question mark, a semicolon or a line; and at "and" before a word that asks.
_BETWEEN = re.compile(rf"(?<=[?？])\s+|\s*[;\n]\s*|,?\s+(?:and|or|also)\s+(?=(?:{_ASKING})\b)", re.IGNORECASE)


def split_task(task: str) -> list[str]:
    """The questions that a task asks, in their order, at most MAX_PARTS: the last holds what is left.

    A task that asks one thing, or gives more context than questions, is one part: itself.
    """
    parts = [part.strip() for part in _BETWEEN.split(task.strip(), maxsplit=MAX_PARTS - 1)]
    parts = [part for part in parts if len(part.split()) >= MIN_WORDS]
    return parts if len(parts) > 1 else [task]
