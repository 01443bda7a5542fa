"""How parts of an answer begin, and those that only quote what comes nearest. Pure: models use it, too."""

NEAREST = "Perhaps this, the nearest in your notes"
_ON = "On “"


def name_part(question: str) -> str:
    """The line above the quotations for one part of a question."""
    return f"{_ON}{question}”:"


def is_heading(paragraph: str) -> bool:
    """Whether it only says what stands below it."""
    return paragraph.startswith((NEAREST, _ON)) and paragraph.endswith(":")


def without_headings(answer: str) -> str:
    return "\n\n".join(each for each in answer.split("\n\n") if not is_heading(each))


def is_reserved(answer: str) -> bool:
    """Whether some part of it is."""
    return any(paragraph.startswith(NEAREST) for paragraph in answer.split("\n\n"))
